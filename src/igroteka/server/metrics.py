"""Figures for operators, in the format of Prometheus."""

import time
from bisect import bisect_left
from collections.abc import Iterator
from typing import Final

from prometheus_client import CollectorRegistry, Gauge, generate_latest
from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily, Metric

_STEPS: Final = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0)


class _Times:
    """How long something took, counted by steps.

    Everything happens in one event loop: without the locks of the library this takes a quarter of the time.
    """

    __slots__ = ("counts", "total")

    def __init__(self) -> None:
        self.counts = [0] * (len(_STEPS) + 1)
        self.total = 0.0

    def observe(self, seconds: float) -> None:
        self.counts[bisect_left(_STEPS, seconds)] += 1
        self.total += seconds

    def told(self, name: str, about: str) -> HistogramMetricFamily:
        below, buckets = 0, []
        for step, count in zip((*map(str, _STEPS), "+Inf"), self.counts, strict=True):
            below += count
            buckets.append((step, float(below)))
        return HistogramMetricFamily(name, about, buckets=buckets, sum_value=self.total)


class Metrics:
    """The figures of one server."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        known = self.registry
        self._tables = Gauge("igroteka_tables", "Tables in memory", registry=known)
        self._sockets = Gauge("igroteka_sockets", "Open sockets", registry=known)
        self._seated = Gauge("igroteka_seats_connected", "Sockets of people who sit", registry=known)
        self._accepted = self._refused = self._conflicts = self._store_failures = 0
        self._commit, self._tell = _Times(), _Times()
        known.register(self)
        self.clock = time.perf_counter

    def collect(self) -> Iterator[Metric]:
        """What Prometheus is told besides the gauges."""
        yield CounterMetricFamily("igroteka_intents_accepted", "Intents accepted", value=self._accepted)
        yield CounterMetricFamily("igroteka_intents_refused", "Intents refused", value=self._refused)
        yield CounterMetricFamily(
            "igroteka_conflicts", "Rows that another server wrote first", value=self._conflicts
        )
        yield CounterMetricFamily(
            "igroteka_store_failures", "Reads and writes that the store failed", value=self._store_failures
        )
        yield self._commit.told("igroteka_commit_seconds", "From decided to on disk")
        yield self._tell.told("igroteka_tell_seconds", "From on disk to sent")

    def committed(self, begun: float) -> None:
        self._commit.observe(self.clock() - begun)

    def told(self, begun: float) -> None:
        self._tell.observe(self.clock() - begun)

    def accepted(self) -> None:
        self._accepted += 1

    def refused(self) -> None:
        self._refused += 1

    def conflict(self) -> None:
        self._conflicts += 1

    def store_failed(self) -> None:
        self._store_failures += 1

    def set(self, tables: int, sockets: int, seated: int) -> None:
        self._tables.set(tables)
        self._sockets.set(sockets)
        self._seated.set(seated)

    def text(self) -> bytes:
        return generate_latest(self.registry)
