"""What a bot is, and the simplest one."""

from collections.abc import Callable
from typing import Any, Final, Protocol

from igroteka.core import Chance


class Bot(Protocol):
    """Chooses one of the offers of its view, or lets it be (None) where it may."""

    def choose(self, view: Any, offers: tuple[Any, ...], may_wait: bool, chance: Chance) -> Any | None: ...


class RandomBot:
    """Any offer is as good as any other; off turn, letting it be is one more."""

    def choose(self, view: Any, offers: tuple[Any, ...], may_wait: bool, chance: Chance) -> Any | None:
        at = chance.below(len(offers) + may_wait)
        return offers[at] if at < len(offers) else None


LEVELS: Final[dict[str, Callable[[], Bot]]] = {"random": RandomBot}
