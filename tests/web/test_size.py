"""How much a phone has to fetch before it can play."""

import gzip
import re
from pathlib import Path
from typing import Final

import pytest

from browser import weight
from igroteka.server.http.python_files import listed

SOURCES: Final = Path(__file__).parents[2] / "web" / "src"


@pytest.mark.parametrize("language", ["ru", "en"])
def test_opening_a_link_to_any_table_fetches_at_most_120_kilobytes(language):
    sizes = weight.tables(language)
    assert max(sizes.values()) <= weight.MOST, sizes


def test_a_table_comes_in_few_files_because_a_browser_asks_for_six_at_once():
    """Two of the six are style sheets; one file more and everything waits another round trip."""
    home = weight.home()
    (page,) = weight.named("TablePage-")
    (texts,) = weight.named("texts.core.ru-")
    before = weight.with_imports(texts, weight.with_imports(page, set(home)))
    assert len(before - home) <= 4, before - home
    for game in weight.GAMES:
        more = weight.table(game, "ru") - before
        assert len(more) <= 4, more


def test_the_page_asks_nobody_else():
    assert weight.home()
    text = (weight.STATIC / "index.html").read_text("utf-8")
    assert re.findall(r'(?:src|href)="(?!/)', text) == []
    assert "<script>" not in text


@pytest.mark.parametrize("words", ["lib/ui.ru.ts", "lib/ui.en.ts", "replay/words.ts"])
def test_the_page_says_truly_how_much_is_fetched_to_play_without_a_network(words):
    """All of Python and the games, and all that the page itself may need, packed."""
    python = sum(one.bytes for one in listed())
    assets = sum(len(gzip.compress(path.read_bytes())) for path in (weight.STATIC / "assets").iterdir())
    told = re.findall(r"(?:около|about) (\d+) (?:МБ|MB)", (SOURCES / words).read_text("utf-8"))
    assert set(told) == {str(round((python + assets) / 1e6))}
