"""The skip ball: armed when laid, fired once, survived by interceptions."""

from games.etazhiki.picture import MEDIUM, after, draw, told
from igroteka.games.etazhiki import Options, explain, view
from igroteka.games.etazhiki.moves import (
    Ball,
    Draw,
    Drew,
    End,
    Floor,
    Intercept,
    Pass,
    Shed,
    Skipped,
    TurnCame,
)
from igroteka.games.etazhiki.view import skips

REPEATS = Options(skip="repeats")


def test_a_turn_that_ends_on_skip_costs_the_next_seat_two_cards_and_its_turn() -> None:  # ET-46, ET-A20
    state = after(draw("F5 | B3", "F2 SKIP F0", "F1", "F1"), (0, Floor("F2")), (0, Ball("SKIP")))
    assert state.skip_armed
    assert told(state, 0, End()) == (Skipped(1), Drew(1, "skip", 2, ("F0", "F6")), TurnCame(2))


def test_it_fires_once_and_then_only_the_same_number_is_left_of_it() -> None:  # ET-47, ET-A19
    state = draw("F2 | B3 SKIP", "F1", "F1", "F2 F0", turn=2)
    assert told(after(state, (2, Floor("F2"))), 2, End()) == (TurnCame(0),)


def test_with_repeats_it_fires_at_the_end_of_every_turn() -> None:  # ET-A19
    state = draw("F2 | B3 SKIP", "F1", "F1", "F2 F0", turn=2, options=REPEATS)
    assert after(state, (2, Floor("F2")), (2, End())).turn == 1


def test_with_repeats_it_is_told_that_the_turn_ends_so_once_a_floor_is_laid() -> None:  # ET-A19, ET-B3
    fresh = draw("F2 | B3 SKIP", "F1", "F1", "F2 F0", turn=2, options=REPEATS)
    laid = after(fresh, (2, Floor("F2")))
    assert [skips(view(state, 2)) for state in (fresh, laid)] == [False, True]
    assert explain(view(laid, 2), End()).reason == "skips-next"
    once = after(draw("F2 | B3 SKIP", "F1", "F1", "F2 F0", turn=2), (2, Floor("F2")))
    assert not skips(view(once, 2))


def test_with_repeats_a_pass_fires_nothing() -> None:  # ET-B3
    state = draw("F2 | SKIP", "F1", "F1", "F3 F0", turn=2, options=REPEATS, deck="F9 F8 F7")
    assert told(after(state, (2, Draw())), 2, Pass())[1:] == (TurnCame(0),)


def test_with_repeats_the_missed_turn_itself_fires_nothing() -> None:  # ET-B3
    state = draw("F2 | SKIP", "F2 F0", "F1", "F1", "F1", options=REPEATS)
    assert after(state, (0, Floor("F2")), (0, End())).turn == 2


def test_covered_in_the_same_turn_it_is_disarmed() -> None:  # ET-46, ET-A19
    state = after(
        draw("F5 | B3", "F2 SKIP B1 F0", "F1"), (0, Floor("F2")), (0, Ball("SKIP")), (0, Ball("B1"))
    )
    assert not state.skip_armed
    assert after(state, (0, End())).turn == 1


def test_shed_underneath_it_skips_nobody_and_shed_on_top_it_does() -> None:  # ET-26, ET-46
    state = after(draw("F5 | B3", "F2 SKIP B1", "F1", "F1"), (0, Floor("F2")))
    assert after(state, (0, Shed("B1"))).turn == 1
    assert after(state, (0, Shed("SKIP"))).turn == 2


def test_an_armed_skip_outlives_an_interception_and_hits_the_seat_after_the_interceptor() -> None:  # ET-A22
    state = draw("F5 | B3", "F2 SKIP F0", "F1", "N2 F4", "F1")
    taken = after(state, (0, Floor("F2")), (0, Ball("SKIP")), (2, Intercept("N2")))
    assert (taken.turn, taken.skip_armed) == (2, True)
    assert told(taken, 2, End())[0] == Skipped(3)


def test_an_interception_before_the_first_floor_leaves_the_skip_armed_too() -> None:  # ET-A22, ET-A27
    state = draw("F5 | B3", "F5 SKIP F0", "N5 F4", "F1")
    taken = after(state, (0, Ball("SKIP")), (1, Intercept("N5")))
    assert (taken.balls, taken.skip_armed, taken.balls_laid) == (("B3", "SKIP"), True, 0)
    assert after(taken, (1, End())).turn == 0


def test_between_two_the_turn_comes_straight_back() -> None:  # ET-46
    state = draw("F5 | B3", "F2 SKIP F0", "F1")
    done = after(state, (0, Floor("F2")), (0, Ball("SKIP")), (0, End()))
    assert (done.turn, done.hands[1]) == (0, ("F1", "F0", "F6"))


def test_it_acts_in_the_medium_rules_as_well() -> None:  # ET-50
    state = draw("F5 | B3", "F2 SKIP F0", "F1", "F1", options=MEDIUM)
    assert after(state, (0, Floor("F2")), (0, Ball("SKIP")), (0, End())).turn == 2
