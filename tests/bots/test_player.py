"""Player in positions where people agree on what to do."""

from typing import Any

import pytest

from games.etazhiki import picture as etazhiki_picture
from games.sequence import picture as sequence_picture
from games.upturn import table as upturn_table
from igroteka.bots.player import PlayerBot
from igroteka.core import Seeded
from igroteka.games import etazhiki, sequence, upturn
from igroteka.games.etazhiki import moves as et
from igroteka.games.sequence import moves as sq
from igroteka.games.upturn import moves as ut

ROW = "* b b b . . . . . *\n"
FREE = ". . . . . . . . . .\n"


SEEDS = range(5)


def asked(game: Any, state: Any, seat: int, seed: int) -> Any:
    """What Player does here; of several that it finds as good, chance takes one."""
    offers = tuple(i for i in game.legal(state, seat) if not isinstance(i, game.HONOUR))
    view, may_wait = game.view(state, seat), game.turn(state) != seat
    return PlayerBot().choose(view, offers, may_wait, Seeded(seed))


def chosen(game: Any, state: Any, seat: int = 0) -> Any:
    """What it does here, whatever chance says."""
    found = {asked(game, state, seat, seed) for seed in SEEDS}
    assert len(found) == 1, found
    return found.pop()


# Sequence -------------------------------------------------------------------------------------------


def test_sequence_a_line_of_four_is_finished() -> None:
    state = sequence_picture.draw(ROW, hands=[["5S", "9D", "KC"], ["2C"]])
    assert chosen(sequence, state) == sq.Place("5S", "e1")


def test_sequence_a_line_of_four_of_another_side_is_stopped() -> None:
    state = sequence_picture.draw(ROW.replace("b", "g"), hands=[["5S", "9D", "KC"], ["2C"]])
    assert chosen(sequence, state) == sq.Place("5S", "e1")


def test_sequence_the_line_that_would_win_for_others_loses_a_chip_to_a_one_eyed_jack() -> None:
    state = sequence_picture.draw(
        ROW.replace("b", "g") + FREE * 6 + "g g g g g . . . . .\n",
        hands=[["JS", "9D", "KH"], ["2C", "3C", "4C", "5C", "6C", "7C", "8C"]],
        lines=["green a8 b8 c8 d8 e8"],
    )
    for seed in SEEDS:
        move = asked(sequence, state, 0, seed)
        assert isinstance(move, sq.Remove)
        assert move.cell in ("b1", "c1", "d1")


def test_sequence_winning_comes_before_stopping() -> None:
    state = sequence_picture.draw(
        ROW + FREE + "g g g g . . . . . .\n" + FREE * 4 + "b b b b b . . . . .\n",
        hands=[["5S", "4D"], ["2C"]],
        lines=["blue a8 b8 c8 d8 e8"],
    )
    assert chosen(sequence, state) == sq.Place("5S", "e1")


def test_sequence_jacks_are_kept_while_a_plain_card_will_do() -> None:
    state = sequence_picture.draw("* . b . . . g . . *\n", hands=[["JD", "JS", "4S", "KC"], ["2C"]])
    move = chosen(sequence, state)
    assert isinstance(move, sq.Place)
    assert move.card not in ("JD", "JS")


def test_sequence_a_two_eyed_jack_finishes_what_no_card_can() -> None:
    state = sequence_picture.draw(ROW, hands=[["JD", "9D", "KC"], ["2C"]])
    assert chosen(sequence, state) == sq.Place("JD", "e1")


def test_sequence_a_dead_card_is_exchanged_first() -> None:
    dead = "* . . . g . . . . *\n" + FREE * 7 + ". . . g . . . . . .\n"  # both cells of 5S
    state = sequence_picture.draw(dead, hands=[["5S", "9D"], ["2C"]])
    assert chosen(sequence, state) == sq.Exchange("5S")


def test_sequence_the_owed_card_is_taken_at_once_on_and_off_turn() -> None:
    for seat in (0, 1):
        state = sequence_picture.empty([["5S"], ["9D"]], owed=[seat], turn=1)
        assert chosen(sequence, state, seat) == sq.Draw()


def test_sequence_an_accused_bot_denies_and_gives_up_its_worst_card() -> None:
    hands = [["5S"], ["9D"], ["JD", "KC"], ["3C"]]
    state = sequence_picture.draw(ROW, hands, claim={"side": "blue", "denied": [], "due": []})
    assert chosen(sequence, state, 2) == sq.Deny()
    state = sequence_picture.draw(ROW, hands, claim={"side": "blue", "denied": [], "due": [2]})
    assert chosen(sequence, state, 2) == sq.Forfeit("KC")


def test_sequence_of_six_in_line_the_five_that_leave_a_second_line_open_are_counted() -> None:
    picture = "* . . . . . . . . *\n" + FREE + ". b b b b b b . . .\n" + ". . . . . . b . . .\n" * 3
    state = sequence_picture.draw(picture, hands=[["5S"], ["2C"]], choosing=0)
    move = chosen(sequence, state)
    assert isinstance(move, sq.Choose)
    assert move.cells == ("b3", "c3", "d3", "e3", "f3")  # g3 goes on downwards


# UpTurn ---------------------------------------------------------------------------------------------


def test_upturn_the_last_tile_is_announced() -> None:
    state = upturn_table.lies("9 23", "40", "50 60", bag="1h 2 3", silent=[0], turn=1)
    assert chosen(upturn, state, 0) == ut.Announce()


def test_upturn_a_joker_and_a_number_finish_together() -> None:
    automatic = upturn.Options(announce="automatic")
    state = upturn_table.lies("9 60", "40 J", "50 61", bag="1h 2 3", options=automatic)
    for seed in SEEDS:
        lay = asked(upturn, state, 0, seed)
        assert lay.tile == "J"
        after = upturn_table.after(state, (0, lay))
        assert chosen(upturn, after) == ut.Lay("40")


def test_upturn_with_a_number_and_an_arrow_the_number_is_kept_for_the_end() -> None:
    state = upturn_table.lies("9 20", "40 U", "50 61", bag="1h 2 3")
    assert {asked(upturn, state, 0, seed).tile for seed in SEEDS} == {"U"}


def test_upturn_everything_that_fits_goes_under_a_twin_and_the_nearest_to_winning_gets_it() -> None:
    state = upturn_table.lies(
        "9 20",
        "33t 24 28 90 12",
        "50 61 62",
        "70",
        bag="1h 2 3 4 6 8",
        options=upturn.Options(announce="automatic"),
    )
    lay = chosen(upturn, state)
    assert lay == ut.Lay("33t")
    state = upturn_table.after(state, (0, lay))
    for _ in range(2):
        tuck = asked(upturn, state, 0, 1)
        assert isinstance(tuck, ut.Tuck)
        state = upturn_table.after(state, (0, tuck))
    assert chosen(upturn, state) == ut.Give(2)


def test_upturn_a_row_is_turned_away_from_a_seat_with_one_tile_left() -> None:
    state = upturn_table.lies(
        "9 20", "97h 22 3", "50", bag="1h 2 4 6", options=upturn.Options(announce="automatic")
    )
    assert chosen(upturn, state) == ut.Lay(
        "97h"
    )  # hardly a number fits on it, and the gift keeps it from winning


def test_upturn_of_three_the_order_keeps_the_one_who_is_almost_out_from_moving_next() -> None:
    state = upturn_table.lies(
        "9 20", "U 3 4 6", "70", "61 62 63 64", bag="1h 2 8", options=upturn.Options(announce="automatic")
    )
    for seed in SEEDS:
        lay = asked(upturn, state, 0, seed)
        assert (lay.tile, lay.order) == ("U", "ccw")


def test_upturn_nothing_is_drawn_while_something_fits() -> None:
    state = upturn_table.lies("9 20", "40 50 60", "70 71", bag="1h 2 4")
    assert isinstance(chosen(upturn, state), ut.Lay)


# Etazhiki -------------------------------------------------------------------------------------------


def play(state: Any, seed: int, seat: int = 0) -> tuple[Any, list[Any]]:
    """The whole turn of a seat."""
    moves: list[Any] = []
    stars = state.stars[seat]
    while state.turn == seat and state.stars[seat] == stars and not state.winners and et.End() not in moves:
        moves.append(asked(etazhiki, state, seat, seed))
        state = etazhiki_picture.after(state, (seat, moves[-1]), chance=Seeded(0))
    return state, moves


@pytest.mark.parametrize("seed", SEEDS)
def test_etazhiki_goes_out_where_it_can_in_whatever_order_it_takes(seed: int) -> None:
    state = etazhiki_picture.draw("F3 | B2", "F5 F7 F9 B3 F6 F3", "F1 F2 F4 F8 B1 B2")
    after, moves = play(state, seed)
    assert after.stars == (1, 0)
    assert len(moves) == 6


@pytest.mark.parametrize("seed", SEEDS)
def test_etazhiki_sheds_its_balls_with_a_skip_on_top(seed: int) -> None:
    state = etazhiki_picture.draw("F3 | B2", "F5 B1 SKIP NEAR", "F1 F2 F4 F8 B1 B2")
    after, moves = play(state, seed)
    assert after.stars == (1, 0)
    assert et.Shed("SKIP") in moves or after.balls[-1] == "SKIP"


@pytest.mark.parametrize("seed", SEEDS)
def test_etazhiki_ends_with_a_skip_against_a_seat_that_is_almost_out(seed: int) -> None:
    state = etazhiki_picture.draw("F3 | B2", "F5 F0 F2 SKIP", "F1")
    after, moves = play(state, seed)
    assert et.Ball("SKIP") in moves
    assert after.turn == 0
    assert len(after.hands[1]) == 3


def test_etazhiki_takes_a_turn_with_a_night_floor_that_lets_it_go_out() -> None:
    state = etazhiki_picture.draw("F3 | B2", "F1 F2 F4", "N5 F7 F9")
    assert chosen(etazhiki, state, 1) == et.Intercept("N5")
    state = etazhiki_picture.after(state, (1, et.Intercept("N5")))
    after, _ = play(state, 0, 1)
    assert after.stars == (0, 1)


def test_etazhiki_takes_two_cards_only_when_it_must() -> None:
    state = etazhiki_picture.draw("F3 | B2", "F4 F8 B4", "F1 F2 F4")
    assert chosen(etazhiki, state) == et.Draw()


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(("hand", "laid"), [("F4 F5 F6", 3), ("F5 F4 F9 F8 F0", 5)])
def test_etazhiki_a_beginners_hand_is_laid_on_both_piles_to_the_end(hand: str, laid: int, seed: int) -> None:
    state = etazhiki_picture.draw("F3 | F8", hand, "F1 F2 F4", options=etazhiki_picture.BEGINNER)
    after, moves = play(state, seed)
    assert len(moves) == laid
    assert after.stars == (1, 0)
