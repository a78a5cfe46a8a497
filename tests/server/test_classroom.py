"""Thirty phones of a class behind one address: they come, play with bots and reload, all at once."""

import asyncio
import json
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager, suppress
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from igroteka.server.settings import Settings
from server.client import Place, get, join, open_table, post
from server.serving import PATIENCE, Server, serving

PUPILS = 30
TABLES = 10
LIMITS = (
    "tables_per_minute", "reviews_per_minute", "requests_per_minute", "joins_per_minute",
    "people_per_address", "messages_per_second", "sockets_per_address",
)  # fmt: skip
AS_SHIPPED: dict[str, Any] = {name: getattr(Settings(), name) for name in LIMITS}


class Phone:
    """What the page asks of a server, in that order, and what was not granted."""

    def __init__(self, server: Server, http: httpx.AsyncClient, refused: Counter[str]) -> None:
        self._server, self._http, self._refused = server, http, refused
        self.token = ""

    async def asks(self, method: str, path: str, body: Any = None) -> dict[str, Any]:
        answer = await self._http.request(method, path, json=body)
        if answer.status_code >= 400:
            self._refused[f"{method} {path.rpartition('/')[2]}"] += 1
            return {}
        if answer.headers["content-type"] != "application/json":
            return {}
        said = answer.json()
        return said if isinstance(said, dict) else {}

    async def comes_home(self) -> None:
        for path in ("/api/games", "/api/tables", "/files.json"):
            await self.asks("GET", path)

    async def comes_by_code(self, code: str) -> None:
        """As one types what stands on the blackboard; without an answer there is no table to go to."""
        table = (await self.asks("GET", f"/api/codes/{code}")).get("table", "")
        if table:
            await self._sits_down(table)

    async def plays_with_bots(self) -> None:
        opened = await self.asks("POST", "/api/tables", {"game": "etazhiki", "seats": 2, "bots": [1]})
        if "table" in opened:
            await self._sits_down(opened["table"])

    async def _sits_down(self, table: str) -> None:
        async with self._line(table, None):
            held = await self.asks("POST", f"/api/tables/{table}/people", {"name": "Pupil"})
            self.token = held.get("token", "")
        await self.reloads(table)

    async def reloads(self, table: str) -> None:
        async with self._line(table, self.token):
            await self.asks("GET", f"/api/tables/{table}/qr.svg")

    @asynccontextmanager
    async def _line(self, table: str, token: str | None) -> AsyncIterator[ClientConnection]:
        async with connect(f"{self._server.socket_url}/ws/{table}", ping_interval=None) as line:
            with suppress(ConnectionClosed):  # some are sent away before they can say anything
                await line.send(json.dumps({"kind": "hello", "token": token}))
            first = json.loads(await line.recv())[0]
            if first["kind"] != "table":
                self._refused[first["reason"]] += 1
            yield line


def class_of(server: Server, codes: list[str]) -> Counter[str]:
    """What a class was refused that came by codes, reloaded, went home and played with bots."""

    async def lesson() -> Counter[str]:
        refused: Counter[str] = Counter()
        limits = httpx.Limits(max_connections=PUPILS)
        async with httpx.AsyncClient(base_url=server.url, timeout=PATIENCE, limits=limits) as http:
            phones = [Phone(server, http, refused) for _ in range(PUPILS)]
            await asyncio.gather(*(phone.comes_home() for phone in phones))
            await asyncio.gather(
                *(phone.comes_by_code(codes[at % len(codes)]) for at, phone in enumerate(phones))
            )
            await asyncio.gather(*(phone.comes_home() for phone in phones))
            await asyncio.gather(*(phone.plays_with_bots() for phone in phones))
        return refused

    return asyncio.run(lesson())


@pytest.mark.alone
def test_a_class_behind_one_address_is_let_in_by_the_limits_as_they_are_shipped() -> None:
    with serving(**AS_SHIPPED) as server:
        opened = [
            post(server, "/api/tables", {"game": "upturn", "seats": 3}).raise_for_status().json()
            for _ in range(TABLES)
        ]
        assert class_of(server, [table["code"] for table in opened]) == Counter()


@pytest.mark.alone
def test_all_of_a_class_may_watch_one_table() -> None:
    with serving(**AS_SHIPPED) as server:
        table = open_table(server)
        said = [post(server, f"/api/tables/{table}/people", {"name": f"P{at}"}) for at in range(PUPILS)]
        assert {answer.status_code for answer in said} == {201}


@pytest.mark.alone
def test_who_has_a_seat_comes_back_though_somebody_of_the_same_address_asks_without_end() -> None:
    with serving(requests_per_minute=20) as server:
        table = open_table(server)
        token = join(server, table)
        Place(server, table, token).close()
        while get(server, "/healthz").status_code != 429:
            pass
        with Place(server, table) as stranger:
            assert (stranger.bye(), stranger.closed) == ("too-many-requests", 1013)
        with Place(server, table, "no token of anybody") as stranger:
            assert (stranger.bye(), stranger.closed) == ("too-many-requests", 1013)
        with Place(server, table, token) as anna:
            assert anna.do("stand")["kind"] == "answer"
        assert _comes_again(server, table, token) == "too-many-requests"  # but not without end, either


def _comes_again(server: Server, table: str, token: str) -> str:
    """Again and again until it is refused; why it is then."""
    for _ in range(30):
        with Place(server, table, token) as anna:
            if not anna.table:
                return anna.bye()
    return ""


@pytest.mark.alone
def test_who_has_a_seat_comes_back_though_somebody_of_the_same_address_holds_all_sockets() -> None:
    with serving(sockets_per_address=4) as server, ExitStack() as held:
        table = open_table(server)
        token = join(server, table)
        Place(server, table, token).close()
        visitors = [held.enter_context(Place(server, table)) for _ in range(6)]
        assert [visitor.bye() for visitor in visitors[4:]] == ["too-many-sockets"] * 2
        with Place(server, table, token) as anna:
            assert anna.do("stand")["kind"] == "answer"


@pytest.mark.alone
def test_a_right_code_counts_for_one_request_and_a_wrong_one_for_ten() -> None:
    with serving(requests_per_minute=10) as server:
        code = post(server, "/api/tables", {"game": "upturn", "seats": 2}).json()["code"]
        assert {get(server, f"/api/codes/{code}").status_code for _ in range(15)} == {200}
        assert [get(server, "/api/codes/AAAAAA").status_code for _ in range(3)][-1] == 429
