"""Night floors out of turn: when, with what, and who is next."""

from itertools import pairwise

import pytest

from games.etazhiki.picture import MEDIUM, after, draw, told, why_not
from igroteka.core import Seeded
from igroteka.games import etazhiki
from igroteka.games.etazhiki import legal, view
from igroteka.games.etazhiki.moves import (
    Ball,
    Draw,
    End,
    Floor,
    Intercept,
    Intercepted,
    Pass,
    StarWon,
    TurnCame,
)
from igroteka.table import Match, play_out, random_chooser


def test_a_fitting_night_floor_takes_the_turn() -> None:  # ET-41, ET-42
    state = draw("F5 | B3", "F2 F9", "F1", "N8 F1 F0", "F1")
    assert told(state, 2, Intercept("N8")) == (Intercepted(2, "N8"),)
    taken = after(state, (2, Intercept("N8")))
    assert (taken.turn, taken.floors[0], taken.floors_laid) == (2, ("F5", "N8"), 1)
    assert told(taken, 2, End()) == (TurnCame(3),)


def test_it_is_a_legal_intent_like_any_other_of_a_seat_that_is_not_on_turn() -> None:  # ET-41
    state = draw("F5 | B3", "F2 F9", "N8 N2 N8 N1 F8")
    assert legal(state, 1) == (Intercept("N8"), Intercept("N2"))
    assert view(state, 1).legal == legal(state, 1)


def test_before_the_first_card_after_the_draw_and_between_cards() -> None:  # ET-A23
    fresh = draw("F5 | B3", "F4 F1", "N8 F0", deck="F2 F7")
    drawn = after(fresh, (0, Draw()))
    between = after(drawn, (0, Floor("F2")))
    assert legal(fresh, 1) == legal(drawn, 1) == (Intercept("N8"),)
    assert legal(between, 1) == ()
    assert legal(after(draw("F5 | B3", "F5 F1", "N8 F0"), (0, Floor("F5"))), 1) == (Intercept("N8"),)


def test_what_arrives_first_counts_and_the_later_one_hears_what_lies_open_now() -> None:  # ET-A24
    state = draw("F5 | B3", "F4 F1", "N8 F0", "N2 F0")
    taken = after(state, (1, Intercept("N8")))
    assert why_not(taken, 2, Intercept("N2")) == "night-does-not-fit ET-41"
    assert why_not(taken, 0, Floor("F5")) == "not-your-turn ET-10"


def test_a_floor_that_does_not_fit_as_things_lie_takes_nothing() -> None:  # ET-A25
    state = draw("F5 | B3", "F4 F1", "N6 B1 F0")
    assert why_not(state, 1, Intercept("N6")) == "night-does-not-fit ET-41"
    assert why_not(state, 1, Ball("B1")) == "not-your-turn ET-10"
    assert after(after(draw("F5 | B3", "F6 B1 F1", "N6 F0"), (0, Ball("B1"))), (1, Intercept("N6"))).turn == 1


def test_the_same_number_takes_the_turn() -> None:  # ET-A25
    assert after(draw("F5 | B3", "F4", "N5 F0"), (1, Intercept("N5"))).turn == 1


@pytest.mark.parametrize(
    ("card", "refusal"),
    [("F8", "not-a-night-floor ET-41"), ("B1", "not-a-night-floor ET-41"), ("N8", "card-not-held ET-12")],
)
def test_only_ones_own_night_floor_takes_a_turn(card: str, refusal: str) -> None:  # ET-41
    assert why_not(draw("F5 | B3", "F4", "F8 B1"), 1, Intercept(card)) == refusal


def test_on_ones_own_turn_there_is_nothing_to_take() -> None:  # ET-40
    assert why_not(draw("F5 | B3", "N8 F4", "F8"), 0, Intercept("N8")) == "your-own-turn ET-40"


def test_the_interceptor_may_stop_at_once_but_not_draw() -> None:  # ET-A26
    taken = after(draw("F5 | B3", "F4", "N8 F0"), (1, Intercept("N8")))
    assert legal(taken, 1) == (End(),)


def test_the_seat_that_lost_its_turn_keeps_its_hand_and_gets_a_whole_new_turn() -> None:  # ET-A27, ET-A28
    state = draw("F5 | B3", "F4 F1", "N8 F0", deck="F9 F9 F7")
    taken = after(state, (0, Draw()), (1, Intercept("N8")))
    assert taken.hands[0] == ("F4", "F1", "F9", "F9")
    again = after(taken, (1, End()))
    assert (again.turn, again.drew, again.floors_laid) == (0, False, 0)


def test_seats_between_get_nothing() -> None:  # ET-A28
    state = draw("F5 | B3", "F4", "F1", "F1", "N8 F0", "F1")
    assert after(state, (3, Intercept("N8")), (3, End())).turn == 4


def test_a_turn_can_be_taken_back_and_forth() -> None:  # ET-A29
    state = draw("F5 | B3", "N1 N7 F0", "N8 N4 F0")
    lays = ((1, "N8"), (0, "N1"), (1, "N4"), (0, "N7"))
    state = after(state, *((seat, Intercept(card)) for seat, card in lays))
    assert (state.turn, state.floors[0]) == (0, ("F5", "N8", "N1", "N4", "N7"))


def test_balls_alone_from_the_start_protect_nobody() -> None:  # ET-A30
    assert after(draw("F5 | B3", "B1 B2", "N8 F0"), (1, Intercept("N8"))).turn == 1


def test_a_passed_seat_may_take_the_next_turn() -> None:  # ET-A31
    state = after(draw("F5 | B3", "N1 F0", "F8 F4", "F1"), (0, Draw()), (0, Pass()), (1, Floor("F8")))
    assert legal(state, 0) == (Intercept("N1"),)


def test_the_last_card_may_be_the_night_floor() -> None:  # ET-A32
    events = told(draw("F5 | B3", "F4", "N8", "F1"), 1, Intercept("N8"))
    assert (events[1], events[-1]) == (StarWon(1, 1), TurnCame(2))


def test_nobody_moves_out_of_turn_in_the_medium_rules() -> None:  # ET-52, ET-B6
    state = draw("F5 | B3", "F4", "N8 F0", options=MEDIUM)
    assert legal(state, 1) == ()
    assert why_not(state, 1, Intercept("N8")) == "no-interception ET-B6"


def test_the_driver_of_whole_games_lets_seats_intercept_and_counter() -> None:  # ET-41, ET-A29
    match, chance = Match(etazhiki, 4, seed=3), Seeded(3).row(9)
    taken = [
        isinstance(row.events[0], Intercepted) for row in play_out(match, random_chooser(chance), chance)
    ]
    assert any(taken)
    assert any(first and second for first, second in pairwise(taken))
