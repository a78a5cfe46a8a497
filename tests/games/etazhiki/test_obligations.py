"""At least one floor a turn: when balls may come first, when to draw, when to pass."""

from games.etazhiki.picture import after, draw, told, why_not
from igroteka.games.etazhiki import Options, legal
from igroteka.games.etazhiki.moves import Ball, Draw, Drew, DrewNothing, End, Floor, Pass, Passed, TurnCame

UNABLE = "F5 | B3", "F1 F4", "F1 B1"


def test_who_can_lay_a_floor_has_to() -> None:  # ET-13, ET-A08
    state = draw("F5 | B3", "F2 F4", "F1")
    assert why_not(state, 0, Draw()) == "can-lay-a-floor ET-A08"
    assert why_not(state, 0, Pass()) == "can-lay-a-floor ET-A08"
    assert why_not(state, 0, End()) == "no-floor-laid ET-13"


def test_a_floor_that_fits_under_an_own_ball_is_one_that_can_be_laid() -> None:  # ET-A08, ET-B7
    state = draw("F5 | B3", "F4 B1", "F1")
    assert legal(state, 0) == (Ball("B1"),)


def test_who_cannot_takes_two_cards_and_tries_again() -> None:  # ET-14
    state = draw(*UNABLE, deck="F8 B2 F0")
    assert legal(state, 0) == (Draw(),)
    assert told(state, 0, Draw()) == (Drew(0, "unable", 2, ("F8", "B2")),)
    assert legal(after(state, (0, Draw())), 0) == (Floor("F8"), Pass())


def test_the_two_cards_are_taken_once_a_turn() -> None:  # ET-A09
    assert why_not(after(draw(*UNABLE), (0, Draw())), 0, Draw()) == "drew-already ET-A09"


def test_there_is_no_pass_without_the_draw() -> None:  # ET-A09
    assert why_not(draw(*UNABLE), 0, Pass()) == "draw-first ET-A09"


def test_after_the_draw_one_may_decline_though_a_card_fits() -> None:  # ET-15
    state = after(draw(*UNABLE, deck="F8 B2"), (0, Draw()))
    assert told(state, 0, Pass()) == (Passed(0), TurnCame(1))


def test_a_draw_that_finds_nothing_counts_and_lets_one_pass() -> None:  # ET-B1
    state = draw(*UNABLE, deck="")
    assert told(state, 0, Draw()) == (DrewNothing(0),)
    assert legal(after(state, (0, Draw())), 0) == (Pass(),)


def test_a_ball_first_only_if_a_floor_can_follow() -> None:  # ET-A11
    state = draw("F5 | B3", "B1 F2 F7", "F1")
    assert why_not(state, 0, Ball("B1")) == "no-floor-could-follow ET-A11"
    assert legal(after(state, (0, Floor("F2"))), 0) == (Ball("B1"), End())


def test_after_a_ball_first_only_a_floor_or_another_helpful_ball_remains() -> None:  # ET-A11
    state = after(draw("F5 | B3", "B1 B1 F4 F0", "F1"), (0, Ball("B1")))
    assert legal(state, 0) == (Floor("F4"), Ball("B1"))
    for intent in (End(), Draw(), Pass()):
        assert why_not(state, 0, intent) == "floor-must-follow ET-A11"


def test_the_ball_that_is_laid_helps_no_second_time() -> None:  # ET-A11, ET-B7
    """With one B1 left it may not be buried under SKIP; with two it may."""
    one = draw("F5 | B4", "B1 SKIP F4 F0", "F1")
    assert why_not(after(one, (0, Ball("B1"))), 0, Ball("SKIP")) == "no-floor-could-follow ET-A11"
    two = draw("F5 | B4", "B1 B1 SKIP F4 F0", "F1")
    assert Ball("SKIP") in legal(after(two, (0, Ball("B1"))), 0)


def test_the_same_number_keeps_a_skip_open_to_begin_with() -> None:  # ET-A11, ET-A18
    state = draw("F5 | B4", "SKIP F5 F0", "F1")
    assert legal(after(state, (0, Ball("SKIP"))), 0) == (Floor("F5"),)


def test_parity_decides_at_a_strict_table_whether_one_can_lay() -> None:  # ET-A08, ET-A14
    strict = Options(parity="strict")
    assert legal(draw("F3 | EVEN", "F3 F7", "F1", options=strict), 0) == (Draw(),)
    assert legal(draw("F3 | EVEN", "F3 F7", "F1"), 0) == (Floor("F3"),)


def test_after_a_floor_there_is_neither_draw_nor_pass() -> None:  # ET-A10
    state = after(draw("F5 | B3", "F2 F4", "F1"), (0, Floor("F2")))
    assert why_not(state, 0, Draw()) == "laid-already ET-A10"
    assert why_not(state, 0, Pass()) == "laid-already ET-A10"


def test_a_new_turn_allows_a_new_draw() -> None:  # ET-14, ET-A09
    state = after(draw("F5 | B3", "F1 F4", "F1 F4", deck="F9 F0 F6 F9 F1"), (0, Draw()), (0, Pass()))
    assert (state.turn, state.drew) == (1, False)
    assert legal(state, 1) == (Draw(),)


def test_the_aim_is_reached_by_shedding_floors() -> None:  # ET-11
    state = after(draw("F5 | B3", "F8 F5 F2 F9 B1", "F1"), (0, Floor("F8")), (0, Floor("F5")))
    assert (state.stars, state.hands[0]) == ((0, 0), ("F2", "F9", "B1"))
    assert state.floors_laid == 2
