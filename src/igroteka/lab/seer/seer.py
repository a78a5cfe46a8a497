"""A bound for figures: Master that sees what others hold. It plays in an arena alone, never at a table."""

from typing import Any

from igroteka.bots.compiled_search import think
from igroteka.bots.habits import Habits
from igroteka.bots.readable_search import Bounds
from igroteka.bots.sense import game_of
from igroteka.core import Chance
from igroteka.lab.seer.worlds import true_worlds


class SeerBot:
    """Searches as Master does, over worlds with the true hands; what will be drawn it does not know."""

    def __init__(self, seconds: float, iterations: int | None = None, habits: Habits | None = None) -> None:
        self._bounds = Bounds(cpu=seconds) if iterations is None else Bounds(iterations=iterations)
        self._habits = habits
        self._state: Any = None

    def see(self, state: Any) -> None:
        """The truth, before it is asked."""
        self._state = state

    def choose(self, view: Any, offers: tuple[Any, ...], may_wait: bool, chance: Chance) -> Any | None:
        if len(offers) == 1 and not may_wait:
            return offers[0]
        worlds = true_worlds(game_of(view), self._state, chance)
        found = think(game_of(view), view, may_wait, chance, self._bounds, habits=self._habits, worlds=worlds)
        for answer in found:
            if answer.intent in offers or (answer.intent is None and may_wait):
                return answer.intent
        return offers[0]
