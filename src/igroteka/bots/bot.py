"""What a bot is, and the simplest one."""

from typing import Any, Protocol

from igroteka.core import Chance


class Bot(Protocol):
    """Chooses one of the offers of its view, or lets it be (None) where it may.

    One bot sits at one seat for as long as it plays there, so what it has seen it may remember.
    """

    def choose(self, view: Any, offers: tuple[Any, ...], may_wait: bool, chance: Chance) -> Any | None: ...


class RandomBot:
    """Any offer is as good as any other; off turn, letting it be is one more."""

    def choose(self, view: Any, offers: tuple[Any, ...], may_wait: bool, chance: Chance) -> Any | None:
        at = chance.below(len(offers) + may_wait)
        return offers[at] if at < len(offers) else None
