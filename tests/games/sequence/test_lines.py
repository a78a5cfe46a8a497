"""The fives of the board."""

from collections import Counter

from games.sequence.picture import draw, full
from igroteka.games.sequence.lines import FIVES, THROUGH, apart, held, left_over, together
from igroteka.games.sequence.parts import GRID

FIVES_THROUGH = """
      3  4  5  6  8  8  6  5  4  3
      4  6  7  9 11 11  9  7  6  4
      5  7 10 12 14 14 12 10  7  5
      6  9 12 15 17 17 15 12  9  6
      8 11 14 17 20 20 17 14 11  8
      8 11 14 17 20 20 17 14 11  8
      6  9 12 15 17 17 15 12  9  6
      5  7 10 12 14 14 12 10  7  5
      4  6  7  9 11 11  9  7  6  4
      3  4  5  6  8  8  6  5  4  3
"""


def test_the_board_holds_192_fives() -> None:  # SQ-06
    """Six starts in each of ten rows and ten columns, thirty-six for each of the two diagonals."""
    assert len(FIVES) == len(set(FIVES)) == 60 + 60 + 36 + 36
    assert all(len(set(five)) == 5 and set(five) <= set(GRID) for five in FIVES)


def test_every_cell_lies_on_as_many_fives_as_geometry_says() -> None:  # SQ-06
    wanted = dict(zip(GRID, map(int, FIVES_THROUGH.split()), strict=True))
    assert {cell: len(fives) for cell, fives in THROUGH.items()} == wanted
    assert Counter(cell for five in FIVES for cell in five) == wanted


def test_fives_run_across_down_and_along_both_diagonals() -> None:  # SQ-06
    for cells in ("c3 d3 e3 f3 g3", "e3 e4 e5 e6 e7", "c3 d4 e5 f6 g7", "g3 f4 e5 d6 c7"):
        assert tuple(cells.split()) in FIVES


def test_no_five_runs_over_the_edge() -> None:  # SQ-06
    row_break = ("h3", "i3", "j3", "a4", "b4")
    assert row_break not in FIVES


def test_the_cells_of_a_five_are_read_from_the_top_then_from_the_left() -> None:  # SQ-B7
    places = {cell: place for place, cell in enumerate(GRID)}
    for five in FIVES:
        assert [places[cell] for cell in five] == sorted(places[cell] for cell in five)
    assert [places[five[0]] for five in FIVES] == sorted(places[five[0]] for five in FIVES)


def test_a_five_is_held_with_chips_and_corners_only() -> None:  # SQ-22
    state = draw("* b b b b g . . . *", hands=[[], []])
    assert held(state.chips, "blue", FIVES) == (("a1", "b1", "c1", "d1", "e1"),)
    assert held(state.chips, "green", FIVES) == ()


def test_the_full_board_of_these_tests_holds_no_five() -> None:  # SQ-06
    state = draw(full(), hands=[["2C"], ["2C"]])
    assert len(state.chips) == 96
    assert held(state.chips, "blue", FIVES) == held(state.chips, "green", FIVES) == ()


def test_two_fives_are_apart_with_one_common_cell_but_not_with_two() -> None:  # SQ-A08
    first = ("a3", "b3", "c3", "d3", "e3")
    assert apart(("e3", "f3", "g3", "h3", "i3"), [first])
    assert not apart(("d3", "e3", "f3", "g3", "h3"), [first])
    assert apart(("e3", "e4", "e5", "e6", "e7"), [first])


def test_of_overlapping_fives_the_one_nearest_the_top_left_counts() -> None:  # SQ-B1
    state = draw(
        """
        * . . . . . . . . *
        . . . . . . . . . .
        . . b b b b b b b .
        """,
        hands=[[], []],
    )
    fives = held(state.chips, "blue", FIVES)
    assert len(fives) == 3
    assert together(fives, ()) == (("c3", "d3", "e3", "f3", "g3"),)


def test_what_is_left_of_a_line_too_short_for_a_five_is_nothing() -> None:  # SQ-A28
    state = draw("* . b b b . . . . *", hands=[[], []])
    assert left_over(state.chips, "blue", ("b1", "c1", "d1", "e1", "f1")) is None
