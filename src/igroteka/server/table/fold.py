"""The fold of a table's log: the party, the match, and up to which row; never stored itself."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, Final

import msgspec

from igroteka.core import Refused, Seat, read_json
from igroteka.games import SHELF
from igroteka.server.guests import game as on_shelf
from igroteka.server.people.events import PartyEvent, Round, Started
from igroteka.server.people.evolve import evolve
from igroteka.server.people.party import Party
from igroteka.store import StoredRow
from igroteka.table import Match, Row
from igroteka.table.record import LATEST, typed_row

MOST_RESULTS: Final = 1000
"""Games whose winners are told with the table, at every change of it; a stranger could stop one a second."""
_REMEMBERED: Final = 100
"""Among how many of a person's last intents a resend is recognised."""

_decode_events: Final = msgspec.json.Decoder(list[PartyEvent])


class Folded:
    """A table as its log tells it so far; equal logs make equal tables, at whichever server."""

    __slots__ = (
        "_asked", "_moved", "_turn", "born", "first", "game_number", "last", "match", "number", "party",
        "row_numbers", "size", "told", "touched", "turn_since",
    )  # fmt: skip

    def __init__(self, now: float) -> None:
        self.party = Party("", "", "", {}, ())
        self.match: Match | None = None
        self.number = 0
        self.size = 0
        """Bytes of the log so far: by them one can tell how much memory the table takes."""
        self.game_number = 0
        """The number of the last row that changed the game."""
        self.first: Seat | None = None
        self.born = self.touched = now
        self.told: dict[tuple[Seat | None, int | None], bytes] = {}
        """What has been told of the game as it is now, for others who may hear the same."""
        self.row_numbers: list[int] = []
        """The number in the table's log of each row of the game; 0 for rows that were given."""
        self.turn_since = 0.0
        """When the log says that whoever is on turn began to think: the same at every server."""
        self._turn: tuple[int, Seat, int] | None = None
        self._asked: defaultdict[str, dict[str, int | None]] = defaultdict(dict)
        self._moved: dict[str, int] = {}
        self.last: StoredRow | None = None
        """The row that memory ends with, to be held against what the log has under that number."""

    def go_on(self, rows: list[StoredRow]) -> list[PartyEvent]:
        """Go on by rows of the log; the events about the table that were in them."""
        folded: list[PartyEvent] = []
        for row in rows:
            if row.number != self.number + 1:
                raise ValueError(f"row {row.number} follows row {self.number}")
            if not 0 <= row.time <= LATEST:
                raise ValueError(f"row {row.number} was written at {row.time}")
            if row.seat is None:
                events = _decode_events.decode(row.events)
                self.go_on_at_table(row, events)
                folded += events
            else:
                self._go_on_in_game(row)
        return folded

    def go_on_at_table(self, row: StoredRow, events: Iterable[PartyEvent]) -> None:
        """Go on by a row about the table, the events of which are known."""
        for event in events:
            self._evolve(event)
        self._written(row)

    def go_on_in_game(self, stored: StoredRow, row: Row, state: Any, is_over: bool) -> None:
        """Go on by a row of the game and the state that it leads to."""
        match = self.match or self.need_match()
        match.append(row, state)
        self.told.clear()
        self.row_numbers.append(stored.number)
        self.game_number = stored.number
        if self.first is None or row.number == 1:
            self.first = match.game.turn(match.state)
        if is_over and (outcome := match.outcome):
            winners = tuple(self._label(seat) for seat in outcome.winners)
            results = (*self.party.results, winners)[-MOST_RESULTS:]
            self.party = msgspec.structs.replace(self.party, results=results)
        self._written(stored)

    def _go_on_in_game(self, stored: StoredRow) -> None:
        match = self.need_match()
        reader = _reader(match.game.NAME)
        intent, events = reader.intent.decode(stored.intent), reader.events.decode(stored.events)
        assert stored.seat is not None
        row = Row(len(match.log) + 1, stored.time, stored.seat, intent, events)
        state = match.after(row)
        self.go_on_in_game(stored, row, state, match.game.outcome(state) is not None)

    def _written(self, row: StoredRow) -> None:
        self.number = row.number
        self.size += len(row.intent) + len(row.events)
        self.last = row
        self.touched = row.time
        if row.number == 1:
            self.born = row.time
        if row.who is not None and row.seat is not None:
            self._moved[row.who] = row.number
        if row.asked is not None and row.who is not None:
            self.remember(row.who, row.asked, row.number)
        if self.party.timer is not None or self._turn is not None:
            self._note_turn(row.time)

    def _note_turn(self, time: float) -> None:
        if (turn := self.thinking()) != self._turn:
            self._turn, self.turn_since = turn, time

    def _evolve(self, event: PartyEvent) -> None:
        self.party = evolve(self.party, event)
        if isinstance(event, Started):
            self.match = match_of(self.party.game, event.round)
            self.told.clear()
            self.row_numbers = [0] * len(self.match.log)
            self.first = self.match.game.turn(self.match.state)

    def _label(self, seat: Seat) -> str:
        return self.party.chairs[seat].person or f"bot:{seat}"

    @property
    def playing(self) -> bool:
        return self.match is not None and self.match.outcome is None

    @property
    def is_deal_due(self) -> bool:
        return self.match is not None and not self.match.log

    def thinking(self) -> tuple[int, Seat, int] | None:
        """At a table with a timer, while the game runs, a person's turn: the round, the seat, the timer."""
        timer = self.party.timer
        if timer is None or self.match is None or not self.playing or self.party.paused:
            return None
        seat = self.match.game.turn(self.match.state)
        if seat is None or self.party.chairs[seat].is_played_by_bot:
            return None
        return len(self.party.rounds), seat, timer

    def asked_by(self, who: str) -> dict[str, int | None]:
        """The ids of this person's last intents, and the rows that they became."""
        return self._asked[who]

    def last_move_of(self, who: str) -> int:
        """The row of this person's last intent in a game; 0 before the first."""
        return self._moved.get(who, 0)

    def remember(self, who: str, id: str, number: int | None) -> None:
        """Each person has a memory of its own: nobody can make the table forget another's intents."""
        asked = self._asked[who]
        asked[id] = number
        if len(asked) > _REMEMBERED:
            del asked[next(iter(asked))]

    def need_match(self) -> Match:
        if self.match is None:
            raise Refused("no-game-is-running")
        return self.match


class _Born(msgspec.Struct, frozen=True):
    """Of the event that begins a log, what has to be known before anything else is read."""

    game: str = ""


def need_installed(rows: Sequence[StoredRow]) -> None:
    """Refused when the game of this log is not on the shelf; the log is kept until it is."""
    born, *_ = msgspec.json.decode(rows[0].events, type=list[_Born]) or [_Born()]
    if rows[0].number != 1 or not born.game:
        raise ValueError("the log does not begin with its table")
    if born.game not in SHELF:
        raise Refused("game-not-installed", None, game=born.game)


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


def match_of(name: str, round: Round) -> Match:
    """A round as it begins: before its deal, or after the rows that it was given."""
    game = on_shelf(name)
    rows = [typed_row(row, game) for row in round.given.rows] if round.given else []
    options = msgspec.convert(round.options, game.Options)
    return Match(game, round.seats, options, bytes.fromhex(round.seed), rows)
