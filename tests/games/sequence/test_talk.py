"""Table talk: accuse, admit, deny, forfeit; settled on honour."""

import pytest

from games.sequence.picture import after, draw, empty, told, why_not
from igroteka.games.sequence import HONOUR, Options, legal
from igroteka.games.sequence.moves import (
    Accuse,
    Accused,
    Admit,
    Admitted,
    ClaimFell,
    ClaimSettled,
    Denied,
    Deny,
    Draw,
    Exchange,
    Forfeit,
    Forfeited,
    Pass,
    PassedOver,
    Place,
    TurnCame,
)

FOUR = [["7H", "2C"], ["QC", "3D"], ["9C", "9C", "8C"], ["AS", "6S"]]
TWELVE = [["2S"], ["3S"], ["4S"], ["5S"], ["6S"], ["7S"], ["8S"], ["9S"], ["2H"], ["3H"], ["4H"], ["5H"]]


def accusations(intents: tuple[object, ...]) -> list[object]:
    return [intent for intent in intents if isinstance(intent, Accuse)]


def test_any_seat_of_another_side_may_accuse_in_or_out_of_turn() -> None:  # SQ-A24
    state = empty(FOUR, turn=1)
    assert [accusations(legal(state, seat)) for seat in range(4)] == [
        [Accuse("green")],
        [Accuse("blue")],
        [Accuse("green")],
        [Accuse("blue")],
    ]


@pytest.mark.parametrize(("seats", "mine"), [(6, 2), (9, 5), (12, 11)])
def test_with_three_sides_either_opponent_may_be_accused(seats: int, mine: int) -> None:  # SQ-A24
    state = empty(TWELVE[:seats], Options(sides=3))
    assert accusations(legal(state, mine)) == [Accuse("blue"), Accuse("green")]
    assert why_not(state, mine, Accuse("red")) == "own-side SQ-A24"


@pytest.mark.parametrize(
    ("seats", "sides", "side", "due"),
    [
        (4, 2, "green", (1, 3)),
        (6, 2, "blue", (0, 2, 4)),
        (6, 3, "red", (2, 5)),
        (8, 2, "green", (1, 3, 5, 7)),
        (9, 3, "green", (1, 4, 7)),
        (10, 2, "blue", (0, 2, 4, 6, 8)),
        (12, 2, "green", (1, 3, 5, 7, 9, 11)),
        (12, 3, "red", (2, 5, 8, 11)),
    ],
)
def test_every_member_pays(seats: int, sides: int, side: str, due: tuple[int, ...]) -> None:  # SQ-36
    state = empty(TWELVE[:seats], Options(sides=sides))
    accuser = next(seat for seat in range(seats) if seat % sides != due[0])
    state = after(state, (accuser, Accuse(side)))
    assert told(state, due[-1], Admit()) == (Admitted(due[-1], due),)


def test_an_admission_costs_each_member_a_card_of_his_own_choice() -> None:  # SQ-36
    state = after(empty(FOUR), (1, Accuse("blue")), (2, Admit()))
    assert legal(state, 0) == (Forfeit("7H"), Forfeit("2C"))
    assert legal(state, 2) == (Forfeit("9C"), Forfeit("8C"))
    assert legal(state, 1) == legal(state, 3) == ()


def test_forfeited_cards_go_to_the_own_piles_and_are_not_replaced() -> None:  # SQ-A24
    state = after(empty(FOUR), (1, Accuse("blue")), (2, Admit()), (2, Forfeit("9C")), (0, Forfeit("2C")))
    assert state.hands == (("7H",), ("QC", "3D"), ("9C", "8C"), ("AS", "6S"))
    assert state.piles == (("2C",), (), ("9C",), ())
    assert (state.owed, len(state.deck), state.claim, state.turn) == ((), 6, None, 0)


def test_a_forfeit_must_be_a_card_of_ones_own_hand() -> None:  # SQ-36
    state = after(empty(FOUR), (1, Accuse("blue")), (2, Admit()))
    assert why_not(state, 0, Forfeit("9C")) == "card-not-held SQ-36"
    assert why_not(state, 0, Forfeit("ZZ")) == "card-not-held SQ-36"


def test_nobody_forfeits_who_owes_nothing_or_has_paid() -> None:  # SQ-36
    state = empty(FOUR)
    assert why_not(state, 0, Forfeit("7H")) == "nothing-to-forfeit SQ-36"
    state = after(state, (1, Accuse("blue")))
    assert why_not(state, 0, Forfeit("7H")) == "nothing-to-forfeit SQ-36"
    state = after(state, (2, Admit()), (0, Forfeit("7H")))
    assert why_not(state, 0, Forfeit("2C")) == "nothing-to-forfeit SQ-36"
    assert why_not(state, 1, Forfeit("QC")) == "nothing-to-forfeit SQ-36"


def test_a_member_without_cards_gives_none() -> None:  # SQ-A24
    state = empty([["2S"], ["3S"], [], ["5S"], ["6S"], ["7S"]])
    state = after(state, (1, Accuse("blue")), (2, Admit()))
    assert state.claim is not None
    assert state.claim.due == (0, 4)


def test_a_side_without_any_card_settles_by_admitting() -> None:  # SQ-A24
    state = empty([[], ["3S", "KH"], ["4S"], [], ["6S"], ["7S"]], Options(sides=3), turn=1)
    state = after(state, (1, Accuse("blue")))
    assert told(state, 3, Admit()) == (Admitted(3, ()), ClaimSettled("blue"))


def test_members_without_cards_deny_like_the_others() -> None:  # SQ-A24
    state = after(empty([["2S"], ["3S"], [], ["5S"]]), (1, Accuse("blue")), (0, Deny()))
    assert state.claim is not None
    assert set(legal(state, 2)) == {Admit(), Deny()}
    assert told(state, 2, Deny()) == (Denied(2), ClaimFell("blue"))


def test_the_claim_falls_once_every_member_has_denied_it() -> None:  # SQ-A24
    state = after(empty(TWELVE, Options(sides=3)), (0, Accuse("red")))
    for seat in (11, 2, 8):
        state = after(state, (seat, Deny()))
        assert state.claim is not None
    state = after(state, (5, Deny()))
    assert state.claim is None
    assert [len(hand) for hand in state.hands] == [1] * 12


def test_each_member_denies_once() -> None:  # SQ-A24
    state = after(empty(FOUR), (1, Accuse("blue")), (0, Deny()))
    assert legal(state, 0) == (Admit(),)
    assert why_not(state, 0, Deny()) == "denied-already SQ-A24"


def test_a_denier_may_admit_after_all() -> None:  # SQ-A24
    state = after(empty(FOUR), (1, Accuse("blue")), (0, Deny()), (0, Admit()))
    assert state.claim is not None
    assert state.claim.due == (0, 2)


def test_a_denier_pays_too_if_a_mate_admits() -> None:  # SQ-B8
    state = after(empty(FOUR), (1, Accuse("blue")), (0, Deny()), (2, Admit()))
    assert legal(state, 0) == (Forfeit("7H"), Forfeit("2C"))
    assert after(state, (0, Forfeit("7H")), (2, Forfeit("8C"))).claim is None


def test_after_an_admission_nobody_admits_or_denies_again() -> None:  # SQ-A24
    state = after(empty(FOUR), (1, Accuse("blue")), (2, Admit()))
    assert why_not(state, 0, Admit()) == "admitted-already SQ-A24"
    assert why_not(state, 0, Deny()) == "admitted-already SQ-A24"


def test_only_the_accused_answer() -> None:  # SQ-A24
    state = after(empty(FOUR), (1, Accuse("blue")))
    assert legal(state, 1) == legal(state, 3) == ()
    for intent in (Admit(), Deny()):
        assert why_not(state, 1, intent) == "not-accused SQ-A24"
        assert why_not(empty(FOUR), 0, intent) == "no-claim SQ-A24"


def test_play_waits_until_the_claim_is_settled() -> None:  # SQ-36
    dead = """
        * . . . . . . . . *
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        b . . . . . . . . .
        . . . g . . . . . .
    """
    state = draw(dead, [["7H", "QC"], ["3D"], ["9C"], ["AS"]], owed=[2])
    for later in (after(state, (1, Accuse("blue"))), after(state, (1, Accuse("blue")), (2, Admit()))):
        for seat, intent in ((0, Place("7H", "i5")), (0, Exchange("QC")), (0, Pass()), (2, Draw())):
            assert why_not(later, seat, intent) == "claim-open SQ-B8"


def test_there_is_one_claim_at_a_time() -> None:  # SQ-B8
    state = after(empty(TWELVE[:6], Options(sides=3)), (1, Accuse("blue")))
    assert why_not(state, 2, Accuse("green")) == "claim-open SQ-B8"
    assert accusations(legal(state, 2)) == []


def test_a_seat_accuses_once_between_two_moves() -> None:  # SQ-A24
    state = after(empty(FOUR), (1, Accuse("blue")), (0, Deny()), (2, Deny()))
    assert state.accused == (1,)
    assert why_not(state, 1, Accuse("blue")) == "accused-already SQ-A24"
    assert accusations(legal(state, 1)) == []
    assert accusations(legal(state, 3)) == [Accuse("blue")]
    state = after(state, (0, Place("7H", "i5")))
    assert state.accused == ()
    assert accusations(legal(state, 1)) == [Accuse("blue")]


def test_accusing_one_side_uses_up_the_other_too() -> None:  # SQ-A24
    state = empty(TWELVE[:6], Options(sides=3))
    state = after(state, (1, Accuse("blue")), (0, Deny()), (3, Deny()))
    assert why_not(state, 1, Accuse("red")) == "accused-already SQ-A24"


def test_neither_a_draw_nor_an_exchange_nor_a_pass_is_a_move() -> None:  # SQ-A24
    state = empty([["JS"], ["3D"], ["9C"], ["AS"]], owed=[2], accused=[1], deck=["KH"])
    state = after(state, (2, Draw()), (0, Pass()))
    assert state.accused == (1,)
    state = empty([["QC", "2C"], ["3D"], ["9C"], ["AS"]], chips={"green": ["a7", "d8"]}, accused=[1])
    assert after(state, (0, Exchange("QC"))).accused == (1,)


def test_a_claim_leaves_owed_cards_owed() -> None:  # SQ-B8
    state = after(empty(FOUR), (0, Place("7H", "i5")), (1, Place("QC", "a7")), (1, Accuse("blue")))
    state = after(state, (2, Admit()), (0, Forfeit("2C")), (2, Forfeit("8C")))
    assert state.owed == (0, 1)
    state = after(state, (0, Draw()))
    assert state.hands[0] == ("KH",)


def test_who_gives_up_the_last_card_on_turn_is_passed_over_when_the_claim_is_settled() -> None:  # SQ-B3
    state = empty([["7H"], ["QC"], ["9C"], ["AS"]])
    state = after(state, (1, Accuse("blue")), (0, Admit()), (0, Forfeit("7H")))
    assert state.turn == 0
    assert told(state, 2, Forfeit("9C")) == (
        Forfeited(2, "9C"),
        ClaimSettled("blue"),
        PassedOver(0),
        TurnCame(1),
    )


def test_who_gives_up_the_last_card_but_is_owed_one_keeps_the_turn() -> None:  # SQ-B3
    state = empty([["7H"], ["QC"], ["9C"], ["AS"]], owed=[0])
    state = after(state, (1, Accuse("blue")), (0, Admit()), (0, Forfeit("7H")), (2, Forfeit("9C")))
    assert (state.turn, set(legal(state, 0)) - {Accuse("green")}) == (0, {Draw(), Pass()})


def test_a_forfeit_does_not_start_the_circle_of_passes_anew() -> None:  # SQ-A17
    state = empty([["JS", "JS"], ["JH", "JH"], ["JS", "JS"], ["JH", "JH"]], passes=3, turn=3)
    state = after(state, (0, Accuse("green")), (1, Admit()), (1, Forfeit("JH")), (3, Forfeit("JH")))
    assert state.passes == 3
    assert after(state, (3, Pass())).winner == "draw"


@pytest.mark.parametrize("side", ["red", "purple", "", "Blue", "0"])
def test_a_side_that_is_not_at_the_table_is_not_accused(side: str) -> None:  # SQ-A24
    assert why_not(empty(FOUR), 1, Accuse(side)) == "no-such-side SQ-A24"


@pytest.mark.parametrize("seats", [2, 3])
def test_individuals_are_not_accused_whatever_the_option_says(seats: int) -> None:  # SQ-A24
    for talk in (True, False):
        state = empty(FOUR[:seats], Options(table_talk=talk))
        assert why_not(state, 1, Accuse("blue")) == "no-accusations-here SQ-A24"
        assert accusations(legal(state, 1)) == []


def test_without_the_option_a_team_table_takes_no_accusation() -> None:  # SQ-35
    state = empty(FOUR, Options(table_talk=False))
    assert why_not(state, 1, Accuse("blue")) == "no-accusations-here SQ-A24"
    assert accusations(legal(state, 1)) == []


def test_an_accusation_is_told_to_all() -> None:  # SQ-35
    assert told(empty(FOUR), 3, Accuse("blue")) == (Accused(3, "blue"),)


def test_accusing_and_admitting_are_left_to_people() -> None:  # SQ-A24
    assert set(HONOUR) == {Accuse, Admit}
