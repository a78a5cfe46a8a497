"""Who asks over HTTP without end is kept waiting, before anything is done for it; nobody else is."""

import time

import httpx
import pytest

from igroteka.server.connection.rush import Rush
from server.client import come, open_table
from server.serving import serving

pytestmark = pytest.mark.alone
FEW = 3
"""Requests a minute that tests allow: 72 files of the page at once."""


def of_another_address(url: str) -> httpx.Client:
    return httpx.Client(base_url=url, transport=httpx.HTTPTransport(local_address="127.0.0.2"), timeout=30)


def test_a_flood_is_kept_waiting_and_sent_away_and_others_are_answered_at_once() -> None:
    with serving(requests_per_minute=FEW) as server, of_another_address(server.url) as other:
        with httpx.Client(base_url=server.url, timeout=30) as stranger:
            told = [stranger.get("/icon.svg").status_code for _ in range(8 * 3 * FEW)]
            assert set(told) == {200}
            begun = time.monotonic()
            answer = stranger.get("/icon.svg")
            waited = time.monotonic() - begun
            assert (answer.status_code, answer.headers["connection"]) == (429, "close")
            assert answer.json()["reason"] == "too-many-requests"  # as the page is told it elsewhere
            begun = time.monotonic()
            assert other.get("/icon.svg").status_code == 200
            assert time.monotonic() - begun < waited
        assert waited > 1.5
        said = [line["event"] for line in server.log() if line["level"] == "warning"]
        assert said == ["too many requests from one address: it is kept waiting"]


def test_who_plays_plays_on_beside_a_flood_from_the_same_address() -> None:
    with (
        serving(requests_per_minute=FEW) as server,
        httpx.Client(base_url=server.url, timeout=30) as stranger,
        come(server, open_table(server)) as anna,
    ):
        while stranger.get("/icon.svg").status_code == 200:
            pass
        assert anna.done("rename", name="Anja")


def test_behind_a_proxy_all_come_from_one_address_and_none_is_counted_here() -> None:
    alone, behind = (Rush(1, is_behind_proxy=is_so) for is_so in (False, True))
    assert [sum(rush.lets_in("10.0.0.1") for _ in range(100)) for rush in (alone, behind)] == [24, 100]
    assert alone.lets_in("10.0.0.2")
    assert [alone.lets_in(f"2001:db8::{last}") for last in range(25)] == [True] * 24 + [False]
