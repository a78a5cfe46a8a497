"""The table in a terminal: racks sorted, what may be laid marked, trend in words, order as an arrow."""

import re

from games.upturn.table import lies
from igroteka.cli.screens import screen
from igroteka.cli.speech import Speech
from igroteka.games.upturn import view


def drawn(language: str = "en", seat: int | None = 0) -> str:
    state = lies(
        "9 23 / D 80 S2", "J 41h 9 77t 90", "12", "3 4", bag="2 6", trend="down", order="ccw", silent=[1]
    )
    names = ("Ann", "Bob", "Cora")
    table = screen("upturn")
    text = table.draw(view(state, seat), Speech(language, "upturn", names, table.part))
    return re.sub(r"\[/?[a-z_]*\]", "", text)


def test_the_rack_is_sorted_and_what_may_be_laid_is_marked() -> None:  # UT-16
    assert drawn().splitlines()[-1] == " Ann: 9·  41☞·  77″·  90  ★·"


def test_the_current_row_stands_out_below_the_older_ones() -> None:  # UT-A14
    assert drawn().splitlines()[:2] == ["   9 23", " ▸ ↓ 80 ⊘⊘"]


def test_the_trend_is_said_in_words_and_the_order_is_an_arrow() -> None:  # UT-20
    assert "↘ downwards   ↺ anticlockwise   ⌸ 2" in drawn()
    assert "↘ вниз   ↺ против часовой стрелки" in drawn("ru")


def test_seats_show_how_many_tiles_and_who_should_announce() -> None:  # UT-29, UT-A41
    assert [line for line in drawn().splitlines() if "▯" in line] == [
        " ▶ Ann   ▯ 5", "   Bob   ▯ 1  …", "   Cora  ▯ 2",
    ]  # fmt: skip


def test_a_spectator_sees_no_rack() -> None:  # UT-A41
    assert "Ann:" not in drawn(seat=None)
