"""The record of a game: one JSON that anyone can read, replay and check (docs/record.md)."""

from typing import Annotated, Any, Final, Literal, TypeAlias

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from igroteka.core import AnyGame, Outcome, Refused, Seat, read, read_json
from igroteka.table.canonical import sha256
from igroteka.table.match import Row
from igroteka.table.shuffle import Nonce

FORMAT: Final = "igroteka-record/1"

Hash: TypeAlias = Annotated[str, Meta(pattern="^[0-9a-f]{64}$", max_length=64)]
"""32 bytes in lowercase hex."""

LATEST: Final = 253_402_300_799
"""The last second of the year 9999, since 1970, UTC."""
Time: TypeAlias = Annotated[int, Meta(ge=0, le=LATEST * 1000 + 999)]
"""Milliseconds since 1970, UTC, to the end of that year: whole, so that hashing needs no fractions."""


LONGEST_NAME: Final = 256
Called: TypeAlias = Annotated[str, Meta(max_length=LONGEST_NAME)]
"""A name, or a bot with its habits: it stands in every line of a replay, so no stranger's may be a book."""


class Person(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who sits at a seat; `bot` is the level of a bot, None for people."""

    name: Called
    avatar: Called | None = None
    bot: Called | None = None


class Committed(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="committed"):
    """The seed was drawn: it comes of the secret, the nonces and the terms."""


NO_GAME: Final = "0" * 64
"""In the place of a digest: the deal is that of no game before it."""


class SameDeal(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="same_deal"):
    """The seed was chosen: it is that of a finished game, the record of which has the digest `of`.

    NO_GAME where it was named by whoever let bots play (`igroteka arena --records`).
    """

    of: Hash
    seed: Hash | None


class Stretch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The rows up to number `to` (after those of the stretch before) were decided with `seed`."""

    to: Annotated[int, Meta(ge=1)]
    seed: Hash | None


class PlayedOn(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="played_on"):
    """The first rows are those of a finished game; later ones use this table's own, drawn seed."""

    of: Hash
    stretches: Annotated[tuple[Stretch, ...], Meta(min_length=1)]

    @property
    def rows(self) -> int:
        return self.stretches[-1].to


Source: TypeAlias = Committed | SameDeal | PlayedOn


def seed_of_row(source: Source, own: bytes, number: int) -> bytes:
    """The seed that decided this row: the table's own, unless the row came from a finished game."""
    stretches = source.stretches if isinstance(source, PlayedOn) else ()
    lent = next((stretch.seed for stretch in stretches if number <= stretch.to), None)
    return own if lent is None else bytes.fromhex(lent)


class Written(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the log as plain data; `intent` is None where the asker may not know it."""

    number: int
    time: Time
    seat: Seat
    intent: dict[str, Any] | None
    events: tuple[dict[str, Any], ...]


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A game with all that belongs to it; what is None is not shown before the end."""

    format: Literal["igroteka-record/1"] = FORMAT
    game: str
    seats: int
    options: dict[str, Any]
    people: tuple[Person, ...]
    born: Time
    started: Time | None
    ended: Time | None
    source: Source
    commitment: Hash
    secret: Hash | None
    nonces: tuple[Nonce, ...]
    seed: Hash | None
    rows: tuple[Written, ...]
    outcome: Outcome | None
    complete: bool
    digest: str


class _Head(msgspec.Struct, frozen=True):
    format: str


def digest(record: Record) -> str:
    """The SHA-256 of the canonical JSON of everything but the digest itself."""
    fields = msgspec.structs.asdict(record)
    del fields["digest"]
    return sha256(fields)


def sealed(record: Record) -> Record:
    """The same record with the digest that belongs to it."""
    return replace(record, digest=digest(record))


def written(record: Record) -> bytes:
    """The record as a file for people: the same JSON, indented."""
    return msgspec.json.format(msgspec.json.encode(record), indent=1) + b"\n"


def read_record(data: bytes | str) -> Record:
    """The record in this JSON, or Refused; nothing of what it says has been checked yet."""
    head = read_json(data, _Head)
    if head.format != FORMAT:
        raise Refused("unknown-record-format", None, format=head.format[:60], known=FORMAT)
    record: Record = read_json(data, Record)
    try:
        digest(record)
    except RecursionError:
        raise Refused("not-json") from None
    return record


def rows_from(record: Record, game: AnyGame) -> list[Row]:
    """The rows in the words of the game, or Refused."""
    return [typed_row(row, game) for row in record.rows]


def typed_row(row: Written, game: AnyGame) -> Row:
    intent = None if row.intent is None else read(row.intent, game.Intent)
    events = tuple(read(event, game.Event) for event in row.events)
    return Row(row.number, row.time / 1000, row.seat, intent, events)
