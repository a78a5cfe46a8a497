"""All tables of a server: opened, found by link or code, taken into memory when someone looks."""

import asyncio
from collections.abc import Iterator
from functools import partial
from typing import Any, Final

import msgspec

from igroteka.bots import DEFAULT
from igroteka.core import Refused, read
from igroteka.server.bots.lease import BotLease
from igroteka.server.bots.pacing import TableBots
from igroteka.server.bots.threads import BotThreads
from igroteka.server.cluster.listener import ClusterListener
from igroteka.server.cluster.neighbours import ALONE, Neighbours
from igroteka.server.connection.bundles import Bundles
from igroteka.server.connection.greetings import Greetings
from igroteka.server.connection.outbox import Outbox
from igroteka.server.entropy import Entropy, hashed, is_same, marked
from igroteka.server.guests import GameBroke
from igroteka.server.guests import game as on_shelf
from igroteka.server.logs import complain_of_damage, log
from igroteka.server.metrics import Metrics
from igroteka.server.people import hosting, names
from igroteka.server.people.events import BotSat, Given, Opened
from igroteka.server.people.intents import Join, OfferMove, UseMove
from igroteka.server.people.party import Person
from igroteka.server.people.start import full_options
from igroteka.server.pulse import Pulse
from igroteka.server.reviews import Reviews
from igroteka.server.settings import Settings
from igroteka.server.table.fold import need_installed
from igroteka.server.table.looks import PORTION, Looks
from igroteka.server.table.room import Room
from igroteka.server.table.timer import TurnTimer
from igroteka.server.thinking.thought import Thinking
from igroteka.server.turns import Turns
from igroteka.store import Conflict, Damaged, Store, StoredRow, TableInfo
from igroteka.table.shuffle import SECRET_BYTES, commitment

_LONG_LOG: Final = 500
_GOOD_BYE_SECONDS: Final = 1.0
_PACKED: Final = 20
"""Logs that are packed in one go."""
_RESTING: Final = 16 * 1024 * 1024
"""Bytes of logs of tables that stay in memory though nobody looks at them; it takes eight times that."""
_AT_HAND: Final = 2.0
"""Seconds for which a table that somebody has asked for stays in any case: they are just coming to it."""
_GOOD_BYES: Final = 100
"""Tables that are said good-bye to in one go."""


class Open(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a new table is to be."""

    game: str
    seats: int
    options: dict[str, Any] = {}
    listed: bool = False
    chat: bool = False
    bots: tuple[int, ...] = ()
    """Seats that bots take at once."""
    level: str = DEFAULT
    """Of these bots."""


class Hub:
    """The tables that this server has in memory."""

    def __init__(
        self,
        store: Store,
        settings: Settings,
        entropy: Entropy,
        metrics: Metrics,
        neighbours: Neighbours = ALONE,
        thinking: Thinking | None = None,
    ) -> None:
        """Without `thinking` bots that search do so in threads of this process."""
        self.store = store
        self.neighbours = neighbours
        self.settings = settings
        self.entropy = entropy
        self.metrics = metrics
        self.pulse = Pulse(metrics)
        self.greetings = Greetings(metrics)
        self.bundles = Bundles()
        self.outbox = Outbox()
        self._looks = Looks(store)
        self._thinking = thinking
        self._threads = BotThreads(settings.master_seconds, thinking, metrics)
        self._rooms: dict[str, Room] = {}
        self._keepers: dict[str, tuple[BotLease, TurnTimer]] = {}
        self._loading: dict[str, asyncio.Future[Room]] = {}
        self._come = 0
        """Bytes of logs that have come into memory since tables were last put away."""
        self._tidying: asyncio.Task[None] | None = None
        self.cluster = ClusterListener(
            store, neighbours, self._rooms, self._loading, settings.sockets_per_seat
        )
        self.reviews = Reviews(store, settings.review_playouts)
        self.slowly = Turns()
        """For what takes long and has no hurry: one at a time, so that play goes on beside it."""
        self.drawing = Turns()
        """For pictures of links: they do not take long, and somebody waits to show one."""

    @property
    def bots_waiting(self) -> int:
        """Choices that bots here have been asked for and not made yet."""
        return self._threads.waiting

    @property
    def thinking_share(self) -> float:
        """The part of its time that a searching bot has here, because others wait for the same cores."""
        return self._threads.share

    @property
    def thinking_processes(self) -> int:
        return self._thinking.processes if self._thinking else 0

    @property
    def thinking_queue(self) -> int:
        """Thoughts that have not begun, of all servers where they think elsewhere."""
        return self._thinking.waiting if self._thinking else 0

    @property
    def thoughts_lost(self) -> int:
        return self._thinking.lost if self._thinking else 0

    # Tables -----------------------------------------------------------------------------------------

    async def open(self, asked: Open, given: Given | None = None) -> Room:
        """A new table, on disk before anyone hears of it."""
        asked = _need_table(asked)
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
        bots = [BotSat(seat, asked.level) for seat in dict.fromkeys(asked.bots)]
        row = StoredRow(1, now, None, None, b'{"kind":"open"}', msgspec.json.encode([opened, *bots]), None)
        info = TableInfo(opened.id, opened.code, opened.game, opened.listed, now, now, False, 1)
        await self.store.open(info, row)
        room = self._room()
        room.folded.go_on([row])
        self._enter(opened.id, room)
        return room

    async def room(self, table: str, number: int | None = None) -> Room:
        """The table with this id, taken into memory if need be, or Refused.

        Where others write too it is as far as the log is now, or at least as far as this number.
        """
        if "\0" in table:  # a database cannot even be asked for it, and would be taken for ill
            raise Refused("no-such-table")
        found = self._rooms.get(table)
        if found is None or found.ledger.is_void:
            found = await self._load(table)
        else:
            found.used = self.entropy.monotonic()
            await self._refresh(found, number)
        if found.ledger.deleted:
            raise Refused("no-such-table")
        if self._rooms.get(table) is not found:  # put away meanwhile: the database was slow
            found = await self._load(table)
        return found

    def has_in_memory(self, table: str) -> bool:
        return table in self._rooms

    async def _refresh(self, room: Room, number: int | None) -> None:
        if self.store.is_shared and (number is None or room.number < number):
            await room.ledger.refresh()
            if not room.is_watched:
                room.heard_from_elsewhere(await self.neighbours.elsewhere(room.party.id))

    async def _load(self, table: str) -> Room:
        """From disk, once for all who ask at the same time."""
        loading = self._loading.get(table)
        if loading is None:
            loading = self._loading[table] = asyncio.ensure_future(self._read(table))
            loading.add_done_callback(lambda _: self._loading.pop(table, None))
        return await asyncio.shield(loading)

    async def _read(self, table: str) -> Room:
        self.cluster.begin(table)
        room = self._room()
        try:
            rows = await self._looks.log(table)
            if not rows:
                raise Refused("no-such-table")
            await _fold(table, room, rows)
            while len(rows) >= PORTION:  # a stranger's may be longer than there is memory for
                rows = await self.store.read(table, room.number, PORTION)
                await _fold(table, room, rows)
        except Damaged as error:
            complain_of_damage(table, error)
            raise Refused("table-damaged") from None
        room.heard_from_elsewhere(await self.neighbours.elsewhere(table))
        if table in self._keepers:  # of a room that was set back
            await self._close(table)
        self._enter(table, room)
        if self.cluster.has_missed(table):
            await room.ledger.refresh()
        await room.ledger.deal_if_due()
        room.changed()
        return room

    async def by_code(self, code: str) -> str:
        """The id of the table with this code, however it was typed, or Refused.

        The code of a table that nobody has touched for long leads nowhere; its link still does.
        """
        info = await self.store.by_code(names.code(code))
        if info is None or info.touched < self.entropy.now() - 3600 * self.settings.code_hours:
            raise Refused("no-such-table")
        return info.id

    def _room(self) -> Room:
        return Room(self.store, self.entropy, self.metrics, self.neighbours, self._looks)

    def _enter(self, table: str, room: Room) -> None:
        bots = TableBots(room, self.settings, self._threads, self.entropy.bytes(32))
        lease, timer = BotLease(room, bots, self.neighbours), TurnTimer(room)

        def changed() -> None:
            try:
                lease.look()
                timer.look()
            except GameBroke:  # it is logged, and whoever asks is told
                pass

        room.changed = changed
        room.ledger.catch_up_soon = partial(self.cluster.catch_up.note, room)
        self._keepers[table] = (lease, timer)
        self._rooms[table] = room
        room.used = self.entropy.monotonic()
        self._come += room.folded.size
        if self._come > _RESTING // 4 and (self._tidying is None or self._tidying.done()):
            self._tidying = asyncio.create_task(self._tidy())

    # People -----------------------------------------------------------------------------------------

    async def join(
        self,
        room: Room,
        name: str,
        avatar: str | None,
        nonce: str | None,
        watch: bool,
        address: str = "",
    ) -> str:
        """A new person at the table; answers with the token that only its browser will hold."""
        token, id = self.entropy.word(32), self.entropy.word(6)
        origin, most = marked(address, room.party.id), self.settings.people_per_address
        await room.do_over_http(id, Join(id, hashed(token), name, avatar, nonce, watch, origin, most))
        return token

    def person(self, room: Room, token: str | None) -> Person | None:
        """Whose token this is; None for a visitor, Refused for a token of nobody."""
        if token is None:
            return None
        found = [person for person in room.party.people if is_same(token, person.token)]
        if not found:
            raise Refused("wrong-token")
        return found[0]

    async def offer_move(self, room: Room, asker: Person, person: str | None) -> str:
        """A word for a one-time link that takes a seat to another device: one's own, or, for the host,
        that of someone who is not here."""
        word = self.entropy.word(32)
        await room.do_over_http(asker.id, OfferMove(person or asker.id, hashed(word)))
        return word

    async def move(self, room: Room, word: str) -> str:
        """The new token for whoever opens the one-time link; the old device is dismissed."""
        token = self.entropy.word(32)
        await room.do_over_http(None, UseMove(hashed(word), hashed(token)))
        return token

    # Keeping ----------------------------------------------------------------------------------------

    def rooms(self) -> Iterator[Room]:
        yield from self._rooms.values()

    async def _tidy(self) -> None:
        """Much has come into memory: as soon as nobody can be on the way to it any more."""
        await asyncio.sleep(_AT_HAND)
        await self.put_away()

    async def put_away(self) -> None:
        """Tables that nobody looks at go out of memory after a while, and at once where they take too much,
        the oldest first: a stranger could have the longest logs brought there. Deleted ones go, too."""
        if self._thinking:
            self._thinking.tidy()
        now, kept, self._come = self.entropy.monotonic(), 0, 0
        for table, room in sorted(self._rooms.items(), key=lambda one: one[1].used, reverse=True):
            rests = not room.connected.sessions and not room.ledger.lock.is_held
            kept += room.folded.size if rests else 0
            may_go = rests and now - room.used > (
                _AT_HAND if kept > _RESTING else 60 * self.settings.idle_minutes
            )
            if room.ledger.deleted or may_go:
                await self._put_away(table, room)

    async def _put_away(self, table: str, room: Room) -> None:
        if self._rooms.get(table) is not room:
            return
        del self._rooms[table]
        await self._close(table)
        if room.ledger.deleted:
            log("table deleted", game=room.party.game)

    async def pack(self) -> None:
        """Some logs of games that are long over; what cannot be packed now is packed another time."""
        hours = self.settings.archive_hours
        if hours and (count := await self.store.archive(self.entropy.now() - 3600 * hours, _PACKED)):
            log("logs packed", tables=count)

    async def _close(self, table: str) -> None:
        """To close it twice is no harm: the server may stop while tables are put away."""
        if (keepers := self._keepers.pop(table, None)) is not None:
            lease, timer = keepers
            timer.close()
            await lease.close()

    async def say_good_bye(self) -> None:
        """Bots stop, and everyone connected hears it; those who do not listen are not waited for."""
        for room in self._rooms.values():
            room.ledger.is_closed = True
        for table in tuple(self._keepers):
            await self._close(table)
        for at, room in enumerate(tuple(self._rooms.values())):
            room.changed = lambda: None
            room.connected.dismiss_all("server-stops")
            if at % _GOOD_BYES == 0:
                await asyncio.sleep(0)
        until = self.entropy.monotonic() + _GOOD_BYE_SECONDS
        while (
            any(room.connected.sessions for room in self._rooms.values()) and self.entropy.monotonic() < until
        ):
            await asyncio.sleep(0.02)

    async def close(self) -> None:
        await self.say_good_bye()
        if self._tidying is not None:
            self._tidying.cancel()
            await asyncio.gather(self._tidying, return_exceptions=True)
        await self.reviews.close()
        await self.pulse.close()
        await self.cluster.close()
        self._threads.close()
        if self._thinking:
            await self._thinking.close()
        await self.store.close()


async def _fold(table: str, room: Room, rows: list[StoredRow]) -> None:
    """Fold a log on; Refused if it is damaged. Long ones beside the event loop: nobody waits for them."""
    try:
        if not room.number:
            need_installed(rows)
        if len(rows) > _LONG_LOG:
            await asyncio.to_thread(room.folded.go_on, rows)
        else:
            room.folded.go_on(rows)
    except Refused:
        raise
    except Exception as error:
        complain_of_damage(table, error)
        raise Refused("table-damaged") from None


def _need_table(asked: Open) -> Open:
    """The same with the game's own name and all options; Refused if there cannot be such a table."""
    game = on_shelf(names.clean(asked.game, names.LONGEST_NAME))
    if asked.listed and asked.chat:
        raise Refused("chat-is-for-private-tables")
    game.start(asked.seats, read(asked.options, game.Options))
    for seat in asked.bots:
        if not 0 <= seat < asked.seats:
            raise Refused("no-such-seat", None, seat=seat)
    hosting.need_level(asked.level, game.NAME)
    return msgspec.structs.replace(asked, game=game.NAME, options=full_options(game, asked.options))
