"""What an operator sees: figures for Prometheus, a dashboard and alerts that ask for figures there are."""

import json
import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml
from prometheus_client.parser import text_string_to_metric_families

from server.client import Tables, get, last, play_one, start
from server.serving import Server, serving

DEPLOY = Path(__file__).parents[2] / "deploy"
pytestmark = pytest.mark.alone  # every server has figures of its own


@pytest.fixture(scope="module")
def watched() -> Iterator[Server]:
    with serving() as running, Tables(running) as people:
        start(people)
        play_one(people, last)
        people[0].ask({"kind": "fly"})
        yield running


def samples(server: Server) -> dict[str, dict[str, float]]:
    """Every sample by its name, and there by its labels."""
    found: dict[str, dict[str, float]] = {}
    for family in text_string_to_metric_families(get(server, "/metrics").text):
        for sample in family.samples:
            found.setdefault(sample.name, {})[",".join(sample.labels.values())] = sample.value
    return found


def test_figures_say_what_an_operator_needs(watched: Server) -> None:
    told = samples(watched)
    assert told["process_cpu_seconds_total"][""] > 0
    assert told["process_resident_memory_bytes"][""] > 10_000_000
    assert sum(told["igroteka_refusals_total"].values()) == 1
    assert told["igroteka_faults_total"][""] == 0
    assert told["igroteka_store_well"][""] == told["igroteka_redis_well"][""] == 1
    assert told["igroteka_bots_waiting"][""] == 0
    assert told["igroteka_thinking_share"][""] == 1
    assert list(told["igroteka_build_info"].values()) == [1.0]
    until = time.monotonic() + 5.0
    while samples(watched)["igroteka_loop_lag_seconds_count"][""] == 0:  # its first beat is due in 0.25 s
        assert time.monotonic() < until
        time.sleep(0.05)


def asked_by_the_dashboard() -> list[str]:
    panels = json.loads((DEPLOY / "dashboard.json").read_text())["panels"]
    return [target["expr"] for panel in panels for target in panel["targets"]]


def rules() -> list[dict[str, str]]:
    groups = yaml.safe_load((DEPLOY / "alerts.yml").read_text())["groups"]
    return [rule for group in groups for rule in group["rules"]]


def test_the_dashboard_and_the_alerts_ask_for_figures_that_there_are(watched: Server) -> None:
    there = samples(watched).keys()
    asked = [*asked_by_the_dashboard(), *(rule["expr"] for rule in rules())]
    assert len(asked) > 20
    names = {name for expr in asked for name in re.findall(r"\b(?:igroteka|process)_\w+", expr)}
    assert len(names) > 12
    assert not names - there


def test_every_alert_says_what_it_is_and_where_to_look() -> None:
    names = [rule["alert"] for rule in rules()]
    assert len(names) == len(set(names)) > 5
    for rule in rules():
        assert rule["annotations"].keys() == {"summary", "look"}  # type: ignore[attr-defined]
        assert rule["labels"]["severity"] in ("page", "ticket")  # type: ignore[index]


def test_a_fault_of_the_server_is_counted() -> None:
    from igroteka.server import logs

    before = logs.FAULTS.count
    logs.logger.handlers.append(logs.FAULTS)
    try:
        logs.logger.error("fault")
        logs.logger.warning("no fault")
    finally:
        logs.logger.handlers.remove(logs.FAULTS)
    assert logs.FAULTS.count == before + 1
