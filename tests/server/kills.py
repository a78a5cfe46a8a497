"""Tables of all games under load, while their server is killed again and again; nothing may be lost."""

import asyncio
import random
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from igroteka.core import Seat
from igroteka.games import SHELF
from igroteka.server.people.events import PartyEvent, Started
from igroteka.server.settings import DATABASE
from igroteka.store import StoredRow
from igroteka.store.sqlite import SqliteStore
from igroteka.table import Match
from server.serving import Server

KINDS = (("upturn", 2, ()), ("upturn", 3, (2,)), ("etazhiki", 2, ()), ("etazhiki", 3, (1,)),
         ("sequence", 2, ()), ("sequence", 4, (3,)))  # fmt: skip
"""Game, seats, and the seats of bots."""
PATIENCE = 20.0
OFF_TURN, RENAMED = 0.3, 0.05
"""How likely a seat acts when it is not its turn, and changes its name instead."""

Words = dict[str, Any]


class Client:
    """A person at a table, or a spectator: plays at random and remembers every word; mutable for that."""

    def __init__(self, table: str, game: str, seat: Seat | None, token: str | None, seed: str) -> None:
        self.table, self.game, self.seat, self.token = table, game, seat, token
        self.chance = random.Random(seed)
        self.name = seed
        self.asked: dict[str, Words] = {}
        """Every message that asked for something, by its id."""
        self.waiting: str | None = None
        """The id of the message that has not been answered."""
        self.acknowledged: dict[str, int | None] = {}
        self.refused: set[str] = set()
        self.told_rows: dict[int, Words] = {}
        self.told: Words = {}
        self._socket: ClientConnection | None = None

    # One life of the server ---------------------------------------------------------------------------

    async def enter(self, url: str, life: AsyncExitStack) -> None:
        """Connect, say hello, and hear how the game stands."""
        self.told = {}
        place = connect(f"{url}/ws/{self.table}", max_size=None, ping_interval=None, close_timeout=1)
        self._socket = await life.enter_async_context(place)
        await self._send({"kind": "hello", "token": self.token})
        while not self.told:
            await self._read()

    async def settle(self) -> None:
        """Ask again for what was not answered; it must be answered now."""
        if self.waiting is not None:
            await self._send(self.asked[self.waiting])
        while self.waiting is not None:
            await self._read()

    async def play(self, most: int | None = None) -> None:
        """Play until the server is gone, or until so many intents were acknowledged."""
        before = len(self.acknowledged)
        try:
            while most is None or len(self.acknowledged) < before + most:
                if self.waiting is None:
                    await self._choose()
                await self._read()
        except ConnectionClosed:
            return

    async def watch(self) -> None:
        """Listen until the server is gone."""
        try:
            while True:
                await self._read()
        except ConnectionClosed:
            return

    # Asking and hearing -------------------------------------------------------------------------------

    async def _choose(self) -> None:
        view = self.told["view"]
        kinds = {kind.__struct_config__.tag for kind in SHELF[self.game].HONOUR}
        legal = [intent for intent in view["legal"] if intent["kind"] not in kinds]
        if self.chance.random() < RENAMED:
            name = f"{self.name[:8]} {self.chance.randrange(1000)}"
            await self._ask({"kind": "do", "intent": {"kind": "rename", "name": name}})
        elif view["outcome"] is not None:
            if self.seat == 0:
                await self._ask({"kind": "do", "intent": {"kind": "rematch"}})
        elif legal and (view["turn"] == self.seat or self.chance.random() < OFF_TURN):
            number = self.told["number"]
            await self._ask({"kind": "ask", "number": number, "intent": self.chance.choice(legal)})

    async def _ask(self, message: Words) -> None:
        self.waiting = f"{self.name}-{len(self.asked)}"
        self.asked[self.waiting] = {**message, "id": self.waiting}
        await self._send(self.asked[self.waiting])

    async def _send(self, message: Words) -> None:
        assert self._socket is not None
        await self._socket.send(msgspec.json.encode(message).decode())

    async def _read(self) -> None:
        assert self._socket is not None
        try:
            async with asyncio.timeout(PATIENCE):
                frame = await self._socket.recv()
        except TimeoutError:
            raise AssertionError(f"{self.name} is stuck, waiting for {self.waiting}: {self.told}") from None
        for message in msgspec.json.decode(frame):
            self._hear(message)

    def _hear(self, message: Words) -> None:
        match message["kind"]:
            case "told":
                self.told = message
                self._hear_rows(message["rows"])
            case "answer":
                self._answered(message["id"])
                self.acknowledged[message["id"]] = message["number"]
            case "not_possible":
                self._answered(message["id"])
                self.refused.add(message["id"])
                self._hear_rows(message["since"])
            case "complaint" | "bye":
                raise AssertionError(f"{self.name}: {message}")

    def _answered(self, id: str) -> None:
        assert id == self.waiting, f"{self.name} has not asked {id}"
        self.waiting = None

    def _hear_rows(self, rows: list[Words]) -> None:
        for row in rows:
            known = self.told_rows.setdefault(row["number"], row)
            assert known == row, f"{self.name} was told two stories of row {row['number']}"


class Campaign:
    """Tables and those at them, over many lives of one server."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.server = Server(folder)
        self.seed = seed
        self.chance = random.Random(seed)
        self.clients: list[Client] = []

    def open_tables(self) -> None:
        self.server.start()
        for at, (game, seats, bots) in enumerate(KINDS):
            opened = self._post("/api/tables", {"game": game, "seats": seats, "bots": bots})
            table = opened["table"]
            free = [seat for seat in range(seats) if seat not in bots]
            for seat in free:
                token = self._post(f"/api/tables/{table}/people", {"name": f"seat {seat}"})["token"]
                self.clients.append(Client(table, game, seat, token, f"{self.seed}-{at}-{seat}"))
            self.clients.append(Client(table, game, None, None, f"{self.seed}-{at}-spectator"))

    def _post(self, path: str, body: Words) -> Words:
        answer = self.server.http.post(path, json=body)
        assert answer.is_success, answer.text
        said: Words = answer.json()
        return said

    async def start_games(self) -> None:
        """The hosts begin."""
        for host in (client for client in self.clients if client.seat == 0):
            async with connect(f"{self.server.socket_url}/ws/{host.table}") as socket:
                await socket.send(f'{{"kind":"hello","token":"{host.token}"}}')
                await socket.send('{"kind":"do","id":"start","intent":{"kind":"start"}}')
                while '"told"' not in str(await socket.recv()):
                    pass

    async def live(self, seconds: float) -> None:
        """Everyone plays for a while, then the server is killed."""
        async with AsyncExitStack() as life:
            await self._enter(life)
            playing = [asyncio.create_task(c.watch() if c.token is None else c.play()) for c in self.clients]
            await asyncio.sleep(seconds)
            assert not any(task.done() for task in playing), [t.exception() for t in playing if t.done()]
            self.server.kill()
            await asyncio.gather(*playing)

    async def go_on(self, intents: int) -> None:
        """Everyone plays so many intents more."""
        async with AsyncExitStack() as life:
            await self._enter(life)
            watching = [asyncio.create_task(c.watch()) for c in self.clients if c.token is None]
            enough = [asyncio.create_task(c.play(intents)) for c in self.clients if c.seat == 0]
            others = [asyncio.create_task(c.play()) for c in self.clients if c.seat]
            await asyncio.gather(*enough)
            self.server.kill()
            await asyncio.gather(*watching, *others)

    async def _enter(self, life: AsyncExitStack) -> None:
        """All come back, are told what the log tells, and get answers to what was not answered."""
        logs = await self.logs()
        self.server.start()
        for client in self.clients:
            await client.enter(self.server.socket_url, life)
        for client in self.clients:
            story = Story(client.game, logs[client.table])
            if not story.has_bots and story.is_dealt:  # bots go on by themselves, and so does a deal
                assert client.told["view"] == story.view(client.seat), (
                    f"{client.name}: not the view of the log"
                )
                assert client.told["number"] == story.number
        await asyncio.gather(*(c.settle() for c in self.clients if c.token))

    async def logs(self) -> dict[str, list[StoredRow]]:
        """What is on disk; the server does not run."""
        store = SqliteStore(self.server.folder / "data" / DATABASE)
        logs = {table: await store.read(table) for table in {client.table for client in self.clients}}
        await store.close()
        return logs

    async def need_nothing_lost(self) -> int:
        """Everything that anyone was answered or told is in the log; how many rows it has."""
        logs = await self.logs()
        for client in self.clients:
            rows = logs[client.table]
            assert [row.number for row in rows] == list(range(1, len(rows) + 1))
            self._need_answers_kept(client, rows)
            self._need_told_rows_kept(client, rows)
        return sum(map(len, logs.values()))

    def _need_answers_kept(self, client: Client, rows: list[StoredRow]) -> None:
        kept: dict[str, StoredRow] = {}
        for row in rows:
            if row.asked is not None and row.asked in client.asked:
                assert row.asked not in kept, f"{row.asked} was played twice"
                kept[row.asked] = row
        for id, number in client.acknowledged.items():
            if number is not None:
                assert id in kept, f"{id} was acknowledged as row {number} and is lost"
                assert kept[id].number == number
                assert msgspec.json.decode(kept[id].intent).items() >= client.asked[id]["intent"].items()
        assert not kept.keys() & client.refused, "played, though it was refused"

    def _need_told_rows_kept(self, client: Client, rows: list[StoredRow]) -> None:
        story = Story(client.game, rows)
        for number, row in client.told_rows.items():
            assert number <= len(rows), f"{client.name} was told of row {number}, which is not in the log"
            assert row == story.told(number, client.seat), f"{client.name}: row {number} is another one"


class Story:
    """A log folded anew by the rules alone; a table starts games, games are matches."""

    def __init__(self, name: str, rows: list[StoredRow]) -> None:
        self.game = SHELF[name]
        self.number = 0
        self.has_bots = any(b'"bot_sat"' in row.events for row in rows)
        self.is_dealt = False
        self._rows = {row.number: row for row in rows}
        self._match: Match | None = None
        events = tuple.__class_getitem__((self.game.Event, ...))
        for row in rows:
            if row.seat is None:
                for event in msgspec.json.decode(row.events, type=list[PartyEvent]):
                    if isinstance(event, Started):
                        options = msgspec.convert(event.round.options, self.game.Options)
                        self._match = Match(self.game, event.round.seats, options)
                        self.is_dealt = False
                continue
            assert self._match is not None
            self.is_dealt = True
            for event in msgspec.json.decode(row.events, type=events):
                self._match.state = self.game.evolve(self._match.state, event)
            self.number = row.number

    def view(self, seat: Seat | None) -> Any:
        assert self._match is not None
        return plain(self._match.view(seat))

    def told(self, number: int, seat: Seat | None) -> Words:
        row = self._rows[number]
        events = msgspec.json.decode(row.events, type=tuple.__class_getitem__((self.game.Event, ...)))
        told = [plain(self.game.redact(event, seat)) for event in events]
        return {"number": number, "time": row.time, "seat": row.seat, "events": told}


def plain(value: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


async def run(folder: Path, kills: int, seed: int, most: float = 1.2) -> str:
    """So many kills at random moments, each looked into; a line about what happened."""
    campaign = Campaign(folder, seed)
    try:
        campaign.open_tables()
        await campaign.start_games()
        campaign.server.kill()
        for _ in range(kills):
            await campaign.live(campaign.chance.uniform(0.0, most))
            await campaign.need_nothing_lost()
        await campaign.go_on(10)
        rows = await campaign.need_nothing_lost()
    finally:
        campaign.server.close()
    answers = sum(len(client.acknowledged) for client in campaign.clients)
    return f"seed {seed}: {kills} kills, {rows} rows, {answers} answers, none lost or told too early"
