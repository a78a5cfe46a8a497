"""People for a run in which everything breaks: they come back, ask again, and keep every byte they hear."""

import asyncio
import contextlib
import random
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from igroteka.bots import make
from igroteka.core import Seat, Seeded
from igroteka.games import SHELF

Words = dict[str, Any]
LATER = {"one-moment", "too-many-requests", "too-fast"}
"""Refusals that say nothing about the intent: it is asked again under the same id."""
BROKEN = (ConnectionClosed, InvalidHandshake, OSError, TimeoutError, EOFError)
SILENCE = 3.0
"""After so many seconds without an answer the line is taken for dead, as a phone would."""


class Client:
    """Somebody at a table, or a spectator."""

    def __init__(
        self, url: str, table: str, game: str, token: str | None, seat: Seat | None, seed: str
    ) -> None:
        self.url, self.table, self.game, self.token, self.seat = url, table, game, token, seat
        self.name = seed
        self.frames: list[bytes] = []
        """Every byte that was heard."""
        self.asked: dict[str, Words] = {}
        self.acknowledged: dict[str, int | None] = {}
        self.refused: set[str] = set()
        self.told: Words = {}
        self.connections = self.resent = 0
        self.is_over = False
        self.longest_outage = 0.0
        self._waiting: str | None = None
        self._chance = random.Random(seed)
        self._bot, self._bots_chance = make("player"), Seeded(abs(hash(seed)) % 2**32)

    async def play(self, stop: asyncio.Event, pace: float) -> None:
        """Until the game is over; after `stop` the host puts an end to it."""
        loop = asyncio.get_running_loop()
        lost = loop.time()
        while not self.is_over:
            with contextlib.suppress(*BROKEN):
                async with connect(f"{self.url}/ws/{self.table}", max_size=None, open_timeout=5) as socket:
                    self.connections += 1
                    await self._greet(socket)
                    self.longest_outage = max(self.longest_outage, loop.time() - lost)
                    await self._play(socket, stop, pace)
            lost = loop.time()
            await asyncio.sleep(self._chance.uniform(0.05, 0.4))

    async def start_game(self) -> None:
        """As the host, before anything is broken."""
        async with connect(f"{self.url}/ws/{self.table}", max_size=None) as socket:
            await self._send(socket, {"kind": "hello", "token": self.token})
            self.asked["start"] = {"kind": "do", "id": "start", "intent": {"kind": "start"}}
            await self._send(socket, self.asked["start"])
            while not self.told:
                await self._read(socket, 20.0)

    async def _greet(self, socket: ClientConnection) -> None:
        self.told = {}
        await self._send(socket, {"kind": "hello", "token": self.token})
        while not self.told:
            await self._read(socket, 5.0)
        if self._waiting is not None:
            self.resent += 1
            await self._send(socket, self.asked[self._waiting])

    async def _play(self, socket: ClientConnection, stop: asyncio.Event, pace: float) -> None:
        while not self.is_over:
            if self.token is not None and self._waiting is None:
                await asyncio.sleep(self._chance.uniform(0, pace))
                await self._act(socket, stop.is_set())
            patience = SILENCE if self._waiting is not None else self._chance.uniform(0.2, 0.6)
            try:
                await self._read(socket, patience)
            except TimeoutError:
                if self._waiting is not None:
                    raise  # no answer: perhaps another server knows

    # Asking -----------------------------------------------------------------------------------------

    async def _act(self, socket: ClientConnection, end: bool) -> None:
        if end and self.seat == 0:
            await self._ask(socket, {"kind": "do", "intent": {"kind": "stop_game"}})
        elif self._chance.random() < 0.03:
            intent = {"kind": "rename", "name": f"N{self._chance.randrange(10**6)}"}
            await self._ask(socket, {"kind": "do", "intent": intent})
        elif (intent := self._choice()) is not None:
            await self._ask(socket, {"kind": "ask", "number": self.told["number"], "intent": intent})

    def _choice(self) -> Words | None:
        game = SHELF[self.game]
        view = msgspec.convert(self.told["view"], game.View)
        offers = tuple(offer for offer in view.legal if not isinstance(offer, game.HONOUR))
        if not offers:
            return None
        if self._chance.random() < 0.1:
            chosen = self._chance.choice(offers)
        else:
            chosen = self._bot.choose(view, offers, view.turn != self.seat, self._bots_chance)
        said: Words | None = None if chosen is None else msgspec.to_builtins(chosen)
        return said

    async def _ask(self, socket: ClientConnection, message: Words) -> None:
        self._waiting = f"{self.name}-{len(self.asked)}"
        self.asked[self._waiting] = {**message, "id": self._waiting}
        await self._send(socket, self.asked[self._waiting])

    async def _send(self, socket: ClientConnection, message: Words) -> None:
        async with asyncio.timeout(SILENCE):
            await socket.send(msgspec.json.encode(message).decode())

    # Hearing ----------------------------------------------------------------------------------------

    async def _read(self, socket: ClientConnection, patience: float) -> None:
        async with asyncio.timeout(patience):
            frame = await socket.recv(decode=False)
        assert isinstance(frame, bytes)
        self.frames.append(frame)
        for message in msgspec.json.decode(frame):
            await self._hear(socket, message)

    async def _hear(self, socket: ClientConnection, message: Words) -> None:
        match message["kind"]:
            case "told":
                self.told = message
                self.is_over = message["view"]["outcome"] is not None
            case "answer":
                self._answered(message["id"])
                self.acknowledged[message["id"]] = message["number"]
            case "not_possible" if message["refusal"]["reason"] in LATER:
                await asyncio.sleep(0.2)
                self.resent += 1
                await self._send(socket, self.asked[message["id"]])
            case "not_possible":
                self._answered(message["id"])
                self.refused.add(message["id"])
            case "complaint":
                raise AssertionError(f"{self.name}: {message}")

    def _answered(self, id: str) -> None:
        if id == self._waiting:
            self._waiting = None
