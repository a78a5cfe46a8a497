"""Two servers with the same tables, but for parts of the deal that nobody, or one seat only, may know."""

import shutil
import socket
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import apsw
import msgspec
from msgspec.structs import replace
from websockets.sync.client import ClientConnection, connect

from igroteka.core import HOUSE, AnyGame, Deal, Refused, Seat, Seeded
from igroteka.games import SHELF
from igroteka.server.hub import Hub
from igroteka.server.metrics import Metrics
from igroteka.server.opening import Open
from igroteka.server.people import intents
from igroteka.server.settings import DATABASE, from_environment
from igroteka.store.sqlite import SqliteStore
from igroteka.table import Match, Row, play_out, random_chooser
from server.serving import UNLIMITED, Server
from server.still import Still

SEATS = 3
HELD, STOCK = ("racks", "hands"), ("bag", "deck")
LEFT, MOST_ROWS = 4, 45
"""A script ends while so many parts are still in the stock, or after so many rows."""
ADDRESS = "http://tables.example"

Spoken = tuple[Seat, Any]


class Table(msgspec.Struct, frozen=True):
    """A dealt table, what will be asked at it, and the swap: told to nobody but the seat that `knows`."""

    game: str
    id: str
    tokens: tuple[str, ...]
    secrets: tuple[str, ...]
    """What must never be told while the game runs."""
    script: tuple[Spoken, ...]
    probes: tuple[Any, ...]
    knows: Seat | None
    deal: bytes
    """The events of the swapped deal."""
    deal_number: int


async def prepare(folder: Path) -> list[Table]:
    """Tables of every game in a database, two of each: one with the stock swapped, one with a hand."""
    store = SqliteStore(folder / "data" / DATABASE)
    settings = from_environment({}, {**UNLIMITED, "public_url": ADDRESS})
    hub = Hub(store, settings, Still("tables"), Metrics())
    tables = [await _table(hub, game, hands) for game in SHELF.values() for hands in (False, True)]
    await hub.close()
    return tables


async def _table(hub: Hub, game: AnyGame, hands: bool) -> Table:
    room = await hub.open(Open(game.NAME, SEATS, listed=True))
    secret = room.party.secret
    tokens = [await hub.join(room, f"Person {seat}", None, f"{seat:02}" * 16, False) for seat in range(SEATS)]
    assert room.party.host is not None
    await room.do(room.party.host, intents.Start(), "start")
    round, number = room.party.rounds[-1], room.number
    hashes = [person.token for person in room.party.people]
    match = room.match
    assert match is not None
    assert len(match.log) == 1
    script, probes = _script(_again(match, round.seed, match.log[0].events))
    knows, events = _swapped(match, round.seed, script, hands)
    return Table(
        game.NAME,
        room.party.id,
        tuple(tokens),
        (secret, room.party.secret, round.seed, *tokens, *hashes),
        script,
        probes,
        knows,
        msgspec.json.encode(events),
        number,
    )


# The script -------------------------------------------------------------------------------------------------


def _again(match: Match, seed: str, deal: tuple[Any, ...]) -> Match:
    """The same table after this deal."""
    row = Row(1, 0.0, HOUSE, Deal(), deal)
    return Match(match.game, SEATS, match.state.options, bytes.fromhex(seed), [row])


def _script(match: Match) -> tuple[tuple[Spoken, ...], tuple[Any, ...]]:
    """A random game up to where the stock runs low, and intents to ask about meanwhile."""
    chance = Seeded(11)
    probes: dict[bytes, Any] = {}
    rows: list[Row] = []
    for row in play_out(match, random_chooser(chance), chance):
        for seat in match.seats:
            probes |= {msgspec.json.encode(intent): intent for intent in match.legal(seat)}
        if match.outcome is not None or len(rows) >= MOST_ROWS or len(_stock(match)) < LEFT:
            break
        rows.append(row)
    return tuple((row.seat, row.intent) for row in rows), chance.shuffled(probes.values())


def _stock(match: Match) -> list[str]:
    position = match.game.position(match.state)
    assert position is not None
    return next(position[name] for name in STOCK if name in position)


# The swap ---------------------------------------------------------------------------------------------------


def _swapped(
    match: Match, seed: str, script: tuple[Spoken, ...], hands: bool
) -> tuple[Seat | None, tuple[Any, ...]]:
    """The deal with two parts swapped that stay hidden, by the rules, from all but one seat, or from all."""
    deal = match.log[0].events
    told = _stories(_again(match, seed, deal), script)
    for other in _swaps(deal, _played(_again(match, seed, deal), script), hands):
        swapped = _stories(_again(match, seed, other), script)
        knowing = [viewer for viewer in told if swapped and told[viewer] != swapped[viewer]]
        if swapped and len(knowing) == hands and None not in knowing:
            return (knowing[0] if hands else None), other
    raise AssertionError(f"{match.game.NAME}: no swap stays hidden")


def _swaps(deal: tuple[Any, ...], end: Match, hands: bool) -> Iterator[tuple[Any, ...]]:
    """A part of the stock that nobody has drawn, and another such one; or one that was dealt or drawn."""
    *before, dealt = deal
    held = next(name for name in HELD if hasattr(dealt, name))
    stock = next(name for name in STOCK if hasattr(dealt, name))
    sizes = [len(hand) for hand in getattr(dealt, held)]
    parts = [*(part for hand in getattr(dealt, held) for part in hand), *getattr(dealt, stock)]
    rest = range(len(parts) - len(_stock(end)), len(parts))
    assert parts[rest.start :] == _stock(end)
    for at in reversed(range(rest.start)) if hands else rest[1:]:
        mixed = [*parts]
        mixed[at], mixed[rest.start] = mixed[rest.start], mixed[at]
        if mixed != parts:
            racks = [tuple(mixed[sum(sizes[:seat]) :][:size]) for seat, size in enumerate(sizes)]
            yield *before, replace(dealt, **{held: tuple(racks), stock: tuple(mixed[sum(sizes) :])})


def _played(match: Match, script: tuple[Spoken, ...]) -> Match:
    for seat, intent in script:
        match.ask(seat, intent)
    return match


def _stories(match: Match, script: tuple[Spoken, ...]) -> dict[Seat | None, list[Any]]:
    """By the rules alone, what each may know after every row; nothing if the script cannot be played."""
    told: dict[Seat | None, list[Any]] = {viewer: [] for viewer in (None, *match.seats)}
    try:
        for seat, intent in script:
            row = match.ask(seat, intent)
            for viewer, story in told.items():
                story.append((match.view(viewer), match.told(row, viewer)))
    except Refused:
        return {}
    return told


# The servers ------------------------------------------------------------------------------------------------


class StillServer(Server):
    """A real server in a process of its own, on a clock that stands still."""

    program = str(Path(__file__).with_name("still.py"))


def still_server(folder: Path) -> StillServer:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    return StillServer(folder, public_url=ADDRESS, port=port)


def swap(folder: Path, other: Path, tables: list[Table]) -> None:
    """The other world: the same database, with the swapped deals."""
    shutil.copytree(folder / "data", other / "data")
    db = apsw.Connection(str(other / "data" / DATABASE))
    where = "key = (SELECT key FROM tables WHERE id = ?) AND number = ?"
    for table in tables:
        db.execute(f"UPDATE log SET events = ? WHERE {where}", (table.deal, table.id, table.deal_number))
        assert db.changes() == 1
    db.close()


class Listener:
    """One connection to a table that keeps every byte."""

    def __init__(self, server: Server, table: str, token: str | None, screen: bool = False) -> None:
        self.heard: list[bytes] = []
        self.number = 0
        self.is_over = False
        self._answers: set[str] = set()
        url = f"{server.socket_url}/ws/{table}"
        self._open = ExitStack()
        self._socket: ClientConnection = self._open.enter_context(
            connect(url, compression=None, max_size=None, ping_interval=None)
        )
        self._send({"kind": "hello", "token": token, "screen": screen})
        self.read()

    def close(self) -> None:
        self._open.close()

    def ask(self, id: str, intent: Any, kind: str = "ask") -> None:
        """Say it, and listen until it is answered."""
        number = {"number": self.number} if kind == "ask" else {}
        self._send({"kind": kind, "id": id, "intent": intent, **number})
        while id not in self._answers:
            self.read()

    def hint(self, id: str) -> None:
        """Ask for a hint, and listen until it is there or refused."""
        self._send({"kind": "hint", "id": id})
        while id not in self._answers:
            self.read()

    def say(self, words: bytes) -> None:
        """Anything at all, answered by a complaint."""
        self._socket.send(words.decode())
        self.read()

    def read_until(self, number: int) -> None:
        while self.number < number:
            self.read()

    def read(self) -> None:
        frame = self._socket.recv(timeout=60, decode=False)
        assert isinstance(frame, bytes)
        # byte by byte, but not frame by frame: which messages share one is a matter of moments
        self.heard += map(bytes, msgspec.json.decode(frame, type=list[msgspec.Raw]))
        for message in msgspec.json.decode(frame):
            if message["kind"] == "told":
                self.number = message["number"]
                self.is_over = message["view"]["outcome"] is not None
            elif "id" in message:
                self._answers.add(message["id"])

    def _send(self, message: dict[str, Any]) -> None:
        self._socket.send(msgspec.json.encode(message).decode())
