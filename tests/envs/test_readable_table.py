"""Environments of games without a twin: the same table over the readable rules."""

import copy
import pickle
import random

import numpy as np
import pettingzoo.test
import pytest

from igroteka.core import Seeded
from igroteka.envs import env
from igroteka.envs.fast_table import FastTable
from igroteka.envs.readable_table import ACTIONS, OBSERVED, ReadableTable, numbered
from igroteka.games import SHELF
from igroteka.turbo import NOBODY, twins

every_game = pytest.mark.parametrize("game", SHELF)


def played(table, seed, steps):
    """Random answers; yields before each."""
    table.deal(seed)
    chooser = random.Random(seed)
    for _ in range(steps):
        if table.seat == NOBODY:
            return
        yield chooser
        table.answer(int(chooser.choice(table.answers())))


@every_game
@pytest.mark.filterwarnings(
    "ignore:Observation is not a NumPy array:UserWarning",
    "ignore:Observation space for each agent probably should be:UserWarning",
    "ignore:Action mask numpy array is all zeros:UserWarning",
)
@pytest.mark.usefixtures("without_twins")
def test_its_api_test(game, capsys):
    one = env(game, SHELF[game].SEATS[1])
    assert isinstance(one.table, ReadableTable)
    assert not one.metadata["fast"]
    pettingzoo.test.api_test(one, num_cycles=60)
    assert "Passed API test" in capsys.readouterr().out


@every_game
@pytest.mark.usefixtures("without_twins")
def test_its_seed_test_and_its_drawings(game):
    pettingzoo.test.seed_test(lambda: env(game, render_mode="ansi"), num_cycles=25)
    one, other = (env(game, render_mode=mode) for mode in ("ansi", "rgb_array"))
    one.reset(seed=3)
    other.reset(seed=3)
    assert f"ASKED: SEAT {one.table.seat}" in one.render()
    before = other.render()
    other.step(int(other.table.answers()[-1]))
    assert other.render().shape == before.shape


@every_game
def test_copies_and_pickles_go_on_identically(game):
    table = ReadableTable(game, 3)
    for _ in played(table, 5, 30):
        pass
    told = []
    for one in (table, copy.deepcopy(table), pickle.loads(pickle.dumps(table))):
        chooser = random.Random(1)
        path = []
        for _ in range(40):
            if one.seat == NOBODY:
                break
            path.append((one.seat, one.answers().tolist(), one.observe(one.seat).tobytes()))
            one.answer(int(chooser.choice(one.answers())))
        told.append(path)
    assert told[0] == told[1] == told[2]
    assert told[0]


@pytest.mark.parametrize("game", twins())
def test_it_asks_the_same_seats_for_the_same_answers_as_the_twin(game):
    for seats in SHELF[game].SEATS[:3]:
        fast = FastTable(game, seats)
        fast.deal(seats)
        slow = ReadableTable(game, seats)
        slow.deal(1)
        chooser = random.Random(seats)
        for _ in range(60):
            if fast.is_over:
                break
            slow.state = slow.rules.from_position(fast.position(), fast.options)
            assert slow.next_asked() == fast.next_asked()
            slow.ask_seat(fast.seat)
            legal = [str(intent) for intent in slow.offers.values()]
            twin_legal = [str(fast.twin.intent_of(int(action))) for action in fast.answers() if action]
            assert sorted(legal) == sorted(twin_legal)
            assert (slow.answers()[0] == 0) == (fast.answers()[0] == 0)
            action = int(chooser.choice(fast.answers()))
            slow._asked = slow._asked | {fast.seat} if action == 0 else frozenset()
            fast.answer(action)


@every_game
def test_what_a_seat_cannot_see_changes_nothing_that_it_observes(game):
    table, compared = ReadableTable(game, 3), 0
    for chooser in played(table, 2, 40):
        watcher = chooser.randrange(3)
        other = copy.deepcopy(table)
        other.imagine(watcher, Seeded(chooser.randrange(1000)))
        assert (other.observe(watcher) == table.observe(watcher)).all()
        public = table.observe(watcher, own=False)
        assert (public == other.observe(watcher, own=False)).all()
        compared += bool((table.observe(watcher, public=False) != public).any())
    assert compared


@every_game
def test_rewards_sum_to_nothing_and_games_end(game):
    table = ReadableTable(game, SHELF[game].SEATS[0])
    for _ in played(table, 4, 4000):
        assert not table.rewards().any()
    if table.is_over:
        assert table.rewards().sum() == pytest.approx(0)


def test_an_intent_keeps_its_number_and_no_two_share_one():
    table = ReadableTable("sequence", 2)
    known = {}
    for _ in played(table, 1, 120):
        found = numbered(table.rules.legal(table.state, table.seat))
        assert len(found) == len(table.rules.legal(table.state, table.seat))
        assert all(0 < number < ACTIONS for number in found)
        for number, intent in found.items():
            known.setdefault(intent, set()).add(number)
    assert sum(len(numbers) == 1 for numbers in known.values()) / len(known) > 0.95
    assert table.observe(0).shape == (OBSERVED,)


def test_what_is_not_an_answer_changes_nothing():
    table = ReadableTable("upturn", 2)
    table.deal(1)
    before = table.state
    for action in (-1, ACTIONS, int(np.flatnonzero(table.mask() == 0)[-1])):
        with pytest.raises(ValueError, match="not an answer of seat"):
            table.answer(action)
    assert table.state == before
