"""How much a phone has to fetch before it can play."""

import gzip
import re
from pathlib import Path

import pytest

STATIC = Path(__file__).parent.parent.parent / "src" / "igroteka" / "server" / "static"
MOST = 120_000
STATIC_IMPORT = re.compile(r'(?:\bfrom|\bimport)\s*"\./([\w.-]+\.js)"')


def _with_imports(name: str, met: set[str]) -> set[str]:
    """The file and all that it imports before it runs."""
    if name not in met:
        met.add(name)
        for other in STATIC_IMPORT.findall((STATIC / "assets" / name).read_text("utf-8")):
            _with_imports(other, met)
    return met


def _size(names: set[str]) -> int:
    return sum(len(gzip.compress((STATIC / "assets" / name).read_bytes())) for name in names)


def _named(start: str) -> list[str]:
    return [path.name for path in (STATIC / "assets").glob(f"{start}*.js")]


@pytest.fixture
def home() -> set[str]:
    if not (STATIC / "index.html").is_file():
        pytest.fail("the page is not built: scripts/web")
    entry = re.findall(r'src="/assets/([\w.-]+\.js)"', (STATIC / "index.html").read_text("utf-8"))
    return _with_imports(entry[0], set())


@pytest.mark.parametrize("language", ["ru", "en"])
def test_opening_a_link_to_any_table_fetches_at_most_120_kilobytes(home, language):
    first = set(home)
    for name in (*_named(f"texts.{language}-"), *_named("TablePage-")):
        _with_imports(name, first)
    games = _named("game-")
    assert len(games) == 3
    sizes = {name: _size(_with_imports(name, set(first))) for name in games}
    assert max(sizes.values()) <= MOST, sizes


def test_the_page_asks_nobody_else(home):
    text = (STATIC / "index.html").read_text("utf-8")
    assert re.findall(r'(?:src|href)="(?!/)', text) == []
    assert "<script>" not in text
