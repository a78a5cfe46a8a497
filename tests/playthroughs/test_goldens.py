"""Golden playthroughs: whole games told as stories, compared as text; `make goldens` writes them anew."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from igroteka.cli.story import playthrough
from igroteka.core import AnyGame, read
from igroteka.games import SHELF
from igroteka.lab.random_games import Table, option_values, tables

FOLDER = Path(__file__).parent
RENEW = os.environ.get("RENEW_GOLDENS") == "1"


def goldens() -> Iterator[Table]:
    """One game per table size, and one per option value at a table of middle size."""
    for game in SHELF.values():
        yield from (Table(game.NAME, seats) for seats in game.SEATS)
        middle = game.SEATS.index(game.SEATS[len(game.SEATS) // 2 - 1])
        for name, value in option_values(game):
            fitting = [table for table in tables(game) if table.options == {name: value}]
            if fitting:
                yield min(fitting, key=lambda table: abs(game.SEATS.index(table.seats) - middle))


def path_of(table: Table) -> Path:
    said = "".join(f"-{name}-{value}".lower() for name, value in table.options.items())
    return FOLDER / f"{table.game}-{table.seats}{said}.txt"


def told(table: Table) -> str:
    game: AnyGame = SHELF[table.game]
    options = read(table.options, game.Options)
    lines = playthrough(game, table.seats, options, 7, "en", honour=table.seats > 4)
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("table", list(goldens()), ids=lambda table: path_of(table).stem)
def test_the_story_is_as_it_was(table: Table) -> None:
    compare(path_of(table), told(table))


def compare(path: Path, story: str) -> None:
    if RENEW:
        path.write_text(story, "utf-8")
    assert path.exists(), f"{path.name} is missing: make goldens"
    assert story == path.read_text("utf-8"), f"{path.name} differs; if that is right: make goldens"


def test_no_golden_is_left_over() -> None:
    stories = {path.name for path in FOLDER.glob("*.txt")}
    named = {path_of(table).name for table in goldens()} | {path.name for path in FOLDER.glob("story-*.txt")}
    assert stories <= named
