"""Promises that every fast twin keeps."""

import os
import random
import subprocess
import sys

import numpy as np
import pytest

from igroteka.core import Seeded
from igroteka.turbo import NOBODY, WAIT, Batch, twin, twins
from igroteka.turbo.chance import Mirror, below, shuffle, streams
from igroteka.turbo.lockstep import fresh, random_options, tables

every_twin = pytest.mark.parametrize("name", twins())


def any_table(name, seed):
    chooser = random.Random(seed)
    return tables(twin(name), chooser, random_options(twin(name)))


def test_both_engines_can_read_the_same_stream():
    rng, mirror = streams(5), Mirror(streams(5)[0])
    assert [below(rng, n) for n in range(1, 300)] == [mirror.below(n) for n in range(1, 300)]
    parts = np.arange(50)
    shuffle(parts, 50, rng)
    assert tuple(parts) == mirror.shuffled(range(50))


@every_twin
def test_a_position_survives_the_way_there_and_back(name):
    for seed in range(10):
        seats, options = any_table(name, seed)
        pair = fresh(twin(name), seats, options, seed)
        pair.compare(*pair.seats)
        again = twin(name).encode(twin(name).decode(pair.states), options, twin(name).pool_of(pair.states))
        assert twin(name).decode(again) == twin(name).decode(pair.states)


@every_twin
def test_its_own_deal_is_one_that_the_rules_accept(name):
    for seed in range(20):
        seats, options = any_table(name, seed)
        batch = Batch(name, 1, seats, options, seed=seed)
        position = twin(name).decode(batch.states)
        state = twin(name).GAME.from_position(position, options)
        told = twin(name).GAME.view(state, 0)
        dealt = fresh(twin(name), seats, options, seed)
        assert told.hand_sizes == twin(name).GAME.view(dealt.state, 0).hand_sizes


@every_twin
def test_a_random_action_is_the_one_that_the_list_would_give(name):
    widest = twin(name).WIDEST
    for seed in range(20):
        seats, options = any_table(name, seed)
        batch = Batch(name, 1, seats, options, seed=seed, again=False, honour=seed % 3 == 0)
        out, run = np.empty(widest, np.int16), twin(name).KERNELS
        for _ in range(300):
            if batch.seats[0] == NOBODY:
                break
            lists, counts = batch.legal()
            rng = batch.rngs.copy()
            state = batch.states[0]
            action = run["random_action"](state, int(batch.seats[0]), int(state["may_wait"]), batch.rngs, out)
            assert action == lists[0, below(rng, int(counts[0]))]
            assert rng == batch.rngs
            batch.step(np.array([action]))


@every_twin
def test_a_playout_is_the_same_game_as_its_single_steps(name):
    run = twin(name).KERNELS
    out = np.empty(twin(name).WIDEST, np.int16)
    for seed in range(60):
        seats, options = any_table(name, seed)
        one, two = twin(name).blank(seats, options), twin(name).blank(seats, options)
        rng1, rng2 = streams(seed), streams(seed)
        run["deal"](one[0], rng1)
        run["deal"](two[0], rng2)
        steps = run["playout"](one[0], rng1, out)
        while (seat := run["ask"](two[0], rng2)) != NOBODY:
            action = run["random_action"](two[0], seat, int(two[0]["may_wait"]), rng2, out)
            run["answer"](two[0], action, rng2)
            steps -= action != WAIT
        assert steps == 0
        assert twin(name).decode(one) == twin(name).decode(two)
        assert twin(name).outcome(one) == twin(name).outcome(two)
        assert rng1 == rng2


@every_twin
def test_a_batch_asks_real_decisions_only_and_deals_anew(name):
    seats = twin(name).GAME.SEATS[-1]
    batch = Batch(name, 64, seats, seed=2)
    ended = 0
    for _ in range(400):
        masks, (lists, counts) = batch.masks(), batch.legal()
        assert (masks.sum(axis=1) == counts).all()
        assert (counts > 1).all()
        actions = batch.random()
        assert masks[np.arange(64), actions].all()
        assert all(actions[n] in lists[n, : counts[n]] for n in range(64))
        assert batch.step(actions) >= np.count_nonzero(actions)
        ended += batch.ended.sum()
        assert (batch.scores.any(axis=1) <= batch.ended).all()
    assert ended > 0


@every_twin
def test_an_observation_is_the_same_whenever_it_is_made(name):
    batch = Batch(name, 16, twin(name).GAME.SEATS[0], seed=4)
    fresh_eyes = np.empty(twin(name).OBSERVED, np.uint8)
    for step in range(60):
        batch.step(batch.random())
        if step % 3 == 0:
            seen = batch.observe()
            for at in range(16):
                twin(name).KERNELS["observe"](batch.states[at], int(batch.seats[at]), fresh_eyes)
                assert (seen[at] == fresh_eyes).all()


@every_twin
def test_an_observation_does_not_tell_what_is_hidden(name):
    """The same for every state that the seat may imagine."""
    batch = Batch(name, 16, twin(name).GAME.SEATS[0], seed=4)
    one, two = np.empty(twin(name).OBSERVED, np.uint8), np.empty(twin(name).OBSERVED, np.uint8)
    for _ in range(60):
        batch.step(batch.random())
        for at in range(16):
            seat = int(batch.seats[at])
            twin(name).KERNELS["observe"](batch.states[at], seat, one)
            other = batch.states[at : at + 1].copy()
            twin(name).KERNELS["determinize"](other[0], seat, batch.rngs[at : at + 1].copy())
            twin(name).KERNELS["observe"](other[0], seat, two)
            assert (one == two).all()


@every_twin
def test_importing_compiles_nothing(name, tmp_path):
    code = f"from igroteka.turbo import twin; twin({name!r})"
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    )
    assert "compiling" not in done.stderr
    assert not list(tmp_path.rglob("*.nbc"))


def test_seeded_deals_differ():
    assert len({Mirror(s).below(2**31) for s in streams(1, 100)}) == 100
    assert Seeded(1).below(9) == Seeded(1).below(9)
