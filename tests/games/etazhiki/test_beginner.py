"""The beginners' game: two piles, neighbouring numbers, a pass that brings two cards."""

import pytest

from games.etazhiki.picture import BEGINNER, after, draw, told, why_not
from igroteka.core import Outcome, Refused, Seeded
from igroteka.games.etazhiki import legal, outcome, view
from igroteka.games.etazhiki.moves import (
    Ball,
    Draw,
    Drew,
    End,
    Floor,
    FloorLaid,
    Intercept,
    Pass,
    Passed,
    Shed,
    StarWon,
    TurnCame,
)


@pytest.mark.parametrize(("top", "numbers"), [("F7", (6, 7, 8)), ("F9", (0, 8, 9)), ("F0", (0, 1, 9))])
def test_the_same_number_and_its_neighbours_fit(top: str, numbers: tuple[int, ...]) -> None:  # ET-65, ET-68
    assert view(draw(f"{top} | F4", "F1", "F1", options=BEGINNER), None).fits == (numbers, (3, 4, 5))


def test_nought_is_a_neighbour_of_nine_as_well() -> None:  # ET-A39
    assert legal(draw("F9 | F5", "F0", "F1", options=BEGINNER), 0) == (Floor("F0", 0), Pass())


def test_both_piles_may_be_used_in_one_turn_as_often_as_one_likes() -> None:  # ET-64, ET-66, ET-A40
    state = draw("F4 | F8", "F5 F9 F6 F2", "F1", options=BEGINNER)
    lays = (Floor("F5", 0), Floor("F9", 1), Floor("F6", 0))
    done = after(state, *((0, intent) for intent in lays))
    assert done.floors == (("F4", "F5", "F6"), ("F8", "F9"))
    assert told(done, 0, End()) == (TurnCame(1),)


def test_a_card_that_fits_both_piles_is_listed_for_both() -> None:  # ET-64
    state = draw("F4 | F6", "F5", "F1", options=BEGINNER)
    assert legal(state, 0) == (Floor("F5", 0), Floor("F5", 1), Pass())
    assert told(state, 0, Floor("F5", 1))[0] == FloorLaid(0, "F5", 1)


def test_a_pass_comes_first_and_then_two_cards_that_wait() -> None:  # ET-67, ET-A37
    state = draw("F4 | F8", "F1", "F1", options=BEGINNER, deck="F5 F9 F0")
    assert told(state, 0, Pass()) == (Passed(0), Drew(0, "pass", 2, ("F5", "F9")), TurnCame(1))
    assert why_not(after(state, (0, Pass())), 0, Floor("F5", 0)) == "not-your-turn ET-63"


def test_one_may_pass_although_a_card_fits_but_not_after_laying_one() -> None:  # ET-A38
    state = draw("F4 | F8", "F5 F1", "F1", options=BEGINNER)
    assert Pass() in legal(state, 0)
    state = after(state, (0, Floor("F5", 0)))
    assert [why_not(state, 0, asked) for asked in (Pass(), Draw())] == ["laid-already ET-A38"] * 2


def test_a_turn_with_nothing_laid_is_passed_not_ended() -> None:  # ET-67
    state = draw("F4 | F8", "F5 F1", "F1", options=BEGINNER)
    assert why_not(state, 0, End()) == "no-floor-laid ET-67"
    assert why_not(state, 0, Draw()) == "cards-come-with-the-pass ET-67"


def test_balls_that_a_beginner_was_given_are_neither_laid_nor_shed() -> None:  # ET-61, ET-69
    state = draw("F4 | F8", "F5 B1 B2", "F1", options=BEGINNER)
    state = after(state, (0, Floor("F5", 0)))
    assert (state.stars, state.hands[0], state.balls, legal(state, 0)) == ((0, 0), ("B1", "B2"), (), (End(),))
    assert why_not(state, 0, Ball("B1")) == "no-balls-here ET-61"
    assert why_not(state, 0, Shed("B1")) == "nothing-to-shed ET-A05"
    with pytest.raises(Refused, match="position-impossible"):
        draw("F4 | F8", "B1 B2", "F1", options=BEGINNER, floors_laid=1, shedding=True)


def test_turns_go_round() -> None:  # ET-63
    state = draw("F4 | F8", "F1", "F1", "F1", options=BEGINNER, turn=2)
    assert after(state, (2, Pass())).turn == 0
    assert why_not(state, 0, Pass()) == "not-your-turn ET-63"


def test_a_floor_names_one_of_the_two_piles() -> None:  # ET-62, ET-B5
    state = draw("F4 | F8", "F5 F1", "F1", options=BEGINNER)
    assert why_not(state, 0, Floor("F5")) == "which-pile ET-B5"
    assert why_not(state, 0, Floor("F5", 2)) == "no-such-pile ET-62"
    assert why_not(state, 0, Floor("F5", -1)) == "no-such-pile ET-62"
    assert why_not(state, 0, Floor("F5", 1)) == "floor-not-beside ET-65"


def test_elsewhere_a_floor_names_no_pile() -> None:  # ET-B5
    assert why_not(draw("F5 | B3", "F8 F1", "F1"), 0, Floor("F8", 0)) == "only-one-pile ET-B5"


def test_there_are_no_balls_and_no_interceptions() -> None:  # ET-61, ET-B6
    state = draw("F4 | F8", "F5 F1", "F5", options=BEGINNER)
    assert why_not(state, 0, Ball("B1")) == "no-balls-here ET-61"
    assert why_not(state, 1, Intercept("N4")) == "no-interception ET-B6"


def test_an_empty_hand_wins_a_star_and_six_cards() -> None:  # ET-69
    state = draw("F4 | F8", "F5", "F1", options=BEGINNER, deck="F0 F1 F2 F3 F4 F5 F6")
    assert told(state, 0, Floor("F5", 0))[1:] == (
        StarWon(0, 1),
        Drew(0, "star", 6, ("F0", "F1", "F2", "F3", "F4", "F5")),
        TurnCame(1),
    )


def test_five_stars_win_among_three_and_three_among_four() -> None:  # ET-71
    three = draw("F4 | F8", "F5", "F1", "F1", options=BEGINNER, stars=[4, 0, 0])
    four = draw("F4 | F8", "F5", "F1", "F1", "F1", options=BEGINNER, stars=[2, 0, 0, 0])
    for state in (three, four):
        assert outcome(after(state, (0, Floor("F5", 0)))) == Outcome("stars", "ET-71", (0,))


def test_the_rebuilt_deck_leaves_the_top_of_each_pile() -> None:  # ET-70
    state = draw("F1 F4 | F7 F6 F8", "F1", "F1", options=BEGINNER, deck="")
    done = after(state, (0, Pass()), chance=Seeded(1))
    assert done.floors == (("F4",), ("F8",))
    assert (len(done.hands[0]), len(done.deck)) == (3, 1)
