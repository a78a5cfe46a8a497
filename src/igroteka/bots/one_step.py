"""A look one step ahead, for any game: how much nearer to winning each offer brings one."""

from contextlib import suppress
from hashlib import sha256
from math import exp
from typing import Any, Final

import msgspec

from igroteka.core import AnyGame, Chance, Refused, Seat, Seeded

_LOOKS: Final = 64
"""About so many offers are tried, over all imagined tables."""
_TABLES: Final = 8
"""So many tables are imagined at most."""
_STEEP: Final = 3.0
"""How much more likely a side wins that is all the way ahead, as an exponent."""
_NOT_FORGOTTEN: Final = 1e-6
"""What may be forgotten (`WINDOWS`) is done, if nothing speaks against it."""


def weigh(game: AnyGame, view: Any, offers: tuple[Any, ...]) -> list[float]:
    """By offer what it gains, on average over a few tables that the view allows.

    The same view is weighed the same: the imagined tables depend on nothing else.
    """
    chance = Seeded(sha256(msgspec.json.encode(view)).digest())
    totals = [_NOT_FORGOTTEN * isinstance(offer, game.WINDOWS) for offer in offers]
    tables = max(1, min(_TABLES, _LOOKS // len(offers)))
    for _ in range(tables):
        try:
            state = game.imagine(view, chance)
        except Refused:  # nothing can be imagined: every offer is as good as any other
            break
        before = worth(game, state, view.seat)
        for at, offer in enumerate(offers):
            totals[at] += (_worth_after(game, state, view.seat, offer, chance) - before) / tables
    return totals


def worth(game: AnyGame, state: Any, seat: Seat) -> float:
    """1 for a win, 0 for a loss; before the end by the progress of the sides."""
    outcome = game.outcome(state)
    if outcome is None:
        return standing(game, state, seat)
    sides = game.sides(state)
    draw = 1 / len(sides) if len(sides) > 1 else 0.0  # where all play together, all have lost
    return float(seat in outcome.winners) if outcome.winners else draw


def standing(game: AnyGame, state: Any, seat: Seat) -> float:
    """The share of a side by the progress of all; where all play together, how near they are."""
    sides = game.sides(state)
    if len(sides) == 1:
        return game.progress(state, seat)
    shares = [exp(_STEEP * game.progress(state, side[0])) for side in sides]
    return next(share for share, side in zip(shares, sides, strict=True) if seat in side) / sum(shares)


def after(game: AnyGame, state: Any, seat: Seat, intent: Any, chance: Chance) -> Any:
    """The state that an intent leads to, or Refused."""
    for event in game.decide(state, seat, intent, chance):
        state = game.evolve(state, event)
    return state


def _worth_after(game: AnyGame, state: Any, seat: Seat, offer: Any, chance: Chance) -> float:
    """An offer that the imagined table refuses after all changes nothing there."""
    with suppress(Refused):
        state = after(game, state, seat, offer, chance)
    return worth(game, state, seat)
