"""Laying tiles: the reasons for a refusal, what legal lists, arrows, jokers, twins and gifts."""

import pytest
from msgspec import UNSET

from games.upturn.table import after, lies, rack, row, told, why_not
from igroteka.games.upturn import Options, canonical, legal
from igroteka.games.upturn.moves import (
    Draw,
    End,
    Gave,
    GiftsLapsed,
    Give,
    Laid,
    Lay,
    Opened,
    Skipped,
    Steered,
    Tuck,
    Tucked,
    TurnCame,
)

BOUND = Options(new_row="bound")


def test_a_number_goes_on_in_the_trend() -> None:  # UT-16
    state = lies("20 40", "36 50", "31h 53", bag="8")
    assert why_not(state, 0, Lay("36")) == "against-the-trend UT-16"
    assert why_not(state, 0, Lay("53")) == "tile-not-held UT-16"
    assert told(state, 0, Lay("50"))[:1] == (Laid(0, "50"),)


def test_an_equal_number_does_not_go_on() -> None:  # UT-A08
    assert why_not(lies("20 40", "40h 50", "31h 53"), 0, Lay("40h")) == "number-is-equal UT-A08"
    assert why_not(lies("20", "20 50", "31h 53", trend=None), 0, Lay("20")) == "number-is-equal UT-A08"


def test_opening_sets_the_trend() -> None:  # UT-12, UT-13, UT-14
    state = lies("20", "36 9 U", "31h 53", trend=None)
    assert told(state, 0, Lay("36")) == (Opened(0, "36", "up"), TurnCame(1))
    assert told(state, 0, Lay("9")) == (Opened(0, "9", "down"), TurnCame(1))
    assert why_not(state, 0, Lay("U")) == "open-with-a-number UT-A06"


def test_an_arrow_is_listed_with_both_rows_and_both_orders_also_for_two() -> None:  # UT-19, UT-20, UT-A13
    state = lies("20 40", "U 9", "31h 53", bag="2")
    listed = [(i.row, i.order, i.trend) for i in legal(state, 0) if isinstance(i, Lay)]
    assert sorted(listed, key=str) == sorted(
        [(r, o, UNSET) for r in ("append", "new") for o in ("cw", "ccw")], key=str
    )


@pytest.mark.parametrize("tile", ["UD", "J"])
def test_a_double_arrow_and_a_joker_are_listed_with_both_trends(tile: str) -> None:  # UT-41, UT-44
    state = lies("20 40", f"{tile} {tile} 9", "31h 53", bag="2")
    lays = [i for i in legal(state, 0) if isinstance(i, Lay)]
    assert len(lays) == len(set(lays)) == 8
    assert {i.trend for i in lays} == {"up", "down"}
    assert why_not(state, 0, Lay(tile)).startswith("trend-not-named")


def test_defaults_are_spelled_out_before_intents_are_compared() -> None:  # UT-A13
    state = lies("20 40", "U UD 9", "31h 53", order="ccw")
    assert canonical(state, Lay("U")) == Lay("U", "append", "ccw")
    assert canonical(state, Lay("UD", trend="up")) == Lay("UD", "append", "ccw", "up")
    assert canonical(state, Lay("9")) == Lay("9")
    assert told(state, 0, Lay("U"))[0] == Steered(0, "U", "append", "up", "ccw")


def test_a_key_too_many_is_refused() -> None:  # UT-20, UT-A14
    state = lies("20 40", "U 50 S1", "31h 53")
    assert why_not(state, 0, Lay("50", row="append")) == "key-means-nothing UT-A14"
    assert why_not(state, 0, Lay("S1", order="cw")) == "key-means-nothing UT-20"
    assert why_not(state, 0, Lay("U", trend="up")) == "key-means-nothing UT-41"


def test_a_free_row_takes_any_number_and_a_bound_one_does_not() -> None:  # UT-A10
    assert Lay("86") in legal(lies("9 32 / D", "86 30", "2 3", trend="down"), 0)
    bound = lies("9 32 / D", "86 30", "2 3", trend="down", options=BOUND)
    assert [i for i in legal(bound, 0) if isinstance(i, Lay)] == [Lay("30")]


@pytest.mark.parametrize(
    ("seats", "order", "tile", "skipped", "turn"),
    [
        (2, "cw", "S1", (1,), 0),
        (2, "ccw", "S2", (1,), 0),
        (3, "cw", "S1", (1,), 2),
        (3, "ccw", "S1", (2,), 1),
        (3, "cw", "S2", (1, 2), 0),
        (3, "ccw", "S2", (2, 1), 0),
        (4, "cw", "S1", (1,), 2),
        (4, "ccw", "S1", (3,), 2),
        (4, "cw", "S2", (1, 2), 3),
        (4, "ccw", "S2", (3, 2), 1),
    ],
)
def test_skips_pass_over_others_in_the_order_of_play(
    seats: int, order: str, tile: str, skipped: tuple[int, ...], turn: int
) -> None:  # UT-42, UT-43, UT-A15, UT-A16
    state = lies("20 40", f"{tile} 50 60", *["2 3"] * (seats - 1), order=order)
    assert told(state, 0, Lay(tile)) == (Laid(0, tile), Skipped(skipped), TurnCame(turn))


def test_a_joker_chain_ends_with_one_other_tile() -> None:  # UT-45, UT-A26
    state = after(
        lies("20 40", "J J S1 60 70", "2 3", "4 6"),
        (0, Lay("J", trend="up")),
        (0, Lay("J", row="new", trend="down", order="ccw")),
        (0, Lay("S1")),
    )
    assert (state.rows, state.turn) == ((("20", "40", "J"), ("J", "S1")), 1)


def test_after_a_joker_one_may_lay_or_end_and_not_draw() -> None:  # UT-A26
    state = after(lies("20 40", "J 30 60", "2 3", bag="8"), (0, Lay("J", trend="up")))
    assert legal(state, 0) == (Lay("60"), End())
    assert why_not(state, 0, Draw()) == "no-draw-after-laying UT-A26"


def test_a_twin_lies_last_and_tucked_tiles_before_it_in_running_order() -> None:  # UT-A18
    state = after(lies("72 D", "22t 36 64 48 3", "2 3", bag="8", trend="down"), (0, Lay("22t")))
    assert set(legal(state, 0)) == {Tuck("36"), Tuck("64"), Tuck("48"), End()}
    state = after(state, (0, Tuck("48")), (0, Tuck("64")), (0, Tuck("36")))
    assert row(state) == "72 D 64 48 36 22t"


def test_two_equal_numbers_may_be_tucked_side_by_side() -> None:  # UT-A18
    state = lies("20", "44t 30 30h 28 80", "2 3", bag="8 9")
    state = after(state, (0, Lay("44t")), (0, Tuck("30")), (0, Tuck("28")), (0, Tuck("30h")))
    assert row(state).startswith("20 28 30")
    assert (len(state.rows[-1]), state.rows[-1][-1], state.gifts) == (5, "44t", 5)


def test_what_cannot_be_tucked_is_told_why() -> None:  # UT-35, UT-A18, UT-A20
    state = lies("20", "44t 30 33t 50 S1", "2 3", bag="8")
    assert why_not(state, 0, Tuck("30")) == "nothing-to-tuck UT-35"
    state = after(state, (0, Lay("44t")))
    assert why_not(state, 0, Tuck("33t")) == "one-twin-a-turn UT-A20"
    assert why_not(state, 0, Tuck("50")) == "not-in-between UT-A18"
    assert why_not(state, 0, Tuck("S1")) == "action-is-not-tucked UT-A18"
    assert why_not(state, 0, Tuck("31")) == "tile-not-held UT-16"
    assert why_not(state, 0, Lay("33t")) == "laid-already UT-37"
    assert why_not(state, 0, Draw()) == "no-draw-after-laying UT-28"


def test_a_twin_after_a_penalty_tile_is_a_second_tile_and_no_second_twin() -> None:  # UT-16, UT-37
    state = after(lies("20", "41h 33t 50 60", "2 3", bag="8"), (0, Lay("41h")))
    assert why_not(state, 0, Lay("33t")) == why_not(state, 0, Lay("50")) == "laid-already UT-16"


def test_a_twin_with_only_another_twin_in_between_has_nothing_to_tuck() -> None:  # UT-A20
    assert told(lies("20", "44t 33t 80", "2 3"), 0, Lay("44t"))[-1] == TurnCame(1)


def test_gifts_are_twin_and_tucked_and_one_for_each_penalty_tile() -> None:  # UT-A21, UT-A22
    state = after(lies("20", "44t 27h 31h 30 80", "2 3", bag="8"), (0, Lay("44t")))
    counts = []
    for tile in ("30", "27h", "31h"):
        state = after(state, (0, Tuck(tile)))
        counts.append(state.gifts)
    assert counts == [2, 4, 6]


def test_a_twin_on_a_fresh_row_is_an_ordinary_number() -> None:  # UT-A19
    state = lies("20 / U", "44t 30 80", "2 3", bag="8")
    assert told(state, 0, Lay("44t")) == (Laid(0, "44t"), TurnCame(1))


def test_a_lone_twin_on_a_fresh_row_brings_its_gift_too() -> None:  # UT-A23
    state = lies("20 / U", "44t 30 80", "2 3", bag="8", options=Options(lone_twin_gift=True))
    assert told(state, 0, Lay("44t")) == (Laid(0, "44t"),)
    assert after(state, (0, Lay("44t"))).gifts == 1
    assert told(after(state, (0, Lay("44t"))), 0, Give(1)) == (Gave(0, 1, "8"), TurnCame(1))


def test_a_gift_goes_to_somebody_else_at_the_table() -> None:  # UT-A24
    state = after(lies("20", "41h 30 80", "2 3", "4 6", bag="8 9"), (0, Lay("41h")))
    assert legal(state, 0) == (Give(1), Give(2), End())
    assert why_not(state, 0, Give(0)) == "no-gift-to-oneself UT-A24"
    assert why_not(state, 0, Give(3)) == "no-such-seat UT-A24"
    assert why_not(state, 0, Give(-1)) == "no-such-seat UT-A24"
    assert told(state, 0, Give(2)) == (Gave(0, 2, "8"), TurnCame(1))


def test_gifts_that_cannot_be_given_lapse() -> None:  # UT-B2
    state = lies("20", "44t 27h 80", "2 3", bag="8", gifts=0)
    state = after(state, (0, Lay("44t")))
    assert told(state, 0, Tuck("27h")) == (Tucked(0, "27h"),)
    last = lies("44t", "80 81", "2 3", bag="8", gifts=3)
    assert told(last, 0, Give(1)) == (Gave(0, 1, "8"), GiftsLapsed(0, 2), TurnCame(1))


def test_a_gift_with_nothing_to_give_is_refused() -> None:  # UT-34, UT-B2
    assert why_not(lies("20 40", "80 81", "2 3", bag="8"), 0, Give(1)) == "nothing-to-give UT-34"
    assert why_not(lies("40", "80 81", "2 3", gifts=1), 0, Give(1)) == "nothing-to-draw UT-B2"
    assert legal(lies("40", "80 81", "2 3", gifts=1), 0) == (End(),)


def test_a_turn_without_a_tile_to_take_may_be_passed() -> None:  # UT-25, UT-28, UT-B1
    assert why_not(lies("40", "2 3", "4 6", bag="8"), 0, End()) == "draw-before-passing UT-28"
    stuck = lies("40", "2 3", "4 6")
    assert why_not(stuck, 0, Draw()) == "nothing-to-draw UT-B1"
    assert legal(stuck, 0) == (End(),)
    drawn = after(lies("40", "2 3", "4 6", bag="8 9"), (0, Draw()))
    assert (why_not(drawn, 0, Draw()), rack(drawn, 0)) == ("drawn-already UT-28", "2 3 8")
