"""A table's log and the memory of it, in step: rows are written at the next number, or decided anew."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, Final, TypeAlias, TypeVar

import msgspec

from igroteka.core import HOUSE, Deal, Refused
from igroteka.server.entropy import Entropy
from igroteka.server.logs import complain_of_damage, logger
from igroteka.server.metrics import Metrics
from igroteka.server.people.events import GameChanged, PartyEvent, Started
from igroteka.server.table.connected import Connected
from igroteka.server.table.decided import Decided, Move, Start, decided_of
from igroteka.server.table.fold import Folded, match_of
from igroteka.server.table.lock import Lock
from igroteka.server.table.rows import Rows, SetBack
from igroteka.store import Conflict, StoredRow, StoreFailed

_ATTEMPTS: Final = 50
"""How often others may be faster before one is asked to try again."""

_DEAL_SECONDS: Final = 0.5
"""How long another server is left to deal a game that it has started."""

T = TypeVar("T")
Tell = Callable[[bool, bool], None]
"""Called with what has changed: the table, the game."""
Played: TypeAlias = Callable[[int, Exception | None], None]
"""Called with the row's number once it is on disk, or with what has gone wrong."""


class Ledger:
    """Everything that changes a table passes through its lock, in order, and is on disk before it is told."""

    __slots__ = (
        "_connected", "_entropy", "_folded", "_held", "_metrics", "_rows", "_tell", "catch_up_soon",
        "deleted", "is_closed", "is_stale", "is_void", "lock",
    )  # fmt: skip

    def __init__(
        self, folded: Folded, rows: Rows, connected: Connected, entropy: Entropy, metrics: Metrics, tell: Tell
    ) -> None:
        self._folded = folded
        self._rows = rows
        self._connected = connected
        self._entropy = entropy
        self._metrics = metrics
        self._tell = tell
        self.lock = Lock()
        self.deleted = False
        self.is_void = False
        """Whether the log was set back, so that memory is no more than that."""
        self.is_closed = False
        """Whether this server has begun to stop: it decides nothing any more, others do."""
        self.is_stale = False
        """Whether the log has gone on while nobody here was looking."""
        self.catch_up_soon: Callable[[], None] = lambda: None
        self._held = False
        """Whether something about the table is still to be told, once the game is dealt."""

    def now(self) -> float:
        """The time of the next row: that of the clock, but never before the last row, whoever wrote it."""
        now, last = self._entropy.now(), self._folded.touched
        return now if now > last else last

    # Deciding ---------------------------------------------------------------------------------------

    async def decide(self, attempt: Callable[[], Awaitable[T]]) -> T:
        """The log's key is the lock: when another has written this number, fold on and decide anew.

        Each attempt looks first whether it is already done: its row may be on disk though nobody heard so.
        Nor is anything refused because of what was true before another server wrote.
        """
        async with self.lock:
            return await self._decide(attempt)

    async def _decide(self, attempt: Callable[[], Awaitable[T]]) -> T:
        try:
            for _ in range(_ATTEMPTS):
                try:
                    await self._settle()
                    return await attempt()
                except Conflict:
                    self._metrics.conflict()
                except Refused:
                    if not self._rows.is_shared or not await self._has_gone_on():
                        raise
        except StoreFailed:
            pass
        raise Refused("one-moment")

    async def _has_gone_on(self) -> bool:
        before = self._folded.number
        await self._catch_up()
        return self._folded.number != before

    @property
    def is_settled(self) -> bool:
        """Whether there is nothing to wait for before something can be decided."""
        rows, folded = self._rows, self._folded
        return not (
            self.lock.is_held
            or self.is_closed
            or self.deleted
            or rows.is_unsure
            or (rows.is_shared and rows.is_doubtful)
            or folded.is_deal_due
        )

    async def _settle(self) -> None:
        """What has to come before anything else: memory agrees with the disk, a game begins with its deal."""
        if self.is_closed:
            raise Refused("one-moment")
        if self._rows.is_unsure or self._rows.is_doubtful:
            await self._catch_up()
        if self.deleted:
            raise Refused("no-such-table")
        if self._folded.match is not None and self._folded.is_deal_due:
            await self.play(Move(self._folded.match, HOUSE, Deal(), None, None))

    async def deal_if_due(self) -> None:
        """After a restart between the start and the deal: deal."""
        await self.decide(_nothing)

    # Keeping up -------------------------------------------------------------------------------------

    async def refresh(self) -> None:
        """Be as far as the log is now."""
        self.is_stale = False
        async with self.lock:
            await self._catch_up()
            if self._folded.is_deal_due:
                await self._decide(_nothing)

    async def go_on(self, rows: list[StoredRow]) -> None:
        """By rows that another server has written; if they do not fit, by those of the log."""
        async with self.lock:
            number = self._folded.number
            rows = [row for row in rows if row.number >= number]
            if rows and rows[0].number == number:
                try:
                    rows = self._rows.fitting(rows)
                except SetBack:
                    self._set_back()
                    return
                if not rows:
                    return
            if rows and rows[0].number == number + 1:
                self._fold_on(rows)
            else:
                await self._catch_up()

    async def _catch_up(self) -> None:
        try:
            rows = await self._rows.missing()
        except SetBack:
            self._set_back()
            raise Refused("log-set-back") from None
        if rows is None:
            self._gone()
        elif rows:
            self._fold_on(rows)

    def _fold_on(self, rows: list[StoredRow]) -> None:
        """Told once it is dealt: by who has started the game, or, if that server is gone, by this one."""
        folded = self._folded
        try:
            self._connected.see_off(folded.go_on(rows))
        except Exception as error:  # a row that cannot be: what is in memory is of no use any more
            complain_of_damage(folded.party.id, error)
            self._gone("table-damaged")
            raise Refused("table-damaged") from None
        self._held |= not folded.playing or any(row.seat is None for row in rows)
        if folded.is_deal_due:
            asyncio.get_running_loop().call_later(_DEAL_SECONDS, self.catch_up_soon)
        else:
            self._tell_held(self._held, any(row.seat is not None for row in rows))

    # Writing ----------------------------------------------------------------------------------------

    async def write(
        self, events: tuple[PartyEvent, ...], intent: Any, who: str | None, id: str | None
    ) -> int:
        """What has changed about the table, then tell everyone; the lock is held. The row's number."""
        started = any(isinstance(event, Started) for event in events)
        for event in events:
            self._need_deal(event)
        row = StoredRow(self._folded.number + 1, self.now(), who, None, _json(intent), _json(events), id)
        finished = False if started else None
        await self._rows.append(row, finished, _listed(events), _changed_game(events))
        self._folded.go_on_at_table(row, events)
        self._connected.see_off(events)
        try:
            await self._settle()
        finally:
            self._tell_held(True, started)
        return row.number

    def _need_deal(self, event: PartyEvent) -> None:
        """Refused where a game that starts could not be dealt: nobody could go on at the table then."""
        if isinstance(event, Started) and not event.round.given:
            match = match_of(self._folded.party.game, event.round)
            decided_of(Move(match, HOUSE, Deal(), None, None), self._folded.number + 2, self.now())

    async def play(self, move: Move) -> int:
        """Decide, write down, go on, tell; the lock is held. The row's number."""
        decided = decided_of(move, self._folded.number + 1, self.now())
        await self._rows.append(decided.stored, True if decided.is_over else None)
        self._go_on(decided)
        return decided.stored.number

    def play_at_once(self, move: Move, played: Played) -> bool:
        """As `play`, where nothing has to be waited for but the disk: no coroutine stands by for it.

        If it is refused, or somebody else holds the lock, the answer is False, and nothing has happened.
        """
        try:
            decided = decided_of(move, self._folded.number + 1, self.now())
        except Refused:
            return False
        if not self.lock.take():
            return False
        heard = partial(self._played, decided, decided.stored.number, self._metrics.clock(), played)
        self._rows.append_then(decided.stored, True if decided.is_over else None, heard)
        return True

    def start_at_once(self, started: Started, intent: Any, who: str, id: str, played: Played) -> bool:
        """As `write`, for the start of a game: its deal is decided by it, and both are written together."""
        if started.round.given:
            return False
        number, now, events = self._folded.number + 1, self.now(), (started,)
        start = Start(StoredRow(number, now, who, None, _json(intent), _json(events), id), events)
        match = match_of(self._folded.party.game, started.round)
        dealt = decided_of(Move(match, HOUSE, Deal(), None, None), number + 1, now, start)
        if not self.lock.take():
            return False
        heard = partial(self._played, dealt, number, self._metrics.clock(), played)
        self._rows.append_then(start.stored, dealt.is_over, heard, dealt.stored)
        return True

    def _played(
        self, decided: Decided, number: int, begun: float, played: Played, fault: Exception | None
    ) -> None:
        heard, self._connected.is_holding = self._metrics.clock(), True
        try:
            played(number, self._gone_on(decided, begun, fault))
        finally:
            self._connected.let_go()
            self._metrics.told(heard)

    def _gone_on(self, decided: Decided, begun: float, fault: Exception | None) -> Exception | None:
        """Go on where the row is on disk; what was in the way, if anything."""
        try:
            if fault is None:
                self._rows.appended(begun, decided.stored.number)
                self._go_on(decided)
            elif isinstance(fault, Conflict):
                self._metrics.conflict()
        except Exception as error:
            fault = error
        finally:
            self.lock.release()
        return fault

    def _go_on(self, decided: Decided) -> None:
        if decided.start is not None:
            self._folded.go_on_at_table(decided.start.stored, decided.start.events)
            self._held = True
        self._folded.go_on_in_game(decided.stored, decided.row, decided.state, decided.is_over)
        self._tell_held(decided.is_over, True)

    async def delete(self) -> None:
        await self._rows.delete()
        self._gone()

    def _tell_held(self, table: bool, game: bool) -> None:
        table, self._held = table or self._held, False
        self._tell(table, game)

    def _set_back(self) -> None:
        """What is in memory was never, says the log: everyone comes back, and finds what there is."""
        fields = {"table": f"{self._folded.party.id[:6]}…", "number": self._folded.number}
        logger.error("the log of a table was set back", extra={"fields": fields})
        self.is_void = True
        self._gone("log-set-back")

    def _gone(self, reason: str = "table-deleted") -> None:
        self.deleted = True
        self._connected.dismiss_all(reason)


async def _nothing() -> None:
    """For those who only want what comes before every attempt."""


def _listed(events: tuple[PartyEvent, ...]) -> bool | None:
    return next((event.listed for event in events if hasattr(event, "listed")), None)


def _changed_game(events: tuple[PartyEvent, ...]) -> str | None:
    return next((event.game for event in events if isinstance(event, GameChanged)), None)


_json: Final = msgspec.json.Encoder().encode
