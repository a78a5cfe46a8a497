"""Player: takes the offer that the game's sense finds best, and remembers nothing."""

from typing import Any, Final

from igroteka.bots.played_out import think
from igroteka.bots.readable_search import Bounds
from igroteka.bots.sense import game_of, has_own, weigh
from igroteka.core import Chance
from igroteka.games import game as on_shelf

_STEPS: Final = 600
"""What a choice may cost where the game has no sense of its own: no time, so that it is the same again."""
SECONDS: Final = 1.5
"""By the clock, where rules are so slow that this comes before: a server waits no longer than twice that."""


class PlayerBot:
    """The same view and the same chance lead to the same choice."""

    def choose(self, view: Any, offers: tuple[Any, ...], may_wait: bool, chance: Chance) -> Any | None:
        name = game_of(view)
        if not may_wait and not has_own(name):
            return _played_out(name, view, offers, chance)
        weights = weigh(view, offers)
        best = max(weights)
        if may_wait and best <= 0:
            return None
        return chance.pick([offer for offer, weight in zip(offers, weights, strict=True) if weight == best])


def _played_out(name: str, view: Any, offers: tuple[Any, ...], chance: Chance) -> Any:
    """What wins most of a few imagined games."""
    if len(offers) == 1:
        return offers[0]
    return think(on_shelf(name), view, offers, chance, Bounds(steps=_STEPS, wall=SECONDS))[0].intent
