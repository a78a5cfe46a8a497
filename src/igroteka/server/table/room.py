"""One live table: what is asked of it is decided, written down, folded and told, in order."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, Final, TypeVar

import msgspec

from igroteka.core import HOUSE, Deal, Refused, Seat, Stop
from igroteka.server.cluster.neighbours import ALONE, Neighbours
from igroteka.server.connection.messages import Ask
from igroteka.server.entropy import Entropy
from igroteka.server.metrics import Metrics
from igroteka.server.people import hosting
from igroteka.server.people import intents as i
from igroteka.server.people.party import PartyEvent, Started
from igroteka.server.table import manners
from igroteka.server.table.connected import Gathering
from igroteka.server.table.fold import read_intent
from igroteka.store import Conflict, Store, StoredRow, StoreFailed
from igroteka.table import Match

_ATTEMPTS: Final = 50
"""How often others may be faster before one is asked to try again."""

_DEAL_SECONDS: Final = 0.5
"""How long another server is left to deal a game that it has started."""

T = TypeVar("T")


class Room(Gathering):
    """A table in memory; mutable because its log grows. All changes pass through its lock, in order."""

    def __init__(
        self, store: Store, entropy: Entropy, metrics: Metrics, neighbours: Neighbours = ALONE
    ) -> None:
        super().__init__(entropy, neighbours)
        self._store = store
        self._metrics = metrics
        self.lock = asyncio.Lock()
        self.deleted = False
        self._unsure = False
        """Whether the log may have gone on without this room: an append failed, or was not waited for."""

    # Asking -----------------------------------------------------------------------------------------

    async def ask(self, who: str, asked: Ask) -> int | None:
        """A game intent of a person: its row's number once it is on disk, or Refused."""
        async with self.lock:
            return await self.trying(partial(self._ask, who, asked))

    async def _ask(self, who: str, asked: Ask) -> int | None:
        known = self._asked_by(who)
        if asked.id in known:
            return known[asked.id]
        match, seat = self._need_player(who)
        intent = read_intent(match, asked.intent)
        manners.need(match, self.party, seat, intent)
        await self._play(match, seat, intent, who, asked.id)
        return self.number

    async def ask_for_bot(self, seat: Seat, intent: Any, at: int) -> bool:
        """A bot's intent, if nothing has happened since it looked (`at`)."""
        async with self.lock:
            return await self.trying(partial(self._ask_for_bot, seat, intent, at))

    async def _ask_for_bot(self, seat: Seat, intent: Any, at: int) -> bool:
        if self.number != at or not self.playing or self.party.paused:
            return False
        await self._play(self._need_match(), seat, intent, None, None)
        return True

    def why(self, who: str, intent: msgspec.Raw) -> None:
        """Refused as `ask` would be; nothing happens."""
        match, seat = self._need_player(who)
        asked = read_intent(match, intent)
        manners.need(match, self.party, seat, asked)
        match.decide(seat, asked)

    async def do(self, who: str, intent: i.TableIntent, id: str) -> int | None:
        """An intent about the table; None if it changed nothing."""
        async with self.lock:
            return await self.trying(partial(self._do, who, intent, id))

    async def _do(self, who: str, intent: i.TableIntent, id: str) -> int | None:
        known = self._asked_by(who)
        if id in known:
            return known[id]
        if isinstance(intent, i.StopGame | i.Delete):
            hosting.need_host(self.party, who)
        if isinstance(intent, i.StopGame):
            await self._play(self._need_running(), HOUSE, Stop(), who, id)
            return self.number
        if isinstance(intent, i.Delete):
            await self._delete()
            return None
        events = hosting.decide(self.party, who, intent, self._moment())
        if not events:
            self._remember(who, id, None)
            return None
        return await self.tell_of(events, intent, who, id)

    def _moment(self) -> hosting.Moment:
        away = self.seconds_away(self.party.host)
        return hosting.Moment(self._entropy, self.playing, self.first, self.present(), away)

    def _need_running(self) -> Match:
        if not self.playing:
            raise Refused("no-game-is-running")
        return self._need_match()

    def _need_player(self, who: str) -> tuple[Match, Seat]:
        match, seat = self._need_match(), self.party.seat_of(who)
        if seat is None:
            raise Refused("not-seated")
        if self.party.chairs[seat].bot:
            raise Refused("bot-plays-there", None, seat=seat)
        if self.party.paused:
            raise Refused("paused")
        return match, seat

    # Keeping up with the log ------------------------------------------------------------------------

    async def trying(self, attempt: Callable[[], Awaitable[T]]) -> T:
        """The log's key is the lock: when another has written this number, fold on and decide anew.

        Each attempt looks first whether it is already done: its row may be on disk though nobody heard so.
        Nor is anything refused because of what was true before another server wrote.
        """
        try:
            for _ in range(_ATTEMPTS):
                try:
                    await self._settle()
                    return await attempt()
                except Conflict:
                    self._metrics.conflict()
                except Refused:
                    if not self._store.is_shared or not await self._has_gone_on():
                        raise
        except StoreFailed:
            pass
        raise Refused("one-moment")

    async def _has_gone_on(self) -> bool:
        before = self.number
        await self._catch_up()
        return self.number != before

    async def _settle(self) -> None:
        """What has to come before anything else: memory agrees with the disk, a game begins with its deal."""
        if self._unsure:
            await self._catch_up()
        if self.deleted:
            raise Refused("no-such-table")
        if self.match is not None and self._is_deal_due:
            await self._play(self.match, HOUSE, Deal(), None, None)

    async def refresh(self) -> None:
        """Be as far as the log is now."""
        self.is_stale = False
        async with self.lock:
            await self._catch_up()
            if self._is_deal_due:
                await self.trying(_nothing)

    async def go_on(self, rows: list[StoredRow]) -> None:
        """By rows that another server has written; if they do not fit, by those of the log."""
        async with self.lock:
            rows = [row for row in rows if row.number > self.number]
            if rows and rows[0].number == self.number + 1:
                self._fold_on(rows)
            else:
                await self._catch_up()

    async def _catch_up(self) -> None:
        number = (await self._store.numbers([self.party.id])).get(self.party.id)
        if number is None:
            self._gone()
        elif number > self.number:
            self._fold_on(await self._store.read(self.party.id, self.number))
        self._unsure = False

    def _fold_on(self, rows: list[StoredRow]) -> None:
        """Told once it is dealt: by who has started the game, or, if that server is gone, by this one."""
        self.fold(rows)
        self._held |= not self.playing or any(row.seat is None for row in rows)
        if self._is_deal_due:
            asyncio.get_running_loop().call_later(_DEAL_SECONDS, self.catch_up_soon)
        else:
            self.tell(table=self._held, game=any(row.seat is not None for row in rows))

    async def deal_if_due(self) -> None:
        """After a restart between the start and the deal: deal."""
        async with self.lock:
            await self.trying(_nothing)

    # Writing ----------------------------------------------------------------------------------------

    async def tell_of(
        self, events: tuple[PartyEvent, ...], intent: Any, who: str | None, id: str | None
    ) -> int:
        """Write down what has changed about the table, then tell everyone; the lock is held.

        Answers with the row's number.
        """
        started = any(isinstance(event, Started) for event in events)
        row = StoredRow(self.number + 1, self._entropy.now(), who, None, _json(intent), _json(events), id)
        listed = _listed(events)
        await self._append(row, finished=False if started else None, listed=listed)
        for event in events:
            self._evolve(event)
        self._written(row)
        try:
            await self._settle()
        finally:
            self.tell(table=True, game=started)
        return row.number

    async def _play(self, match: Match, seat: Seat, intent: Any, who: str | None, id: str | None) -> None:
        """Decide, write down, go on, tell; the lock is held."""
        row = match.decide(seat, intent, self._entropy.now())
        state = match.after(row)
        over = match.game.outcome(state) is not None
        stored = StoredRow(self.number + 1, row.time, who, seat, _json(intent), _json(row.events), id)
        await self._append(stored, finished=True if over else None)
        self._went_on(match, row, state, stored.number)
        self._written(stored)
        self.tell(table=over, game=True)

    async def _append(self, row: StoredRow, finished: bool | None, listed: bool | None = None) -> None:
        """On disk when it returns; when it fails or is cancelled, the disk is asked before the next row."""
        begun, self._unsure = self._metrics.clock(), True
        await self._store.append(self.party.id, row, finished, listed)
        self._unsure = False
        self._metrics.committed(begun)
        self.neighbours.wake(self.party.id, row.number)

    async def _delete(self) -> None:
        self._unsure = True
        await self._store.delete(self.party.id)
        self.neighbours.wake(self.party.id, 0)
        self._gone()

    def _gone(self) -> None:
        self.deleted = True
        for socket in tuple(self.sockets):
            socket.dismiss("table-deleted")


async def _nothing() -> None:
    """For those who only want what `_settle` does."""


def _listed(events: tuple[PartyEvent, ...]) -> bool | None:
    return next((event.listed for event in events if hasattr(event, "listed")), None)


_json: Final = msgspec.json.Encoder().encode
