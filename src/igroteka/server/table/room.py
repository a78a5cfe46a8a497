"""One live table: who asks what of it, and who is told when it has changed."""

from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec

from igroteka.bots.hint import Hint
from igroteka.core import HOUSE, Refused, Seat, Stop
from igroteka.server.cluster.neighbours import ALONE, Neighbours, Presence
from igroteka.server.connection.limits import Bucket
from igroteka.server.connection.messages import Ask
from igroteka.server.entropy import Entropy
from igroteka.server.metrics import Metrics
from igroteka.server.people import intents as i
from igroteka.server.people.decide import decide
from igroteka.server.people.events import Started
from igroteka.server.people.moment import Moment
from igroteka.server.people.party import Party
from igroteka.server.table import manners
from igroteka.server.table.connected import AnySession, Connected
from igroteka.server.table.decided import Move
from igroteka.server.table.fold import Folded, read_intent
from igroteka.server.table.ledger import Ledger, Played
from igroteka.server.table.looks import Looks
from igroteka.server.table.rows import Rows
from igroteka.store import Store
from igroteka.table import Match


class Room:
    """A table in memory."""

    __slots__ = (
        "_entropy", "buckets", "changed", "connected", "folded", "hinted", "ledger", "moves_bots",
        "neighbours", "used",
    )  # fmt: skip

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
        self.used = entropy.monotonic()
        """When something has last happened here, for putting the table away."""
        self.moves_bots = False
        """Whether its bots are moved at this server."""
        self.buckets: dict[tuple[str, str], Bucket] = {}
        """How much each person may still ask of each thing for now (`Patience`)."""
        self.hinted: dict[str, tuple[tuple[int, Seat], Hint]] = {}
        """The last hint of each person: at which row, and for which seat."""
        self.changed: Callable[[], None] = lambda: None
        """Called after every change: bots and the timer look whether it is for them to act."""
        self._entropy = entropy
        rows = Rows(store, looks or Looks(store), self.folded, metrics, neighbours)
        self.ledger = Ledger(self.folded, rows, self.connected, entropy, metrics, self._tell)

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
        return self.ledger.now()

    def monotonic(self) -> float:
        return self._entropy.monotonic()

    # Telling ----------------------------------------------------------------------------------------

    def tell(self, *, table: bool, game: bool) -> None:
        """Every session looks for news, each as far as it may know."""
        self._tell(table, game)

    def _tell(self, table: bool, game: bool) -> None:
        self.used = self._entropy.monotonic()
        for session in self.connected.sessions:
            session.poke(table=table, game=game)
        self.changed()

    def notify(self, notice: str) -> None:
        """Something about the table itself that everyone at it should know, at other servers too."""
        self.connected.notify(notice, "")
        self.neighbours.notify(self.party.id, notice)

    def came(self, session: AnySession) -> None:
        """A client has connected; the others hear of it if a person has come."""
        if self.connected.came(session):
            self.tell(table=True, game=False)
        else:
            self.changed()
        if self.ledger.is_stale:
            self.ledger.is_stale = False
            self.ledger.catch_up_soon()

    def went(self, session: AnySession) -> None:
        if self.connected.went(session):
            self.tell(table=True, game=False)

    def heard_from_elsewhere(self, there: dict[str, Presence] | None) -> None:
        """Who is at this table at other servers."""
        if self.connected.heard_from_elsewhere(there):
            self.tell(table=True, game=False)

    # Asking -----------------------------------------------------------------------------------------

    async def ask(self, who: str, asked: Ask, seen: int | None = None) -> int | None:
        """A game intent of a person: its row's number once it is on disk, or Refused.

        Who asks has `seen` the log up to there. If the person has moved since, over another connection, this
        one is a copy that was left behind somewhere, and was perhaps refused meanwhile: it is not played.
        """
        return await self.ledger.decide(partial(self._ask, who, asked, seen))

    async def _ask(self, who: str, asked: Ask, seen: int | None) -> int | None:
        known = self.folded.asked_by(who)
        if asked.id in known:
            return known[asked.id]
        return await self.ledger.play(self._move(who, asked, seen))

    def ask_at_once(self, who: str, asked: Ask, seen: int, played: Played) -> bool:
        """As `ask`, where nothing has to be waited for but the disk: `played` hears of it then.

        If it is refused, or known, or there is something to wait for, the answer is False, and nothing has
        happened.
        """
        if not self.ledger.is_settled or asked.id in self.folded.asked_by(who):
            return False
        try:
            move = self._move(who, asked, seen)
        except Refused:
            return False
        return self.ledger.play_at_once(move, played)

    def _move(self, who: str, asked: Ask, seen: int | None) -> Move:
        if seen is not None and self.folded.last_move_of(who) > seen:
            raise Refused("too-late", None, why="too-late")
        match, seat = self.need_player(who)
        intent = read_intent(match, asked.intent)
        manners.need(match, self.folded.party, seat, intent)
        return Move(match, seat, intent, who, asked.id)

    async def ask_for_bot(self, seat: Seat, intent: Any, at: int) -> bool:
        """A bot's intent, if nothing has happened since it looked (`at`)."""
        return await self.ledger.decide(partial(self._ask_for_bot, seat, intent, at))

    async def _ask_for_bot(self, seat: Seat, intent: Any, at: int) -> bool:
        if self.number != at or not self.playing or self.party.paused:
            return False
        await self.ledger.play(Move(self.folded.need_match(), seat, intent, None, None))
        return True

    def why(self, who: str, intent: msgspec.Raw) -> None:
        """Refused as `ask` would be; nothing happens."""
        match, seat = self.need_player(who)
        asked = read_intent(match, intent)
        manners.need(match, self.party, seat, asked)
        match.decide(seat, asked)

    async def do(self, who: str, intent: i.TableIntent, id: str) -> int | None:
        """An intent about the table; None if it changed nothing."""
        return await self.ledger.decide(partial(self._do, who, intent, id))

    async def do_over_http(self, who: str | None, intent: i.AskedOverHttp) -> None:
        """Coming to the table, or moving a seat to another device."""
        await self.ledger.decide(partial(self._change, who, intent, None))

    def do_at_once(self, who: str, intent: i.TableIntent, id: str, played: Played) -> bool:
        """As `do`, for the end of a game and the start of the next, and as `ask_at_once`, if it can be."""
        if not self.ledger.is_settled or id in self.folded.asked_by(who):
            return False
        try:
            match intent:
                case i.StopGame():
                    return self.ledger.play_at_once(self._stop(who, id), played)
                case i.Start() | i.Rematch():
                    (started,) = decide(self.party, who, intent, self._moment())
                    assert isinstance(started, Started)
                    return self.ledger.start_at_once(started, intent, who, id, played)
        except Refused:
            pass
        return False

    def _stop(self, who: str, id: str) -> Move:
        self.party.need_host(who)
        return Move(self._need_running(), HOUSE, Stop(), who, id)

    async def _do(self, who: str, intent: i.TableIntent, id: str) -> int | None:
        known = self.folded.asked_by(who)
        if id in known:
            return known[id]
        if isinstance(intent, i.StopGame):
            return await self.ledger.play(self._stop(who, id))
        if isinstance(intent, i.Delete):
            self.party.need_true_host(who)
            await self.ledger.delete()
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
        return await self.ledger.write(events, i.written(intent), who, id)

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

    def need_player(self, who: str) -> tuple[Match, Seat]:
        """The game and the seat that this person plays at, or Refused."""
        folded = self.folded
        match, party = folded.match or folded.need_match(), folded.party
        seat = party.seat_of(who)
        if seat is None:
            raise Refused("not-seated")
        if party.chairs[seat].bot:
            raise Refused("bot-plays-there", None, seat=seat)
        if party.paused:
            raise Refused("paused")
        return match, seat
