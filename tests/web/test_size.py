"""How much a phone has to fetch before it can play."""

import re

import pytest

from browser import weight


@pytest.mark.parametrize("language", ["ru", "en"])
def test_opening_a_link_to_any_table_fetches_at_most_120_kilobytes(language):
    sizes = weight.tables(language)
    assert len(sizes) == 4  # three drawn games and the plain table
    assert max(sizes.values()) <= weight.MOST, sizes


def test_a_table_comes_in_few_files_because_a_browser_asks_for_six_at_once():
    """Two of the six are style sheets; one file more and everything waits another round trip."""
    home = weight.home()
    (page,) = weight.named("TablePage-")
    (texts,) = weight.named("texts.ru-")
    before = weight.with_imports(texts, weight.with_imports(page, set(home)))
    assert len(before - home) <= 4, before - home
    for screen in weight.named("screen-"):
        more = weight.with_imports(screen, set(before)) - before
        assert len(more) <= 4, more


def test_the_page_asks_nobody_else():
    assert weight.home()
    text = (weight.STATIC / "index.html").read_text("utf-8")
    assert re.findall(r'(?:src|href)="(?!/)', text) == []
    assert "<script>" not in text
