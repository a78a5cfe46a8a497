"""Exercises: of every sum a position in which one floor of the hand fits, and it is the answer."""

import pytest

from igroteka.core import Seeded
from igroteka.games import etazhiki
from igroteka.games.etazhiki.cards import number_of
from igroteka.games.etazhiki.moves import Floor
from igroteka.games.etazhiki.options import Options

SUMS = [(floor, sign, ball) for floor in range(10) for sign in "+-" for ball in range(1, 6)]


def answers(options: Options, skill: str, seed: int) -> set[int]:
    position = etazhiki.exercise(options, skill, Seeded(seed))
    assert position is not None
    state = etazhiki.from_position(position, options)
    assert len(state.hands[0]) == 5
    laid = [one for one in etazhiki.legal(state, 0) if isinstance(one, Floor)]
    assert len(laid) == 1
    return {number_of(one.card) for one in laid}


@pytest.mark.parametrize(("floor", "sign", "ball"), SUMS)
def test_one_floor_fits_and_it_is_the_sum(floor: int, sign: str, ball: int) -> None:
    """ET-21, ET-30, ET-31: up or down by the ball, tens dropped."""
    wanted = (floor + ball if sign == "+" else floor - ball) % 10
    for seed in range(3):
        assert answers(Options(variant="medium"), f"{floor}{sign}{ball}", seed) == {wanted}


@pytest.mark.parametrize("floor", range(10))
def test_beginners_look_for_a_neighbour_on_one_of_two_piles(floor: int) -> None:
    """ET-65: the answer fits on the first pile alone."""
    for sign in "+-":
        for seed in range(5):
            assert answers(Options(variant="beginner"), f"{floor}{sign}1", seed) == {
                (floor + 1 if sign == "+" else floor - 1) % 10
            }


@pytest.mark.parametrize("skill", ["", "6", "6+0", "6*4", "66+4", "6+44", "a+b"])
def test_what_is_no_sum_has_none(skill: str) -> None:
    assert etazhiki.exercise(Options(), skill, Seeded(0)) is None
    assert etazhiki.exercise(Options(variant="beginner"), "6+2", Seeded(0)) is None
