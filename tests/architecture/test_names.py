"""The house never says the name of a game: what is about one stands in its own folders."""

import re
import tomllib
from functools import cache
from pathlib import Path

import pytest

from igroteka.games import SHELF

ROOT = Path(__file__).parents[2]
OURS = {name: game for name, game in SHELF.items() if game.__name__.startswith("igroteka.games.")}
CODE = {".py", ".ts", ".svelte", ".css", ".html", ".toml"}
NOT_NAMES = re.compile(
    r"\bSequence\[|import .*\bSequence\b|Sequence as \w+|, Sequence\)|\bSeedSequence\b|a sequence of\b"
    r"|CREATE SEQUENCE\b"
)
"""`collections.abc.Sequence`, a word of English and one of SQL."""


def own_folders(game: str) -> tuple[str, ...]:
    return (
        f"src/igroteka/games/{game}/",
        f"src/igroteka/turbo/{game}/",
        f"src/igroteka/lab/{game}/",
        f"web/src/tables/{game}/",
        "web/src/wire/",  # written from the games, one file each
    )


@cache
def patterns(game: str) -> re.Pattern[str]:
    """Its name, the words of its titles, classes and constants that begin with it, its clauses."""
    texts = [(ROOT / f"src/igroteka/games/{game}/texts/{language}.toml") for language in ("ru", "en")]
    titles = {tomllib.loads(path.read_text("utf-8"))["game"]["title"] for path in texts}
    words = {game, game.upper(), game.title(), *(word for title in titles for word in title.split())}
    named = "|".join(map(re.escape, sorted(words)))
    return re.compile(rf"(?<![A-Za-zА-я])(?:{named})(?![a-zа-я])|\b{SHELF[game].CLAUSES}-[AB]?\d+")


@cache
def files() -> list[tuple[str, str]]:
    found = []
    for folder in ("src/igroteka", "web/src"):
        for path in sorted((ROOT / folder).rglob("*")):
            name = path.relative_to(ROOT).as_posix()
            if path.suffix in CODE and "/static/" not in name and "node_modules" not in name:
                found.append((name, path.read_text("utf-8")))
    return found


def said(game: str, text: str) -> list[str]:
    """The lines that speak of the game."""
    pattern = patterns(game)
    return [line.strip() for line in text.splitlines() if pattern.search(NOT_NAMES.sub("", line))]


@pytest.mark.parametrize("game", OURS)
def test_a_game_is_named_in_its_own_folders_only(game: str) -> None:
    found = {
        name: lines[:3]
        for name, text in files()
        if not name.startswith(own_folders(game)) and (lines := said(game, text))
    }
    assert not found


def test_a_planted_name_is_found() -> None:
    for line in (
        'if game == "sequence":',
        "def view(seen: SequenceView) -> None:",
        "SEQUENCE_SIDES = 3",
        "from igroteka.games import sequence",
        "// Sequence has a board",
        "raise Refused('no', 'SQ-21')",
    ):
        assert said("sequence", line), line
    for line in (
        "from collections.abc import Callable, Sequence",
        "def sorted(names: Sequence[str]) -> None:",
        "consequences follow",
        "np.random.SeedSequence(seed)",
    ):
        assert not said("sequence", line), line
