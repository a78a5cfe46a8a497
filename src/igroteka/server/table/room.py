"""One live table: what is asked of it is decided, written down, folded and told, in order."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, Final, TypeVar

import msgspec

from igroteka.core import HOUSE, Deal, Refused, Seat, Stop
from igroteka.server.cluster.neighbours import ALONE, Neighbours, Presence
from igroteka.server.connection.limits import Bucket
from igroteka.server.connection.messages import Ask, Notice
from igroteka.server.entropy import Entropy
from igroteka.server.logs import complain_of_damage, logger
from igroteka.server.metrics import Metrics
from igroteka.server.people import intents as i
from igroteka.server.people.decide import decide
from igroteka.server.people.events import GameChanged, Gone, HostCame, Moved, PartyEvent, Started
from igroteka.server.people.moment import Moment
from igroteka.server.people.party import Party
from igroteka.server.table import manners
from igroteka.server.table.connected import AnySession, Connected
from igroteka.server.table.fold import Folded, read_intent
from igroteka.server.table.looks import Looks
from igroteka.server.table.rows import Rows, SetBack
from igroteka.store import Conflict, Store, StoredRow, StoreFailed
from igroteka.table import Match

_ATTEMPTS: Final = 50
"""How often others may be faster before one is asked to try again."""

_DEAL_SECONDS: Final = 0.5
"""How long another server is left to deal a game that it has started."""

T = TypeVar("T")


class Room:
    """A table in memory. All changes pass through its lock, in order."""

    def __init__(
        self,
        store: Store,
        entropy: Entropy,
        metrics: Metrics,
        neighbours: Neighbours = ALONE,
        looks: Looks | None = None,
    ) -> None:
        self.folded = Folded(entropy.now())
        self.connected = Connected(self.folded, entropy, neighbours)
        self.neighbours = neighbours
        self.lock = asyncio.Lock()
        self.deleted = False
        self.is_void = False
        """Whether its log was set back, so that this room is no more than a memory."""
        self.is_closed = False
        """Whether this server has begun to stop: it decides nothing any more, others do."""
        self.used = entropy.monotonic()
        """When something has last happened here, for putting the table away."""
        self.is_stale = False
        """Whether the log has gone on while nobody here was looking."""
        self.moves_bots = False
        """Whether its bots are moved at this server."""
        self.talking: dict[str, Bucket] = {}
        """How much each person may still say for now."""
        self.changed: Callable[[], None] = lambda: None
        """Called after every change: bots and the timer look whether it is for them to act."""
        self.catch_up_soon: Callable[[], None] = lambda: None
        self._rows = Rows(store, looks or Looks(store), self.folded, metrics, neighbours)
        self._entropy = entropy
        self._metrics = metrics
        self._held = False
        """Whether something about the table is still to be told, once the game is dealt."""

    @property
    def party(self) -> Party:
        return self.folded.party

    @property
    def match(self) -> Match | None:
        return self.folded.match

    @property
    def number(self) -> int:
        """That of the last row of the log."""
        return self.folded.number

    @property
    def playing(self) -> bool:
        return self.folded.playing

    @property
    def is_watched(self) -> bool:
        """Whether it has to be up to date; else it is enough when someone asks."""
        return bool(self.connected.sessions) or self.moves_bots

    def now(self) -> float:
        """The time of the next row: that of the clock, but never before the last row, whoever wrote it."""
        return max(self._entropy.now(), self.folded.touched)

    def monotonic(self) -> float:
        return self._entropy.monotonic()

    # Telling ----------------------------------------------------------------------------------------

    def tell(self, *, table: bool, game: bool) -> None:
        """Every session looks for news, each as far as it may know."""
        table, self._held = table or self._held, False
        self.used = self._entropy.monotonic()
        for session in self.connected.sessions:
            session.poke(table=table, game=game)
        self.changed()

    def came(self, session: AnySession) -> None:
        """A client has connected; the others hear of it if a person has come."""
        if self.connected.came(session):
            self.tell(table=True, game=False)
        else:
            self.changed()
        if self.is_stale:
            self.is_stale = False
            self.catch_up_soon()

    def went(self, session: AnySession) -> None:
        if self.connected.went(session):
            self.tell(table=True, game=False)

    def heard_from_elsewhere(self, there: dict[str, Presence] | None) -> None:
        """Who is at this table at other servers."""
        if self.connected.heard_from_elsewhere(there):
            self.tell(table=True, game=False)

    def _notice(self, notice: str, person: str) -> None:
        for session in self.connected.sessions:
            session.push(Notice(notice, person))

    def _see_off(self, events: list[PartyEvent] | tuple[PartyEvent, ...]) -> None:
        """Those who have left, were removed, or are at another device now, hear nothing more here."""
        for event in events:
            if isinstance(event, Gone):
                self.connected.dismiss(event.person, "gone")
            elif isinstance(event, Moved):
                self.connected.dismiss(event.person, "moved-away")
                self._notice("seat_moved", event.person)
            elif isinstance(event, HostCame) and event.claimed and event.person:
                self._notice("host_claimed", event.person)

    # Asking -----------------------------------------------------------------------------------------

    async def ask(self, who: str, asked: Ask, seen: int | None = None) -> int | None:
        """A game intent of a person: its row's number once it is on disk, or Refused.

        Who asks has `seen` the log up to there. If the person has moved since, over another connection, this
        one is a copy that was left behind somewhere, and was perhaps refused meanwhile: it is not played.
        """
        async with self.lock:
            return await self.trying(partial(self._ask, who, asked, seen))

    async def _ask(self, who: str, asked: Ask, seen: int | None) -> int | None:
        known = self.folded.asked_by(who)
        if asked.id in known:
            return known[asked.id]
        if seen is not None and self.folded.last_move_of(who) > seen:
            raise Refused("too-late", None, why="too-late")
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
        await self._play(self.folded.need_match(), seat, intent, None, None)
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

    async def do_over_http(self, who: str | None, intent: i.AskedOverHttp) -> None:
        """Coming to the table, or moving a seat to another device."""
        async with self.lock:
            await self.trying(partial(self._change, who, intent, None))

    async def _do(self, who: str, intent: i.TableIntent, id: str) -> int | None:
        known = self.folded.asked_by(who)
        if id in known:
            return known[id]
        if isinstance(intent, i.StopGame | i.Delete):
            self.party.need_host(who)
        if isinstance(intent, i.StopGame):
            await self._play(self._need_running(), HOUSE, Stop(), who, id)
            return self.number
        if isinstance(intent, i.Delete):
            self.party.need_true_host(who)
            await self._rows.delete()
            self._gone()
            return None
        number = await self._change(who, intent, id)
        if number is None:
            self.folded.remember(who, id, None)
        return number

    async def _change(
        self, who: str | None, intent: i.TableIntent | i.AskedOverHttp, id: str | None
    ) -> int | None:
        """Decide about the table; the number of the row, None if there is nothing to write down."""
        events = decide(self.party, who, intent, self._moment())
        if not events:
            return None
        return await self._tell_of(events, i.written(intent), who, id)

    def _moment(self) -> Moment:
        connected = self.connected
        return Moment(
            entropy=self._entropy,
            now=self.now(),
            playing=self.playing,
            first=self.folded.first,
            present=connected.present(),
            maybe_present=connected.maybe_present(),
            away=connected.seconds_away,
        )

    def _need_running(self) -> Match:
        if not self.playing:
            raise Refused("no-game-is-running")
        return self.folded.need_match()

    def _need_player(self, who: str) -> tuple[Match, Seat]:
        match, seat = self.folded.need_match(), self.party.seat_of(who)
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
                    if not self._rows.is_shared or not await self._has_gone_on():
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
        if self.is_closed:
            raise Refused("one-moment")
        if self._rows.is_unsure or self._rows.is_doubtful:
            await self._catch_up()
        if self.deleted:
            raise Refused("no-such-table")
        if self.match is not None and self.folded.is_deal_due:
            await self._play(self.match, HOUSE, Deal(), None, None)

    async def refresh(self) -> None:
        """Be as far as the log is now."""
        self.is_stale = False
        async with self.lock:
            await self._catch_up()
            if self.folded.is_deal_due:
                await self.trying(_nothing)

    async def go_on(self, rows: list[StoredRow]) -> None:
        """By rows that another server has written; if they do not fit, by those of the log."""
        async with self.lock:
            rows = [row for row in rows if row.number >= self.number]
            if rows and rows[0].number == self.number:
                try:
                    rows = self._rows.fitting(rows)
                except SetBack:
                    self._set_back()
                    return
                if not rows:
                    return
            if rows and rows[0].number == self.number + 1:
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
        try:
            self._see_off(self.folded.go_on(rows))
        except Exception as error:  # a row that cannot be: what is in memory is of no use any more
            complain_of_damage(self.party.id, error)
            self._gone("table-damaged")
            raise Refused("table-damaged") from None
        self._held |= not self.playing or any(row.seat is None for row in rows)
        if self.folded.is_deal_due:
            asyncio.get_running_loop().call_later(_DEAL_SECONDS, self.catch_up_soon)
        else:
            self.tell(table=self._held, game=any(row.seat is not None for row in rows))

    async def deal_if_due(self) -> None:
        """After a restart between the start and the deal: deal."""
        async with self.lock:
            await self.trying(_nothing)

    # Writing ----------------------------------------------------------------------------------------

    async def _tell_of(
        self, events: tuple[PartyEvent, ...], intent: Any, who: str | None, id: str | None
    ) -> int:
        """Write down what has changed about the table, then tell everyone; the lock is held.

        Answers with the row's number.
        """
        started = any(isinstance(event, Started) for event in events)
        row = StoredRow(self.number + 1, self.now(), who, None, _json(intent), _json(events), id)
        finished = False if started else None
        await self._rows.append(row, finished, _listed(events), _changed_game(events))
        self.folded.go_on_at_table(row, events)
        self._see_off(events)
        try:
            await self._settle()
        finally:
            self.tell(table=True, game=started)
        return row.number

    async def _play(self, match: Match, seat: Seat, intent: Any, who: str | None, id: str | None) -> None:
        """Decide, write down, go on, tell; the lock is held."""
        row = match.decide(seat, intent, self.now())
        state = match.after(row)
        over = match.game.outcome(state) is not None
        stored = StoredRow(self.number + 1, row.time, who, seat, _json(intent), _json(row.events), id)
        await self._rows.append(stored, finished=True if over else None)
        self.folded.go_on_in_game(stored, row, state)
        self.tell(table=over, game=True)

    def _set_back(self) -> None:
        """What is in memory was never, says the log: everyone comes back, and finds what there is."""
        fields = {"table": f"{self.party.id[:6]}…", "number": self.number}
        logger.error("the log of a table was set back", extra={"fields": fields})
        self.is_void = True
        self._gone("log-set-back")

    def _gone(self, reason: str = "table-deleted") -> None:
        self.deleted = True
        self.connected.dismiss_all(reason)


async def _nothing() -> None:
    """For those who only want what `_settle` does."""


def _listed(events: tuple[PartyEvent, ...]) -> bool | None:
    return next((event.listed for event in events if hasattr(event, "listed")), None)


def _changed_game(events: tuple[PartyEvent, ...]) -> str | None:
    return next((event.game for event in events if isinstance(event, GameChanged)), None)


_json: Final = msgspec.json.Encoder().encode
