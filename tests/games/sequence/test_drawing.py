"""The card at the end of a turn: owed, taken late, lost; the deck made anew."""

from games.sequence.picture import after, empty, told, why_not
from igroteka.core import Seeded
from igroteka.games.sequence import Options, legal
from igroteka.games.sequence.moves import (
    Accuse,
    Draw,
    Drew,
    Exchange,
    Lost,
    Owed,
    Pass,
    Place,
    Placed,
    Remove,
    Reshuffled,
    TurnCame,
)

TWO = [["7H", "2C", "KS"], ["QC", "3D", "5H"]]
FOUR = [["7H", "2C"], ["QC", "3D"], ["9C", "8C"], ["AS", "6S"]]
ROUND = ((0, Place("7H", "i5")), (1, Place("QC", "a7")), (2, Place("9C", "a5")), (3, Place("AS", "b3")))


def test_a_card_may_be_taken_until_the_next_seat_has_moved_and_drawn() -> None:  # SQ-A19
    state = after(empty(TWO), (0, Place("7H", "i5")), (1, Place("QC", "a7")))
    assert Draw() in legal(state, 0)
    assert after(state, (0, Draw())).hands[0] == ("2C", "KS", "KH")


def test_the_next_seats_draw_ends_the_right() -> None:  # SQ-19
    state = after(empty(TWO), (0, Place("7H", "i5")), (1, Place("QC", "a7")))
    assert told(state, 1, Draw()) == (Drew(1, "KH"), Lost(0))
    assert why_not(after(state, (1, Draw())), 0, Draw()) == "nothing-owed SQ-18"


def test_four_owed_cards_end_together_when_the_last_mover_draws() -> None:  # SQ-A21
    state = after(empty(FOUR), *ROUND)
    assert state.owed == (0, 1, 2, 3)
    assert told(state, 3, Draw()) == (Drew(3, "KH"), Lost(0), Lost(1), Lost(2))


def test_a_draw_in_the_middle_of_the_queue_ends_only_the_older_claims() -> None:  # SQ-B5
    state = after(empty(FOUR), *ROUND, (1, Draw()))
    assert state.owed == (2, 3)
    assert why_not(state, 0, Draw()) == "nothing-owed SQ-18"
    assert after(state, (3, Draw())).owed == ()


def test_the_oldest_draw_ends_nothing() -> None:  # SQ-B5
    state = after(empty(FOUR), *ROUND, (0, Draw()), (1, Draw()), (2, Draw()), (3, Draw()))
    assert [len(hand) for hand in state.hands] == [2, 2, 2, 2]


def test_laying_a_new_card_forfeits_the_older_owed_one() -> None:  # SQ-A21
    state = after(empty(TWO), (0, Place("7H", "i5")), (1, Place("QC", "a7")))
    assert told(state, 0, Place("2C", "e2")) == (Placed(0, "2C", "e2"), Lost(0), Owed(0), TurnCame(1))


def test_who_lays_again_goes_to_the_end_of_the_queue() -> None:  # SQ-A21
    state = after(empty(TWO), (0, Place("7H", "i5")), (1, Place("QC", "a7")), (0, Place("2C", "e2")))
    assert state.owed == (1, 0)
    state = after(state, (0, Draw()))
    assert (state.owed, len(state.hands[0]), len(state.hands[1])) == ((), 2, 2)


def test_a_removal_forfeits_the_older_owed_card_too() -> None:  # SQ-A21
    state = empty([["JS", "2C"], ["QC"]], chips={"green": ["i5"]}, owed=[0, 1])
    assert after(state, (0, Remove("JS", "i5"))).owed == (1, 0)


def test_a_seat_that_passes_ends_nobodys_right() -> None:  # SQ-A21
    state = after(empty([["2C"], ["JH"], ["9C", "8C"]], turn=1, owed=[0]), (1, Pass()))
    assert state.owed == (0,)
    state = after(state, (2, Place("9C", "a5")))
    assert told(state, 2, Draw()) == (Drew(2, "KH"), Lost(0))


def test_a_claim_survives_a_whole_round_if_nobody_draws() -> None:  # SQ-A21
    state = after(empty(FOUR), *ROUND)
    assert state.turn == 0
    assert after(state, (0, Draw())).hands[0] == ("2C", "KH")


def test_an_exchange_of_the_next_seat_closes_nothing() -> None:  # SQ-A20
    state = empty([["7H", "2C"], ["QC", "3D"]], chips={"blue": ["a7"], "green": ["d8"]})
    state = after(state, (0, Place("7H", "i5")), (1, Exchange("QC")))
    assert Draw() in legal(state, 0)


def test_the_replacement_of_a_dead_card_is_not_the_card_of_the_turn() -> None:  # SQ-A22
    state = empty([["QC", "2C"], ["3D", "5H"]], chips={"blue": ["a7"], "green": ["d8"]})
    state = after(state, (0, Exchange("QC")), (0, Place("2C", "e2")))
    assert state.owed == (0,)
    state = after(state, (1, Place("3D", "d3")), (1, Draw()))
    assert state.hands[0] == ("KH",)


def test_an_exchange_leaves_an_older_owed_card_owed() -> None:  # SQ-A22
    state = empty([["QC", "2C"], ["3D"]], chips={"blue": ["a7"], "green": ["d8"]}, owed=[0])
    assert after(state, (0, Exchange("QC"))).owed == (0,)


def test_a_lost_card_is_never_made_up_for() -> None:  # SQ-A23
    state = after(empty(TWO), (0, Place("7H", "i5")), (1, Place("QC", "a7")), (1, Draw()))
    state = after(state, (0, Place("2C", "e2")), (0, Draw()), (1, Place("3D", "d3")), (1, Draw()))
    assert [len(hand) for hand in state.hands] == [2, 3]


def test_a_card_is_drawn_once_and_only_after_playing() -> None:  # SQ-18
    state = empty(TWO)
    assert why_not(state, 0, Draw()) == "nothing-owed SQ-18"
    assert why_not(state, 1, Draw()) == "nothing-owed SQ-19"
    state = after(state, (0, Place("7H", "i5")), (0, Draw()))
    assert why_not(state, 0, Draw()) == "nothing-owed SQ-19"


def test_drawn_by_itself_no_card_is_ever_owed_or_lost() -> None:  # SQ-A19
    state = after(empty(FOUR, Options(draw="automatic")), *ROUND)
    assert (state.owed, [len(hand) for hand in state.hands]) == ((), [2, 2, 2, 2])


def test_an_empty_deck_is_made_of_all_piles_when_a_card_is_needed() -> None:  # SQ-A18
    state = empty(TWO, deck=[], piles=[["9C", "8C"], ["AS"]])
    state = after(state, (0, Place("7H", "i5")))
    assert state.piles == (("9C", "8C", "7H"), ("AS",))
    reshuffled, drew = told(state, 0, Draw(), Seeded(5))
    assert isinstance(reshuffled, Reshuffled)
    assert reshuffled.deck is not None
    assert sorted(reshuffled.deck) == ["7H", "8C", "9C", "AS"]
    assert drew == Drew(0, reshuffled.deck[0])


def test_taking_the_last_card_shuffles_nothing_yet() -> None:  # SQ-A18
    state = after(empty(TWO, deck=["KH"], piles=[["9C"], []]), (0, Place("7H", "i5")), (0, Draw()))
    assert (state.deck, state.piles[0]) == ((), ("9C", "7H"))


def test_drawn_by_itself_a_reshuffle_holds_the_card_just_played() -> None:  # SQ-A18
    state = empty(TWO, Options(draw="automatic"), deck=[])
    state = after(state, (0, Place("7H", "i5")), chance=Seeded(1))
    assert (state.hands[0], state.deck, state.piles) == (("2C", "KS", "7H"), (), ((), ()))


def test_with_deck_and_piles_empty_no_draw_is_owed() -> None:  # SQ-A18
    state = empty([["JS"], ["JH"]], deck=[], owed=[1])
    assert legal(state, 1) == ()
    assert why_not(state, 1, Draw()) == "nothing-owed SQ-19"


def test_owed_cards_wait_while_a_claim_is_open() -> None:  # SQ-B8
    state = after(empty(FOUR), (0, Place("7H", "i5")), (1, Place("QC", "a7")), (3, Accuse("blue")))
    for seat in (0, 1):
        assert Draw() not in legal(state, seat)
        assert why_not(state, seat, Draw()) == "claim-open SQ-B8"
    assert state.owed == (0, 1)
