"""The best few answers tried against each other in the same deals, the weaker half dropped round by round.

Importing this module needs Numba.
"""

import time
from math import ceil, log2
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from igroteka.bots.readable_search import Bounds

_CHUNK: Final = 0.004
"""Seconds between two looks at the clock."""
_PARTS: Final = 8
"""So many parts of a round tell how sure a lead is."""
_SURE: Final = 4.0
"""An answer that is behind by so many deviations will not catch up."""


class Trials:
    """Answers at a root, what each has got so far, and the scratch room of their games."""

    def __init__(self, of: Any, states: npt.NDArray[np.void], rng: npt.NDArray[np.uint64], plan: Any) -> None:
        habits, sense, wide = plan.habits, of.sense, of.twin.WIDEST + 1
        self._try_out, self._rng = of.try_out, rng
        self._states = np.concatenate([states, states[:1]])
        self._actions = np.argsort(-plan.prior, kind="stable")[: habits.rivals]
        self._actions = self._actions[plan.prior[self._actions] > 0]
        self._lean = habits.lean * np.log(plan.prior[self._actions] / plan.prior.max())
        self._won, self._tried = np.zeros(len(self._actions)), np.zeros(len(self._actions), np.int64)
        self._alive = np.arange(len(self._actions))
        self._parts: list[tuple[int, npt.NDArray[np.float64]]] = []
        network = plan.network.apart()
        of.run["settle"](self._states, int(self._states["deciding"][0]), network)
        self._scratch = (
            sense.MOST if habits.most is None else habits.most,
            getattr(sense, "FORESEE", 0) if habits.foresee is None else habits.foresee,
            habits.sharp,
            habits.guided,
            np.empty(wide, np.int16),
            np.empty(wide, np.float64),
            np.zeros(16, np.float64),
            plan.belief,
            network,
            habits.trust,
            np.zeros(2),
        )

    def look(self, times: int) -> None:
        """So many more deals, in each of which all answers that are left are tried."""
        won = np.zeros(len(self._alive))
        seat = int(self._states["deciding"][0])
        self._try_out(self._states, seat, self._rng, times, self._actions[self._alive], won, *self._scratch)
        self._won[self._alive] += won
        self._tried[self._alive] += times
        self._parts.append((times, won))

    def think(self, bounds: Bounds) -> "Trials":
        """As many rounds as halve the answers to one, each as long as the others."""
        begun, rounds = _Used(bounds), max(1, ceil(log2(max(len(self._actions), 2))))
        for number in range(1, rounds + 1):
            self._go_round(begun, number / rounds)
            ahead = np.argsort(-self._lead()[self._alive], kind="stable")
            self._keep(ahead[: (len(ahead) + 1) // 2])
            if bounds.hurry and len(self._alive) == 1:
                break
        return self

    def _go_round(self, begun: "_Used", share: float) -> None:
        """Until this share of the bounds is used, at least one deal."""
        times = 1
        while True:
            self.look(times)
            begun.looks += times * len(self._alive)
            if begun.bounds.hurry:
                self._drop_beaten()
            times = min(2 * times, begun.fitting(share) // len(self._alive))
            if times < 1 or (begun.bounds.hurry and len(self._alive) == 1):
                return

    def _keep(self, places: npt.NDArray[np.int64]) -> None:
        """Only these of the answers that are left; what they do to each other is counted anew."""
        self._alive = np.sort(self._alive[places])
        self._parts = []

    def _drop_beaten(self) -> None:
        """Those whose distance to the leader, deal by deal, is far beyond chance."""
        if len(self._parts) < _PARTS:
            return
        times = np.array([times for times, _ in self._parts])[:, None]
        got = np.array([won for _, won in self._parts])
        behind = got[:, [int(self._lead()[self._alive].argmax())]] - got
        mean = behind.sum(0) / times.sum()
        spread = np.sqrt(((behind - times * mean) ** 2).sum(0)) / times.sum()
        left = mean <= _SURE * spread
        if not left.all():
            self._keep(np.flatnonzero(left))

    def _lead(self) -> npt.NDArray[np.float64]:
        """What answers have shown, and as long as that is little, what they weigh."""
        tried = np.maximum(self._tried, 1)
        lead: npt.NDArray[np.float64] = (self._won + self._lean) / tried
        return lead

    def children(self) -> list[tuple[int, int, float, float]]:
        """Action, visits, worth and lead of the answers."""
        worth = self._won / np.maximum(self._tried, 1)
        found = zip(self._actions, self._tried, worth, self._lead(), strict=True)
        return [(int(action), int(tried), float(its), float(lead)) for action, tried, its, lead in found]


class _Used:
    """How much of the bounds is used; one look is one game played on."""

    def __init__(self, bounds: Bounds) -> None:
        self.bounds, self.looks = bounds, 0
        self._cpu, self._wall = time.thread_time(), time.perf_counter()

    def fitting(self, share: float) -> int:
        """How many looks more before the clock is looked at again, within this share of the bounds."""
        used, passed = time.thread_time() - self._cpu, time.perf_counter() - self._wall
        bounds, pace = self.bounds, self.looks / max(used, 1e-6)
        left = [_CHUNK * pace]
        if bounds.iterations is not None:
            left = [share * bounds.iterations - self.looks]
        if bounds.cpu is not None:
            left.append((share * bounds.cpu - used) * pace)
        if bounds.wall is not None:
            left.append((share * bounds.wall - passed) * self.looks / max(passed, 1e-6))
        return int(min(left))
