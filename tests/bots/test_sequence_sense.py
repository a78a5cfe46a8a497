"""What Master sees on a board of Sequence, and how its weights are taught."""

from collections import Counter
from itertools import islice
from typing import Any

import numpy as np
import pytest

from igroteka.bots.compiled_search import searcher
from igroteka.core import read
from igroteka.games.sequence import parts
from igroteka.lab.sequence.teaching import Teacher, Weights, judged
from igroteka.turbo import twin
from igroteka.turbo.chance import streams
from igroteka.turbo.sequence.lines import put_chip
from igroteka.turbo.sequence.search import fives
from igroteka.turbo.sequence.search.standing import FEATURES, features
from igroteka.turbo.sequence.search.weights import MOVES, STANDING

TWIN = twin("sequence")
FREE = range(10, 20)
"""The second row of the board: no corner."""


def dealt(*chips: tuple[int, int], seats: int = 2, hand: int = 0) -> Any:
    """A state with these chips (side, cell), and nothing in the hands but these cards of the first seat."""
    state = TWIN.blank(seats, read({}, TWIN.GAME.Options))
    TWIN.KERNELS["deal"](state[0], streams(1))
    state["hand"] = state["pair"] = 0
    state["hand"][0][0] = hand
    for side, cell in chips:
        put_chip(state[0], side, cell)
    return state[0]


def card(cell: int) -> int:
    return 1 << int(fives.CARD_AT[cell])


def marks(state: Any, side: int, cell: int) -> Counter[int]:
    rows = np.zeros((3, fives.RUNS), np.int64)
    fives.survey(state, 0, rows)
    found = np.zeros(fives.MOST_MARKS, np.int16)
    return Counter(found[: fives.placed(state, side, cell, 0, rows, found)].tolist())


def grown(phase: int, chips: int, absent: int, rare: int = 0) -> int:
    return fives.GROWN + 150 * phase + 6 * (5 * chips + absent) + 2 * rare


def test_a_chip_that_completes_a_five_is_told_from_one_that_makes_a_four() -> None:
    four = dealt(*((0, cell) for cell in FREE[1:5]))
    assert marks(four, 0, FREE[5])[grown(0, 4, 0)] == 1
    three = dealt(*((0, cell) for cell in FREE[1:4]))
    lacking = marks(three, 0, FREE[4])
    assert not any(lacking[grown(0, 4, absent)] for absent in range(5))
    assert (
        sum(lacking[grown(0, 3, 1, rare)] for rare in range(3)) == 2
    )  # one more to the left, one to the right


def test_cards_in_the_hand_are_not_absent() -> None:
    chips = [(0, cell) for cell in FREE[1:4]]
    held = marks(dealt(*chips, hand=card(FREE[5])), 0, FREE[4])
    assert held[grown(0, 3, 0)] == 1  # FREE[1:6]: the last card is there
    assert sum(held[grown(0, 3, 1, rare)] for rare in range(3)) == 1  # FREE[0:5]
    both = marks(dealt(*chips, hand=card(FREE[5]) | card(FREE[0])), 0, FREE[4])
    assert both[fives.DOUBLE] == 1


def test_stopping_a_four_of_another_side_is_marked_by_its_need() -> None:
    state = dealt(*((1, cell) for cell in FREE[1:5]))
    stops = marks(state, 0, FREE[5])
    assert sum(stops[fives.STOPPED + 4 * 4 + rare] for rare in range(4)) == 1
    for seats, phase in ((3, 2), (4, 3)):  # three sides and two teams have marks of their own
        stops = marks(dealt(*((1, cell) for cell in FREE[1:5]), seats=seats), 0, FREE[5])
        assert sum(stops[fives.STOPPED + phase * 20 + 4 * 4 + rare] for rare in range(4)) == 1


def test_no_five_goes_through_a_chip_of_others() -> None:
    state = dealt((1, FREE[4]), *((0, cell) for cell in FREE[1:4]))
    own = [mark for mark in marks(state, 0, FREE[0]) if mark < fives.STOPPED and mark >= grown(0, 3, 0)]
    assert own == []


def test_lifting_a_chip_takes_from_its_owner_and_frees_its_place() -> None:
    state = dealt(*((1, cell) for cell in FREE[1:5]), *((0, cell) for cell in (22, 32, 42)))
    rows = np.zeros((3, fives.RUNS), np.int64)
    fives.survey(state, 0, rows)
    found = np.zeros(fives.MOST_MARKS, np.int16)
    told = Counter(found[: fives.lifted(state, 0, FREE[2], rows, found)].tolist())
    assert (
        sum(told[fives.TAKEN + 4 * 3 + rare] for rare in range(4)) == 2
    )  # FREE[0:5] and FREE[1:6] lose one of four
    assert told[fives.FREED + 3] >= 1  # down the column three of one's own


def test_weights_fit_their_features_and_prefer_to_win() -> None:
    assert (MOVES.shape, STANDING.shape) == ((fives.MARKS,), (FEATURES,))
    assert np.isfinite(MOVES).all()
    assert np.isfinite(STANDING).all()
    state = dealt(*((0, cell) for cell in FREE[1:5]), hand=card(FREE[5]) | card(55) | card(77))
    states = np.repeat(np.array([state]), 2)
    states["deciding"] = states["turn"] = 0
    prior = searcher("sequence").first_answers(states)
    best = TWIN.intent_of(int(prior.argmax()))
    assert parts.PLACE[best.cell] == FREE[5]


def test_a_side_with_a_four_stands_better() -> None:
    values = np.zeros(12)
    searcher("sequence").sense.judge(dealt(*((0, cell) for cell in FREE[1:5])), values)
    assert values[0] > 0.6
    assert values[0] + values[1] == pytest.approx(1.0)
    found = np.zeros(FEATURES)
    features(dealt((0, FREE[4])), 1, found)
    assert found.sum() == found[22]  # an empty side has nothing but, perhaps, the turn


def test_teaching_goes_on_from_the_weights_and_makes_a_beginner_better() -> None:
    weights = Weights(np.zeros(fives.MARKS), np.zeros(FEATURES))
    first, *_, last = islice(Teacher(2, {}, seed=5).lessons(weights, batch=60), 3)
    assert first.games == 0
    assert last.games == 2 * 25 * 60
    assert np.count_nonzero(weights.moves) > 50
    assert last.won > first.won + 0.15  # far above its beginning already
    assert last.surprise < np.log(2)


def test_the_judgement_is_fitted_where_boards_tell_and_left_where_they_do_not() -> None:
    rng = np.random.default_rng(1)
    boards = np.zeros((4000, 2, FEATURES))
    boards[:, :, 3] = rng.integers(0, 3, (4000, 2))
    likely = 1 / (1 + np.exp(-0.8 * (boards[:, 0, 3] - boards[:, 1, 3])))
    wins = (rng.random(4000) < likely).astype(float)
    weights = Weights(np.zeros(fives.MARKS), np.full(FEATURES, 0.5))
    judged(weights, boards, np.stack([wins, 1 - wins], axis=1))
    assert weights.standing[3] == pytest.approx(0.8, abs=0.15)
    assert weights.standing[4] == 0.5
