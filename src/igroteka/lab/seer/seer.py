"""A bound for figures: Master that sees what others hold. It plays in an arena alone, never at a table."""

from typing import Any

from igroteka.bots.compiled_search import think
from igroteka.bots.habits import Habits
from igroteka.bots.readable_search import Bounds
from igroteka.bots.sense import game_of, sense_of
from igroteka.core import Chance
from igroteka.lab.seer.worlds import told_worlds, true_worlds


class SeerBot:
    """Searches as Master does, over worlds with the true hands; what will be drawn it does not know.

    If it is `told` so many cards only, it sees those of each other hand, others at every choice, and believes
    of the rest what Master does: what a little knowledge more would be worth.
    """

    def __init__(
        self,
        seconds: float,
        iterations: int | None = None,
        habits: Habits | None = None,
        told: int | None = None,
    ) -> None:
        self._bounds = Bounds(cpu=seconds) if iterations is None else Bounds(iterations=iterations)
        self._habits, self._told = habits, told
        self._state: Any = None
        self._past: tuple[Any, ...] = ()

    def see(self, state: Any) -> None:
        """The truth, before it is asked."""
        self._state = state

    def choose(self, view: Any, offers: tuple[Any, ...], may_wait: bool, chance: Chance) -> Any | None:
        name, past = game_of(view), self._past
        self._past = sense_of(name).remember(past, view)
        if len(offers) == 1 and not may_wait:
            return offers[0]
        if self._told is None:
            worlds = true_worlds(name, self._state, chance)
        else:
            worlds = told_worlds(name, self._state, (*past, view), self._told, chance)
        found = think(name, view, may_wait, chance, self._bounds, habits=self._habits, worlds=worlds)
        for answer in found:
            if answer.intent in offers or (answer.intent is None and may_wait):
                return answer.intent
        return offers[0]
