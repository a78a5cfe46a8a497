"""A game moment by moment, as one pair of eyes has seen it: what a replay shows (docs/replay.md)."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from igroteka.core import AnyGame, Outcome, Refused, Seat, teams
from igroteka.table.match import Row, fold
from igroteka.table.record import Committed, Person, Source

MOST: Final = 60
"""Moments in one answer: whoever wants more asks again."""
_HELD: Final = ("hands", "racks")
"""Where a position keeps what each seat holds, in games that do not say it themselves."""


class Eyes(msgspec.Struct, frozen=True):
    """Who looks: a seat, or a spectator (None); `open` lays all hands on the table beside it."""

    seat: Seat | None = None
    open: bool = False


class Moment(msgspec.Struct, frozen=True):
    """The table after a row: of the view what has changed since the moment before, of the first all of it."""

    number: int
    time: float
    seat: Seat
    events: tuple[Any, ...]
    view: dict[str, Any]
    hands: tuple[tuple[str, ...], ...] | None = None
    """What each seat holds, where all hands are open."""


class Landmark(msgspec.Struct, frozen=True):
    """A moment worth jumping to, and what has happened there."""

    number: int
    event: Any


class Replay(msgspec.Struct, frozen=True):
    """A game, moment by moment, with what a page has to know before it shows the first."""

    game: str
    seats: int
    options: dict[str, Any]
    sides: tuple[tuple[Seat, ...], ...]
    """The seats of each side, where some of them play together; else empty."""
    people: tuple[Person, ...]
    outcome: Outcome | None
    """Null while the game is going on; when it is over any eyes may be chosen."""
    given: str | None
    """The kind of a deal that was not drawn (docs/record.md, `source`)."""
    own: Seat | None
    """The seat of whoever asks."""
    eyes: Seat | None
    open: bool
    rows: int
    """How many moments there are."""
    landmarks: tuple[Landmark, ...]
    moments: tuple[Moment, ...]
    """From the one that was asked for on; not necessarily all of the rest."""


class Played(msgspec.Struct, frozen=True):
    """A game as far as it has been played: what a replay is made of."""

    game: AnyGame
    options: dict[str, Any]
    people: tuple[Person, ...]
    source: Source
    first: Any
    """The state before the first row."""
    rows: tuple[Row, ...]
    outcome: Outcome | None


def need_eyes(played: Played, own: Seat | None, asked: Eyes) -> Eyes:
    """Whose eyes it is seen with, or Refused: of a running game nobody sees more than they were told."""
    seats = range(played.first.seats)
    if asked.seat is not None and asked.seat not in seats:
        raise Refused("no-such-seat", None, seat=asked.seat)
    if played.outcome is not None:
        first = own if own in seats else 0
        return Eyes(first if asked.seat is None else asked.seat, asked.open)
    if asked.open or asked.seat not in (None, own):
        raise Refused("replay-own-eyes")
    return Eyes(own)


def replayed(played: Played, own: Seat | None, eyes: Eyes, start: int) -> Replay:
    """The game once more, from the moment `start` on, as far as one answer goes."""
    if not 1 <= start <= len(played.rows):
        raise Refused("no-such-row", None, number=start, rows=len(played.rows))
    drawn = isinstance(played.source, Committed)
    return Replay(
        game=played.game.NAME,
        seats=played.first.seats,
        options=played.options,
        sides=teams(played.game, played.first),
        people=played.people,
        outcome=played.outcome,
        given=None if drawn else str(played.source.__struct_config__.tag),
        own=own,
        eyes=eyes.seat,
        open=eyes.open,
        rows=len(played.rows),
        landmarks=landmarks(played.game, played.rows, eyes),
        moments=tuple(moments(played.game, played.first, played.rows, eyes, start)),
    )


def moments(
    game: AnyGame, first: Any, rows: Sequence[Row], eyes: Eyes, start: int = 1, most: int = MOST
) -> Iterator[Moment]:
    """From the moment after row `start` on, at most so many; `first` is the state before row 1."""
    state = fold(game, first, rows[: start - 1])
    known: dict[str, Any] = {}
    for row in rows[start - 1 : start - 1 + most]:
        state = fold(game, state, (row,))
        seen = _seen(game, state, eyes.seat)
        changed = {name: value for name, value in seen.items() if name not in known or known[name] != value}
        known = seen
        hands = hands_of(game, state) if eyes.open else None
        yield Moment(row.number, row.time, row.seat, _told(game, row, eyes), changed, hands)


def landmarks(game: AnyGame, rows: Sequence[Row], eyes: Eyes) -> tuple[Landmark, ...]:
    """What the game itself finds worth jumping to, as these eyes were told of it."""
    return tuple(
        Landmark(row.number, _of(game, event, eyes))
        for row in rows
        for event in row.events
        if isinstance(event, game.LANDMARKS)
    )


def hands_of(game: AnyGame, state: Any) -> tuple[tuple[str, ...], ...]:
    """What each seat holds, by the names of the parts; empty where the game does not tell."""
    if game.open_hands is not None:
        held: tuple[tuple[str, ...], ...] = game.open_hands(state)
        return held
    position = game.position(state) or {}
    found: list[list[str]] = next((position[name] for name in _HELD if name in position), [])
    return tuple(tuple(str(part) for part in hand) for hand in found)


def _seen(game: AnyGame, state: Any, seat: Seat | None) -> dict[str, Any]:
    """The view of that moment; nothing can be asked for any more."""
    seen: dict[str, Any] = msgspec.to_builtins(replace(game.view(state, seat), legal=()))
    return seen


def _told(game: AnyGame, row: Row, eyes: Eyes) -> tuple[Any, ...]:
    return tuple(_of(game, event, eyes) for event in row.events)


def _of(game: AnyGame, event: Any, eyes: Eyes) -> Any:
    """Where all hands are open nothing of an event is hidden."""
    return event if eyes.open else game.redact(event, eyes.seat)
