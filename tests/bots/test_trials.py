"""Answers tried against each other in the same deals: the better one is found, and the bounds are kept."""

from typing import Any

import pytest

from igroteka.bots.compiled_search import think
from igroteka.bots.habits import Habits
from igroteka.bots.readable_search import Answer, Bounds
from igroteka.core import Seat, Seeded
from igroteka.games import sequence
from igroteka.games.sequence.moves import Place, Remove
from igroteka.lab.arena import Entrant
from igroteka.lab.seer.seer import SeerBot

RIVALS = Habits(rivals=8)
ROW = ["b1", "c1", "d1", "e1", "f1"]
FOUR = ["c3", "d3", "e3", "f3"]


def board(seats: int, hand: list[str], side: str) -> dict[str, Any]:
    """A side that has one sequence and four in a row, which lacks 6D or AS."""
    low = [f"{rank}{suit}" for rank in (2, 3, 4, 8, 9, 10) for suit in "SHC"]
    each = 12 // seats
    other = "green" if side == "blue" else "blue"
    return {
        "hands": [hand] + [low[each * n : each * n + each] for n in range(seats - 1)],
        "chips": {side: ROW + FOUR, other: ["a5", "a6"]},
        "lines": [{"side": side, "cells": ROW}],
        "deck": ["KH", "KD", "QC", "2C", "3C", "4C"],
    }


def thoughts(position: dict[str, Any], looks: int, threads: int = 1, habits: Habits = RIVALS) -> list[Answer]:
    view = sequence.view(sequence.from_position(position, sequence.Options()), Seat(0))
    bounds = Bounds(iterations=looks)
    return think("sequence", view, False, Seeded(1), bounds, threads, habits=habits)


@pytest.mark.parametrize(("seats", "hand"), [(2, ["6D", "KC", "QH", "10D"]), (4, ["KC", "6D", "QH"])])
def test_a_fifth_chip_that_wins_is_placed(seats: int, hand: list[str]) -> None:
    best = thoughts(board(seats, hand, "blue"), 400)[0]
    assert best.intent == Place("6D", "g3")
    assert best.worth == 1.0


def test_four_of_an_opponent_that_would_win_are_stopped() -> None:
    best = thoughts(board(2, ["JS", "KC", "10D", "QC"], "green"), 800)[0]
    assert isinstance(best.intent, Remove)
    assert best.intent.cell in FOUR


@pytest.mark.parametrize("threads", [1, 2])
def test_the_same_view_chance_and_looks_give_the_same_thoughts(threads: int) -> None:
    position = board(2, ["KC", "QH", "10D", "9D"], "blue")
    assert thoughts(position, 300, threads) == thoughts(position, 300, threads)


def test_rivals_have_the_same_deals_and_half_of_them_go_on() -> None:
    found = thoughts(board(2, ["KC", "QH", "10D", "9D"], "blue"), 600)
    counts = [one.visits for one in found]
    assert sum(counts) + 8 >= 600
    assert sum(counts) <= 600 + 8
    assert counts == sorted(counts, reverse=True)
    assert counts[0] == counts[1] > counts[2] == counts[3] > counts[4]


def test_what_is_decided_takes_no_more_time_and_what_is_advised_takes_all() -> None:
    position = board(2, ["6D", "KC", "QH", "10D"], "blue")
    assert sum(one.visits for one in thoughts(position, 20_000)) < 10_000
    view = sequence.view(sequence.from_position(position, sequence.Options()), Seat(0))
    bounds = Bounds(iterations=4000, hurry=False)
    advised = think("sequence", view, False, Seeded(1), bounds, habits=RIVALS)
    assert sum(one.visits for one in advised) > 3900


def test_who_goes_on_surely_is_worth_more_than_who_goes_on_by_lot() -> None:
    """A side that is about to win takes the winning card where weights are sharp, and misses it where not."""
    position = board(2, ["6D", "KC", "QH", "10D"], "blue")
    worth = {}
    for sharp in (0.0, 24.0):
        found = thoughts(position, 4000, habits=Habits(rivals=8, sharp=sharp))
        worth[sharp] = next(one.worth for one in found if one.intent != Place("6D", "g3"))
    assert worth[24.0] > worth[0.0] + 0.02


def test_what_weighs_most_is_chosen_where_it_counts_for_all() -> None:
    position = board(2, ["KC", "QH", "10D", "9D"], "blue")
    plain = thoughts(position, 16, habits=Habits(rivals=8, lean=1e6))
    known = thoughts(position, 16, habits=Habits(rivals=1))
    assert plain[0].intent == known[0].intent


def test_who_sees_hands_has_habits_too() -> None:
    assert isinstance(Entrant.of("seer?rivals=4:20x").bot(), SeerBot)
