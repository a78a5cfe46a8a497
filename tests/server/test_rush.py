"""Who asks over HTTP without end is kept waiting, before anything is done for it; nobody else is."""

import asyncio
import time
from typing import Any

import httpx
import pytest

from igroteka.server.connection.proxies import Proxies
from igroteka.server.connection.rush import Rush
from server.client import come, get, open_table
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


def test_an_address_is_counted_for_itself_and_a_network_of_ipv6_as_one() -> None:
    rush = Rush(1)
    assert [rush.lets_in("10.0.0.1") for _ in range(25)] == [True] * 24 + [False]
    assert rush.lets_in("10.0.0.2")
    assert [rush.lets_in(f"2001:db8::{last}") for last in range(25)] == [True] * 24 + [False]


# Through a proxy ----------------------------------------------------------------------------------------


def named(address: str) -> dict[str, str]:
    return {"X-Forwarded-For": address}


def test_behind_a_proxy_who_asks_without_end_is_kept_waiting_and_the_next_behind_it_is_not() -> None:
    with serving(requests_per_minute=FEW, trusted_proxies="127.0.0.1") as server:
        flood = [get(server, "/icon.svg", headers=named("203.0.113.5")) for _ in range(8 * 3 * FEW)]
        assert {answer.status_code for answer in flood} == {200}
        begun = time.monotonic()
        answer = get(server, "/icon.svg", headers=named("203.0.113.5"))
        assert time.monotonic() - begun > 1.5
        assert (answer.status_code, answer.json()["reason"]) == (429, "too-many-requests")
        assert "connection" not in answer.headers  # the proxy's connection is for others, too
        begun = time.monotonic()
        assert get(server, "/icon.svg", headers=named("203.0.113.6")).status_code == 200
        assert time.monotonic() - begun < 1.5


@pytest.mark.parametrize("trusted", ["10.1.1.1", "127.0.0.1"])
def test_who_is_no_proxy_is_not_believed_where_it_comes_from(trusted: str) -> None:
    """A new address with every request, from one that nobody trusts, is one address."""
    with (
        serving(requests_per_minute=FEW, trusted_proxies=trusted, host="0.0.0.0") as server,
        of_another_address(server.url) as stranger,
    ):
        files = [stranger.get("/icon.svg", headers=named(f"203.0.113.{at}")) for at in range(8 * 3 * FEW + 1)]
        assert [answer.status_code for answer in files].count(200) == 8 * 3 * FEW
    with (
        serving(requests_per_minute=FEW, trusted_proxies=trusted, host="0.0.0.0") as server,
        of_another_address(server.url) as stranger,
    ):
        asked = [stranger.get("/api/games", headers=named(f"203.0.113.{at}")) for at in range(3 * FEW + 1)]
        assert asked[-1].status_code == 429
        assert stranger.get("/metrics", headers=named("127.0.0.1")).status_code in (404, 429)


def test_many_who_are_kept_waiting_behind_a_proxy_do_not_use_up_its_connections() -> None:
    """Some are kept waiting, more than that are sent away at once."""
    rush, answers = Rush(1), list[int]()

    async def app(_scope: Any, _receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200})

    async def told(message: Any) -> None:
        if message["type"] == "http.response.start":
            answers.append(message["status"])

    async def flood() -> None:
        asked: Any = Proxies(["10.0.0.1"], rush).around(app)
        headers = [(b"x-forwarded-for", b"203.0.113.5")]
        scope = {"type": "http", "client": ("::ffff:10.0.0.1", 1), "headers": headers}
        many = [asyncio.ensure_future(asked(dict(scope), None, told)) for _ in range(600)]
        await asyncio.sleep(0.5)
        assert answers.count(200) == 24
        assert answers.count(429) == 600 - 24 - 512
        await asyncio.gather(*many)
        assert answers.count(429) == 600 - 24

    asyncio.run(flood())
