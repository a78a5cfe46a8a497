"""How much a phone has to fetch before it can play."""

import re

import pytest

from browser import weight


@pytest.mark.parametrize("language", ["ru", "en"])
def test_opening_a_link_to_any_table_fetches_at_most_120_kilobytes(language):
    sizes = weight.tables(language)
    assert len(sizes) == 4  # three drawn games and the plain table
    assert max(sizes.values()) <= weight.MOST, sizes


def test_the_page_asks_nobody_else():
    assert weight.home()
    text = (weight.STATIC / "index.html").read_text("utf-8")
    assert re.findall(r'(?:src|href)="(?!/)', text) == []
    assert "<script>" not in text
