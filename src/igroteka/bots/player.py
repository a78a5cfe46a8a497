"""Player: takes the offer that the game's sense finds best, and remembers nothing."""

from typing import Any

from igroteka.bots.sense import weigh
from igroteka.core import Chance


class PlayerBot:
    """The same view and the same chance lead to the same choice."""

    def choose(self, view: Any, offers: tuple[Any, ...], may_wait: bool, chance: Chance) -> Any | None:
        weights = weigh(view, offers)
        best = max(weights)
        if may_wait and best <= 0:
            return None
        return chance.pick([offer for offer, weight in zip(offers, weights, strict=True) if weight == best])
