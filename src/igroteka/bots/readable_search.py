"""Master on the readable rules, where Player has a sense of the game: its best few offers are tried out."""

import time
from collections.abc import Callable
from math import log, sqrt
from typing import Any, Final

import msgspec

from igroteka.bots.one_step import after, worth
from igroteka.bots.sense import weigh
from igroteka.core import AnyGame, Chance, Refused, Seat

_CANDIDATES: Final = 4
"""Offers that are tried: those that Player finds best."""
_AHEAD: Final = 8
"""Answers that are imagined after each; then the table is judged as it stands."""
_CREDIT: Final = 3.0
"""So many trials the favourite is given in advance, for what Player knows."""


class Answer(msgspec.Struct, frozen=True):
    """An intent, or None for letting it be; how often it was looked at, and what it was worth (0 to 1)."""

    intent: Any | None
    visits: int
    worth: float


class Bounds(msgspec.Struct, frozen=True):
    """When to stop, whatever comes first: CPU seconds, seconds by the clock, iterations, steps."""

    cpu: float | None = None
    wall: float | None = None
    iterations: int | None = None
    steps: int | None = None
    """Intents that are decided in imagined games: for `played_out` alone."""
    hurry: bool = True
    """Stop as soon as no other answer can catch up."""

    def part(self, share: float) -> "Bounds":
        """For this share of the time; a number of iterations stays."""
        return msgspec.structs.replace(
            self,
            cpu=None if self.cpu is None else self.cpu * share,
            wall=None if self.wall is None else self.wall * share,
        )

    def after(self, cpu: float, wall: float) -> "Bounds":
        """What is left when so much has been used."""
        return msgspec.structs.replace(
            self,
            cpu=None if self.cpu is None else self.cpu - cpu,
            wall=None if self.wall is None else self.wall - wall,
        )


def think(
    game: AnyGame, view: Any, offers: tuple[Any, ...], may_wait: bool, chance: Chance, bounds: Bounds
) -> list[Answer]:
    """The answers that were tried, the best first."""
    tried = [_Trial(intent) for intent in _candidates(game, view, offers, may_wait)]
    tried[0].visits, tried[0].total = _CREDIT, 0.6 * _CREDIT
    goes_on = _clock(bounds)
    while len(tried) > 1 and goes_on():
        one = _most_promising(tried)
        one.total += _try_out(game, view, one.intent, chance)
        one.visits += 1
    tried.sort(key=lambda one: -one.worth())
    return [Answer(one.intent, int(one.visits), one.worth()) for one in tried]


def _candidates(game: AnyGame, view: Any, offers: tuple[Any, ...], may_wait: bool) -> list[Any | None]:
    weights = weigh(view, offers)
    order = sorted(range(len(offers)), key=lambda at: -weights[at])
    best: list[Any | None] = [offers[at] for at in order[:_CANDIDATES]]
    if may_wait:
        best.insert(0 if weights[order[0]] <= 0 else 1, None)
    return best


class _Trial:
    """One of the answers and what came of it so far."""

    def __init__(self, intent: Any | None) -> None:
        self.intent = intent
        self.visits = 0.0
        self.total = 0.0

    def worth(self) -> float:
        return (self.total + 0.5) / (self.visits + 1)


def _most_promising(tried: list[_Trial]) -> _Trial:
    total = sum(one.visits for one in tried) + 1
    return max(tried, key=lambda one: one.worth() + 0.5 * sqrt(log(total + 1) / (one.visits + 1)))


def _clock(bounds: Bounds) -> Callable[[], bool]:
    cpu, wall, done = time.thread_time(), time.perf_counter(), 0

    def goes_on() -> bool:
        nonlocal done
        done += 1
        if bounds.iterations is not None:
            return done <= bounds.iterations
        in_cpu = bounds.cpu is None or time.thread_time() - cpu < bounds.cpu
        return in_cpu and (bounds.wall is None or time.perf_counter() - wall < bounds.wall)

    return goes_on


def _try_out(game: AnyGame, view: Any, intent: Any | None, chance: Chance) -> float:
    """What an imagined game is worth to the view's seat some answers after this one.

    Where the imagined table refuses the intent, nothing is known of it: the table as it stands counts.
    """
    try:
        state = game.imagine(view, chance)
    except Refused:
        return 0.5
    asked = {view.seat} if intent is None else set()
    if intent is not None:
        state = _tried(game, state, view.seat, intent, chance)
    return worth(game, _played_on(game, state, asked, chance), view.seat)


def _played_on(game: AnyGame, state: Any, asked: set[Seat], chance: Chance) -> Any:
    """Some answers later, each as good as its seat sees."""
    for _ in range(_AHEAD):
        seat = _next_to_ask(game, state, asked)
        if seat is None:
            break
        following = _answered(game, state, seat, chance)
        if following is None:
            asked.add(seat)
            continue
        state = following
        asked.clear()
    return state


def _answered(game: AnyGame, state: Any, seat: Seat, chance: Chance) -> Any | None:
    """The state after the seat's best answer; None if it lets it be, which it may off turn."""
    offers = _offers(game, state, seat)
    weights = weigh(game.view(state, seat), offers)
    best = max(range(len(offers)), key=weights.__getitem__)
    if seat != game.turn(state) and weights[best] <= 0:
        return None
    return _tried(game, state, seat, offers[best], chance)


def _tried(game: AnyGame, state: Any, seat: Seat, intent: Any, chance: Chance) -> Any:
    """The state after the intent; as before where it is refused."""
    try:
        return after(game, state, seat, intent, chance)
    except Refused:
        return state


def _offers(game: AnyGame, state: Any, seat: Seat) -> tuple[Any, ...]:
    return tuple(one for one in game.legal(state, seat) if not isinstance(one, game.HONOUR))


def _next_to_ask(game: AnyGame, state: Any, asked: set[Seat]) -> Seat | None:
    """Off-turn seats that can do something and have not let it be, then the seat on turn."""
    if game.outcome(state) is not None:
        return None
    on_turn = game.turn(state)
    for seat in range(state.seats):
        if seat != on_turn and seat not in asked and _offers(game, state, seat):
            return seat
    return on_turn if on_turn is not None and _offers(game, state, on_turn) else None
