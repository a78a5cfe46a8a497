"""Master's thoughts: from a view to a root state of the twin, searched until time is up (docs/bots.md).

Importing this module needs Numba.
"""

import threading
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from importlib import import_module
from typing import Any, Final, NamedTuple

import msgspec
import numpy as np
import numpy.typing as npt

from igroteka.bots.habits import Habits, habits_of, tries
from igroteka.bots.network_file import Taught, blank, packaged
from igroteka.bots.readable_search import Answer, Bounds
from igroteka.bots.search import tree, trial
from igroteka.bots.search.network import Network
from igroteka.bots.sense import weigh
from igroteka.bots.trials import Trials
from igroteka.core import HOUSE, Chance, Deal, Refused, Seeded
from igroteka.turbo import WAIT, Twin, beside, twin

NODES: Final = 1 << 17
"""Room for one tree; when it is full, the search goes on without growing it."""
_NEXT_BEST: Final = 0.7
"""How much less likely each offer is than the next better one, at the root."""
_CHUNK: Final = 0.004
"""Seconds between two looks at the clock."""


class Searcher:
    """The compiled search of one game."""

    def __init__(self, name: str) -> None:
        self.twin: Twin = twin(name)
        package = import_module(self.twin.KERNELS["ask"].__module__)
        self.sense: Any = beside(name, "search")
        self.run = tree.bind(package, self.sense)
        self.try_out = trial.bind(package, self.run)
        self.blank = blank(name)
        self._compile()

    def _compile(self) -> None:
        """One iteration at a small table, so that later ones take no longer than they should."""
        game = self.twin.GAME
        state = game.start(game.SEATS[0], game.Options())
        for event in game.decide(state, HOUSE, Deal(), Seeded(0)):
            state = game.evolve(state, event)
        seat = game.turn(state)
        assert seat is not None
        view = game.view(state, seat)
        root, belief = self.root(view, False, Seeded(0)), self.belief((view,), Seeded(0))
        plan = Plan(Habits(rivals=1), self.first_answers(root), belief, self.blank)
        _Tree(self, root, np.array([1], np.uint64), plan).look(1)
        if tries(game.NAME):
            Trials(self, root, np.array([1], np.uint64), plan).look(1)
        self.likely_worlds(root, belief, 1, Seeded(0))
        net = self.network(int(root["seats"][0]))
        if net is not None:
            self.liking(root, net)

    def network(self, seats: int) -> Network | None:
        """That of the package for tables of this size."""
        return packaged(self.twin.GAME.NAME, seats)

    def root(self, view: Any, may_wait: bool, chance: Chance) -> npt.NDArray[np.void]:
        """The state that the view allows, as the twin has it, with the seat asked; Refused if it has none."""
        game = self.twin.GAME
        state = game.imagine(view, chance)
        position = game.position(state)
        if position is None:
            raise Refused("not-dealt-yet")
        states = np.repeat(self.twin.encode(position, view.options, state.pool), 2)
        states["deciding"], states["may_wait"] = view.seat, may_wait
        return states

    def first_answers(self, states: npt.NDArray[np.void]) -> npt.NDArray[np.float64]:
        """By action what the answers that are sensible at the root weigh."""
        wide = self.twin.WIDEST + 1
        out, weights, prior = np.empty(wide, np.int16), np.empty(wide), np.zeros(1024)
        count = self.run["first_answers"](states, out, weights)
        prior[out[:count]] = weights[:count]
        return prior

    def liking(self, states: npt.NDArray[np.void], net: Network) -> npt.NDArray[np.float64]:
        """By action how likely the network would choose it at the root."""
        net = net.apart()
        wide = self.twin.WIDEST + 1
        out, likely, prior = np.empty(wide, np.int16), np.empty(wide), np.zeros(1024)
        count = self.twin.KERNELS["list_answers"](states[0], out)
        seat = int(states["deciding"][0])
        Taught(self.twin.GAME.NAME, net).opinion(states, seat, net, out, count, likely)
        prior[out[:count]] = likely[:count]
        return prior

    def belief(self, views: Sequence[Any], chance: Chance) -> npt.NDArray[np.float64]:
        """What the moves between these views tell of what is hidden, as the game's `deal_hidden` reads it."""
        if not hasattr(self.sense, "believe"):
            return np.ones((1, 1, 1))
        told: npt.NDArray[np.float64] = self.sense.believe(
            views, lambda view: self.root(view, False, chance)[:1], _stream(chance)
        )
        return told

    def likely_worlds(
        self, root: npt.NDArray[np.void], belief: npt.NDArray[np.float64], count: int, chance: Chance
    ) -> npt.NDArray[np.void] | None:
        """So many deals by what is believed of hands; None where the game has no such belief."""
        if not hasattr(self.sense, "deal_likely"):
            return None
        worlds = np.repeat(root[:1], count)
        self.sense.deal_likely(worlds, int(root["deciding"][0]), _stream(chance), belief)
        return worlds


def _stream(chance: Chance) -> npt.NDArray[np.uint64]:
    return np.array([chance.below(2**32) << 32 | chance.below(2**32)], np.uint64)


@cache
def is_searchable(name: str) -> bool:
    """Whether there is a compiled search of the game: `search` in the package of its twin."""
    return beside(name, "search") is not None


@cache
def searcher(name: str) -> Searcher:
    """The search of a game; the first time ever it is compiled, which takes half a minute."""
    return Searcher(name)


_warming: Final[dict[str, threading.Thread]] = {}


def is_ready(name: str) -> bool:
    """Whether the search of a game can be used at once; if not, it is being made ready meanwhile."""
    if name not in _warming:
        _warming[name] = threading.Thread(target=searcher, args=(name,), daemon=True)
        _warming[name].start()
    return not _warming[name].is_alive()


class Plan(NamedTuple):
    """What a search goes by besides the states it begins from."""

    habits: Habits
    prior: npt.NDArray[np.float64]
    belief: npt.NDArray[np.float64]
    network: Network


class _Tree:
    """One tree and the scratch room of its search."""

    def __init__(
        self, of: Searcher, states: npt.NDArray[np.void], rng: npt.NDArray[np.uint64], plan: Plan
    ) -> None:
        self._of, self._habits = of, plan.habits
        self.states = states.copy()
        self._nodes = np.empty(NODES, tree.NODE)
        self._nodes[0] = (0, 0, 1, 0, 0, 0)
        wide = of.twin.WIDEST + 1
        self._scratch = (
            np.empty(wide, np.int16),
            np.empty(wide, np.float64),
            np.empty(wide, np.int32),
            np.zeros(1024, np.int16),
            np.empty(tree.DEEPEST, np.int32),
            np.zeros(16, np.float64),
            plan.prior,
            plan.belief,
            plan.network.apart(),
            plan.habits.trust,
            np.zeros(2),
        )
        self._rng = rng

    def look(self, times: int) -> None:
        seat = int(self.states["deciding"][0])
        habits = self._habits
        most = self._of.sense.MOST if habits.most is None else habits.most
        foresee = getattr(self._of.sense, "FORESEE", 0) if habits.foresee is None else habits.foresee
        self._of.run["search"](
            self.states, seat, self._nodes, self._rng, times, most, habits.explore, foresee, *self._scratch
        )

    def think(self, bounds: Bounds) -> "_Tree":
        """Until a bound is reached; the clock is looked at every few milliseconds."""
        cpu, wall = time.thread_time(), time.perf_counter()
        done, chunk = 0, 16
        while True:
            if bounds.iterations is not None:
                chunk = min(chunk, bounds.iterations - done)
            self.look(chunk)
            done += chunk
            used, passed = time.thread_time() - cpu, time.perf_counter() - wall
            left = [
                (bounds.cpu - used) * done / max(used, 1e-9) if bounds.cpu is not None else np.inf,
                (bounds.wall - passed) * done / max(passed, 1e-9) if bounds.wall is not None else np.inf,
                bounds.iterations - done if bounds.iterations is not None else np.inf,
            ]
            if min(left) < 1 or (bounds.hurry and self._is_decided(min(left))):
                return self
            fit = max(16, int(_CHUNK * done / max(used, 1e-9)))
            chunk = max(1, int(min(2 * chunk, fit, *left)))

    def _is_decided(self, left: float) -> bool:
        """Whether no other answer could be looked at as often as the one that leads."""
        visits = sorted((visits for _, visits, *_ in self.children()), reverse=True)
        return len(visits) > 1 and visits[0] - visits[1] > left

    def children(self) -> list[tuple[int, int, float, float]]:
        """Action, visits and worth of the answers at the root, and that visits alone tell who leads."""
        found = []
        child = int(self._nodes[0]["child"])
        while child:
            node = self._nodes[child]
            found.append((int(node["key"]) % 1024, int(node["visits"]), float(node["worth"]), 0.0))
            child = int(node["sibling"])
        return found


def think(
    name: str,
    view: Any,
    may_wait: bool,
    chance: Chance,
    bounds: Bounds,
    threads: int = 1,
    past: tuple[Any, ...] = (),
    habits: Habits | None = None,
    network: Network | None = None,
    worlds: npt.NDArray[np.void] | None = None,
) -> list[Answer]:
    """The answers of the view's seat, those that were looked at most first; Refused where no twin can follow.

    Where only one is sensible it is not thought about. Several threads grow a tree each and add them up.
    `past` are earlier views of the seat, in their order: what others did in between tells of what they hold.
    `habits` are those of such a table and `network` is the game's, unless others are named. Only measurements
    name `worlds`: states of the twin that are then the only ones thought possible.
    """
    cpu, wall = time.thread_time(), time.perf_counter()
    of = searcher(name)
    root = of.root(view, may_wait, chance)
    prior = of.first_answers(root)
    if bounds.hurry and np.count_nonzero(prior) == 1:
        only = int(prior.argmax())
        return [Answer(of.twin.intent_of(only) if only else None, 0, 0.5)]
    net = network or of.network(view.seats)
    chosen = _habits(of, view, habits, net)
    prior = _prior(of, view, may_wait, chosen, net, root, prior)
    reads = getattr(of.sense, "READS", False) if chosen.reads is None else chosen.reads
    belief = of.belief((*past, view) if reads else (view,), chance)
    plan = Plan(chosen, prior, belief, net or of.blank)
    if worlds is None and plan.habits.worlds and plan.belief.any():
        worlds = of.likely_worlds(root, plan.belief, plan.habits.worlds, chance)
    states = root if worlds is None else np.concatenate([_as_asked(worlds, root), root[:1]])
    kind = Trials if plan.habits.rivals else _Tree
    trees: list[_Tree | Trials] = [kind(of, states, _stream(chance), plan) for _ in range(threads)]
    bounds = bounds.after(time.thread_time() - cpu, time.perf_counter() - wall)
    if threads == 1:
        trees[0].think(bounds)
    else:
        with ThreadPoolExecutor(threads) as pool:
            list(pool.map(lambda one: one.think(bounds), trees))
    return _merged(of, trees)


def _habits(of: Searcher, view: Any, habits: Habits | None, net: Network | None) -> Habits:
    """Those of such a table unless others are named; without a network nothing is asked of one."""
    chosen = habits or habits_of(of.twin.GAME.NAME, view.seats, view.options, net is not None)
    return chosen if net else msgspec.structs.replace(chosen, liking=0.0, trust=0.0, guided=False)


def _prior(
    of: Searcher,
    view: Any,
    may_wait: bool,
    habits: Habits,
    net: Network | None,
    root: npt.NDArray[np.void],
    sensible: npt.NDArray[np.float64],
) -> npt.NDArray[np.float64]:
    """By action what the answers at the root weigh: by Player's opinion or what is sensible, and as the
    network likes them. Where that counts alone, Player is not asked: of a large rack it thinks for long.
    """
    if net and habits.liking == 1 and of.sense.ADVISED:
        return of.liking(root, net)
    prior = _leaning(of, view, may_wait) if of.sense.ADVISED else sensible
    if habits.liking and net:
        likely = of.liking(root, net)
        prior = (1 - habits.liking) * prior / prior.sum() + habits.liking * likely * (prior > 0)
    return prior


def _as_asked(worlds: npt.NDArray[np.void], root: npt.NDArray[np.void]) -> npt.NDArray[np.void]:
    """The worlds with the same seat asked as at the root."""
    asked = worlds.copy()
    asked["deciding"], asked["may_wait"] = root["deciding"][0], root["may_wait"][0]
    return asked


def _leaning(of: Searcher, view: Any, may_wait: bool) -> npt.NDArray[np.float64]:
    """By action what Player thinks of the answers: each is worth somewhat more than the next best."""
    game = of.twin.GAME
    offers = tuple(one for one in view.legal if not isinstance(one, game.HONOUR))
    weights = dict(zip((of.twin.action_of(one) for one in offers), weigh(view, offers), strict=True))
    if may_wait:
        weights[WAIT] = 0.0
    prior = np.zeros(1024)
    for rank, weight in enumerate(sorted(set(weights.values()), reverse=True)):
        for action, its in weights.items():
            if its == weight:
                prior[action] = _NEXT_BEST**rank
    return prior


def _merged(of: Searcher, trees: list[_Tree | Trials]) -> list[Answer]:
    visits: dict[int, int] = {}
    worths: dict[int, float] = {}
    leads: dict[int, float] = {}
    for one in trees:
        for action, count, worth, lead in one.children():
            visits[action] = visits.get(action, 0) + count
            worths[action] = worths.get(action, 0.0) + count * worth
            leads[action] = leads.get(action, 0.0) + count * lead
    ordered = sorted(visits, key=lambda action: (-visits[action], -leads[action], action))
    return [
        Answer(
            of.twin.intent_of(action) if action else None,
            visits[action],
            worths[action] / max(visits[action], 1),
        )
        for action in ordered
    ]
