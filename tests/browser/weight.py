"""How much JavaScript a phone fetches, gzip, read from the built page."""

import gzip
import re
from pathlib import Path
from typing import Final

STATIC: Final = Path(__file__).parents[2] / "src" / "igroteka" / "server" / "static"
MOST: Final = 120_000
"""Bytes before the first game can be played."""
GAMES: Final = ("upturn", "etazhiki", "sequence", "plain")

_STATIC_IMPORT: Final = re.compile(r'(?:\bfrom|\bimport)\s*"\./([\w.-]+\.js)"')


def home() -> set[str]:
    """What the page imports before it shows anything."""
    assert (STATIC / "index.html").is_file(), "the page is not built: scripts/web"
    entry = re.findall(r'src="/assets/([\w.-]+\.js)"', (STATIC / "index.html").read_text("utf-8"))
    return with_imports(entry[0], set())


def tables(language: str) -> dict[str, int]:
    """Opening a link to a table: the weight of everything up to each game."""
    first = home()
    for name in (*named(f"texts.core.{language}-"), *named(f"ui.{language}-"), *named("TablePage-")):
        with_imports(name, first)
    return {game: weight(first | table(game, language)) for game in GAMES}


def table(game: str, language: str) -> set[str]:
    """What comes once the game of a table is known: its screen, and its texts where the page has them."""
    (screen,) = named(f"screen.{game}-")
    return with_imports(screen, set()) | set(named(f"texts.{game}.{language}-"))


def with_imports(name: str, met: set[str]) -> set[str]:
    """The file and all that it imports before it runs."""
    if name not in met:
        met.add(name)
        for other in _STATIC_IMPORT.findall((STATIC / "assets" / name).read_text("utf-8")):
            with_imports(other, met)
    return met


def weight(names: set[str]) -> int:
    return sum(len(gzip.compress((STATIC / "assets" / name).read_bytes())) for name in names)


def named(start: str) -> list[str]:
    return [path.name for path in (STATIC / "assets").glob(f"{start}*.js")]
