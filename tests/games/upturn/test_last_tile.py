"""The last tile: announced in time or paid for; the bag filled again while paying."""

import pytest

from games.upturn.table import after, lies, rack, row, told, why_not
from igroteka.core import Outcome, Seeded
from igroteka.games.upturn import Options, legal, outcome
from igroteka.games.upturn.moves import (
    Announce,
    Announced,
    Draw,
    Drew,
    DrewNothing,
    End,
    Fined,
    Forgot,
    Laid,
    Lay,
    Recycled,
    Stalled,
    TurnCame,
    Won,
)

AUTOMATIC = Options(announce="automatic")


def test_a_forgotten_announcement_is_paid_before_the_next_lay_stands() -> None:  # UT-30, UT-A30
    state = lies("20 40", "60", "56 12 14", bag="2 3 4 6", turn=1, silent=[0])
    assert told(state, 1, Lay("56")) == (
        Forgot(0), Fined(0, "2"), Fined(0, "3"), Fined(0, "4"), Laid(1, "56"), TurnCame(0),
    )  # fmt: skip


def test_only_the_silent_may_announce_on_or_off_turn() -> None:  # UT-29, UT-A33
    state = lies("20 40", "60", "56 12", "8", bag="2", turn=1, silent=[0], announced=[2])
    assert Announce() in legal(state, 0)
    assert why_not(state, 1, Announce()) == "nothing-to-announce UT-A33"
    assert why_not(state, 2, Announce()) == "announced-already UT-29"
    assert told(state, 0, Announce()) == (Announced(0),)
    assert legal(state, 0) == (Announce(),)
    assert legal(state, 2) == ()


def test_the_house_announces_when_the_table_says_so() -> None:  # UT-B9
    state = lies("20 40", "50 60", "56 12", bag="2", options=AUTOMATIC)
    assert told(state, 0, Lay("50")) == (Laid(0, "50"), Announced(0), TurnCame(1))


def test_one_s_own_later_turn_closes_the_window_and_the_last_tile_does_not_win() -> None:  # UT-A30
    state = after(lies("20 40", "S1 60", "56 12", bag="2 3 4 6"), (0, Lay("S1")))
    assert state.silent == (0,)
    state = after(state, (0, Lay("60")))
    assert (outcome(state), rack(state, 0), row(state)) == (None, "2 3 4", "20 40 S1 60")


def test_tiles_of_a_fine_may_be_tucked_under_the_twin_that_brought_it_about() -> None:  # UT-A30, UT-35
    state = lies("20 40", "66t", "56 12", bag="50 3 J 6", silent=[0])
    state = after(state, (0, Lay("66t")))
    assert (rack(state, 0), state.turn) == ("50 3 J", 0)
    assert state.tucking is not None


def test_a_last_action_tile_cannot_finish_and_asks_for_another_tile() -> None:  # UT-31, UT-A28, UT-A29
    state = lies("20 40", "U", "56 12", bag="2 3", announced=[0])
    assert why_not(state, 0, Lay("U")) == "last-tile-is-a-number UT-31"
    assert legal(state, 0) == (Draw(),)


def test_the_last_number_wins_at_once() -> None:  # UT-32, UT-A34
    state = lies("20 40", "51h", "56 12", bag="2 3", announced=[0])
    assert told(state, 0, Lay("51h")) == (Laid(0, "51h"), Won(0))


def test_an_empty_bag_is_filled_in_the_middle_of_a_fine() -> None:  # UT-47, UT-A35, UT-B3
    state = lies("4 9 / U 20 40 S1", "60", "56 12 14", bag="2", turn=1, silent=[0])
    events = told(state, 1, Lay("56"), Seeded(1))
    kinds = [type(event) for event in events]
    assert kinds == [Forgot, Fined, Recycled, Fined, Fined, Laid, TurnCame]
    back = events[2]
    assert isinstance(back, Recycled)
    assert sorted(back.bag or ()) == ["20", "4", "9", "U"]


def test_a_fine_may_use_up_what_a_draw_was_after() -> None:  # UT-A36, UT-B6
    state = lies("40", "60", "6 12", bag="2", turn=1, silent=[0])
    assert told(state, 1, Draw()) == (Forgot(0), Fined(0, "2"), DrewNothing(1))
    none = lies("40", "60", "56 12", turn=1, silent=[0])
    assert told(none, 1, Lay("56")) == (Forgot(0), Laid(1, "56"), TurnCame(0))


def test_a_circle_of_ends_stops_the_game_and_the_fewest_tiles_share_it() -> None:  # UT-B10
    state = after(lies("40", "2 3", "4 6 8", "9 12"), (0, End()), (1, End()))
    assert told(state, 2, End())[-1] == Stalled((0, 2))
    state = after(state, (2, End()))
    assert (state.winner, outcome(state)) == ((0, 2), Outcome("stalled", "UT-B10", (0, 2)))
    alone = after(lies("40", "2 3", "4 6 8"), (0, End()), (1, End()))
    assert (alone.winner, outcome(alone)) == (0, Outcome("stalled", "UT-B10", (0,)))


@pytest.mark.parametrize("order", ["cw", "ccw"])
def test_a_draw_closes_the_window_whichever_way_play_runs(order: str) -> None:  # UT-A30
    state = lies("20 40", "60", "56 12 14", "58 13 16", bag="2 3 4 6", turn=1, silent=[0], order=order)
    assert [type(event) for event in told(state, 1, Draw())] == [Forgot, Fined, Fined, Fined, Drew]
