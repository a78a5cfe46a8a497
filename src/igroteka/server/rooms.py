"""The tables that a server has in memory: taken there when someone looks, put away when nobody does."""

import asyncio
from collections.abc import Iterator
from functools import partial
from typing import Final

from igroteka.core import Refused
from igroteka.server.bots.lease import BotLease
from igroteka.server.bots.pacing import TableBots
from igroteka.server.bots.threads import BotThreads
from igroteka.server.cluster.listener import ClusterListener
from igroteka.server.cluster.neighbours import Neighbours
from igroteka.server.entropy import Entropy
from igroteka.server.guests import GameBroke
from igroteka.server.logs import complain_of_damage, log
from igroteka.server.metrics import Metrics
from igroteka.server.settings import Settings
from igroteka.server.table.fold import need_installed
from igroteka.server.table.looks import PORTION, Looks
from igroteka.server.table.room import Room
from igroteka.server.table.timer import TurnTimer
from igroteka.store import Damaged, Store, StoredRow

_LONG_LOG: Final = 500
_GOOD_BYE_SECONDS: Final = 1.0
_RESTING: Final = 16 * 1024 * 1024
"""Bytes of logs of tables that stay in memory though nobody looks at them; it takes eight times that."""
_AT_HAND: Final = 2.0
"""Seconds for which a table that somebody has asked for stays in any case: they are just coming to it."""
_GOOD_BYES: Final = 100
"""Tables that are said good-bye to in one go."""


class Rooms:
    """By id the tables in memory, with what moves their bots and their turns. Mutable: they come and go."""

    def __init__(
        self,
        store: Store,
        settings: Settings,
        entropy: Entropy,
        metrics: Metrics,
        neighbours: Neighbours,
        threads: BotThreads,
    ) -> None:
        self._store = store
        self._settings = settings
        self._entropy = entropy
        self._metrics = metrics
        self._neighbours = neighbours
        self._threads = threads
        self._looks = Looks(store)
        self._rooms: dict[str, Room] = {}
        self._keepers: dict[str, tuple[BotLease, TurnTimer]] = {}
        self._loading: dict[str, asyncio.Future[Room]] = {}
        self._come = 0
        """Bytes of logs that have come into memory since tables were last put away."""
        self._tidying: asyncio.Task[None] | None = None
        self.cluster = ClusterListener(
            store, neighbours, self._rooms, self._loading, settings.sockets_per_seat
        )

    def __iter__(self) -> Iterator[Room]:
        yield from self._rooms.values()

    def __contains__(self, table: str) -> bool:
        return table in self._rooms

    def begin(self, table: str, row: StoredRow) -> Room:
        """A table that has just been opened."""
        room = self._room()
        room.folded.go_on([row])
        self._enter(table, room)
        return room

    async def find(self, table: str, number: int | None = None) -> Room:
        """The table with this id, taken into memory if need be, or Refused.

        Where others write too it is as far as the log is now, or at least as far as this number.
        """
        if "\0" in table:  # a database cannot even be asked for it, and would be taken for ill
            raise Refused("no-such-table")
        found = self._rooms.get(table)
        if found is None or found.ledger.is_void:
            found = await self._load(table)
        else:
            found.used = self._entropy.monotonic()
            await self._refresh(found, number)
        if found.ledger.deleted:
            raise Refused("no-such-table")
        if self._rooms.get(table) is not found:  # put away meanwhile: the database was slow
            found = await self._load(table)
        return found

    async def _refresh(self, room: Room, number: int | None) -> None:
        if self._store.is_shared and (number is None or room.number < number):
            await room.ledger.refresh()
            if not room.is_watched:
                room.heard_from_elsewhere(await self._neighbours.elsewhere(room.party.id))

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
                rows = await self._store.read(table, room.number, PORTION)
                await _fold(table, room, rows)
        except Damaged as error:
            complain_of_damage(table, error)
            raise Refused("table-damaged") from None
        room.heard_from_elsewhere(await self._neighbours.elsewhere(table))
        if table in self._keepers:  # of a room that was set back
            await self._close(table)
        self._enter(table, room)
        if self.cluster.has_missed(table):
            await room.ledger.refresh()
        await room.ledger.deal_if_due()
        room.changed()
        return room

    def _room(self) -> Room:
        return Room(self._store, self._entropy, self._metrics, self._neighbours, self._looks)

    def _enter(self, table: str, room: Room) -> None:
        bots = TableBots(room, self._settings, self._threads, self._entropy.bytes(32))
        lease, timer = BotLease(room, bots, self._neighbours), TurnTimer(room)

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
        room.used = self._entropy.monotonic()
        self._come += room.folded.size
        if self._come > _RESTING // 4 and (self._tidying is None or self._tidying.done()):
            self._tidying = asyncio.create_task(self._tidy())

    async def _tidy(self) -> None:
        """Much has come into memory: as soon as nobody can be on the way to it any more."""
        await asyncio.sleep(_AT_HAND)
        await self.put_away()

    async def put_away(self) -> None:
        """Tables that nobody looks at go out of memory after a while, and at once where they take too much,
        the oldest first: a stranger could have the longest logs brought there. Deleted ones go, too."""
        now, kept, self._come = self._entropy.monotonic(), 0, 0
        for table, room in sorted(self._rooms.items(), key=lambda one: one[1].used, reverse=True):
            rests = not room.connected.sessions and not room.ledger.lock.is_held
            kept += room.folded.size if rests else 0
            may_go = rests and now - room.used > (
                _AT_HAND if kept > _RESTING else 60 * self._settings.idle_minutes
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

    async def _close(self, table: str) -> None:
        """To close it twice is no harm: the server may stop while tables are put away."""
        if (keepers := self._keepers.pop(table, None)) is not None:
            lease, timer = keepers
            timer.close()
            await lease.close()

    async def say_good_bye(self) -> None:
        """Bots stop, and everyone connected hears it; those who do not listen are not waited for."""
        for room in self:
            room.ledger.is_closed = True
        for table in tuple(self._keepers):
            await self._close(table)
        for at, room in enumerate(tuple(self)):
            room.changed = lambda: None
            room.connected.dismiss_all("server-stops")
            if at % _GOOD_BYES == 0:
                await asyncio.sleep(0)
        until = self._entropy.monotonic() + _GOOD_BYE_SECONDS
        while (
            any(room.connected.sessions for room in self._rooms.values())
            and self._entropy.monotonic() < until
        ):
            await asyncio.sleep(0.02)

    async def close(self) -> None:
        """When everyone has been said good-bye to."""
        if self._tidying is not None:
            self._tidying.cancel()
            await asyncio.gather(self._tidying, return_exceptions=True)


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
