"""Golden playthroughs: whole games told as stories, compared as text; `make goldens` writes them anew."""

import os
import re
from collections.abc import Iterator
from itertools import count, islice
from pathlib import Path

import pytest

from games.etazhiki import story as etazhiki_story
from games.upturn import story as upturn_story
from igroteka.cli.story import playthrough
from igroteka.core import AnyGame, read
from igroteka.games import SHELF, upturn
from igroteka.lab.random_games import Table, option_values, tables

FOLDER = Path(__file__).parent
RENEW = os.environ.get("RENEW_GOLDENS") == "1"
FIRST_SEED = 7
LONGEST = 700
"""Lines; random UpTurn games may be fifty times as long and tell nothing new."""


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


def lines(table: Table, seed: int) -> Iterator[str]:
    game: AnyGame = SHELF[table.game]
    options = read(table.options, game.Options)
    return playthrough(game, table.seats, options, seed, "en", honour=table.seats > 4)


def seed_of(table: Table) -> int:
    """The seed in the first line of the golden; when it is renewed, the first that tells a short story."""
    if not RENEW:
        said = re.search(r"seed (\d+)$", path_of(table).read_text("utf-8").splitlines()[0])
        assert said, "the first line of a golden names its seed"
        return int(said[1])
    short = (
        seed for seed in count(FIRST_SEED) if len(list(islice(lines(table, seed), LONGEST + 1))) <= LONGEST
    )
    return next(short)


@pytest.mark.parametrize("table", list(goldens()), ids=lambda table: path_of(table).stem)
def test_the_story_is_as_it_was(table: Table) -> None:
    compare(path_of(table), lines(table, seed_of(table)))


def test_a_game_of_upturn_in_which_everything_happens() -> None:
    story = upturn_story
    told = playthrough(upturn, story.SEATS, story.OPTIONS, story.SEED, "en", story.players())
    compare(FOLDER / "story-upturn.txt", told)


def test_a_game_of_etazhiki_in_which_everything_happens() -> None:
    compare(FOLDER / "story-etazhiki.txt", etazhiki_story.told("en"))


def compare(path: Path, told: Iterator[str]) -> None:
    story = "\n".join(told) + "\n"
    if RENEW:
        path.write_text(story, "utf-8")
    assert path.exists(), f"{path.name} is missing: make goldens"
    assert story == path.read_text("utf-8"), f"{path.name} differs; if that is right: make goldens"


def test_no_golden_is_left_over() -> None:
    stories = {path.name for path in FOLDER.glob("*.txt")}
    named = {path_of(table).name for table in goldens()} | {"story-upturn.txt", "story-etazhiki.txt"}
    assert stories == named
