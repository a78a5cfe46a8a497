"""What is public and what is not."""

from msgspec.structs import replace

from games.sequence.picture import after, draw, empty
from igroteka.core import Seeded
from igroteka.games import sequence
from igroteka.games.sequence import Options, evolve, redact, view
from igroteka.games.sequence.moves import Dealt, Draw, Drew, Place, Replaced, Reshuffled
from igroteka.table import Match

FOUR = [["7H", "2C"], ["QC"], ["9C", "8C", "AS"], []]


def test_a_seat_sees_its_own_hand_and_of_the_others_only_the_sizes() -> None:  # SQ-13
    seen = view(empty(FOUR), 2)
    assert (seen.hand, seen.hand_sizes) == (("9C", "8C", "AS"), (2, 1, 3, 0))


def test_hands_are_hidden_from_mates_too() -> None:  # SQ-13
    other = [["3D", "4S"], *FOUR[1:]]
    assert view(empty(FOUR), 2) == view(empty(other), 2)


def test_a_spectator_sees_no_hand() -> None:  # SQ-13
    assert view(empty(FOUR), None).hand is None
    assert view(empty(FOUR), None) == view(empty([["3D", "4S"], ["KH"], ["2H", "3H", "4H"], []]), None)


def test_the_order_of_the_deck_is_hidden_and_its_size_is_not() -> None:  # SQ-A34
    assert view(empty(FOUR, deck=["KH", "3C"]), 0) == view(empty(FOUR, deck=["3C", "KH"]), 0)
    assert view(empty(FOUR, deck=["KH", "3C"]), None).deck_size == 2


def test_board_piles_sequences_and_owed_cards_are_public() -> None:  # SQ-A34
    state = draw(
        "* g g g g b . . . *",
        FOUR,
        Options(),
        piles=[["KD"], [], ["QS", "4H"], []],
        lines=["green a1 b1 c1 d1 e1"],
        owed=[3, 0],
    )
    for seat in (0, 1, 2, 3, None):
        seen = view(state, seat)
        assert seen.chips == {"b1": "green", "c1": "green", "d1": "green", "e1": "green", "f1": "blue"}
        assert (seen.piles, seen.owed) == ((("KD",), (), ("QS", "4H"), ()), (3, 0))
        assert [line.side for line in seen.lines] == ["green"]


def test_a_deal_tells_each_seat_its_own_hand_only() -> None:  # SQ-13
    dealt = Dealt(0, (("7H",), ("QC",)), ("KH",), 1)
    assert redact(dealt, 0) == Dealt(0, (("7H",), None), None, 1)
    assert redact(dealt, None) == Dealt(0, (None, None), None, 1)


def test_a_drawn_card_is_told_to_its_seat_only() -> None:  # SQ-13
    for event in (Drew(2, "KH"), Replaced(2, "KH")):
        assert redact(event, 2) == event
        assert redact(event, 0) == redact(event, None) == type(event)(2, None)


def test_the_order_of_a_reshuffle_is_told_to_nobody() -> None:  # SQ-A34
    order = Reshuffled(Seeded(1).shuffled(["KH", "3C"]))
    assert [redact(order, seat) for seat in (0, 1, None)] == [Reshuffled(None)] * 3


def test_after_a_real_deal_everyone_knows_which_cards_were_shuffled_anew() -> None:  # SQ-A18
    match = Match(sequence, 2, seed=1)
    match.deal()
    played = replace(match.state, deck=(), piles=(("KH",), ("3C",)))
    pool = view(evolve(played, Reshuffled(("3C", "KH"))), 1).pool
    assert pool is not None
    assert (sorted(pool.went_in), pool.taken) == (["3C", "KH"], (0, 0))


def test_of_a_position_nothing_is_known_of_the_cards_not_even_after_a_reshuffle() -> None:  # SQ-A18
    state = empty([["7H", "2C"], ["QC"]], deck=[], piles=[["9C", "8C"], ["AS"]])
    state = after(state, (0, Place("7H", "i5")), (0, Draw()), chance=Seeded(1))
    assert len(state.deck) == 3
    assert view(state, 1).pool is None
