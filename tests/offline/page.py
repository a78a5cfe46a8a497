"""A page for tests: what keeps its rows, and one line to a table of its house."""

import asyncio
import json
from typing import Any

import msgspec

from igroteka.bots import make
from igroteka.core import Seeded
from igroteka.games import game as on_shelf
from igroteka.offline.house import House

ORIGIN = "http://here.example"
PATIENCE = 30.0


class Drawer:
    """Keeps rows as IndexedDB would; `full` is a browser without room."""

    def __init__(self) -> None:
        self.rows: dict[tuple[str, int], str] = {}
        self.full = False

    async def keep(self, table: str, number: int, text: str) -> None:
        if self.full:
            raise OSError("QuotaExceededError")
        self.rows[table, number] = text

    async def forget(self, table: str) -> None:
        self.rows = {key: text for key, text in self.rows.items() if key[0] != table}


async def asked(house: House, method: str, path: str, body: Any = None, token: str | None = None) -> Any:
    """The answer to a request that must be granted."""
    granted, text = await house.ask(method, path, json.dumps(body), token)
    assert granted, text
    return json.loads(text)


async def refused(house: House, method: str, path: str, body: Any = None, token: str | None = None) -> str:
    granted, text = await house.ask(method, path, json.dumps(body), token)
    assert not granted, text
    reason: str = json.loads(text)["reason"]
    return reason


class Place:
    """One seat's line."""

    def __init__(self, house: House, table: str, token: str | None) -> None:
        self.table: dict[str, Any] = {}
        self.told: dict[str, Any] = {}
        self.answers: dict[str, dict[str, Any]] = {}
        self.closed = ""
        self._news = asyncio.Event()
        self._asked = 0
        self.line = house.connect(table, self._hear, self._close)
        self.send(kind="hello", token=token)

    def send(self, **message: Any) -> None:
        self.line.hear(json.dumps(message))

    async def answer(self, kind: str, intent: dict[str, Any], **more: Any) -> dict[str, Any]:
        self._asked += 1
        id = f"{id_of(self)}-{self._asked}"
        self.send(kind=kind, id=id, intent=intent, **more)
        await self.until(lambda: id in self.answers)
        return self.answers[id]

    async def hint(self) -> dict[str, Any]:
        self._asked += 1
        id = f"{id_of(self)}-{self._asked}"
        self.send(kind="hint", id=id)
        await self.until(lambda: id in self.answers)
        return self.answers[id]

    async def do(self, kind: str, **fields: Any) -> dict[str, Any]:
        return await self.answer("do", {"kind": kind, **fields})

    async def play(self) -> None:
        """One move, as Player would make it."""
        game, view = on_shelf(self.table["game"]), self.told["view"]
        offers = [msgspec.convert(offer, game.Intent) for offer in view["legal"]]
        seen = msgspec.convert(view, game.View)
        chance = Seeded(7).row(self.told["number"])
        chosen = make("player").choose(seen, tuple(offers), False, chance)
        said = await self.answer("ask", msgspec.to_builtins(chosen), number=self.told["number"])
        assert said["kind"] == "answer" or said["refusal"]["reason"] == "too-late", said

    async def until(self, is_so: Any) -> None:
        async with asyncio.timeout(PATIENCE):
            while not is_so():
                self._news.clear()
                await self._news.wait()

    def _hear(self, frame: str) -> None:
        for message in json.loads(frame):
            match message["kind"]:
                case "table":
                    self.table = message["table"]
                case "told":
                    self.told = message
                case "answer" | "not_possible" | "possible" | "hint":
                    self.answers[message["id"]] = message
        self._news.set()

    def _close(self, reason: str) -> None:
        self.closed = reason
        self._news.set()


def id_of(place: Place) -> str:
    return f"p{id(place):x}"
