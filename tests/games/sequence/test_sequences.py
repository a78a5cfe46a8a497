"""Five in line: corners, sharing, two at once, long lines and the choice of five, the end."""

import pytest

from games.sequence.picture import after, draw, empty, lines, told, why_not
from igroteka.core import Seeded
from igroteka.games.sequence import Options, canonical, legal, outcome
from igroteka.games.sequence.moves import (
    Accuse,
    Choose,
    Completed,
    Draw,
    Exchange,
    LongLineMade,
    Pass,
    Place,
    Remove,
    Won,
)

BLUE, GREEN = 0, 1

SIX = """
    * . . . . . . . . *
    . . . . . . . . . .
    . . b b . b b b . .
"""
SEVEN = SIX.replace(". . b b . b b b . .", ". b b b . b b b . .")
EIGHT = SIX.replace(". . b b . b b b . .", ". b b b . b b b b .")
NINE = SIX.replace(". . b b . b b b . .", "b b b b . b b b b .")
ROW_3 = [["4D", "2C"], ["QC", "JS"]]


def five(cells: str) -> tuple[str, ...]:
    return tuple(cells.split())


def test_a_corner_counts_as_the_fifth_chip() -> None:  # SQ-24
    state = draw("* b b b . . . . . *", hands=[["5S"], ["QC"]])
    assert Completed("blue", five("a1 b1 c1 d1 e1")) in told(state, BLUE, Place("5S", "e1"))


@pytest.mark.parametrize(
    ("corner", "chips", "last"),
    [
        ("a1", "b2 c3 d4", "e5"),
        ("j1", "i2 h3 g4", "f5"),
        ("a10", "b9 c8 d7", "e6"),
        ("j10", "i9 h8 g7", "f6"),
        ("a10", "a9 a8 a7", "a6"),
        ("j10", "i10 h10 g10", "f10"),
        ("j1", "j2 j3 j4", "j5"),
    ],
)
def test_every_corner_serves_in_every_direction(corner: str, chips: str, last: str) -> None:  # SQ-22
    state = empty([["QC"], ["JD"]], chips={"green": chips.split()}, turn=GREEN)
    state = after(state, (GREEN, Place("JD", last)))
    assert [set(line.cells) for line in state.lines] == [{corner, *chips.split(), last}]


def test_three_chips_and_a_corner_are_not_enough() -> None:  # SQ-24
    state = draw("* b b . . . . . . *", hands=[["4S"], ["QC"]])
    assert after(state, (BLUE, Place("4S", "d1"))).lines == ()


def test_several_sides_use_one_corner_at_the_same_time() -> None:  # SQ-23
    state = draw(
        """
        * b b b b . . . . *
        g . . . . . . . . .
        g . . . . . . . . .
        g . . . . . . . . .
        . . . . . . . . . .
        """,
        hands=[["2C"], ["9C"]],
        lines=["blue a1 b1 c1 d1 e1"],
        turn=GREEN,
    )
    state = after(state, (GREEN, Place("9C", "a5")))
    assert lines(state) == {("blue", "a1 b1 c1 d1 e1"), ("green", "a1 a2 a3 a4 a5")}


def test_a_sequence_is_counted_without_a_word_from_its_side() -> None:  # SQ-A32
    state = draw("* b b b . . . . . *", hands=[["5S"], ["QC"]])
    assert lines(after(state, (BLUE, Place("5S", "e1")))) == {("blue", "a1 b1 c1 d1 e1")}


def test_a_side_cannot_leave_its_sequence_uncounted() -> None:  # SQ-A33
    state = after(draw(SIX, ROW_3), (BLUE, Place("4D", "e3")))
    assert all(isinstance(intent, Choose) for intent in legal(state, BLUE))
    assert why_not(state, BLUE, Choose(())) == "not-five-of-the-line SQ-A07"


def test_two_sequences_win_and_the_game_ends() -> None:  # SQ-33
    state = draw(
        """
        * b b b b . . . . *
        . . . . . . . . . .
        . . b b . b b . . .
        """,
        ROW_3,
        lines=["blue a1 b1 c1 d1 e1"],
    )
    state = after(state, (BLUE, Place("4D", "e3")))
    ended = outcome(state)
    assert ended is not None
    assert (ended.reason, ended.clause, ended.winners) == ("sequences", "SQ-33", (0,))
    assert [legal(state, seat) for seat in (0, 1, -1)] == [(), (), ()]


def test_all_members_of_the_side_win() -> None:  # SQ-05
    state = draw(
        "* g g g . . . . . *", [["2C"], ["3D"], ["9C"], ["5S"]], turn=3, lines=["green b9 c9 d9 e9 f9"]
    )
    ended = outcome(after(state, (3, Place("5S", "e1"))))
    assert ended is not None
    assert ended.winners == (1, 3)


def test_with_three_sides_one_sequence_wins() -> None:  # SQ-38
    state = draw("* r r r . . . . . *", [["2C"], ["3D"], ["5S"]], turn=2)
    ended = outcome(after(state, (2, Place("5S", "e1"))))
    assert ended is not None
    assert (ended.clause, ended.winners) == ("SQ-38", (2,))


def test_no_card_is_drawn_after_the_winning_chip() -> None:  # SQ-A31
    for options in (Options(), Options(draw="automatic")):
        state = draw("* r r r . . . . . *", [["2C"], ["3D"], ["5S", "KD"]], options, turn=2, owed=[1])
        state = after(state, (2, Place("5S", "e1")))
        assert state.hands[2] == ("KD",)
        assert why_not(state, 1, Draw()) == "game-over None"
        assert why_not(state, 2, Draw()) == "game-over None"


def test_a_chip_of_the_first_sequence_serves_the_second_in_any_direction() -> None:  # SQ-34
    state = draw(
        """
        * . . . . . . . . *
        . . . . . . . . . .
        . . b b b b b . . .
        . . . . . b . . . .
        . . . . . . b . . .
        . . . . . . . b . .
        . . . . . . . . . .
        """,
        [["5H"], ["QC"]],
        lines=["blue c3 d3 e3 f3 g3"],
    )
    state = after(state, (BLUE, Place("5H", "i7")))
    assert state.winner == "blue"
    assert ("blue", "e3 f4 g5 h6 i7") in lines(state)


def test_two_common_chips_are_one_too_many() -> None:  # SQ-A08
    state = draw(
        """
        * . . . . . . . . *
        . . . . . . . . . .
        b b b b b b b . . .
        """,
        [["7D"], ["QC", "JS"]],
        lines=["blue a3 b3 c3 d3 e3"],
    )
    state = after(state, (BLUE, Place("7D", "h3")))
    assert lines(state) == {("blue", "a3 b3 c3 d3 e3")}
    assert state.winner is None
    assert Remove("JS", "h3") in legal(state, GREEN)


def test_the_ninth_chip_in_line_completes_the_second_sequence() -> None:  # SQ-A09
    state = draw(
        """
        * . . . . . . . . *
        . . . . . . . . . .
        b b b b b b b b . .
        """,
        [["9H"], ["QC"]],
        lines=["blue a3 b3 c3 d3 e3"],
    )
    state = after(state, (BLUE, Place("9H", "i3")))
    assert state.winner == "blue"
    assert lines(state) == {("blue", "a3 b3 c3 d3 e3"), ("blue", "e3 f3 g3 h3 i3")}


def test_one_chip_between_four_and_four_completes_two() -> None:  # SQ-A09
    state = after(draw(NINE, ROW_3), (BLUE, Place("4D", "e3")))
    assert state.winner == "blue"
    assert lines(state) == {("blue", "a3 b3 c3 d3 e3"), ("blue", "e3 f3 g3 h3 i3")}


def test_on_an_edge_row_eight_chips_between_two_corners_are_two_sequences() -> None:  # SQ-A09
    """Two fives would do for the second; the one nearer the left is written down (SQ-B1)."""
    state = draw("* b b b b . b b b *", [["6S"], ["QC"]], lines=["blue a1 b1 c1 d1 e1"])
    state = after(state, (BLUE, Place("6S", "f1")))
    assert state.winner == "blue"
    assert lines(state) == {("blue", "a1 b1 c1 d1 e1"), ("blue", "e1 f1 g1 h1 i1")}


def test_on_an_edge_row_a_corner_makes_nine_of_eight_chips() -> None:  # SQ-A09
    state = draw("* b b b b b b b . *", [["9S"], ["QC"]], lines=["blue a1 b1 c1 d1 e1"])
    state = after(state, (BLUE, Place("9S", "i1")))
    assert state.winner == "blue"
    assert ("blue", "a1 b1 c1 d1 e1") in lines(state)
    assert len(state.lines) == 2


def test_the_first_sequence_stays_where_it_was_completed_when_its_line_grows_to_ten() -> None:  # SQ-A10
    """Ten in a row would hold two fives, but the first lies in the middle and is not read anew."""
    state = draw(
        """
        * . . . . . . . . *
        . . . . . . . . . .
        b b b b b b b b b .
        """,
        [["QS"], ["QC"]],
        lines=["blue c3 d3 e3 f3 g3"],
    )
    state = after(state, (BLUE, Place("QS", "j3")))
    assert lines(state) == {("blue", "c3 d3 e3 f3 g3")}
    assert state.winner is None


def test_one_chip_completes_two_crossing_lines() -> None:  # SQ-A11
    state = draw(
        """
        * . . . . . . . . *
        . . . . . . . . . .
        . . b . . . b . . .
        . . . b . b . . . .
        . . . . . . . . . .
        . . . b . b . . . .
        . . b . . . b . . .
        """,
        [["5H"], ["QC"]],
    )
    state = after(state, (BLUE, Place("5H", "e5")))
    assert state.winner == "blue"
    assert lines(state) == {("blue", "c3 d4 e5 f6 g7"), ("blue", "g3 f4 e5 d6 c7")}


def test_two_sequences_may_have_a_corner_in_common() -> None:  # SQ-A12
    state = draw(
        """
        * b b b b . . . . *
        b . . . . . . . . .
        b . . . . . . . . .
        b . . . . . . . . .
        . . . . . . . . . .
        """,
        [["9C"], ["QC"]],
        lines=["blue a1 b1 c1 d1 e1"],
    )
    assert after(state, (BLUE, Place("9C", "a5"))).winner == "blue"


def test_a_long_line_may_not_share_a_corner_and_a_chip() -> None:  # SQ-A08
    state = draw("* b b b b . . . . *", [["6S"], ["QC"]], lines=["blue a1 b1 c1 d1 e1"])
    assert len(after(state, (BLUE, Place("6S", "f1"))).lines) == 1


@pytest.mark.parametrize(
    ("picture", "fives"),
    [
        (SIX, ["c3 d3 e3 f3 g3", "d3 e3 f3 g3 h3"]),
        (SEVEN, ["b3 c3 d3 e3 f3", "c3 d3 e3 f3 g3", "d3 e3 f3 g3 h3"]),
        (EIGHT, ["b3 c3 d3 e3 f3", "c3 d3 e3 f3 g3", "d3 e3 f3 g3 h3", "e3 f3 g3 h3 i3"]),
    ],
)
def test_six_to_eight_in_line_offer_every_five_of_them(picture: str, fives: list[str]) -> None:  # SQ-A07
    state = draw(picture, ROW_3)
    assert LongLineMade(0) in told(state, BLUE, Place("4D", "e3"))
    state = after(state, (BLUE, Place("4D", "e3")))
    assert legal(state, BLUE) == tuple(Choose(five(cells)) for cells in fives)
    assert legal(state, GREEN) == ()
    for choice in legal(state, BLUE):
        assert isinstance(choice, Choose)
        assert lines(after(state, (BLUE, choice))) == {("blue", " ".join(choice.cells))}


def test_a_corner_may_be_part_of_a_long_line() -> None:  # SQ-A07
    state = after(draw("* b b . b b . . . *", [["4S"], ["QC"]]), (BLUE, Place("4S", "d1")))
    assert legal(state, BLUE) == (Choose(five("a1 b1 c1 d1 e1")), Choose(five("b1 c1 d1 e1 f1")))


def test_a_long_line_down_is_offered_from_the_top() -> None:  # SQ-A07
    state = empty([["QC"], ["JD"]], chips={"green": ["e2", "e3", "e5", "e6", "e7"]}, turn=GREEN)
    state = after(state, (GREEN, Place("JD", "e4")))
    assert legal(state, GREEN) == (Choose(five("e2 e3 e4 e5 e6")), Choose(five("e3 e4 e5 e6 e7")))


def test_a_long_diagonal_is_offered_from_the_top() -> None:  # SQ-A07
    state = empty([["JD"], ["QC"]], chips={"blue": ["h2", "g3", "e5", "d6", "c7"]})
    state = after(state, (BLUE, Place("JD", "f4")))
    assert legal(state, BLUE) == (Choose(five("h2 g3 f4 e5 d6")), Choose(five("g3 f4 e5 d6 c7")))


def test_what_was_not_chosen_stays_ordinary() -> None:  # SQ-A07
    state = after(draw(EIGHT, ROW_3), (BLUE, Place("4D", "e3")), (BLUE, Choose(five("c3 d3 e3 f3 g3"))))
    assert {intent.cell for intent in legal(state, GREEN) if isinstance(intent, Remove)} == {"b3", "h3", "i3"}


@pytest.mark.parametrize(
    "cells",
    [
        "c3 d3 e3 f3",
        "c3 d3 e3 f3 g3 h3",
        "c3 c3 d3 e3 f3",
        "c3 d3 f3 g3 h3",
        "b3 c3 d3 e3 f3",
        "e1 e2 e3 e4 e5",
        "z3 d3 e3 f3 g3",
    ],
)
def test_anything_but_five_neighbours_of_the_line_is_refused(cells: str) -> None:  # SQ-A07
    state = after(draw(SIX, ROW_3), (BLUE, Place("4D", "e3")))
    assert why_not(state, BLUE, Choose(five(cells))) == "not-five-of-the-line SQ-A07"


def test_nobody_chooses_without_a_long_line_nor_for_another() -> None:  # SQ-A07
    state = draw(SIX, ROW_3)
    assert why_not(state, BLUE, Choose(five("c3 d3 e3 f3 g3"))) == "nothing-to-choose SQ-A07"
    state = after(state, (BLUE, Place("4D", "e3")))
    assert why_not(state, GREEN, Choose(five("c3 d3 e3 f3 g3"))) == "nothing-to-choose SQ-A07"


def test_a_mate_does_not_choose_for_the_one_who_placed_the_chip() -> None:  # SQ-A07
    state = after(draw(SIX, [*ROW_3, ["9C"], ["AS"]]), (BLUE, Place("4D", "e3")))
    assert legal(state, 2) == ()
    assert why_not(state, 2, Choose(five("c3 d3 e3 f3 g3"))) == "nothing-to-choose SQ-A07"


def test_the_order_of_the_chosen_cells_does_not_matter() -> None:  # SQ-B2
    state = after(draw(SIX, ROW_3), (BLUE, Place("4D", "e3")))
    mixed = Choose(five("g3 c3 f3 d3 e3"))
    assert canonical(state, mixed) in legal(state, BLUE)
    assert lines(after(state, (BLUE, mixed))) == {("blue", "c3 d3 e3 f3 g3")}


def test_while_a_seat_chooses_everything_else_waits() -> None:  # SQ-B2
    state = draw(SIX, [["4D", "2C", "QC"], ["QC", "JS"], ["9C"], ["AS"]], owed=[3])
    state = after(state, (BLUE, Place("4D", "e3")))
    assert (state.turn, state.choosing, state.owed) == (0, 0, (3,))
    for seat, intent in (
        (0, Place("2C", "e2")),
        (0, Exchange("QC")),
        (0, Pass()),
        (0, Draw()),
        (1, Place("QC", "a7")),
        (3, Draw()),
    ):
        assert why_not(state, seat, intent) == "seat-is-choosing SQ-B2"
    assert why_not(state, 1, Accuse("blue")) == "seat-is-choosing SQ-B8"
    assert [legal(state, seat) for seat in (1, 2, 3)] == [(), (), ()]


def test_the_owed_card_and_the_next_turn_come_after_the_choice() -> None:  # SQ-B2
    state = after(draw(SIX, ROW_3, owed=[1]), (BLUE, Place("4D", "e3")))
    state = after(state, (BLUE, Choose(five("c3 d3 e3 f3 g3"))))
    assert (state.turn, state.choosing, state.owed) == (1, None, (1, 0))


def test_drawn_by_itself_the_card_comes_after_the_choice_too() -> None:  # SQ-B2
    state = after(draw(SIX, ROW_3, Options(draw="automatic")), (BLUE, Place("4D", "e3")))
    assert state.hands[BLUE] == ("2C",)
    state = after(state, (BLUE, Choose(five("c3 d3 e3 f3 g3"))))
    assert (state.hands[BLUE], state.turn, state.owed) == (("2C", "KH"), 1, ())


def test_with_nothing_left_to_draw_the_turn_after_a_choice_just_goes_on() -> None:  # SQ-A18
    """Only a position can be like this: in play the card just laid is in its pile."""
    for how in ("automatic", "by_hand"):
        state = draw(SIX.replace("b b . b", "b b b b"), ROW_3, Options(draw=how), deck=[], choosing=0)
        state = after(state, (BLUE, Choose(five("c3 d3 e3 f3 g3"))), chance=Seeded(1))
        assert (state.turn, state.owed, len(state.hands[BLUE])) == (1, (), 2)


def test_where_the_chip_wins_anyway_the_top_left_five_is_recorded_unasked() -> None:  # SQ-B1
    state = draw(SIX, ROW_3, lines=["blue b9 c9 d9 e9 f9"])
    events = told(state, BLUE, Place("4D", "e3"))
    assert events[1:] == (Completed("blue", five("c3 d3 e3 f3 g3")), Won("blue"))


def test_with_three_sides_nobody_ever_chooses() -> None:  # SQ-B1
    state = after(draw(EIGHT, [["4D"], ["QC"], ["AS"]]), (BLUE, Place("4D", "e3")))
    assert state.winner == "blue"
    assert lines(state) == {("blue", "b3 c3 d3 e3 f3")}


def test_a_long_line_that_crosses_a_five_wins_unasked() -> None:  # SQ-B1
    state = draw(SIX + ". . . . b . . . . .\n" * 4, ROW_3)
    state = after(state, (BLUE, Place("4D", "e3")))
    assert state.winner == "blue"
    assert lines(state) == {("blue", "c3 d3 e3 f3 g3"), ("blue", "e3 e4 e5 e6 e7")}


def test_a_second_long_line_must_leave_the_first_sequence_but_one_cell() -> None:  # SQ-B1
    """Of the fives through the new chip only those apart from the first sequence may be recorded."""
    state = draw(
        """
        * . . . . . . . . *
        . . . . . . . . . .
        b b b b b b . b b b
        """,
        [["6D"], ["QC"]],
        lines=["blue a3 b3 c3 d3 e3"],
    )
    state = after(state, (BLUE, Place("6D", "g3")))
    assert state.winner == "blue"
    assert lines(state) == {("blue", "a3 b3 c3 d3 e3"), ("blue", "e3 f3 g3 h3 i3")}


def test_chips_of_a_completed_sequence_stay() -> None:  # SQ-28
    state = draw("* g g g g g . . . *", [["JS"], ["QC"]], lines=["green a1 b1 c1 d1 e1"])
    assert legal(state, BLUE) == (Remove("JS", "f1"),)
    assert why_not(state, BLUE, Remove("JS", "c1")) == "sequence-locked SQ-28"
