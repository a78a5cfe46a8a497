"""What the page of Etazhiki says of the skip and the even ball, as the table has agreed on them."""

import re
from pathlib import Path
from typing import Any

import pytest

CARDS = "tables/etazhiki/cards.ts"
ABOUT = Path(__file__).parents[2] / "web" / "src" / "tables" / "etazhiki" / "about.ts"


def view(skip: str, *, ball: str = "SKIP", armed: bool = False, floors: int = 0) -> dict[str, Any]:
    return {"ball": ball, "skip_armed": armed, "floors_laid": floors, "options": {"skip": skip}}


@pytest.mark.parametrize(
    ("seen", "skips"),
    [
        (view("once", armed=True), True),
        (view("once", floors=1), False),
        (view("repeats", floors=1), True),
        (view("repeats"), False),  # a pass costs nobody a turn
        (view("repeats", ball="B3", floors=1), False),
    ],
)
def test_the_next_seat_is_said_to_be_skipped_where_it_is(page, seen, skips):  # ET-A19, ET-B3
    assert page([(CARDS, "skips", seen)]) == [skips]


def test_a_card_is_told_of_as_the_table_plays_it(page):  # ET-A14, ET-A19, ET-41
    options = {"variant": "full", "skip": "repeats", "parity": "strict"}
    skip, night = page([(CARDS, "kinds", "SKIP", options), (CARDS, "kinds", "N4", options)])
    assert skip == ["full:SKIP", "repeats:SKIP", "strict:SKIP", "SKIP"]
    assert night == ["full:N", "repeats:N", "strict:N", "N"]
    told = re.findall(r'^ +"?([\w:]+)"?: "', ABOUT.read_text("utf-8"), re.M)
    assert sorted(told[: len(told) // 2]) == sorted(told[len(told) // 2 :])
    assert {"beginner:F", "full:N", "repeats:SKIP", "strict:EVEN", "strict:ODD"} < set(told)
