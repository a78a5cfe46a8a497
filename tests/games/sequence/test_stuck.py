"""Forced passes, seats without cards, the drawn game."""

from games.sequence.picture import after, draw, empty, full, told, why_not
from igroteka.games.sequence import Options, legal, outcome, position
from igroteka.games.sequence.moves import (
    Accuse,
    Admit,
    Draw,
    Exchange,
    Forfeit,
    Lost,
    Pass,
    Passed,
    PassedOver,
    Place,
    Stuck,
    TurnCame,
)

# A one-eyed jack on a board without opponents' chips can do nothing and is never dead.
STUCK_3 = [["JS"], ["JH"], ["JS"]]


def test_a_full_circle_of_forced_passes_draws_the_game() -> None:  # SQ-A17
    state = after(empty(STUCK_3), (0, Pass()), (1, Pass()))
    assert (state.passes, state.winner) == (2, None)
    assert told(state, 2, Pass()) == (Passed(2), Stuck())
    ended = outcome(after(state, (2, Pass())))
    assert ended is not None
    assert (ended.reason, ended.clause, ended.winners) == ("stuck", "SQ-A17", ())


def test_the_game_is_drawn_whatever_the_deck_holds() -> None:  # SQ-A17
    state = empty(STUCK_3, deck=["KH"] * 50)
    assert after(state, (0, Pass()), (1, Pass()), (2, Pass())).winner == "draw"


def test_a_chip_starts_the_circle_anew() -> None:  # SQ-A17
    state = empty([["JS"], ["JH"], ["7H", "JH"]], passes=2, turn=2)
    assert after(state, (2, Place("7H", "i5"))).passes == 0


def test_an_exchange_starts_the_circle_anew() -> None:  # SQ-A17
    state = empty([["JS"], ["QC", "JH"]], chips={"green": ["a7", "d8"]}, passes=1, turn=1, deck=["JS"])
    state = after(state, (1, Exchange("QC")))
    assert state.passes == 0
    assert after(state, (1, Pass())).winner is None


def test_a_draw_starts_the_circle_anew() -> None:  # SQ-A17
    state = after(empty([["JS"], ["JH"]], owed=[0], passes=1, turn=1, deck=["JH"]), (0, Draw()))
    assert state.passes == 0
    state = after(state, (1, Pass()))
    assert state.winner is None
    assert after(state, (0, Pass())).winner == "draw"


def test_no_game_is_drawn_while_a_card_is_owed() -> None:  # SQ-B4
    state = empty([["JS"], ["JH"]], owed=[1])
    for seat in (0, 1, 0, 1, 0):
        state = after(state, (seat, Pass()))
    assert (state.winner, state.passes, state.owed) == (None, 5, (1,))


def test_a_card_that_nobody_can_take_keeps_no_game_alive() -> None:  # SQ-A18
    state = empty([["JS"], ["JH"]], owed=[1], deck=[])
    assert after(state, (0, Pass()), (1, Pass())).winner == "draw"


def test_a_forced_pass_while_owed_a_card_leaves_it_owed() -> None:  # SQ-B9
    state = empty([["JS"], ["QC"]], owed=[0])
    assert set(legal(state, 0)) == {Draw(), Pass()}
    state = after(state, (0, Pass()))
    assert (state.owed, state.turn) == ((0,), 1)
    assert Draw() in legal(state, 0)


def test_nobody_passes_with_a_card_to_play() -> None:  # SQ-A16
    assert why_not(empty([["JS", "7H"], ["QC"]]), 0, Pass()) == "can-still-play SQ-A16"
    assert Pass() not in legal(empty([["JS", "7H"], ["QC"]]), 0)


def test_dead_cards_that_cannot_be_exchanged_any_more_leave_a_pass() -> None:  # SQ-A16
    state = draw(full(), [["QC", "7H", "JD"], ["3D"]], deck=["2C", "KH"])
    assert why_not(state, 0, Pass()) == "can-still-play SQ-A16"
    assert legal(after(state, (0, Exchange("QC"))), 0) == (Pass(),)


def test_a_seat_without_cards_is_passed_over_by_itself() -> None:  # SQ-A23
    state = empty([["7H", "2C"], [], ["9C"]])
    assert told(state, 0, Place("7H", "i5"))[2:] == (TurnCame(1), PassedOver(1), TurnCame(2))


def test_several_seats_without_cards_are_passed_over_in_a_row() -> None:  # SQ-A23
    state = after(empty([["7H", "2C"], [], [], ["AS"]]), (0, Place("7H", "i5")))
    assert (state.turn, state.passes) == (3, 2)


def test_passing_over_comes_back_to_the_only_seat_with_cards() -> None:  # SQ-B3
    state = after(empty([["7H", "2C"], [], []]), (0, Place("7H", "i5")))
    assert (state.turn, state.owed) == (0, (0,))


def test_a_seat_without_cards_that_is_owed_one_keeps_its_turn() -> None:  # SQ-B3
    state = after(empty([["7H", "2C"], [], ["9C"]], owed=[1]), (0, Place("7H", "i5")))
    assert state.turn == 1
    assert set(legal(state, 1)) == {Draw(), Pass()}
    state = after(state, (1, Draw()))
    assert (state.turn, legal(state, 1)) == (1, (Place("KH", "g2"), Place("KH", "g6")))


def test_a_seat_without_cards_may_pass_and_stay_owed() -> None:  # SQ-B3
    state = after(empty([["7H", "2C"], [], ["9C"]], owed=[1], turn=1), (1, Pass()))
    assert (state.turn, state.owed) == (2, (1,))


def test_a_seat_that_draws_a_card_it_cannot_play_passes() -> None:  # SQ-B3
    state = after(empty([["7H"], [], ["9C"]], owed=[1], turn=1, deck=["JS"]), (1, Draw()))
    assert legal(state, 1) == (Pass(),)


def test_who_loses_the_owed_card_on_its_turn_is_passed_over_at_once() -> None:  # SQ-B3
    """Seat 1 has no cards and waits; seat 0 moved later, and its draw ends seat 1's right."""
    state = empty([["2C"], [], ["9C"]], owed=[1, 0], turn=1)
    assert told(state, 0, Draw())[1:] == (Lost(1), PassedOver(1), TurnCame(2))


def test_seats_passed_over_count_as_passing() -> None:  # SQ-B4
    state = empty([["JS"], [], ["JH"], []])
    state = after(state, (0, Pass()))
    assert (state.turn, state.passes) == (2, 2)
    assert told(state, 2, Pass()) == (Passed(2), TurnCame(3), PassedOver(3), Stuck())


def test_when_nobody_has_a_card_left_the_game_is_drawn() -> None:  # SQ-B4
    """Four seats with a card each give them all up."""
    state = empty([["7H"], [], ["9C"], []])
    state = after(state, (1, Accuse("blue")), (0, Admit()), (0, Forfeit("7H")), (2, Forfeit("9C")))
    assert state.winner == "draw"
    told_position = position(state)
    assert told_position is not None
    assert told_position["winner"] == "draw"


def test_the_last_card_placed_is_still_followed_by_an_owed_one() -> None:  # SQ-B4
    state = after(empty([["7H"], []]), (0, Place("7H", "i5")))
    assert (state.winner, state.turn, state.owed) == (None, 0, (0,))


def test_after_the_drawn_game_nothing_is_legal() -> None:  # SQ-A17
    state = empty(STUCK_3, winner="draw")
    assert [legal(state, seat) for seat in (-1, 0, 1, 2)] == [()] * 4
    assert why_not(state, 0, Pass()) == "game-over None"


def test_with_automatic_drawing_stuck_seats_draw_the_game_too() -> None:  # SQ-A17
    state = empty(STUCK_3, Options(draw="automatic"))
    assert after(state, (0, Pass()), (1, Pass()), (2, Pass())).winner == "draw"
