"""The last floor, the leftover balls, stars, refills, the end."""

import pytest

from games.etazhiki.picture import after, draw, told, why_not
from igroteka.core import Outcome
from igroteka.games.etazhiki import Options, legal, outcome, position
from igroteka.games.etazhiki.moves import (
    Ball,
    BallsLeft,
    BallsShed,
    Draw,
    Drew,
    End,
    Floor,
    FloorLaid,
    Intercept,
    Pass,
    Shed,
    Skipped,
    StarWon,
    TurnCame,
    Won,
)

SIX = ("F0", "F6", "F9", "F7", "B2", "B5")


def test_the_last_card_wins_a_star_and_six_new_cards() -> None:  # ET-02, ET-27, ET-28
    assert told(draw("F5 | B3", "F2", "F1"), 0, Floor("F2")) == (
        FloorLaid(0, "F2", 0),
        StarWon(0, 1),
        Drew(0, "star", 6, SIX),
        TurnCame(1),
    )


def test_leftover_balls_of_one_kind_go_by_themselves() -> None:  # ET-26, ET-A13
    events = told(draw("F5 | B3", "F2 B4 B4", "F1"), 0, Floor("F2"))
    assert events[1] == BallsShed(0, ("B4", "B4"), "B4")
    assert events[2] == StarWon(0, 1)


def test_with_several_kinds_the_owner_chooses_the_top() -> None:  # ET-26, ET-A13
    state = draw("F5 | B3", "F2 B4 SKIP B4 B1", "N2")
    assert told(state, 0, Floor("F2")) == (FloorLaid(0, "F2", 0), BallsLeft(0))
    chosen = after(state, (0, Floor("F2")))
    assert legal(chosen, 0) == (Shed("B4"), Shed("SKIP"), Shed("B1"))
    assert told(chosen, 0, Shed("B4"))[0] == BallsShed(0, ("B1", "B4", "SKIP", "B4"), "B4")


def test_while_the_top_is_chosen_nothing_else_is_possible_for_anyone() -> None:  # ET-26, ET-43
    state = after(draw("F5 | B3", "F2 B4 B1", "N2 F0"), (0, Floor("F2")))
    for intent in (Ball("B4"), End(), Draw(), Floor("F2")):
        assert why_not(state, 0, intent) == "choose-the-top-ball ET-26"
    assert why_not(state, 1, Intercept("N2")) == "only-balls-left ET-43"
    assert why_not(state, 1, Shed("B4")) == "not-your-turn ET-10"
    assert why_not(state, 0, Shed("B3")) == "not-your-ball ET-26"
    assert why_not(state, 0, Shed("F2")) == "not-your-ball ET-26"


def test_a_hand_of_balls_alone_cannot_be_shed() -> None:  # ET-A05
    state = draw("F5 | B3", "B1 B2", "F1")
    assert why_not(state, 0, Shed("B1")) == "nothing-to-shed ET-A05"
    assert legal(state, 0) == (Draw(),)


def test_six_new_cards_may_all_be_balls_and_are_kept() -> None:  # ET-A04
    balls = "B1 B2 B3 B4 NEAR SKIP"
    state = after(draw("F5 | B3", "F2", "F4 F0", deck=f"{balls} F6 F9 F7"), (0, Floor("F2")))
    assert state.hands[0] == tuple(balls.split())
    state = after(state, (1, Draw()), (1, Floor("F9")), (1, End()))
    assert legal(state, 0) == (Draw(),)


def test_only_the_winner_of_a_star_takes_new_cards() -> None:  # ET-A34
    state = after(draw("F4 F5 | B1 B3", "F2", "F1 B1 F9", "F3"), (0, Floor("F2")))
    assert state.hands[1:] == (("F1", "B1", "F9"), ("F3",))
    assert (state.floors, state.balls) == ((("F4", "F5", "F2"),), ("B1", "B3"))


@pytest.mark.parametrize(("seats", "stars"), [(2, 5), (3, 5), (4, 3), (5, 3)])
def test_so_many_stars_win(seats: int, stars: int) -> None:  # ET-03, ET-29
    others = ["F1"] * (seats - 1)
    for held in range(stars):
        state = draw("F5 | B3", "F2", *others, stars=[held] + [0] * (seats - 1))
        over = Outcome("stars", "ET-29", (0,)) if held + 1 == stars else None
        assert outcome(after(state, (0, Floor("F2")))) == over


def test_the_winning_star_ends_the_game_without_cards_or_skip() -> None:  # ET-A35, ET-A21
    state = draw("F5 | B3", "F2 SKIP", "F1", stars=[4, 0])
    assert told(state, 0, Floor("F2"))[2:] == (StarWon(0, 5), Won(0))
    done = after(state, (0, Floor("F2")))
    assert done.hands == ((), ("F1",))
    assert legal(done, 0) == legal(done, 1) == ()
    assert why_not(done, 1, Draw()) == "game-over None"


def test_after_a_star_comes_the_seat_clockwise_from_its_winner() -> None:  # ET-A41
    state = draw("F5 | B3", "F1", "F1", "F2", turn=2)
    assert after(state, (2, Floor("F2"))).turn == 0


def test_a_skip_on_top_of_a_star_takes_its_cards_after_the_six() -> None:  # ET-A21, ET-B2
    state = draw("F5 | B3", "F2 SKIP", "F1", "F1")
    assert told(state, 0, Floor("F2"))[3:] == (
        Drew(0, "star", 6, SIX),
        Skipped(1),
        Drew(1, "skip", 2, ("F8", "F3")),
        TurnCame(2),
    )


def test_with_repeats_an_old_skip_fires_after_a_star_too() -> None:  # ET-A19, ET-A21
    old = draw("F5 | SKIP", "F5", "F1", "F1", options=Options(skip="repeats"))
    assert after(old, (0, Floor("F5"))).turn == 2
    assert after(draw("F5 | SKIP", "F5", "F1", "F1"), (0, Floor("F5"))).turn == 1


def test_the_last_ball_of_a_turn_leaves_floors_in_the_hand_and_no_star() -> None:  # ET-26
    state = after(draw("F5 | B3", "F2 F0 B1", "F1"), (0, Floor("F2")), (0, Ball("B1")))
    assert (state.hands[0], state.stars, state.shedding) == (("F0",), (0, 0), False)


def test_a_shared_win_is_written_as_a_list() -> None:  # ET-B4
    state = draw("F5 | B3", "F9", "F1", "F4", deck="", turn=2, drew=True, idle=2, stars=[2, 0, 2])
    done = after(state, (2, Pass()))
    plain = position(done)
    assert plain is not None
    assert plain["winner"] == [0, 2]
    assert outcome(done) == Outcome("stuck", "ET-A42", (0, 2))
