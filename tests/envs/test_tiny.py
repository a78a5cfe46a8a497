"""Tiny boxes: whole trees, equilibria and exact exploitability by OpenSpiel's own algorithms."""

import random
from functools import cache

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import cfr, exploitability, external_sampling_mccfr
from open_spiel.python.policy import UniformRandomPolicy

import igroteka.envs.openspiel
from igroteka.games import SHELF

assert igroteka.envs.openspiel

TINY = [name for name, game in SHELF.items() if game.TINY]
every_tiny = pytest.mark.parametrize("name", TINY)


NASH_CONV_AT_RANDOM = {"upturn": 0.8194, "sequence": 0.4833, "etazhiki": 0.3234}
"""What a best response of each seat wins together against random play, summed: exact, so it never changes."""


def load(name):
    return pyspiel.load_game(f"igroteka_{name}(box=tiny)")


@cache
def nash_conv_at_random(name):
    game = load(name)
    return exploitability.nash_conv(game, UniformRandomPolicy(game))


def test_our_games_have_one():
    assert {"sequence", "upturn", "etazhiki"} <= set(TINY)


@every_tiny
def test_parts_are_dealt_one_by_one(name):
    state = load(name).new_initial_state()
    tiny, chance = SHELF[name].TINY, 1.0
    while state.is_chance_node():
        outcomes = state.chance_outcomes()
        assert sum(p for _, p in outcomes) == pytest.approx(1)
        assert 1 < len(outcomes) <= len(tiny.kinds)
        chance *= outcomes[0][1]
        state.apply_action(outcomes[0][0])
    assert chance == pytest.approx(1 / np.prod(range(2, len(tiny.parts) + 1)))


@every_tiny
def test_its_random_sim_test(name):
    pyspiel.random_sim_test(load(name), num_sims=5, serialize=True, verbose=False)


@every_tiny
def test_information_states_tell_nothing_of_the_other_hand(name):
    """As many at the first decision as there are hands, whatever the others were dealt."""
    game, first = load(name), {}
    stack = [game.new_initial_state()]
    while stack:
        state = stack.pop()
        if state.is_chance_node():
            stack += [state.child(outcome) for outcome, _ in state.chance_outcomes()]
        else:
            first.setdefault(state.information_state_string(), set()).add(
                tuple(state.information_state_tensor())
            )
    tiny = SHELF[name].TINY
    pairs = len(tiny.kinds) * (len(tiny.kinds) - 1) // 2
    assert len(first) == pairs
    assert all(len(tensors) == 1 for tensors in first.values())


@every_tiny
def test_cfr_comes_near_an_equilibrium(name):
    game = load(name)
    begin = nash_conv_at_random(name)
    solver = cfr.CFRSolver(game)
    for _ in range(3):
        solver.evaluate_and_update_policy()
    after = exploitability.nash_conv(game, solver.average_policy())
    assert begin == pytest.approx(NASH_CONV_AT_RANDOM[name], abs=1e-4)
    assert after < 0.6 * begin


@every_tiny
def test_external_sampling_plays_on_it(name):
    game = load(name)
    np.random.seed(1)
    random.seed(1)
    solver = external_sampling_mccfr.ExternalSamplingSolver(game)
    for _ in range(60):
        solver.iteration()
    assert exploitability.nash_conv(game, solver.average_policy()) < nash_conv_at_random(name)


def test_a_game_without_a_tiny_box_says_so():
    with pytest.raises(Exception, match="box"):
        pyspiel.load_game("igroteka_sequence(box=huge)")
    with pytest.raises(Exception, match="two players"):
        pyspiel.load_game("igroteka_upturn(box=tiny,players=3)")
