"""New tables from finished records: the same deal again, or playing on from a row of it."""

from typing import Any

import msgspec

from igroteka.core import AnyGame, Refused
from igroteka.table.match import Row, fold
from igroteka.table.record import PlayedOn, Record, SameDeal, Source, Stretch, rows_from
from igroteka.table.verify import verify


class Fork(msgspec.Struct, frozen=True):
    """What a new table needs; `seed` is None where it draws its own, `rows` are those it begins with."""

    game: str
    seats: int
    options: dict[str, Any]
    source: Source
    seed: bytes | None = None
    rows: tuple[Row, ...] = ()


def same_deal(record: Record, game: AnyGame) -> Fork:
    """A duplicate deal of a finished game, or Refused; where that one was played on, its first seed."""
    _need_verified(record, game)
    seed = _stretches(record, 1)[0].seed or ""
    source = SameDeal(record.digest, seed)
    return Fork(record.game, record.seats, record.options, source, bytes.fromhex(seed))


def play_on(record: Record, game: AnyGame, number: int) -> Fork:
    """A table that begins after row `number` of a finished game, or Refused."""
    _need_verified(record, game)
    if not 1 <= number <= len(record.rows):
        raise Refused("no-such-row", None, number=number, rows=len(record.rows))
    rows = tuple(rows_from(record, game)[:number])
    start = game.start(record.seats, msgspec.convert(record.options, game.Options))
    if game.outcome(fold(game, start, rows)) is not None:
        raise Refused("row-ends-the-game", None, number=number)
    source = PlayedOn(record.digest, _stretches(record, number))
    return Fork(record.game, record.seats, record.options, source, rows=rows)


def _stretches(record: Record, number: int) -> tuple[Stretch, ...]:
    """Which seeds decided the rows up to this one."""
    lent = record.source.stretches if isinstance(record.source, PlayedOn) else ()
    whole = (*lent, Stretch(len(record.rows), record.seed))
    found: list[Stretch] = []
    for stretch in whole:
        found.append(Stretch(min(stretch.to, number), stretch.seed))
        if stretch.to >= number:
            break
    return tuple(found)


def _need_verified(record: Record, game: AnyGame) -> None:
    """Nothing begins from a record that is unfinished, or not true."""
    verdict = verify(record, game)
    if verdict.wrong:
        raise Refused("record-differs", None, check=verdict.wrong.name)
    if not verdict.verified:
        raise Refused("record-unfinished")
