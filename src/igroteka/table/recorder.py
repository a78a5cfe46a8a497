"""From a match to its record: the whole of a finished game, of others only what the asker may know."""

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec.structs import replace

from igroteka.core import AnyGame, Refused, Seat
from igroteka.table.canonical import plain
from igroteka.table.match import Match, Row, fold
from igroteka.table.record import Committed, Person, PlayedOn, Record, SameDeal, Source, Written, sealed
from igroteka.table.shuffle import Nonce, commitment, seed_from, terms


class About(msgspec.Struct, frozen=True, kw_only=True):
    """What a table knows beside its log; times are in seconds, `nonces` in order of arrival."""

    options: Any
    people: tuple[Person, ...]
    secret: bytes
    nonces: tuple[Nonce, ...] = ()
    source: Source = Committed()
    born: float = 0.0
    started: float | None = None

    def __repr__(self) -> str:
        """Without the secret: what is printed may end up in a log."""
        return f"About({', '.join(person.name for person in self.people)})"


def seed_for(game: AnyGame, seats: int, about: About) -> bytes:
    """The seed with which this table decides its own rows: drawn, or that of the game it deals again."""
    if isinstance(about.source, SameDeal):
        return bytes.fromhex(about.source.seed or "")
    return seed_from(about.secret, about.nonces, terms(game.NAME, seats, plain(about.options)))


def record_of(match: Match, about: About, seat: Seat | None = None) -> Record:
    """The record as this seat, or a spectator, may have it now; after the end everyone may have all."""
    if seat is not None and seat not in match.seats:
        raise Refused("no-such-seat", None, seat=seat)
    record = _so_far(match, about, seat)
    return sealed(record if match.outcome is None else _revealed(record, match, about))


def _so_far(match: Match, about: About, seat: Seat | None) -> Record:
    return Record(
        game=match.game.NAME,
        seats=len(match.seats),
        options=plain(about.options),
        people=about.people,
        born=_milliseconds(about.born),
        started=None if about.started is None else _milliseconds(about.started),
        ended=None,
        source=_masked(about.source),
        commitment=commitment(about.secret),
        secret=None,
        nonces=about.nonces,
        seed=None,
        rows=tuple(_told(match, row, seat) for row in match.log),
        outcome=None,
        complete=False,
        digest="",
    )


def _revealed(record: Record, match: Match, about: About) -> Record:
    rows = tuple(_whole(match))
    return replace(
        record,
        ended=rows[-1].time,
        source=about.source,
        secret=about.secret.hex(),
        seed=seed_for(match.game, len(match.seats), about).hex(),
        rows=rows,
        outcome=match.outcome,
        complete=True,
    )


def _told(match: Match, row: Row, seat: Seat | None) -> Written:
    """Of the others' intents a seat knows what their events tell."""
    intent = plain(row.intent) if row.seat == seat else None
    return Written(row.number, _milliseconds(row.time), row.seat, intent, tuple(plain(match.told(row, seat))))


def _whole(match: Match) -> Iterator[Written]:
    """Every intent in its canonical form, so that there is one way only to write a game down."""
    state = match.first
    for row in match.log:
        intent = plain(match.game.canonical(state, row.intent))
        yield Written(row.number, _milliseconds(row.time), row.seat, intent, tuple(plain(row.events)))
        state = fold(match.game, state, (row,))


def _masked(source: Source) -> Source:
    """Where a chosen deal came from is told at once, its seed only after the end."""
    match source:
        case SameDeal():
            return replace(source, seed=None)
        case PlayedOn(_, stretches):
            return replace(source, stretches=tuple(replace(one, seed=None) for one in stretches))
        case Committed():
            return source


def _milliseconds(seconds: float) -> int:
    return round(seconds * 1000)
