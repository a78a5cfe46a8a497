"""Laying floors and balls: what fits, and in which mixture."""

import pytest

from games.etazhiki.picture import MEDIUM, after, draw, floors_that_fit, told, why_not
from igroteka.games.etazhiki import Options, legal, view
from igroteka.games.etazhiki.cards import fitting
from igroteka.games.etazhiki.moves import Ball, BallLaid, Draw, End, Floor, FloorLaid, TurnCame

ALL_FLOORS = "F0 F1 F2 F3 F4 F5 F6 F7 F8 F9"


def fits(centre: str, options: Options | None = None) -> str:
    """The numbers of all day floors that fit."""
    return floors_that_fit(draw(centre, ALL_FLOORS, "F1", options=options)).replace("F", "")


def test_a_floor_goes_on_the_pile_of_floors_and_a_ball_on_the_pile_of_balls() -> None:  # ET-05
    state = after(draw("F5 | B3", "F8 B1 F0", "F1"), (0, Floor("F8")), (0, Ball("B1")))
    assert (state.floors, state.balls) == ((("F5", "F8"),), ("B3", "B1"))
    assert why_not(draw("F5 | B3", "F8 B1 F0", "F1"), 0, Floor("B1")) == "not-a-floor ET-05"
    assert why_not(draw("F5 | B3", "F8 B1 F0", "F1"), 0, Ball("F8")) == "not-a-ball ET-05"


def test_the_numbers_of_a_step_up_and_a_step_down_fit_and_the_same_number() -> None:  # ET-20, ET-21
    assert fits("F6 | B2") == "4 6 8"


@pytest.mark.parametrize(
    ("centre", "numbers"),
    [("F8 | B4", "2 4 8"), ("F1 | B3", "1 4 8"), ("F0 | B1", "0 1 9"), ("F3 | B5", "3 8")],
)
def test_tens_are_dropped_in_both_directions(centre: str, numbers: str) -> None:  # ET-30, ET-31, ET-A16
    assert fits(centre) == numbers


def test_a_ball_above_ten_goes_round_as_well() -> None:  # ET-A16
    assert fits("F4 | B12") == "2 4 6"
    assert fits("F4 | B10") == "4"


def test_near_floors_are_at_most_two_away_around_the_corner_too() -> None:  # ET-44, ET-A15
    assert fits("F7 | NEAR") == "5 6 7 8 9"
    assert fits("F9 | NEAR") == "0 1 7 8 9"
    assert fits("F1 | NEAR") == "0 1 2 3 9"


def test_even_and_odd_are_two_balls_and_nought_is_even() -> None:  # ET-45, ET-A02
    assert fits("F6 | EVEN") == "0 2 4 6 8"
    assert fits("F7 | ODD") == "1 3 5 7 9"


def test_the_same_number_fits_whatever_its_parity_unless_the_table_is_strict() -> None:  # ET-A14
    assert fits("F7 | EVEN") == "0 2 4 6 7 8"
    assert fits("F7 | EVEN", Options(parity="strict")) == "0 2 4 6 8"
    assert fits("F4 | ODD", Options(parity="strict")) == "1 3 5 7 9"


def test_under_skip_only_the_same_number_fits() -> None:  # ET-47, ET-A18
    assert fits("F7 | B1 SKIP") == "7"


def test_every_ball_lets_the_same_numbers_up_as_down() -> None:  # ET-30
    for ball in ("B1", "B4", "B7", "NEAR", "SKIP"):
        for floor in range(10):
            for number in fitting(floor, ball, strict=False):
                assert floor in fitting(number, ball, strict=False)


@pytest.mark.parametrize(
    ("centre", "card", "refusal"),
    [
        ("F5 | B3", "F6", "floor-does-not-fit ET-21"),
        ("F5 | NEAR", "F8", "floor-not-near ET-44"),
        ("F5 | EVEN", "F7", "floor-not-even ET-45"),
        ("F4 | ODD", "F6", "floor-not-odd ET-45"),
        ("F5 | SKIP", "F6", "floor-not-same ET-47"),
    ],
)
def test_a_floor_that_does_not_fit_is_refused_with_the_clause_of_the_open_ball(
    centre: str, card: str, refusal: str
) -> None:  # ET-21, ET-44, ET-45, ET-47
    assert why_not(draw(centre, f"{card} F0", "F1"), 0, Floor(card)) == refusal


def test_at_a_strict_table_the_refusal_says_so() -> None:  # ET-A14
    strict = Options(parity="strict")
    assert why_not(draw("F5 | EVEN", "F5 F0", "F1", options=strict), 0, Floor("F5")) == (
        "floor-not-even-strict ET-A14"
    )
    assert why_not(draw("F4 | ODD", "F4 F0", "F1", options=strict), 0, Floor("F4")) == (
        "floor-not-odd-strict ET-A14"
    )


def test_a_card_that_is_not_in_the_hand_cannot_be_laid() -> None:  # ET-12
    assert why_not(draw("F5 | B3", "F2 F0", "F8"), 0, Floor("F8")) == "card-not-held ET-12"
    assert why_not(draw("F5 | B3", "F2 F0", "F8 B1"), 0, Ball("B1")) == "card-not-held ET-12"


def test_a_night_floor_fits_like_a_day_floor_in_ones_own_turn() -> None:  # ET-40
    assert told(draw("F5 | B3", "N2 F0", "F8"), 0, Floor("N2")) == (FloorLaid(0, "N2", 0),)


def test_several_floors_and_balls_go_in_any_mixture() -> None:  # ET-12, ET-22, ET-23
    state = draw("F4 | B2", "F6 F8 B1 B4 F2 F9 F5", "F1")
    lays = (Floor("F6"), Floor("F8"), Ball("B1"), Floor("F9"), Ball("B4"), Floor("F5"))
    done = after(state, *((0, intent) for intent in lays))
    assert done.floors[0] == ("F4", "F6", "F8", "F9", "F5")
    assert (done.floors_laid, done.balls_laid, done.hands[0]) == (4, 2, ("F2",))


def test_a_turn_ends_after_a_floor_and_the_next_seat_clockwise_follows() -> None:  # ET-10, ET-A10
    state = after(draw("F5 | B3", "F2 F5", "F1", "F1", turn=0), (0, Floor("F2")))
    assert told(state, 0, End()) == (TurnCame(1),)
    last = after(draw("F5 | B3", "F1", "F1", "F2 F5", turn=2), (2, Floor("F2")))
    assert told(last, 2, End()) == (TurnCame(0),)


def test_out_of_turn_nothing_is_laid_drawn_or_ended() -> None:  # ET-10
    state = draw("F5 | B3", "F2 F0", "F8 B1 F1")
    for intent in (Floor("F8"), Ball("B1"), Draw(), End()):
        assert why_not(state, 1, intent) == "not-your-turn ET-10"


def test_legal_lists_each_different_card_once() -> None:  # ET-12
    state = draw("F5 | B3", "F2 F2 N2 B3 B3 F9", "F1")
    assert legal(state, 0) == (Floor("F2"), Floor("N2"), Ball("B3"))


def test_only_one_of_two_equal_cards_is_laid() -> None:  # ET-12
    assert after(draw("F5 | B3", "F2 F2", "F1"), (0, Floor("F2"))).hands[0] == ("F2",)


def test_the_view_says_which_numbers_fit() -> None:  # ET-21
    assert view(draw("F8 | B4", "F0", "F1"), None).fits == ((2, 4, 8),)


def test_medium_sums_are_like_the_full_ones() -> None:  # ET-50
    assert fits("F8 | B3", MEDIUM) == "1 5 8"


def test_a_ball_may_be_laid_at_any_moment_after_the_first_floor() -> None:  # ET-22, ET-A12
    state = after(draw("F5 | B3", "F2 SKIP F9", "F1"), (0, Floor("F2")))
    assert told(state, 0, Ball("SKIP")) == (BallLaid(0, "SKIP"),)
