"""Answers tried against each other in the same deals: the better one is found, and the bounds are kept."""

from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt
import pytest

from igroteka.bots.compiled_search import searcher, think
from igroteka.bots.habits import Habits
from igroteka.bots.network_file import Taught
from igroteka.bots.readable_search import Answer, Bounds
from igroteka.core import Seat, Seeded
from igroteka.games import etazhiki, sequence, upturn
from igroteka.games.sequence.moves import Place, Remove
from igroteka.lab.entrant import Entrant
from igroteka.lab.seer.seer import SeerBot
from igroteka.table import Match
from igroteka.turbo.header import NOBODY

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


GUIDED = Habits(rivals=8, liking=1.0, trust=1.0, most=0, sharp=1e6, guided=True)


def three_at_upturn() -> Any:
    match = Match(upturn, 3, upturn.Options(), 5)
    match.deal()
    return match.view(upturn.turn(match.state))


def until_its_next_choice(
    root: npt.NDArray[np.void], action: int, rng: npt.NDArray[np.uint64], foreseen: bool
) -> float:
    """What the network says of the seat at its next choice, after all have answered as it likes best, or
    others as Player would.
    """
    of = searcher("upturn")
    network = of.network(3)
    assert network is not None
    taught, kernels = Taught("upturn", network), of.twin.KERNELS
    states, me = root[:1].copy(), int(root["deciding"][0])
    kernels["determinize"](states[0], me, rng)
    kernels["answer"](states[0], action, rng)
    out, likely = np.empty(of.twin.WIDEST + 1, np.int16), np.empty(of.twin.WIDEST + 1)
    while (seat := int(kernels["ask"](states[0], rng))) != NOBODY:
        count = int(kernels["list_answers"](states[0], out))
        chance = float(taught.opinion(states, seat, network, out, count, likely))
        if count > 1 and seat == me:
            return chance
        liked = out[likely[:count].argmax()]
        kernels["answer"](states[0], of.sense.foreseen(states[0], seat) if foreseen else liked, rng)
    return float((states["winners"][0] >> me) & 1)


@pytest.mark.parametrize("foresee", [0, 2])
def test_where_a_network_guides_it_judges_one_s_own_next_choice(foresee: int) -> None:
    """At three seats and more, what it says of another seat tells hardly how this one stands."""
    view, of = three_at_upturn(), searcher("upturn")
    habits = msgspec.structs.replace(GUIDED, foresee=foresee)
    found = think("upturn", view, False, Seeded(1), Bounds(iterations=12_000, hurry=False), habits=habits)
    root, rng = of.root(view, False, Seeded(2)), np.array([3], np.uint64)
    for one in found[:2]:
        action = of.twin.action_of(one.intent)
        by_hand = np.array([until_its_next_choice(root, action, rng, foresee > 0) for _ in range(400)])
        assert one.visits > 1000
        assert one.worth == pytest.approx(by_hand.mean(), abs=4 * by_hand.std() / 400**0.5 + 0.002)


def test_without_a_network_nobody_is_guided() -> None:
    assert Habits(guided=True).asks
    match = Match(etazhiki, 3, etazhiki.Options(), 5)
    match.deal()
    view = match.view(etazhiki.turn(match.state))
    both = (Habits(rivals=4, guided=True), Habits(rivals=4))
    guided, plain = (
        think("etazhiki", view, False, Seeded(1), Bounds(iterations=300), habits=its) for its in both
    )
    assert guided == plain
