"""What a server counts of itself; `server/http/prometheus.py` tells it to operators."""

import time
from bisect import bisect_right
from collections import Counter
from typing import Final

STEPS: Final = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0)
"""Seconds: the bounds of the buckets in which times are counted."""


_MOST_REASONS: Final = 300
_UNCOUNTED: Final = 256
"""Times that wait to be counted."""


class Times:
    """How long something took, counted by steps.

    Everything happens in one event loop: without the locks of the library this takes a quarter of the time.
    """

    __slots__ = ("_counts", "_total", "_uncounted")

    def __init__(self) -> None:
        self._counts = [0] * (len(STEPS) + 1)
        self._total = 0.0
        self._uncounted: list[float] = []

    def observe(self, seconds: float) -> None:
        """Kept as it is: many are counted in one go more cheaply than one after each move."""
        self._uncounted.append(seconds)
        if len(self._uncounted) >= _UNCOUNTED:
            self._count()

    def since(self, begun: float) -> None:
        """As `observe`, up to now; after every move, hence without a call of it."""
        self._uncounted.append(time.perf_counter() - begun)
        if len(self._uncounted) >= _UNCOUNTED:
            self._count()

    def _count(self) -> None:
        times, below = sorted(self._uncounted), 0
        for step, bound in enumerate(STEPS):
            upto = bisect_right(times, bound)
            self._counts[step] += upto - below
            below = upto
        self._counts[-1] += len(times) - below
        self._total += sum(times)
        self._uncounted.clear()

    @property
    def counts(self) -> list[int]:
        self._count()
        return self._counts

    @property
    def total(self) -> float:
        self._count()
        return self._total


class Metrics:
    """The figures of one server since it started."""

    def __init__(self) -> None:
        self.intents_accepted = self.intents_refused = 0
        self.conflicts = self.store_failures = 0
        self.commit, self.tell, self.loop = Times(), Times(), Times()
        self.refusals: Counter[str] = Counter()
        self.greetings_put_off = 0
        self.hurried_choices = 0
        self.thought_wait = Times()
        self.clock = time.perf_counter
        self.committed, self.told = self.commit.since, self.tell.since
        """Called with when it was begun."""

    def refused(self, reason: str) -> None:
        """By what was said: keys of texts, ours and those of installed games, hence a bounded number."""
        self.intents_refused += 1
        known = reason in self.refusals or len(self.refusals) < _MOST_REASONS
        self.refusals[reason if known else "other"] += 1

    def put_off(self) -> None:
        self.greetings_put_off += 1

    def thought_waited(self, seconds: float) -> None:
        self.thought_wait.observe(seconds)

    def conflict(self) -> None:
        self.conflicts += 1

    def late(self, seconds: float) -> None:
        self.loop.observe(seconds)

    def store_failed(self) -> None:
        self.store_failures += 1
