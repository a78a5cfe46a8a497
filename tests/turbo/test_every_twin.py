"""Promises that every fast twin keeps."""

import os
import random
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from igroteka.lab.compiled import compiled
from igroteka.turbo import EVERYONE, NOBODY, WAIT, Batch, compiling, twin, twins
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
        table = twin(name).blank(seats, options)
        twin(name).KERNELS["deal"](table[0], streams(seed))
        position = twin(name).decode(table)
        state = twin(name).GAME.from_position(position, options)
        dealt = fresh(twin(name), seats, options, seed)
        hands, wanted = (twin(name).GAME.position(one) for one in (state, dealt.state))
        held = "racks" if "racks" in hands else "hands"
        assert [len(hand) for hand in hands[held]] == [len(hand) for hand in wanted[held]]


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
    left = 150_000
    for seed in range(60):
        seats, options = any_table(name, seed)
        one, two = twin(name).blank(seats, options), twin(name).blank(seats, options)
        rng1, rng2 = streams(seed), streams(seed)
        run["deal"](one[0], rng1)
        run["deal"](two[0], rng2)
        steps = run["playout"](one[0], rng1, out)
        left -= steps
        while (seat := run["ask"](two[0], rng2)) != NOBODY:
            action = run["random_action"](two[0], seat, int(two[0]["may_wait"]), rng2, out)
            run["answer"](two[0], action, rng2)
            steps -= action != WAIT
        assert steps == 0
        assert twin(name).decode(one) == twin(name).decode(two)
        assert twin(name).outcome(one) == twin(name).outcome(two)
        assert rng1 == rng2
        if left < 0:
            break


@every_twin
def test_hops_are_the_same_game_as_a_playout(name):
    run = twin(name).KERNELS
    out = np.empty(twin(name).WIDEST, np.int16)
    left = 40_000
    for seed in range(40):
        seats, options = any_table(name, seed)
        one, two = twin(name).blank(seats, options), twin(name).blank(seats, options)
        rng1, rng2 = streams(seed), streams(seed)
        run["deal"](one[0], rng1)
        run["deal"](two[0], rng2)
        steps = run["playout"](one[0], rng1, out)
        left -= steps
        while not two[0]["over"]:
            steps -= run["hop"](two[0], rng2) or run["one_answer"](two[0], rng2, out)
        assert steps == 0
        assert twin(name).decode(one) == twin(name).decode(two)
        assert rng1 == rng2
        if left < 0:
            break


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
    """Made anew in full or patched where it changed, after one step or several, over the end of games."""
    anew = np.empty(twin(name).OBSERVED, np.uint8)
    for seed in range(12):
        seats, options = any_table(name, seed)
        batch = Batch(name, 8, seats, options, seed=seed, honour=seed % 3 == 0)
        for step in range(250):
            batch.step(batch.random())
            if step % 5 in (0, 1, 4):
                seen = batch.observe()
                for at in range(len(batch)):
                    twin(name).KERNELS["observe"](batch.states[at], int(batch.seats[at]), anew)
                    assert (seen[at] == anew).all(), (seed, step, at)


@every_twin
def test_an_observation_does_not_tell_what_is_hidden(name):
    """The same for every state that the seat may imagine."""
    run, width = twin(name).KERNELS, twin(name).OBSERVED
    one, two = np.empty(width, np.uint8), np.empty(width, np.uint8)
    for seed in range(8):
        seats, options = any_table(name, seed)
        batch = Batch(name, 4, seats, options, seed=seed)
        for _ in range(150):
            batch.step(batch.random())
            for at in range(len(batch)):
                seat = int(batch.seats[at])
                run["observe"](batch.states[at], seat, one)
                other = batch.states[at : at + 1].copy()
                run["determinize"](other[0], seat, batch.rngs[at : at + 1].copy())
                run["observe"](other[0], seat, two)
                assert (one == two).all()


@every_twin
def test_when_everyone_is_asked_nobody_is_left_out(name):
    """Every off-turn seat once, then the seat on turn, whoever can do anything."""
    seats = twin(name).GAME.SEATS[1]
    states = twin(name).blank(seats, twin(name).GAME.Options())
    states["mode"] = EVERYONE
    run, rng, out = twin(name).KERNELS, streams(3), np.empty(twin(name).WIDEST, np.int16)
    run["deal"](states[0], rng)
    for _ in range(30):
        turn = int(states[0]["turn"])
        asked = []
        while (seat := run["ask"](states[0], rng)) != turn:
            asked.append(seat)
            assert states[0]["may_wait"]
            run["answer"](states[0], WAIT, rng)
        assert sorted(asked) == [s for s in range(seats) if s != turn]
        run["answer"](states[0], run["random_action"](states[0], turn, 0, rng, out), rng)
        if states[0]["over"]:
            break


@every_twin
def test_importing_compiles_nothing(name, tmp_path):
    code = f"""
from importlib import import_module
from importlib.util import find_spec
from pkgutil import iter_modules
from igroteka.turbo import twin
twin({name!r})
lab = find_spec("igroteka.lab.{name}")
for module in iter_modules(lab.submodule_search_locations if lab else ()):
    import_module(f"igroteka.lab.{name}.{{module.name}}")
"""
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    )
    assert "compiling" not in done.stderr
    assert not list(tmp_path.rglob("*.nbc"))


def test_only_what_is_kept_on_disk_is_said_to_be(capsys):
    def halved(number):
        return number // 2

    halved.__module__ = "igroteka.lab.halves"
    assert compiled(halved)(8) == 4
    assert re.fullmatch(
        r"compiling lab\.halves\.halved … \d+\.\d s \(in every run\)\n", capsys.readouterr().err
    )


def test_streams_differ():
    assert len({Mirror(stream).below(2**31) for stream in streams(1, 100)}) == 100


def test_where_kernels_are_kept(tmp_path, monkeypatch):
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "asked"))
    assert compiling._base.__wrapped__() == tmp_path / "asked" / "igroteka"
    monkeypatch.delenv("NUMBA_CACHE_DIR")
    assert compiling._base.__wrapped__() == Path(compiling.__file__).parent / "__pycache__"
    (tmp_path / "read-only").touch()
    monkeypatch.setattr(compiling, "_HERE", tmp_path / "read-only")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "user"))
    assert compiling._base.__wrapped__() == tmp_path / "user" / "igroteka" / "turbo"
