"""One game at one table, in memory: accepted intents become rows of a log, the log folds to the state."""

from collections.abc import Iterable
from itertools import repeat
from typing import Any

import msgspec

from igroteka.core import HOUSE, AnyGame, Deal, Misbehaves, Outcome, Refused, Seat, Seeded, Unfolded
from igroteka.core.whole import whole


class Row(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """One accepted intent and what came of it; `time` is the caller's, rules never read it."""

    number: int
    time: float
    seat: Seat
    intent: Any
    events: tuple[Any, ...]


def fold(game: AnyGame, state: Any, rows: Iterable[Row]) -> Any:
    """The state after these rows: all that is needed is the log."""
    for row in rows:
        for event in row.events:
            state = game.evolve(state, event)
    return state


def _plain(seat: Seat) -> Seat:
    """The seat as rules and the log want it, whoever counted it (environments count in NumPy)."""
    if type(seat) is int:
        return seat
    try:
        return whole("a seat is a whole number", seat)
    except TypeError:
        raise Refused("no-such-seat", None, seat=seat) from None


class Match:
    """A table in play: its log grows, and nothing else of it ever changes."""

    __slots__ = ("_chance", "_decided", "first", "game", "log", "seats", "state")

    def __init__(
        self,
        game: AnyGame,
        seats: int,
        options: Any = None,
        seed: bytes | int = 0,
        rows: Iterable[Row] = (),
    ) -> None:
        """A new table, or one that goes on after the rows it already has."""
        seats = whole("the number of seats is a whole number", seats)
        self.game = game
        self.first = game.start(seats, game.Options() if options is None else options)
        self.seats = range(seats)
        self.log: list[Row] = list(rows)
        self.state = fold(game, self.first, self.log)
        self._chance = Seeded(seed)
        self._decided: tuple[Any, Row, Any] | None = None
        """From which state the last row was decided, the row, and the state that it leads to."""

    def __getstate__(self) -> tuple[None, dict[str, Any]]:
        """For copies and pickles, which go on identically: all but how the last row was decided."""
        return None, {name: getattr(self, name) for name in self.__slots__} | {"_decided": None}

    @classmethod
    def standing(cls, game: AnyGame, state: Any, options: Any, seed: bytes | int = 0) -> "Match":
        """A table that begins in this state: its log is empty, and nothing has to be dealt."""
        match = cls(game, state.seats, options, seed)
        match.first = match.state = state
        return match

    def deal(self, time: float = 0.0) -> Row:
        """The house deals: row 1."""
        return self.ask(HOUSE, Deal(), time)

    def ask(self, seat: Seat, intent: Any, time: float = 0.0) -> Row:
        """Decide, write down, go on; or Refused, and nothing has changed."""
        row = self.decide(seat, intent, time)
        self.append(row)
        return row

    def decide(self, seat: Seat, intent: Any, time: float = 0.0) -> Row:
        """The row that this intent would add, or Refused; nothing has changed yet."""
        if not isinstance(intent, self.game.Intent):
            raise TypeError(f"{intent!r} is no intent of {self.game.NAME}: see `legal` of a view")
        seat = _plain(seat)
        number = len(self.log) + 1
        events = self.game.decide(self.state, seat, intent, self._chance.row(number))
        row = Row(number, time, seat, intent, tuple(events))
        self._decided = (self.state, row, events.state) if isinstance(events, Unfolded) else None
        return row

    def after(self, row: Row) -> Any:
        """The state that this row leads to; nothing has changed yet."""
        if self._decided is not None and self._decided[0] is self.state and self._decided[1] is row:
            return self._decided[2]
        return fold(self.game, self.state, (row,))

    def append(self, row: Row, state: Any = None) -> None:
        """Go on by a row that was decided here, or elsewhere; to the state, if `after` has told it."""
        self.state = self.after(row) if state is None else state
        self.log.append(row)

    def why(self, seat: Seat, intent: Any) -> Refused | None:
        """Why this intent would be refused now; None if it would not. Nothing is changed."""
        try:
            self.decide(seat, intent)
        except Refused as refused:
            return refused
        return None

    def legal(self, seat: Seat) -> tuple[Any, ...]:
        return self.game.legal(self.state, _plain(seat))

    def view(self, seat: Seat | None) -> Any:
        """What this seat may know now, or with None what a spectator may."""
        if seat is not None and (seat := _plain(seat)) not in self.seats:
            raise Refused("no-such-seat", None, seat=seat)
        return self.game.view(self.state, seat)

    def told(self, row: Row, seat: Seat | None) -> tuple[Any, ...]:
        """The events of a row as this seat, or a spectator, hears of them."""
        told = tuple(map(self.game.redact, row.events, repeat(seat)))
        if None in told:
            missed = type(row.events[told.index(None)]).__name__
            problem = f"tells nothing of {missed}: every event has to be named there"
            raise Misbehaves(self.game.__name__, "redact", problem)
        return told

    @property
    def turn(self) -> Seat | None:
        """The seat on turn; None before the deal and after the end."""
        return self.game.turn(self.state)

    @property
    def outcome(self) -> Outcome | None:
        return self.game.outcome(self.state)
