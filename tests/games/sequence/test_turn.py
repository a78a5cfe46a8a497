"""The turn: a card, a chip, a new card; jacks and dead cards."""

import pytest

from games.sequence.picture import after, draw, empty, full, told, why_not
from igroteka.core import Seeded
from igroteka.games.sequence import Options, legal, redact, view
from igroteka.games.sequence.moves import (
    Draw,
    Drew,
    Exchange,
    Exchanged,
    Owed,
    Pass,
    Place,
    Placed,
    Remove,
    Removed,
    Replaced,
    TurnCame,
)
from igroteka.games.sequence.parts import CORNERS, GRID

CORNER_CELLS = sorted(CORNERS)
DEAD_QC = """
    * . . . . . . . . *
    . . . . . . . . . .
    . . . . . . . . . .
    . . . . . . . . . .
    . . . . . . . . . .
    . . . . . . . . . .
    b . . . . . . . . .
    . . . g . . . . . .
"""


def test_the_card_goes_to_the_own_pile_for_all_to_see() -> None:  # SQ-16
    state = after(empty([["7H", "2C"], ["QC"]]), (0, Place("7H", "i5")))
    assert state.piles == (("7H",), ())
    assert view(state, 1).piles == view(state, None).piles == (("7H",), ())


def test_a_played_card_is_told_open_to_everyone() -> None:  # SQ-A03
    (placed, *_) = told(empty([["7H"], ["QC"]]), 0, Place("7H", "i5"))
    assert [redact(placed, seat) for seat in (0, 1, None)] == [Placed(0, "7H", "i5")] * 3


def test_newer_cards_lie_after_older_ones_in_the_pile() -> None:  # SQ-16
    state = empty([["7H", "2C"], ["QC"]], piles=[["AS"], []])
    assert after(state, (0, Place("7H", "i5"))).piles[0] == ("AS", "7H")


def test_the_chip_has_the_colour_of_the_seats_side() -> None:  # SQ-17
    state = empty([["7H"], ["QC"], ["9C"], ["AS"]], turn=3)
    assert after(state, (3, Place("AS", "b3"))).chips == {"b3": "green"}


def test_a_turn_is_told_as_a_chip_an_owed_card_and_the_next_turn() -> None:  # SQ-18
    events = told(empty([["7H"], ["QC"]]), 0, Place("7H", "i5"))
    assert events == (Placed(0, "7H", "i5"), Owed(0), TurnCame(1))


def test_drawn_by_itself_the_card_comes_before_the_next_turn() -> None:  # SQ-18
    state = empty([["7H"], ["QC"]], Options(draw="automatic"))
    assert told(state, 0, Place("7H", "i5")) == (Placed(0, "7H", "i5"), Drew(0, "KH"), TurnCame(1))


def test_legal_lists_each_different_card_once() -> None:  # SQ-21
    state = empty([["7H", "7H", "QC"], ["QC"]])
    assert legal(state, 0) == (
        Place("7H", "i5"),
        Place("7H", "d6"),
        Place("QC", "a7"),
        Place("QC", "d8"),
    )


def test_only_one_of_two_equal_cards_is_played() -> None:  # SQ-16
    state = after(empty([["7H", "7H"], ["QC"]]), (0, Place("7H", "i5")))
    assert state.hands[0] == ("7H",)


@pytest.mark.parametrize("cell", ["z9", "a0", "a11", "k1", "", "I5", "5i", "i05", "**", "i5 "])
def test_a_cell_that_is_not_on_the_board_is_refused(cell: str) -> None:  # SQ-17
    state = empty([["7H", "JD"], ["QC"]])
    assert why_not(state, 0, Place("7H", cell)) == "no-such-cell SQ-17"
    assert why_not(state, 0, Place("JD", cell)) == "no-such-cell SQ-17"


@pytest.mark.parametrize("card", ["QC", "1H", "7h", "TD", "", "Joker", "**"])
def test_a_card_that_is_not_in_the_hand_is_refused_be_it_of_the_pack_or_not(card: str) -> None:  # SQ-16
    state = empty([["7H"], ["QC"]])
    for intent in (Place(card, "i5"), Remove(card, "i5"), Exchange(card)):
        assert why_not(state, 0, intent) == "card-not-held SQ-16"


def test_a_mates_card_is_not_ones_own() -> None:  # SQ-13
    state = empty([["7H"], ["QC"], ["9C"], ["AS"]])
    assert why_not(state, 0, Place("9C", "a5")) == "card-not-held SQ-16"


def test_another_seat_waits_for_its_turn() -> None:  # SQ-15
    state = empty([["7H"], ["QC"], ["9C"], ["AS"]])
    for seat, intent in ((1, Place("QC", "a7")), (2, Place("9C", "a5")), (3, Pass())):
        assert why_not(state, seat, intent) == "not-your-turn SQ-15"


@pytest.mark.parametrize("seat", [-2, 2, 99])
def test_nobody_plays_from_a_seat_that_there_is_not(seat: int) -> None:  # SQ-02
    state = empty([["7H"], ["QC"]])
    assert why_not(state, seat, Draw()) == "no-such-seat None"
    assert legal(state, seat) == ()


@pytest.mark.parametrize("jack", ["JD", "JC"])
def test_a_two_eyed_jack_may_go_on_every_free_cell_but_a_corner(jack: str) -> None:  # SQ-26
    state = draw("* b g . . . . . . *", [[jack], ["QC"]])
    wanted = [Place(jack, cell) for cell in GRID if cell not in {*CORNERS, "b1", "c1"}]
    assert list(legal(state, 0)) == wanted
    assert len(wanted) == 94


@pytest.mark.parametrize("corner", CORNER_CELLS)
def test_not_even_a_two_eyed_jack_puts_a_chip_on_a_corner(corner: str) -> None:  # SQ-A12
    assert why_not(empty([["JC"], ["QC"]]), 0, Place("JC", corner)) == "corner-takes-no-chip SQ-A12"


@pytest.mark.parametrize("corner", CORNER_CELLS)
def test_nothing_is_removed_from_a_corner(corner: str) -> None:  # SQ-A12
    state = draw("* g g g g . . . . *", [["JS"], ["QC"]], lines=["green a1 b1 c1 d1 e1"])
    assert why_not(state, 0, Remove("JS", corner)) == "no-chip-there SQ-A12"


@pytest.mark.parametrize("jack", ["JS", "JH"])
def test_a_one_eyed_jack_removes_the_chips_of_opponents_only(jack: str) -> None:  # SQ-A13
    state = draw("* b g r r . . . . *", [[jack], ["QC"], ["AS"]])
    assert legal(state, 0) == (Remove(jack, "c1"), Remove(jack, "d1"), Remove(jack, "e1"))
    assert why_not(state, 0, Remove(jack, "b1")) == "own-chip SQ-A13"


def test_a_removal_is_told_with_the_side_that_loses_its_chip_and_ends_the_turn() -> None:  # SQ-27
    state = draw("* b g r . . . . . *", [["JS", "2C"], ["QC"], ["AS"]])
    assert told(state, 0, Remove("JS", "d1")) == (Removed(0, "JS", "d1", "red"), Owed(0), TurnCame(1))


def test_a_cell_freed_by_a_removal_is_not_taken_in_the_same_turn() -> None:  # SQ-A29
    state = draw("* g . . . . . . . *", [["JS", "2S"], ["QC"]])
    state = after(state, (0, Remove("JS", "b1")))
    assert why_not(state, 0, Place("2S", "b1")) == "not-your-turn SQ-15"


def test_a_cell_freed_by_a_removal_may_be_taken_again_later() -> None:  # SQ-A29
    state = draw("* g . . . . . . . *", [["JS", "2S"], ["QC", "2S"]])
    state = after(state, (0, Remove("JS", "b1")))
    assert Place("2S", "b1") in legal(state, 1)
    state = after(state, (1, Place("QC", "a7")))
    assert Place("2S", "b1") in legal(state, 0)


@pytest.mark.parametrize("card", ["JD", "JC", "7H"])
def test_only_a_one_eyed_jack_removes(card: str) -> None:  # SQ-27
    state = draw("* g . . . . . . . *", [[card], ["QC"]])
    assert why_not(state, 0, Remove(card, "b1")) == "card-removes-nothing SQ-27"


@pytest.mark.parametrize("jack", ["JS", "JH"])
def test_a_one_eyed_jack_places_nothing(jack: str) -> None:  # SQ-27
    assert why_not(empty([[jack], ["QC"]]), 0, Place(jack, "b1")) == "jack-places-nothing SQ-27"


def test_a_jack_may_be_kept_for_later() -> None:  # SQ-25
    state = draw("* g . . . . . . . *", [["JS", "JD", "2C"], ["QC"]])
    assert after(state, (0, Place("2C", "e2"))).hands[0] == ("JS", "JD")


def test_on_a_full_board_a_two_eyed_jack_is_stuck_and_not_dead() -> None:  # SQ-A15
    state = draw(full(), [["JD"], ["QC"]])
    assert legal(state, 0) == (Pass(),)
    assert why_not(state, 0, Exchange("JD")) == "jack-is-never-dead SQ-A15"
    assert why_not(state, 0, Place("JD", "e5")) == "cell-occupied SQ-21"


def test_one_free_cell_on_a_full_board_is_enough_for_a_two_eyed_jack() -> None:  # SQ-A15
    state = draw(full(free=["e5"]), [["JD"], ["QC"]])
    assert legal(state, 0) == (Place("JD", "e5"),)


def test_a_one_eyed_jack_without_a_target_is_stuck_and_not_dead() -> None:  # SQ-A14
    state = draw("* b . . . . . . . *", [["JH"], ["QC"]])
    assert legal(state, 0) == (Pass(),)
    assert why_not(state, 0, Exchange("JH")) == "jack-is-never-dead SQ-A14"


def test_an_exchange_is_said_aloud_and_its_new_card_is_told_to_nobody_else() -> None:  # SQ-30
    events = told(draw(DEAD_QC, [["QC", "2C"], ["3D"]]), 0, Exchange("QC"))
    assert events == (Exchanged(0, "QC"), Replaced(0, "KH"))
    assert [redact(event, 1) for event in events] == [Exchanged(0, "QC"), Replaced(0, None)]


def test_one_free_cell_keeps_a_card_alive_even_with_its_twin_in_hand() -> None:  # SQ-A26
    state = draw(DEAD_QC.replace("g", "."), [["QC", "QC"], ["3D"]])
    assert why_not(state, 0, Exchange("QC")) == "card-not-dead SQ-29"


def test_two_equal_dead_cards_are_exchanged_one_a_turn() -> None:  # SQ-31
    state = after(draw(DEAD_QC, [["QC", "QC", "2C"], ["3D"]]), (0, Exchange("QC")))
    assert state.hands[0] == ("QC", "2C", "KH")
    assert why_not(state, 0, Exchange("QC")) == "exchanged-already SQ-31"


def test_a_replacement_that_is_dead_too_stays() -> None:  # SQ-A25
    state = after(draw(DEAD_QC, [["QC", "2C"], ["3D"]], deck=["QC", "KH"]), (0, Exchange("QC")))
    assert why_not(state, 0, Exchange("QC")) == "exchanged-already SQ-31"
    assert not [intent for intent in legal(state, 0) if isinstance(intent, Exchange)]


def test_the_next_turn_may_exchange_again() -> None:  # SQ-31
    state = after(
        draw(DEAD_QC, [["QC", "QC", "2C"], ["QC", "3D"]]), (0, Exchange("QC")), (0, Place("2C", "e2"))
    )
    assert Exchange("QC") in legal(state, 1)
    state = after(state, (1, Place("3D", "d3")))
    assert Exchange("QC") in legal(state, 0)


def test_after_an_exchange_the_turn_goes_on_as_usual() -> None:  # SQ-32
    state = after(draw(DEAD_QC, [["QC", "2C"], ["3D"]]), (0, Exchange("QC")))
    assert state.turn == 0
    assert legal(state, 0) == (
        Place("2C", "e2"),
        Place("2C", "g4"),
        Place("KH", "g2"),
        Place("KH", "g6"),
    )


def test_a_dead_card_may_be_kept() -> None:  # SQ-29
    assert after(draw(DEAD_QC, [["QC", "2C"], ["3D"]]), (0, Place("2C", "e2"))).hands[0] == ("QC",)


def test_whether_a_card_is_dead_is_judged_now() -> None:  # SQ-A27
    state = draw(DEAD_QC, [["2C", "QC"], ["JS", "3D"]], turn=1)
    state = after(state, (1, Remove("JS", "a7")))
    assert why_not(state, 0, Exchange("QC")) == "card-not-dead SQ-29"
    assert Place("QC", "a7") in legal(state, 0)


def test_an_exchange_on_an_empty_deck_shuffles_all_piles_with_the_dead_card() -> None:  # SQ-B6
    state = draw(DEAD_QC, [["QC", "2C"], ["3D"]], deck=[], piles=[["9C"], ["8C", "AS"]])
    state = after(state, (0, Exchange("QC")), chance=Seeded(3))
    assert state.piles == ((), ())
    assert len(state.deck) == 3
    assert sorted([*state.deck, *state.hands[0]]) == sorted(["QC", "9C", "8C", "AS", "2C"])


def test_with_empty_piles_too_an_exchange_is_refused_and_a_stuck_seat_passes() -> None:  # SQ-B6
    state = draw(DEAD_QC, [["QC"], ["3D"]], deck=[])
    assert why_not(state, 0, Exchange("QC")) == "nothing-to-draw SQ-B6"
    assert legal(state, 0) == (Pass(),)


def test_the_last_card_of_the_deck_replaces_without_a_shuffle() -> None:  # SQ-B6
    state = draw(DEAD_QC, [["QC", "2C"], ["3D"]], deck=["KH"], piles=[["9C"], []])
    state = after(state, (0, Exchange("QC")))
    assert (state.hands[0], state.deck, state.piles[0]) == (("2C", "KH"), (), ("9C", "QC"))


def test_a_seat_that_can_exchange_may_not_pass_yet() -> None:  # SQ-A16
    stuck = draw(DEAD_QC.replace("g", "b"), [["QC", "JS"], ["3D"]], deck=["JH"])
    assert why_not(stuck, 0, Pass()) == "can-still-play SQ-A16"
    stuck = after(stuck, (0, Exchange("QC")))
    assert legal(stuck, 0) == (Pass(),)


def test_a_forced_pass_plays_no_card_and_draws_none() -> None:  # SQ-A16
    state = after(draw("* b . . . . . . . *", [["JH"], ["QC"]]), (0, Pass()))
    assert (state.hands[0], state.piles[0], state.owed, state.turn) == (("JH",), (), (), 1)


def test_chips_do_not_run_out() -> None:  # SQ-A30
    """Forty-eight of a colour are in the box, fifty-eight on this board, and one more is placed."""
    rows = ["* b b b b b b b b *", *["b b b b b b b b b b"] * 5]
    state = draw("\n".join(rows), [["JD"], ["QC"]])
    assert len(after(state, (0, Place("JD", "e10"))).chips) == 59
