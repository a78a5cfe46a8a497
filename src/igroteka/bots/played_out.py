"""Answers played out against each other in the same imagined deals, for games without a sense of their own.

Of such a game nothing is known but its rules, and perhaps `progress`. A deal is imagined, every answer that
is left is tried in it with the same chance afterwards, and the game goes on by the rules; round by round the
weaker half drops out.
"""

import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from math import ceil, log2
from typing import Any, Final

import msgspec

from igroteka.bots.one_step import after, standing, worth
from igroteka.bots.readable_search import Answer, Bounds
from igroteka.core import AnyGame, Chance, Refused, Seat, Seeded
from igroteka.core.shelving import no_progress

_AHEAD: Final = 30
"""So many steps a game is played on at most where its progress can be judged."""
_TO_THE_END: Final = 400
"""So many where nothing but the end says who wins."""
_LEAST: Final = 8
"""So many steps it is played on at least, however little may be spent."""
_DEALS: Final = 4
"""In so many deals an answer should be tried in a round, before games are played on for longer."""
_COMPARED: Final = 2
"""Offers that an imagined seat compares, where there is progress to compare them by."""
_NEAR: Final = 0.1
"""How much of a finished game's worth is by how far ahead it was won: it tells sooner than wins alone."""


def think(
    game: AnyGame, view: Any, answers: Iterable[Any | None], chance: Chance, bounds: Bounds
) -> list[Answer]:
    """The answers (None: to let it be), the best first: what was left longest, and of that what won most."""
    return _Contest(game, view, answers, chance, bounds).held()


class _Tried(msgspec.Struct):
    """One of the answers, how often it was played out, and what came of that. Mutable: it counts."""

    intent: Any | None
    visits: int = 0
    total: float = 0.0

    def worth(self) -> float:
        return (self.total + 0.5) / (self.visits + 1)


class _Contest:
    """Rounds of equal length, each with half as many answers as the one before."""

    def __init__(
        self, game: AnyGame, view: Any, answers: Iterable[Any | None], chance: Chance, bounds: Bounds
    ) -> None:
        self._game, self._view, self._chance = game, view, chance
        self._tried = [_Tried(intent) for intent in chance.shuffled(answers)]
        """By lot: where many are worth as much, or time is short, no place in the list is better."""
        self._left = list(self._tried)
        self._used = _Used(bounds)

    def held(self) -> list[Answer]:
        rounds = max(1, ceil(log2(max(2, len(self._left)))))
        for number in range(1, rounds + 1):
            self._go_round(number / rounds)
            self._left.sort(key=lambda one: (-one.visits, -one.worth()))
            if self._used.is_late():
                break
            if number < rounds:
                del self._left[(len(self._left) + 1) // 2 :]
        self._tried.sort(key=lambda one: (-one.visits, -one.worth()))
        return [Answer(one.intent, one.visits, one.worth()) for one in self._tried]

    def _go_round(self, share: float) -> None:
        """Until this share of the bounds is used, at least one deal."""
        self._try_in_one_deal(share)
        while self._used.leaves(share, len(self._left)):
            self._try_in_one_deal(share)

    def _try_in_one_deal(self, share: float) -> None:
        """A deal that is cut short by the clock counts only where it is the first: it would favour some."""
        won = list(self._won_in_one_deal(self._far(share)))
        if len(won) == len(self._left) or not self._left[0].visits:
            for one, got in zip(self._left, won, strict=False):
                one.visits += 1
                one.total += got

    def _won_in_one_deal(self, most: int) -> Iterator[float]:
        """What each answer has won, until the clock runs out.

        Where nothing can be imagined, nothing is known: every answer is as good as any other.
        """
        seed, dealt = self._chance.below(2**32), None
        with suppress(Refused):
            dealt = self._game.imagine(self._view, Seeded(seed))
        for one in self._left:
            played = _Played(self._game, dealt, Seeded(seed + 2**32))
            yield 0.5 if dealt is None else played.worth(self._view.seat, one.intent, most)
            self._used.note(played.steps or _LEAST)
            if self._used.is_late():
                return

    def _far(self, share: float) -> int:
        """How many steps a game is played on: few where few are left."""
        most = _TO_THE_END if self._game.progress is no_progress else _AHEAD
        left = self._used.steps_left(share)
        return most if left is None else max(_LEAST, min(most, left // (_DEALS * len(self._left))))


class _Played:
    """An imagined game that is played on. Nobody in it knows more than its rules let anyone do by chance."""

    def __init__(self, game: AnyGame, state: Any, chance: Chance) -> None:
        self._game, self._state, self._chance = game, state, chance
        self.steps = 0
        """Intents that were decided."""

    def worth(self, seat: Seat, intent: Any | None, most: int) -> float:
        """What it is worth to this seat some steps after its answer."""
        asked = {seat} if intent is None else set()
        if intent is not None:
            self._state = self._after(seat, intent)
        while self.steps < most and (to_ask := self._next_to_ask(asked)) is not None:
            if self._answer(*to_ask):
                asked.clear()
            else:
                asked.add(to_ask[0])
        return self._judged(seat)

    def _judged(self, seat: Seat) -> float:
        worth_now = worth(self._game, self._state, seat)
        if self._game.outcome(self._state) is None or self._game.progress is no_progress:
            return worth_now
        return (1 - _NEAR) * worth_now + _NEAR * standing(self._game, self._state, seat)

    def _next_to_ask(self, asked: set[Seat]) -> tuple[Seat, tuple[Any, ...]] | None:
        """Off-turn seats that can do something and have not let it be, then the one on turn; with offers."""
        on_turn = self._game.turn(self._state)
        if on_turn is None:
            return None
        off_turn = (seat for seat in range(self._state.seats) if seat != on_turn and seat not in asked)
        for seat in (*off_turn, on_turn):
            offers = tuple(
                one for one in self._game.legal(self._state, seat) if not isinstance(one, self._game.HONOUR)
            )
            if offers:
                return seat, offers
        return None

    def _answer(self, seat: Seat, offers: tuple[Any, ...]) -> bool:
        """The better of a few offers; off turn it has to be worth something, or it is let be."""
        some = self._some_of(offers)
        states = [self._after(seat, offer) for offer in some]
        worths = [worth(self._game, one, seat) for one in states] if len(some) > 1 else [0.0]
        best = max(range(len(some)), key=worths.__getitem__)
        if seat != self._game.turn(self._state) and not isinstance(some[best], self._game.WINDOWS):
            gained = worth(self._game, states[best], seat) > worth(self._game, self._state, seat)
            if not gained:
                return False
        self._state = states[best]
        return True

    def _some_of(self, offers: tuple[Any, ...]) -> tuple[Any, ...]:
        if len(offers) <= 1 or self._game.progress is no_progress:
            return (self._chance.pick(offers),)
        first = self._chance.pick(offers)
        return first, *(self._chance.pick(offers) for _ in range(_COMPARED - 1))

    def _after(self, seat: Seat, intent: Any) -> Any:
        """The state after the intent; as before where it is refused."""
        self.steps += 1
        with suppress(Refused):
            return after(self._game, self._state, seat, intent, self._chance)
        return self._state


class _Used:
    """How much of the bounds is used; a look is one game played on."""

    def __init__(self, bounds: Bounds) -> None:
        self._bounds, self._looks, self._steps = bounds, 0, 0
        self._cpu = 0.0 if bounds.cpu is None else time.thread_time()  # a browser's Python has no such clock
        self._wall = time.perf_counter()

    def note(self, steps: int) -> None:
        """One more look, of so many steps."""
        self._looks += 1
        self._steps += steps

    def steps_left(self, share: float) -> int | None:
        """Of this share of the steps; None where they are not bounded."""
        return None if self._bounds.steps is None else int(share * self._bounds.steps) - self._steps

    def is_late(self) -> bool:
        """Whether the clock has run out, where one is looked at: rules may be slow."""
        bounds = self._bounds
        if bounds.iterations is not None:
            return False
        if bounds.cpu is not None and time.thread_time() - self._cpu >= bounds.cpu:
            return True
        return bounds.wall is not None and time.perf_counter() - self._wall >= bounds.wall

    def leaves(self, share: float, looks: int) -> bool:
        """Whether this share of the bounds leaves room for so many looks more."""
        bounds = self._bounds
        if bounds.iterations is not None:
            return self._looks + looks <= share * bounds.iterations
        if bounds.steps is not None and self._steps >= share * bounds.steps:
            return False
        if bounds.cpu is not None and time.thread_time() - self._cpu >= share * bounds.cpu:
            return False
        in_time = bounds.wall is None or time.perf_counter() - self._wall < share * bounds.wall
        return in_time and any(one is not None for one in (bounds.steps, bounds.cpu, bounds.wall))
