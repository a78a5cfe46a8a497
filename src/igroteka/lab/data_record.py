"""A game of a data set as a record, which `igroteka replay` and `igroteka verify` read."""

import re
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Final

import msgspec

from igroteka.core import Refused, read_json
from igroteka.games import game as on_shelf
from igroteka.lab.arena import Entrant, about_bots
from igroteka.lab.data_schema import LET_BE, arrow, is_known, parquet
from igroteka.table import Match
from igroteka.table.record import Record
from igroteka.table.recorder import record_of

_ROW: Final = re.compile(r"(?P<file>.+\.parquet)(?::(?P<row>\d+))?")
_FIRST: Final = 2
"""The number of the first intent of a game; the deal is 1. Seats that let it be before it have it too."""


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
        opened = parquet().ParquetFile(file)
        if not is_known(opened.schema_arrow):
            raise _unreadable(file, "no data set of this version")
        table = opened.read(columns=list(_GameRow.__struct_fields__))
    except (OSError, arrow().ArrowException) as error:
        raise _unreadable(file, str(error)[:200]) from None
    if row >= len(table):
        raise _unreadable(file, f"it has {len(table)} rows")
    numbers = table["row"].to_pylist() if "row" in table.column_names else []
    begins = [at for at, pair in enumerate(pairwise([0, *numbers])) if pair[1] == _FIRST != pair[0]]
    start = max((at for at in begins if at <= row), default=None)
    if start is None:
        raise _unreadable(file, f"no game begins at row {row} or before it")
    end = min((at for at in begins if at > row), default=len(numbers))
    try:
        return msgspec.convert(table.slice(start, end - start).to_pylist(), list[_GameRow])
    except msgspec.ValidationError as error:
        raise _unreadable(file, str(error)[:200]) from None


def _unreadable(file: Path, problem: str) -> Refused:
    return Refused("file-unreadable", None, file=str(file), problem=problem)
