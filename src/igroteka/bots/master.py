"""Master: search over what its view allows; without Numba or a twin, on the readable rules."""

from importlib import import_module
from math import inf
from typing import Any, Final

from igroteka.bots import played_out, readable_search
from igroteka.bots.habits import Habits
from igroteka.bots.readable_search import Answer, Bounds
from igroteka.bots.sense import game_of, has_own, sense_of
from igroteka.core import Chance, Refused
from igroteka.games import game as on_shelf

CLOCK: Final = -1.0
"""As `patience`: no longer by the clock than in CPU time."""


def bounds_of(
    seconds: float, patience: float | None, iterations: int | None, *, hurry: bool = True
) -> Bounds:
    """As MasterBot is told them; ValueError for a time, or a number of looks, in which nobody could think."""
    if iterations is not None:
        if not iterations >= 1:
            raise ValueError(f"iterations are 1 or more, not {iterations!r}")
        return Bounds(iterations=iterations, hurry=hurry)
    wall = seconds if patience == CLOCK else patience
    for told in (seconds, wall):
        if told is not None and not 0 < told < inf:
            raise ValueError(f"seconds to think in are more than 0, not {told!r}")
    return Bounds(cpu=seconds, wall=wall, hurry=hurry)


class MasterBot:
    """Thinks for at most `seconds` of CPU time a choice, and at most `patience` seconds by the clock.

    Where bots share a busy machine and nobody waits (an arena), `patience=None` lets each have its CPU time.
    With `iterations` it thinks exactly so long instead: the same view and the same chance give the same
    choice. `threads` grow trees of their own at once, on a machine with cores to spare. `habits` are other
    ways to search than those of the table, `network` is another than the game's, for comparisons.
    """

    def __init__(
        self,
        seconds: float = 1.0,
        *,
        patience: float | None = CLOCK,
        iterations: int | None = None,
        threads: int = 1,
        habits: Habits | None = None,
        network: Any | None = None,
    ) -> None:
        self._whole = bounds_of(seconds, patience, iterations)
        self.threads = threads
        self.habits, self.network = habits, network
        self._share = 1.0
        self.past: tuple[Any, ...] = ()
        """The earlier views that it reads, which is all that it remembers: so it may think anywhere."""

    def hurry(self, share: float) -> None:
        """The next choices in this share of the time: others wait for the same processors."""
        self._share = share

    @property
    def bounds(self) -> Bounds:
        """Of the next choice."""
        return self._whole.part(self._share)

    def choose(self, view: Any, offers: tuple[Any, ...], may_wait: bool, chance: Chance) -> Any | None:
        past = tuple(one for one in self.past if type(one) is type(view))  # of this game
        self.past = sense_of(game_of(view)).remember(past, view)
        if len(offers) == 1 and not may_wait:
            return offers[0]
        own = (self.threads, past, self.habits, self.network)
        for answer in answers(view, offers, may_wait, chance, self.bounds, *own):
            if answer.intent in offers or (answer.intent is None and may_wait):
                return answer.intent
        return offers[0]


def answers(
    view: Any,
    offers: tuple[Any, ...],
    may_wait: bool,
    chance: Chance,
    bounds: Bounds,
    threads: int = 1,
    past: tuple[Any, ...] = (),
    habits: Habits | None = None,
    network: Any | None = None,
) -> list[Answer]:
    """What the view's seat might answer, the best first; `past` are views that it was given before.

    By the compiled search, if it is there: a person does not wait until it is compiled, the first time.
    """
    name = game_of(view)
    search = _compiled_search(name)
    if search is not None and (bounds.wall is None or search.is_ready(name)):
        try:
            found: list[Answer] = search.think(
                name, view, may_wait, chance, bounds, threads, past, habits, network
            )
        except Refused:  # more parts than the box has: the twin cannot follow
            pass
        else:
            return found
    if has_own(name):
        return readable_search.think(on_shelf(name), view, offers, may_wait, chance, bounds)
    return played_out.think(on_shelf(name), view, (*offers, None) if may_wait else offers, chance, bounds)


def warm_up(name: str) -> bool:
    """Make the search of a game ready, if it can be; whether it is."""
    search = _compiled_search(name)
    if search is not None:
        search.searcher(name)
    return search is not None


def _compiled_search(name: str) -> Any | None:
    """The module that needs Numba; None where that is not installed, or the game has no compiled search."""
    try:
        search = import_module("igroteka.bots.compiled_search")
    except ImportError:
        return None
    return search if search.is_searchable(name) else None
