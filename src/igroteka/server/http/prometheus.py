"""Figures for operators, in the format of Prometheus."""

from collections.abc import Iterator
from importlib.metadata import version

from prometheus_client import CollectorRegistry, ProcessCollector, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric

from igroteka.server.hub import Hub
from igroteka.server.logs import FAULTS
from igroteka.server.metrics import STEPS, Metrics, Times
from igroteka.server.watched_store import WatchedStore


def figures(hub: Hub) -> bytes:
    """What the server has counted, and how much it holds now."""
    registry = CollectorRegistry()
    registry.register(_Told(hub))
    ProcessCollector(registry=registry)
    return generate_latest(registry)


class _Told:
    def __init__(self, hub: Hub) -> None:
        self._hub = hub

    def collect(self) -> Iterator[Metric]:
        yield from _held(self._hub)
        yield from _state(self._hub)
        yield from _counted(self._hub.metrics)
        yield CounterMetricFamily(
            "igroteka_thoughts_lost", "Thoughts whose process has died or hung", value=self._hub.thoughts_lost
        )


def _held(hub: Hub) -> Iterator[Metric]:
    rooms = list(hub.rooms())
    sessions = [(room, session) for room in rooms for session in room.connected.sessions]
    seated = sum(room.party.seat_of(session.who) is not None for room, session in sessions)
    yield GaugeMetricFamily("igroteka_tables", "Tables in memory", value=len(rooms))
    yield GaugeMetricFamily("igroteka_sockets", "Open sockets", value=len(sessions))
    yield GaugeMetricFamily("igroteka_seats_connected", "Sockets of people who sit", value=seated)


def _state(hub: Hub) -> Iterator[Metric]:
    """Which version runs, what it depends on, and what waits."""
    gauges = (
        ("igroteka_store_well", "Whether the store reads and writes", _is_well(hub)),
        (
            "igroteka_redis_well",
            "Whether hints get through, and Redis keeps things",
            hub.neighbours.is_well,
        ),
        ("igroteka_bots_waiting", "Choices that bots have been asked for and not made", hub.bots_waiting),
        ("igroteka_thinking_share", "Part of its time that a searching bot has now", hub.thinking_share),
        ("igroteka_thinking_processes", "Processes that think for searching bots", hub.thinking_processes),
        ("igroteka_thinking_queue", "Thoughts of searching bots that have not begun", hub.thinking_queue),
    )
    for name, about, value in gauges:
        yield GaugeMetricFamily(name, about, value=float(value))
    info = GaugeMetricFamily("igroteka_build_info", "Always 1; says which version runs", labels=["version"])
    info.add_metric([version("igroteka")], 1.0)
    yield info


def _is_well(hub: Hub) -> bool:
    return not isinstance(hub.store, WatchedStore) or hub.store.is_well


def _counted(metrics: Metrics) -> Iterator[Metric]:
    refusals = CounterMetricFamily("igroteka_refusals", "Intents refused, by reason", labels=["reason"])
    for reason, count in sorted(metrics.refusals.items()):
        refusals.add_metric([reason], count)
    yield refusals
    counters = (
        ("igroteka_intents_accepted", "Intents accepted", metrics.intents_accepted),
        ("igroteka_intents_refused", "Intents refused", metrics.intents_refused),
        ("igroteka_conflicts", "Rows that another server wrote first", metrics.conflicts),
        ("igroteka_store_failures", "Reads and writes that the store failed", metrics.store_failures),
        ("igroteka_faults", "Lines of the log with level error", FAULTS.count),
        (
            "igroteka_greetings_put_off",
            "Connections asked to come back a little later",
            metrics.greetings_put_off,
        ),
        (
            "igroteka_hurried_choices",
            "Choices of searching bots in less than half of their time, or by the usual bot instead",
            metrics.hurried_choices,
        ),
    )
    for name, about, value in counters:
        yield CounterMetricFamily(name, about, value=value)
    yield _histogram("igroteka_commit_seconds", "From decided to on disk", metrics.commit)
    yield _histogram(
        "igroteka_loop_lag_seconds", "How late the event loop is, four looks a second", metrics.loop
    )
    yield _histogram("igroteka_thinking_wait_seconds", "From asked to begun", metrics.thought_wait)
    yield _histogram("igroteka_tell_seconds", "From on disk to sent", metrics.tell)


def _histogram(name: str, about: str, times: Times) -> HistogramMetricFamily:
    below, buckets = 0, []
    for step, count in zip((*map(str, STEPS), "+Inf"), times.counts, strict=True):
        below += count
        buckets.append((step, float(below)))
    return HistogramMetricFamily(name, about, buckets=buckets, sum_value=times.total)
