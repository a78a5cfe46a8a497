"""One live table: its party and match, folded from its log, and everyone who looks on."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from functools import cache, partial
from typing import Any, Final, Protocol, TypeVar

import msgspec

from igroteka.core import HOUSE, Deal, Refused, Seat, Stop, read_json
from igroteka.games import game as on_shelf
from igroteka.server import hosting, manners
from igroteka.server import intents as i
from igroteka.server.entropy import Entropy
from igroteka.server.limits import Bucket
from igroteka.server.messages import Ask
from igroteka.server.metrics import Metrics
from igroteka.server.neighbours import ALONE, Neighbours, Presence
from igroteka.server.party import Gone, Moved, Party, PartyEvent, Round, Started, evolve
from igroteka.store import Conflict, Store, StoredRow, StoreFailed
from igroteka.table import Match, Row
from igroteka.table.record import typed_row

_REMEMBERED: Final = 100
"""Among how many of a person's last intents a resend is recognised."""

_ATTEMPTS: Final = 50
"""How often others may be faster before one is asked to try again."""

_DEAL_SECONDS: Final = 0.5
"""How long another server is left to deal a game that it has started."""

_decode_events: Final = msgspec.json.Decoder(list[PartyEvent])


T = TypeVar("T")


class Onlooker(Protocol):
    """A connection to the table: told that there is something new, it looks for itself."""

    who: str | None
    id: str
    born: float

    def poke(self, *, table: bool, game: bool) -> None: ...
    def push(self, message: Any) -> None: ...
    def dismiss(self, reason: str) -> None: ...


class Room:
    """A table in memory; mutable because its log grows. All changes pass through its lock, in order."""

    def __init__(
        self, store: Store, entropy: Entropy, metrics: Metrics, neighbours: Neighbours = ALONE
    ) -> None:
        self._store = store
        self.neighbours = neighbours
        self._entropy = entropy
        self._metrics = metrics
        self.party = Party("", "", "", {}, ())
        self.match: Match | None = None
        self.number = 0
        self.game_number = 0
        """The number of the last row that changed the game."""
        self.first: Seat | None = None
        self.born = self.touched = entropy.now()
        self.lock = asyncio.Lock()
        self.sockets: set[Onlooker] = set()
        self.elsewhere: dict[str, Presence] | None = {}
        """Connections of people to this table at other servers; None while that cannot be known."""
        self.is_stale = False
        """Whether the log has gone on while nobody here was looking."""
        self.catch_up_soon: Callable[[], None] = lambda: None
        self.is_minded = False
        """Whether its bots are moved here."""
        self.changed: Callable[[], None] = lambda: None
        """Called after every change: bots look whether it is for them to move."""
        self.deleted = False
        self.told: dict[tuple[Seat | None, int | None], bytes] = {}
        """What has been told of the game as it is now, for others who may hear the same."""
        self.row_numbers: list[int] = []
        """The number in the table's log of each row of the game; 0 for rows that were given."""
        self._unsure = False
        """Whether the log may have gone on without this room: an append failed, or was not waited for."""
        self._held = False
        """Whether something about the table is still to be told, once the game is dealt."""
        self._asked: dict[str, OrderedDict[str, int | None]] = {}
        self.talking: dict[str, Bucket] = {}
        """How much each person may still say for now."""
        self.turn_since = 0.0
        """When the log says that whoever is on turn began to think: the same at every server."""
        self._turn: tuple[Any, ...] | None = None
        self._loaded = entropy.now()
        self._last_seen: dict[str, float] = {}

    # The fold ---------------------------------------------------------------------------------------

    def fold(self, rows: list[StoredRow]) -> None:
        """Go on by rows of the log."""
        for row in rows:
            if row.seat is None:
                for event in _decode_events.decode(row.events):
                    self._evolve(event)
            else:
                self._fold_game(row)
            self._written(row)

    def _fold_game(self, stored: StoredRow) -> None:
        match = self._need_match()
        reader = _reader(match.game.NAME)
        intent, events = reader.intent.decode(stored.intent), reader.events.decode(stored.events)
        assert stored.seat is not None
        row = Row(len(match.log) + 1, stored.time, stored.seat, intent, events)
        self._went_on(match, row, match.after(row), stored.number)

    def _written(self, row: StoredRow) -> None:
        self.number = row.number
        self.touched = row.time
        if row.number == 1:
            self.born = row.time
        if row.asked is not None and row.who is not None:
            self._remember(row.who, row.asked, row.number)
        if (turn := self.thinking()) != self._turn:
            self._turn, self.turn_since = turn, row.time

    def thinking(self) -> tuple[int, Seat, int] | None:
        """At a table with a timer, while the game runs, a person's turn: the round, the seat, the timer."""
        timer = self.party.timer
        if timer is None or self.match is None or not self.playing or self.party.paused or self.deleted:
            return None
        seat = self.match.game.turn(self.match.state)
        if seat is None or self.party.chairs[seat].is_played_by_bot:
            return None
        return len(self.party.rounds), seat, timer

    def _evolve(self, event: PartyEvent) -> None:
        self.party = evolve(self.party, event)
        if isinstance(event, Gone | Moved):
            self._see_off(event)
        if isinstance(event, Started):
            self.match = _match_of(self.party.game, event.round)
            self.told.clear()
            self.row_numbers = [0] * len(self.match.log)
            self.first = self.match.game.turn(self.match.state)

    def _went_on(self, match: Match, row: Row, state: Any, number: int) -> None:
        match.append(row, state)
        self.told.clear()
        self.row_numbers.append(number)
        self.game_number = number
        if self.first is None or row.number == 1:
            self.first = match.game.turn(match.state)
        if outcome := match.outcome:
            winners = tuple(self._label(seat) for seat in outcome.winners)
            self.party = msgspec.structs.replace(self.party, results=(*self.party.results, winners))

    def _label(self, seat: Seat) -> str:
        return self.party.chairs[seat].person or f"bot:{seat}"

    # Asking -----------------------------------------------------------------------------------------

    @property
    def playing(self) -> bool:
        return self.match is not None and self.match.outcome is None

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

    @property
    def _is_deal_due(self) -> bool:
        return self.match is not None and not self.match.log

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

    def _see_off(self, event: Gone | Moved) -> None:
        """Those who have left, were removed, or are at another device now, hear nothing more here."""
        for socket in tuple(self.sockets):
            if socket.who == event.person:
                if isinstance(event, Gone):
                    socket.dismiss("gone")
                else:
                    socket.dismiss("moved-away")

    async def deal_if_due(self) -> None:
        """After a restart between the start and the deal: deal."""
        async with self.lock:
            await self.trying(_nothing)

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

    # Looking ----------------------------------------------------------------------------------------

    def tell(self, *, table: bool, game: bool) -> None:
        """Everyone who looks on is told, each as far as it may know."""
        table, self._held = table or self._held, False
        for socket in self.sockets:
            socket.poke(table=table, game=game)
        self.changed()

    def now(self) -> float:
        return self._entropy.now()

    def came(self, socket: Onlooker) -> None:
        """Someone looks on; the others hear of it if a person has come."""
        news = socket.who is not None and socket.who not in self.present()
        self.sockets.add(socket)
        if socket.who is not None:
            self.neighbours.came(self.party.id, socket.id, Presence(socket.who, socket.born))
        if news:
            self.tell(table=True, game=False)
        if self.is_stale:
            self.is_stale = False
            self.catch_up_soon()

    def went(self, socket: Onlooker) -> None:
        self.sockets.discard(socket)
        if socket.who is None:
            return
        self.neighbours.went(self.party.id, socket.id)
        if socket.who not in self.present():
            self._last_seen[socket.who] = self.now()
            self.tell(table=True, game=False)

    def heard_from_elsewhere(self, there: dict[str, Presence] | None) -> None:
        """Who is at this table at other servers; while that cannot be known, it stays as it was."""
        if there is None:
            self.elsewhere = self.elsewhere or None
            return
        before, self.elsewhere = self.present(), there
        now = self.present()
        self._last_seen |= dict.fromkeys(before - now, self.now())
        if before != now:
            self.tell(table=True, game=False)

    @property
    def is_watched(self) -> bool:
        """Whether it has to be up to date; else it is enough when someone asks."""
        return bool(self.sockets) or self.is_minded

    def present(self) -> frozenset[str]:
        here = {socket.who for socket in self.sockets if socket.who is not None}
        return frozenset(here.union(there.person for there in (self.elsewhere or {}).values()))

    def maybe_present(self) -> frozenset[str]:
        """Those of whom one cannot say that they are not here."""
        if self.elsewhere is None:
            return frozenset(person.id for person in self.party.people)
        return self.present()

    def _moment(self) -> hosting.Moment:
        present, host = self.present(), self.party.host
        away = (
            0.0
            if host in self.maybe_present()
            else self.now() - self._last_seen.get(host or "", self._loaded)
        )
        return hosting.Moment(self._entropy, self.playing, self.first, present, away)

    def _asked_by(self, who: str) -> OrderedDict[str, int | None]:
        return self._asked.setdefault(who, OrderedDict())

    def _remember(self, who: str, id: str, number: int | None) -> None:
        """Each person has a memory of its own: nobody can make the table forget another's intents."""
        asked = self._asked_by(who)
        asked[id] = number
        if len(asked) > _REMEMBERED:
            asked.popitem(last=False)

    def _need_match(self) -> Match:
        if self.match is None:
            raise Refused("no-game-is-running")
        return self.match

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


class _Reader(msgspec.Struct, frozen=True):
    """Decoders of a game's words, made once: making one takes longer than using it."""

    intent: msgspec.json.Decoder[Any]
    events: msgspec.json.Decoder[Any]


@cache
def _reader(name: str) -> _Reader:
    game = on_shelf(name)
    events = tuple.__class_getitem__((game.Event, ...))
    return _Reader(msgspec.json.Decoder(game.Intent), msgspec.json.Decoder(events))


def read_intent(match: Match, said: msgspec.Raw) -> Any:
    """An intent from outside, or Refused."""
    try:
        return _reader(match.game.NAME).intent.decode(said)
    except (msgspec.MsgspecError, UnicodeError, RecursionError, ValueError):
        return read_json(said, match.game.Intent)  # says what is wrong with it


async def _nothing() -> None:
    """For those who only want what `_settle` does."""


def _match_of(name: str, round: Round) -> Match:
    game = on_shelf(name)
    rows = [typed_row(row, game) for row in round.given.rows] if round.given else []
    options = msgspec.convert(round.options, game.Options)
    return Match(game, round.seats, options, bytes.fromhex(round.seed), rows)


def _listed(events: tuple[PartyEvent, ...]) -> bool | None:
    return next((event.listed for event in events if hasattr(event, "listed")), None)


_json: Final = msgspec.json.Encoder().encode
