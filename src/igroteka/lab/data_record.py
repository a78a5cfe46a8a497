"""A game of a data set as a record, which `igroteka replay` and `igroteka verify` read."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Final

import msgspec

from igroteka.core import Refused, read_json
from igroteka.games import game as on_shelf
from igroteka.lab.arena import about_bots
from igroteka.lab.data_schema import LET_BE, arrow, is_known, parquet
from igroteka.lab.entrant import Entrant
from igroteka.table import Match
from igroteka.table.record import Record
from igroteka.table.recorder import record_of

_ROW: Final = re.compile(r"(?P<file>.+\.parquet)(?::(?P<row>\d+))?")
_FIRST: Final = 2
"""The number of the first intent of a game; the deal is 1. Seats that let it be before it have it too."""


_MOST_ROWS: Final = 400_000
_MOST_LETTERS: Final = 64 * 1024 * 1024
"""Of a game, as of a record: such files are passed on among strangers."""
_AT_ONCE: Final = 256
_TEXTS: Final = ("game", "options", "intent")
"""Columns that repeat themselves: they are read as what there is once, and where."""


def place_of(name: str) -> tuple[Path, int] | None:
    """The file and row that `games/part-00000.parquet:17` names; None if it names no part of a data set."""
    found = _ROW.fullmatch(name)
    return (Path(found["file"]), int(found["row"] or 0)) if found else None


class _GameRow(msgspec.Struct, frozen=True):
    """What of a row of a data set a record needs; files come from anywhere."""

    game: str
    seats: int
    options: str
    seed: Annotated[int, msgspec.Meta(ge=0)]
    lineup: tuple[str, ...]
    row: int
    seat: int
    intent: str


def record_at(file: Path, row: int) -> Record:
    """The record of the game to which this row of a part belongs, played again from seed and intents."""
    game_rows = _game_at(file, row)
    first = game_rows[0]
    game = on_shelf(first.game)
    try:
        match = Match(game, first.seats, read_json(first.options, game.Options), first.seed)
        match.deal()
        for one in game_rows:
            if one.intent == LET_BE:
                continue
            match.ask(one.seat, read_json(one.intent, game.Intent))
    except Refused as refused:
        raise _unreadable(file, f"the rules of {game.NAME} refuse it: {refused.reason}") from refused
    if len(first.lineup) != first.seats:
        raise _unreadable(file, f"{len(first.lineup)} bots at {first.seats} seats")
    entrants = [Entrant.of(name) for name in first.lineup]
    return record_of(match, about_bots(match, entrants, first.seed))


def _game_at(file: Path, row: int) -> list[_GameRow]:
    try:
        shape = parquet().read_schema(file)
        if not is_known(shape):
            raise _unreadable(file, "no data set of this version")
        if lacking := {*_GameRow.__struct_fields__}.difference(shape.names):
            raise _unreadable(file, f"it has no column {min(lacking)}")
        opened = parquet().ParquetFile(file, read_dictionary=_TEXTS)
        start, end = _span(opened, file, row)
        return msgspec.convert(list(_read(opened, file, start, end)), list[_GameRow])
    except (OSError, arrow().ArrowException) as error:
        raise _unreadable(file, str(error)[:200]) from None
    except msgspec.ValidationError as error:
        raise _unreadable(file, str(error)[:200]) from None


def _span(opened: Any, file: Path, row: int) -> tuple[int, int]:
    """Where the game of a row begins and ends."""
    start, before, at = -1, None, 0
    for number in _numbers(opened):
        if number == _FIRST != before:
            if at > row:
                break
            start = at
        if at > row and (start < 0 or at - start > _MOST_ROWS):
            break
        before, at = number, at + 1
    if row >= opened.metadata.num_rows:
        raise _unreadable(file, f"it has {opened.metadata.num_rows} rows")
    if start < 0:
        raise _unreadable(file, f"no game begins at row {row} or before it")
    if at - start > _MOST_ROWS:
        raise _unreadable(file, f"no game has more than {_MOST_ROWS} rows")
    return start, at


def _numbers(opened: Any) -> Iterator[Any]:
    for batch in opened.iter_batches(columns=["row"]):
        yield from batch.column(0).to_pylist()


def _read(opened: Any, file: Path, start: int, end: int) -> Iterator[dict[str, Any]]:
    """These rows, a few at a time: what takes little room in a file can be without end outside it."""
    groups, first, at = [], 0, 0
    for group in range(opened.num_row_groups):
        size = opened.metadata.row_group(group).num_rows
        if at < end and at + size > start:
            groups.append(group)
        elif not groups:
            first = at + size
        at += size
    at, letters = first, 0
    columns = list(_GameRow.__struct_fields__)
    for batch in opened.iter_batches(batch_size=_AT_ONCE, row_groups=groups, columns=columns):
        for place in range(max(0, start - at), min(batch.num_rows, end - at)):
            one = batch.slice(place, 1).to_pylist()[0]
            letters += sum(len(text) for text in one.values() if isinstance(text, str))
            if letters > _MOST_LETTERS:
                raise _unreadable(file, "no game takes so much room")
            yield one
        at += batch.num_rows
        if at >= end:
            return


def _unreadable(file: Path, problem: str) -> Refused:
    return Refused("file-unreadable", None, file=str(file), problem=problem)
