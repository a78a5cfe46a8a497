"""Мастер without the twins: the best few offers tried out on the readable rules while there is time."""

import time
from collections.abc import Callable
from math import exp, log, sqrt
from typing import Any, Final

import msgspec

from igroteka.bots.heuristics import weigh
from igroteka.core import AnyGame, Chance, Outcome, Seat

_CANDIDATES: Final = 4
"""Offers that are tried: those that Игрок finds best."""
_AHEAD: Final = 8
"""Answers that are imagined after each; then the table is judged as it stands."""
_CREDIT: Final = 3.0
"""So many trials the favourite is given in advance, for what Игрок knows."""


class Answer(msgspec.Struct, frozen=True):
    """An intent, or None for letting it be; how often it was looked at, and what it was worth (0 to 1)."""

    intent: Any | None
    visits: int
    worth: float


class Bounds(msgspec.Struct, frozen=True):
    """When to stop, whatever comes first: CPU seconds, seconds by the clock, iterations."""

    cpu: float | None = None
    wall: float | None = None
    iterations: int | None = None
    hurry: bool = True
    """Stop as soon as no other answer can catch up."""

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
    tried = [_Trial(intent) for intent in _candidates(view, offers, may_wait)]
    tried[0].visits, tried[0].total = _CREDIT, 0.6 * _CREDIT
    goes_on = _clock(bounds)
    while len(tried) > 1 and goes_on():
        one = _most_promising(tried)
        one.total += _try_out(game, view, one.intent, chance)
        one.visits += 1
    tried.sort(key=lambda one: -one.worth())
    return [Answer(one.intent, int(one.visits), one.worth()) for one in tried]


def _candidates(view: Any, offers: tuple[Any, ...], may_wait: bool) -> list[Any | None]:
    weights = weigh(view, offers)
    order = sorted(range(len(offers)), key=lambda at: -weights[at])
    best: list[Any | None] = [offers[at] for at in order[:_CANDIDATES]]
    if may_wait:
        best.insert(0 if weights[order[0]] <= 0 else 1, None)
    return best


class _Trial:
    """One of the answers and what came of it so far; mutable, because it is tried again and again."""

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
    """What an imagined game is worth to the view's seat some answers after this one."""
    state = game.imagine(view, chance)
    asked = {view.seat} if intent is None else set()
    if intent is not None:
        state = _after(game, state, view.seat, intent, chance)
    for _ in range(_AHEAD):
        seat = _next_to_ask(game, state, asked)
        if seat is None:
            break
        offers = _offers(game, state, seat)
        weights = weigh(game.view(state, seat), offers)
        best = max(range(len(offers)), key=weights.__getitem__)
        if seat != game.turn(state) and weights[best] <= 0:
            asked.add(seat)
            continue
        state = _after(game, state, seat, offers[best], chance)
        asked.clear()
    return _worth(game, state, view.seat)


def _after(game: AnyGame, state: Any, seat: Seat, intent: Any, chance: Chance) -> Any:
    for event in game.decide(state, seat, intent, chance):
        state = game.evolve(state, event)
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


def _worth(game: AnyGame, state: Any, seat: Seat) -> float:
    """1 for a win, 0 for a loss; before the end by what is still to be laid, or by lines."""
    outcome: Outcome | None = game.outcome(state)
    sides = int(getattr(state, "sides", state.seats))
    if outcome is not None:
        return float(seat in outcome.winners) if outcome.winners else 1 / sides
    far = [_to_go(state, side) for side in range(sides)]
    nearest = min(far)
    share = [exp(nearest - one) for one in far]
    return share[seat % sides] / sum(share)


def _to_go(state: Any, side: int) -> float:
    position = state
    if hasattr(position, "stars"):
        return 0.12 * len(position.hands[side]) - 1.0 * float(position.stars[side])
    if hasattr(position, "lines"):
        names = ("blue", "green", "red")
        return -1.4 * float(sum(line.side == names[side] for line in position.lines))
    return 0.22 * float(len(position.racks[side]))
