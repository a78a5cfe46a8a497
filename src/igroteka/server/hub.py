"""All tables of a server: opened, found by link or code, taken into memory when someone looks."""

import asyncio
from collections.abc import Iterator
from typing import Any

import msgspec

from igroteka.core import Refused, read
from igroteka.games import game as on_shelf
from igroteka.server import names
from igroteka.server.botting import Botting
from igroteka.server.entropy import Entropy, hashed, is_same
from igroteka.server.metrics import Metrics
from igroteka.server.party import (
    BotSat,
    Given,
    HostCame,
    Joined,
    Moved,
    MoveOffered,
    NonceGiven,
    Opened,
    PartyEvent,
    Person,
    Sat,
)
from igroteka.server.room import Room
from igroteka.server.settings import Settings
from igroteka.store import Conflict, Store, StoredRow, TableInfo
from igroteka.table.shuffle import SECRET_BYTES, Nonce, commitment, need_nonce

_MOVE_SECONDS = 600.0
_MOST_PEOPLE = 64


class Open(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a new table is to be."""

    game: str
    seats: int
    options: dict[str, Any] = {}
    listed: bool = False
    chat: bool = False
    bots: tuple[int, ...] = ()
    """Seats that bots take at once."""


class Hub:
    """The live tables; mutable because tables come into memory and go out of it."""

    def __init__(self, store: Store, settings: Settings, entropy: Entropy, metrics: Metrics) -> None:
        self.store = store
        self.settings = settings
        self.entropy = entropy
        self.metrics = metrics
        self._rooms: dict[str, Room] = {}
        self._botting: dict[str, Botting] = {}
        self._loading: dict[str, asyncio.Lock] = {}

    # Tables -----------------------------------------------------------------------------------------

    async def open(self, asked: Open, given: Given | None = None) -> Room:
        """A new table, on disk before anyone hears of it."""
        game = on_shelf(asked.game)
        if asked.listed and asked.chat:
            raise Refused("chat-is-for-private-tables")
        game.start(asked.seats, read(asked.options, game.Options))
        for seat in asked.bots:
            if not 0 <= seat < asked.seats:
                raise Refused("no-such-seat", None, seat=seat)
        for _ in range(5):
            try:
                return await self._open(asked, given)
            except Conflict:
                continue  # this short code is taken
        raise Refused("one-moment")

    async def _open(self, asked: Open, given: Given | None) -> Room:
        entropy, now = self.entropy, self.entropy.now()
        secret = entropy.bytes(SECRET_BYTES)
        opened = Opened(
            entropy.word(16),
            entropy.code(),
            asked.game,
            asked.seats,
            asked.options,
            asked.listed,
            asked.chat,
            secret.hex(),
            commitment(secret),
            given,
        )
        bots = [BotSat(seat, "random") for seat in dict.fromkeys(asked.bots)]
        row = StoredRow(1, now, None, None, b'{"kind":"open"}', msgspec.json.encode([opened, *bots]), None)
        info = TableInfo(opened.id, opened.code, opened.game, opened.listed, now, now, False, 1)
        await self.store.open(info, row)
        return self._enter(opened.id, [row])

    async def room(self, table: str) -> Room:
        """The table with this id, taken into memory if need be, or Refused."""
        found = self._rooms.get(table)
        if found is not None:
            return found
        lock = self._loading.setdefault(table, asyncio.Lock())
        try:
            async with lock:
                if table in self._rooms:
                    return self._rooms[table]
                rows = await self.store.read(table)
                if not rows:
                    raise Refused("no-such-table")
                room = self._enter(table, rows)
                await room.deal_if_due()
                room.changed()
                return room
        finally:
            self._loading.pop(table, None)

    async def by_code(self, code: str) -> str:
        """The id of the table with this code, however it was typed, or Refused."""
        info = await self.store.by_code(code.strip().upper()[:16])
        if info is None:
            raise Refused("no-such-table")
        return info.id

    def _enter(self, table: str, rows: list[StoredRow]) -> Room:
        room = Room(self.store, self.entropy, self.metrics)
        room.fold(rows)
        self._botting[table] = Botting(room, self.settings, self.entropy.bytes(32))
        self._rooms[table] = room
        return room

    # People -----------------------------------------------------------------------------------------

    async def join(self, room: Room, name: str, avatar: str | None, nonce: str | None, watch: bool) -> str:
        """A new person at the table; answers with the token that only its browser will hold."""
        token, id = self.entropy.word(32), self.entropy.word(6)
        cleaned, face = names.name(name), names.avatar(avatar)
        if nonce is not None:
            need_nonce(Nonce(id, nonce))
        async with room.lock:
            party = room.party
            if len(party.people) >= _MOST_PEOPLE:
                raise Refused("table-full")
            events: list[PartyEvent] = [Joined(id, cleaned, face, hashed(token))]
            if nonce is not None:
                events.append(NonceGiven(id, nonce))
            if party.host is None:
                events.append(HostCame(id))
            free = [seat for seat, chair in enumerate(party.chairs) if chair.is_free]
            if free and not watch:
                events.append(Sat(id, free[0]))
            await room.tell_of(tuple(events), {"kind": "join"}, id, None)
        return token

    def person(self, room: Room, token: str | None) -> Person | None:
        """Whose token this is; None for a visitor, Refused for a token of nobody."""
        if token is None:
            return None
        found = [person for person in room.party.people if is_same(token, person.token)]
        if not found:
            raise Refused("wrong-token")
        return found[0]

    async def offer_move(self, room: Room, person: Person) -> str:
        """A word for a one-time link that takes this person's seat to another device."""
        word = self.entropy.word(32)
        async with room.lock:
            offered = MoveOffered(person.id, hashed(word), self.entropy.now() + _MOVE_SECONDS)
            await room.tell_of((offered,), {"kind": "offer_move"}, person.id, None)
        return word

    async def move(self, room: Room, word: str) -> str:
        """The new token for whoever opens the one-time link; the old device is dismissed."""
        token = self.entropy.word(32)
        async with room.lock:
            now = self.entropy.now()
            moves = [move for move in room.party.moves if is_same(word, move.move) and move.until > now]
            if not moves:
                raise Refused("move-is-gone")
            person = moves[0].person
            await room.tell_of((Moved(person, hashed(token)),), {"kind": "move"}, person, None)
            for onlooker in tuple(room.sockets):
                if onlooker.who == person:
                    onlooker.dismiss("moved-away")
        return token

    # Keeping ----------------------------------------------------------------------------------------

    def rooms(self) -> Iterator[Room]:
        yield from self._rooms.values()

    async def put_away(self) -> None:
        """Tables that nobody looks at go out of memory; those deleted at once."""
        limit = self.entropy.now() - 60 * self.settings.idle_minutes
        for table, room in tuple(self._rooms.items()):
            if room.deleted or (not room.sockets and room.touched < limit and not room.lock.locked()):
                del self._rooms[table]
                await self._botting.pop(table).close()

    async def close(self) -> None:
        for botting in self._botting.values():
            await botting.close()
        for room in self._rooms.values():
            for onlooker in tuple(room.sockets):
                onlooker.dismiss("server-stops")
        await self.store.close()
