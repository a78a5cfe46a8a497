"""The box: cards, board, tables of hands and sides; a bad parts file is refused with what is wrong."""

from collections import Counter
from importlib.resources import files

import pytest

from igroteka.core import Refused
from igroteka.games.sequence.parts import BOX, CELLS, CORNERS, GRID, PARTS, REMOVE, STRENGTH, WILD, load

TEXT = files("igroteka.games.sequence").joinpath("parts.toml").read_text("utf-8")
TOP_ROW = '"**  2S  3S  4S  5S  6S  7S  8S  9S  **",'


def what_is_wrong_with(text: str) -> tuple[str, str | None, dict[str, object]]:
    assert text != TEXT, "the change found nothing to change"
    with pytest.raises(Refused) as refused:
        load(text)
    return refused.value.reason, refused.value.clause, refused.value.parameters


def test_the_box_holds_two_packs() -> None:  # SQ-01
    assert len(BOX) == 104
    assert set(Counter(BOX).values()) == {2}


def test_every_card_but_the_jacks_is_on_the_board_twice() -> None:  # SQ-20
    jacks = {card for card in CELLS if card.startswith("J")}
    assert {len(cells) for card, cells in CELLS.items() if card not in jacks} == {2}
    assert {len(CELLS[jack]) for jack in jacks} == {0}


def test_the_four_corners_show_no_card() -> None:  # SQ-22
    assert {"a1", "j1", "a10", "j10"} == CORNERS


def test_the_layout_is_the_common_one() -> None:  # SQ-A01
    """A few cells that other layouts and rotations put elsewhere."""
    found = {cell: GRID[cell] for cell in ("b1", "a2", "j2", "e5", "f6", "i5", "j9", "b10", "i10")}
    assert found == {
        "b1": "2S",
        "a2": "6C",
        "j2": "10S",
        "e5": "5H",
        "f6": "3H",
        "i5": "7H",
        "j9": "5D",
        "b10": "AD",
        "i10": "6D",
    }


def test_four_jacks_are_wild_and_four_remove() -> None:  # SQ-25
    counts = Counter(BOX)
    assert sum(counts[jack] for jack in WILD) == sum(counts[jack] for jack in REMOVE) == 4


def test_spades_and_hearts_have_one_eye() -> None:  # SQ-A02
    assert {"JS", "JH"} == REMOVE
    assert {"JD", "JC"} == WILD


def test_suits_do_not_rank_and_the_ace_is_the_highest() -> None:  # SQ-A06
    by_strength = sorted(("AS", "2S", "10S", "KS", "JS", "9S", "QS"), key=STRENGTH.__getitem__)
    assert by_strength == ["2S", "9S", "10S", "JS", "QS", "KS", "AS"]
    assert len({STRENGTH[card] for card in ("7S", "7H", "7D", "7C")}) == 1


def test_hand_sizes_are_those_of_both_tables() -> None:  # SQ-40
    assert PARTS.hand == {2: 7, 3: 6, 4: 6, 6: 5, 8: 4, 9: 4, 10: 3, 12: 3}


def test_a_board_of_nine_rows_is_refused() -> None:  # SQ-A01
    nine = TEXT.replace(TOP_ROW, "")
    assert what_is_wrong_with(nine) == ("board-not-ten-by-ten", "SQ-A01", {})


def test_a_board_with_a_short_row_is_refused() -> None:  # SQ-A01
    short = TEXT.replace(TOP_ROW, '"**  2S  3S  4S  5S  6S  7S  8S  **",')
    assert what_is_wrong_with(short) == ("board-not-ten-by-ten", "SQ-A01", {})


def test_a_board_without_a_corner_is_refused() -> None:  # SQ-22
    moved = TEXT.replace(TOP_ROW, '"2S  **  3S  4S  5S  6S  7S  8S  9S  **",')
    assert what_is_wrong_with(moved) == ("board-without-corners", "SQ-22", {})


def test_a_card_shown_three_times_is_refused_and_so_is_the_one_it_ousted() -> None:  # SQ-20
    wrong = TEXT.replace(TOP_ROW, '"**  3S  3S  4S  5S  6S  7S  8S  9S  **",')
    assert what_is_wrong_with(wrong) == ("board-cards-not-twice", "SQ-20", {"cards": "2S, 3S"})


def test_a_jack_on_the_board_is_refused() -> None:  # SQ-20
    wrong = TEXT.replace(TOP_ROW, '"**  JS  3S  4S  5S  6S  7S  8S  9S  **",')
    assert what_is_wrong_with(wrong) == ("board-cards-not-twice", "SQ-20", {"cards": "2S, JS"})


def test_a_card_that_no_pack_holds_is_refused() -> None:  # SQ-A01
    wrong = TEXT.replace(TOP_ROW, '"**  1S  3S  4S  5S  6S  7S  8S  9S  **",')
    assert what_is_wrong_with(wrong) == ("board-cards-not-twice", "SQ-20", {"cards": "1S, 2S"})


def test_a_fifth_corner_is_refused() -> None:  # SQ-22
    wrong = TEXT.replace(TOP_ROW, '"**  **  3S  4S  5S  6S  7S  8S  9S  **",')
    assert what_is_wrong_with(wrong) == ("board-cards-not-twice", "SQ-20", {"cards": "2S"})


@pytest.mark.parametrize(
    "text", ["", "not toml", TEXT + "\n[colours]\nblue = 1\n", TEXT.replace("packs = 2", "")]
)
def test_a_parts_file_that_cannot_be_read_is_refused(text: str) -> None:  # SQ-A01
    reason, clause, said = what_is_wrong_with(text)
    assert (reason, clause) == ("parts-unreadable", "SQ-A01")
    assert said["problem"]
