"""The hard variant: completed sequences may be broken."""

import pytest

from games.sequence.picture import after, draw, empty, lines, told, why_not
from igroteka.games.sequence import Options, legal
from igroteka.games.sequence.lines import LENGTH
from igroteka.games.sequence.moves import Broken, Completed, Place, Remove

HARD = Options(hard=True)
JACK = [["JS", "2C"], ["4D", "7D", "3H"]]

ROW_OF_FIVE = """
    * . . . . . . . . *
    . . . . . . . . . .
    . . g g g g g . . .
"""


def test_a_chip_of_a_completed_sequence_may_be_removed() -> None:  # SQ-37
    state = draw(ROW_OF_FIVE, JACK, HARD, lines=["green c3 d3 e3 f3 g3"])
    removable = {intent.cell for intent in legal(state, 0) if isinstance(intent, Remove)}
    assert removable == {"c3", "d3", "e3", "f3", "g3"}


def test_a_broken_sequence_counts_no_more() -> None:  # SQ-A28
    state = draw(ROW_OF_FIVE, JACK, HARD, lines=["green c3 d3 e3 f3 g3"])
    events = told(state, 0, Remove("JS", "e3"))
    assert Broken("green", ("c3", "d3", "e3", "f3", "g3")) in events
    assert after(state, (0, Remove("JS", "e3"))).lines == ()


def test_a_sequence_completed_again_counts_again() -> None:  # SQ-A28
    state = draw(ROW_OF_FIVE, JACK, HARD, lines=["green c3 d3 e3 f3 g3"])
    state = after(state, (0, Remove("JS", "e3")), (1, Place("4D", "e3")))
    assert lines(state) == {("green", "c3 d3 e3 f3 g3")}
    assert state.winner is None


def test_completed_again_with_chips_on_both_sides_the_owner_chooses_anew() -> None:  # SQ-A07
    picture = ROW_OF_FIVE.replace("g g . . .", "g g g . .")
    state = draw(picture, JACK, HARD, lines=["green c3 d3 e3 f3 g3"])
    state = after(state, (0, Remove("JS", "e3")))
    assert state.lines == ()
    assert after(state, (1, Place("4D", "e3"))).choosing == 1


def test_another_sequence_of_the_side_is_not_what_a_broken_one_leaves() -> None:  # SQ-A28
    rows = ROW_OF_FIVE.strip().splitlines()
    picture = "\n".join([*rows, " ".join("." * 10), rows[2]])
    both = ["green c3 d3 e3 f3 g3", "green c5 d5 e5 f5 g5"]
    state = draw(picture, JACK, HARD, lines=both)
    events = told(state, 0, Remove("JS", "e3"))
    assert not [event for event in events if isinstance(event, Completed)]
    assert lines(after(state, (0, Remove("JS", "e3")))) == {("green", "c5 d5 e5 f5 g5")}


@pytest.mark.parametrize(
    ("cells", "was", "gone", "left"),
    [
        # across: six, the last of the five goes
        ("b3 c3 d3 e3 f3 g3", "c3 d3 e3 f3 g3", "g3", "b3 c3 d3 e3 f3"),
        ("b3 c3 d3 e3 f3 g3", "b3 c3 d3 e3 f3", "b3", "c3 d3 e3 f3 g3"),
        # seven: two fives are left, the one nearer the left counts
        ("b3 c3 d3 e3 f3 g3 h3", "b3 c3 d3 e3 f3", "b3", "c3 d3 e3 f3 g3"),
        ("b3 c3 d3 e3 f3 g3 h3", "d3 e3 f3 g3 h3", "h3", "b3 c3 d3 e3 f3"),
        # down: the one nearer the top
        ("e2 e3 e4 e5 e6 e7 e8", "e2 e3 e4 e5 e6", "e2", "e3 e4 e5 e6 e7"),
        ("e2 e3 e4 e5 e6 e7 e8", "e4 e5 e6 e7 e8", "e8", "e2 e3 e4 e5 e6"),
        # down to the right
        ("b2 c3 d4 e5 f6 g7 h8", "d4 e5 f6 g7 h8", "h8", "a1 b2 c3 d4 e5"),
        ("b3 c4 d5 e6 f7 g8 h9", "b3 c4 d5 e6 f7", "b3", "c4 d5 e6 f7 g8"),
        # down to the left
        ("h3 g4 f5 e6 d7 c8 b9", "h3 g4 f5 e6 d7", "h3", "g4 f5 e6 d7 c8"),
        ("h2 g3 f4 e5 d6 c7 b8", "f4 e5 d6 c7 b8", "b8", "h2 g3 f4 e5 d6"),
        # a corner helps to keep a five
        ("b1 c1 d1 e1 f1", "b1 c1 d1 e1 f1", "f1", "a1 b1 c1 d1 e1"),
    ],
)
def test_a_broken_long_line_keeps_its_first_five(cells: str, was: str, gone: str, left: str) -> None:  # SQ-B7
    state = empty(JACK, HARD, chips={"green": cells.split()}, lines=[f"green {was}"])
    events = told(state, 0, Remove("JS", gone))
    assert Completed("green", tuple(left.split())) in events
    assert lines(after(state, (0, Remove("JS", gone)))) == {("green", left)}


def test_a_long_line_broken_in_the_middle_keeps_nothing() -> None:  # SQ-A28
    chips = [f"{letter}3" for letter in "bcdefghi"]
    state = empty(JACK, HARD, chips={"green": chips}, lines=["green b3 c3 d3 e3 f3"])
    assert after(state, (0, Remove("JS", "e3"))).lines == ()


def test_five_at_the_far_end_of_a_broken_line_are_the_sequence_now() -> None:  # SQ-A28
    chips = [f"{letter}3" for letter in "abcdefghij"]
    state = empty(JACK, HARD, chips={"green": chips}, lines=["green c3 d3 e3 f3 g3"])
    assert lines(after(state, (0, Remove("JS", "e3")))) == {("green", "f3 g3 h3 i3 j3")}


def test_a_chip_beside_the_five_leaves_the_sequence_as_it_is() -> None:  # SQ-A28
    state = empty(
        JACK, HARD, chips={"green": ["b3", "c3", "d3", "e3", "f3", "g3"]}, lines=["green b3 c3 d3 e3 f3"]
    )
    state = after(state, (0, Remove("JS", "g3")))
    assert lines(state) == {("green", "b3 c3 d3 e3 f3")}


def test_a_broken_line_gives_no_second_sequence() -> None:  # SQ-A28
    chips = [f"{letter}3" for letter in "bcdefghi"]
    state = empty(JACK, HARD, chips={"green": chips}, lines=["green b3 c3 d3 e3 f3"])
    state = after(state, (0, Remove("JS", "b3")))
    assert [len(line.cells) for line in state.lines] == [LENGTH]
    assert state.winner is None


def test_ones_own_sequence_is_still_ones_own() -> None:  # SQ-A13
    state = draw(ROW_OF_FIVE.replace("g", "b"), JACK, HARD, lines=["blue c3 d3 e3 f3 g3"])
    assert why_not(state, 0, Remove("JS", "e3")) == "own-chip SQ-A13"


def test_a_corner_of_a_sequence_cannot_be_removed_in_the_hard_variant_either() -> None:  # SQ-A12
    state = draw("* g g g g . . . . *", JACK, HARD, lines=["green a1 b1 c1 d1 e1"])
    assert why_not(state, 0, Remove("JS", "a1")) == "no-chip-there SQ-A12"
