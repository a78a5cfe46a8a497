"""Figures for operators, in the format of Prometheus."""

import time

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

_STEPS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0)


class Metrics:
    """The figures of one server; mutable because they count."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        known = self.registry
        self._tables = Gauge("igroteka_tables", "Tables in memory", registry=known)
        self._sockets = Gauge("igroteka_sockets", "Open sockets", registry=known)
        self._seated = Gauge("igroteka_seats_connected", "Sockets of people who sit", registry=known)
        self._accepted = Counter("igroteka_intents_accepted", "Intents accepted", registry=known)
        self._refused = Counter("igroteka_intents_refused", "Intents refused", registry=known)
        self._commit = Histogram(
            "igroteka_commit_seconds", "From decided to on disk", buckets=_STEPS, registry=known
        )
        self._tell = Histogram(
            "igroteka_tell_seconds", "From on disk to sent", buckets=_STEPS, registry=known
        )
        self.clock = time.perf_counter

    def committed(self, begun: float) -> None:
        self._commit.observe(self.clock() - begun)

    def told(self, begun: float) -> None:
        self._tell.observe(self.clock() - begun)

    def accepted(self) -> None:
        self._accepted.inc()

    def refused(self) -> None:
        self._refused.inc()

    def set(self, tables: int, sockets: int, seated: int) -> None:
        self._tables.set(tables)
        self._sockets.set(sockets)
        self._seated.set(seated)

    def text(self) -> bytes:
        return generate_latest(self.registry)
