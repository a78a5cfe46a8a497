"""A game of a data set as a record, which `igroteka replay` and `igroteka verify` read."""

import re
from pathlib import Path
from typing import Any, Final

from igroteka.core import Refused, read_json
from igroteka.games import game as on_shelf
from igroteka.lab.arena import Entrant, about_bots
from igroteka.lab.data_schema import arrow, is_known, parquet
from igroteka.table import Match
from igroteka.table.record import Record
from igroteka.table.recorder import record_of

_ROW: Final = re.compile(r"(?P<file>.+\.parquet)(?::(?P<row>\d+))?")
_FIRST: Final = 2
"""The number of the first intent of a game; the deal is 1."""


def place_of(name: str) -> tuple[Path, int] | None:
    """The file and row that `games/part-00000.parquet:17` names; None if it names no part of a data set."""
    found = _ROW.fullmatch(name)
    return (Path(found["file"]), int(found["row"] or 0)) if found else None


def record_at(file: Path, row: int) -> Record:
    """The record of the game to which this row of a part belongs, played again from seed and intents."""
    game_rows = _game_at(file, row)
    first = game_rows[0]
    game = on_shelf(first["game"])
    options = read_json(first["options"], game.Options)
    match = Match(game, first["seats"], options, first["seed"])
    match.deal()
    for one in game_rows:
        match.ask(one["seat"], read_json(one["intent"], game.Intent))
    entrants = [Entrant.of(name) for name in first["lineup"]]
    return record_of(match, about_bots(match, entrants, first["seed"]))


def _game_at(file: Path, row: int) -> list[dict[str, Any]]:
    columns = ["game", "seats", "options", "seed", "lineup", "row", "seat", "intent"]
    try:
        opened = parquet().ParquetFile(file)
        if not is_known(opened.schema_arrow):
            raise Refused("file-unreadable", None, file=str(file), problem="no data set of this version")
        table = opened.read(columns=columns)
    except (OSError, arrow().ArrowException) as error:
        raise Refused("file-unreadable", None, file=str(file), problem=str(error)[:200]) from None
    if row >= len(table):
        raise Refused("file-unreadable", None, file=str(file), problem=f"it has {len(table)} rows")
    numbers = table["row"].to_pylist()
    start = next(at for at in range(row, -1, -1) if numbers[at] == _FIRST)
    end = next((at for at in range(row + 1, len(numbers)) if numbers[at] == _FIRST), len(numbers))
    rows: list[dict[str, Any]] = table.slice(start, end - start).to_pylist()
    return rows
