"""Advice for a seat: the best few intents of its view, each with its estimated chance to win."""

from typing import Any

import msgspec

from igroteka.bots.habits import Mending, mending_of
from igroteka.bots.master import CLOCK, answers, bounds_of
from igroteka.bots.sense import game_of
from igroteka.core import Chance, Seeded
from igroteka.games import game as on_shelf


class Advice(msgspec.Struct, frozen=True):
    """An intent (None: let it be), the chance to win with it, and the part of the thinking it was given."""

    intent: Any | None
    chance: float
    share: float


def advise(
    view: Any,
    seconds: float = 1.0,
    *,
    best: int = 3,
    chance: Chance | None = None,
    patience: float | None = CLOCK,
    iterations: int | None = None,
    threads: int = 1,
    raw: bool = False,
) -> tuple[Advice, ...]:
    """The best few of what the view's seat may do now, the best first; nothing if it can do nothing.

    Bounds are those of MasterBot. What was hardly looked at is left out: its chance would be a guess. Chances
    are mended by what games have shown (`bots.habits`); `raw` are those of the search.
    """
    offers = tuple(one for one in view.legal if not isinstance(one, on_shelf(game_of(view)).HONOUR))
    if not offers:
        return ()
    bounds = bounds_of(seconds, patience, iterations, hurry=False)
    may_wait = view.turn != view.seat
    found = answers(view, offers, may_wait, chance or Seeded(0), bounds, threads)
    known = [one for one in found if one.intent in offers or (one.intent is None and may_wait)]
    total = max(1, sum(one.visits for one in known))
    looked_at = [one for one in known if one.visits * 50 >= total] or known[:1]
    mending = Mending() if raw else mending_of(game_of(view), view.seats, view.options)
    return tuple(Advice(one.intent, mending.of(one.worth), one.visits / total) for one in looked_at[:best])
