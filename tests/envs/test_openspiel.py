"""OpenSpiel: its own random simulations, its algorithms, and states as one seat may imagine them."""

import copy
import pickle
import random
import subprocess
import sys

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts, outcome_sampling_mccfr
from open_spiel.python.algorithms.generate_playthrough import playthrough
from open_spiel.python.observation import make_observation
from open_spiel.python.rl_environment import Environment

import igroteka.envs.openspiel  # noqa: F401 - registers the games
from igroteka.turbo.chance import streams

TABLES = [
    "igroteka_sequence",
    "igroteka_sequence(players=4,draw=automatic,sides=2,honour=true)",
    "igroteka_sequence(players=3,hard=true,max_steps=80)",
    "igroteka_upturn(max_steps=120)",
    "igroteka_upturn(players=4,announce=automatic,new_row=bound,starter=2,max_steps=120)",
    "igroteka_etazhiki(max_steps=120)",
    "igroteka_etazhiki(players=3,variant=medium,skip=repeats,max_steps=120)",
    "igroteka_etazhiki(players=5,variant=beginner,max_steps=120)",
]
every_table = pytest.mark.parametrize("written", TABLES)


def states(game, chooser, steps=10**6):
    """The states of one random game, decision by decision; chance is passed over."""
    state = game.new_initial_state()
    for _ in range(steps):
        while state.is_chance_node():
            state.apply_action(chooser.choice([outcome for outcome, _ in state.chance_outcomes()]))
        if state.is_terminal():
            return
        yield state
        state.apply_action(chooser.choice(state.legal_actions()))


@every_table
def test_its_random_sim_test(written):
    pyspiel.random_sim_test(pyspiel.load_game(written), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("written", [*TABLES, "igroteka_upturn(box=tiny)"])
def test_what_is_not_possible_raises_and_changes_nothing(written):
    """OpenSpiel hands any number on: a twin that took it wrote beyond its record."""
    game = pyspiel.load_game(written)
    begun = game.new_initial_state()
    _refuses_everything_but(begun, begun.legal_actions())
    state = next(states(game, random.Random(3)))
    _refuses_everything_but(state, state.legal_actions())
    for last in states(game, random.Random(3)):
        state = last
    _refuses_everything_but(state, [])


def _refuses_everything_but(state, possible):
    looked, history = str(state), state.full_history()
    for action in {-2, 256, 99_999, 2**40, *range(state.get_game().num_distinct_actions())} - {*possible}:
        with pytest.raises(ValueError, match="is not one of legal_actions"):
            state.apply_action(action)
    assert (str(state), len(state.full_history())) == (looked, len(history))


@every_table
def test_what_a_seat_imagines_looks_the_same_to_it(written):
    game, chooser = pyspiel.load_game(written), random.Random(1)
    for number, state in enumerate(states(game, chooser, 60)):
        if number % 4:
            continue
        for seat in range(game.num_players()):
            other = state.resample_from_infostate(seat, chooser.random)
            assert other.information_state_string(seat) == state.information_state_string(seat)
            assert other.information_state_tensor(seat) == state.information_state_tensor(seat)
            assert other.observation_string(seat) == state.observation_string(seat)
            assert other.current_player() == state.current_player()
            assert other.move_number() == state.move_number()
            if seat == state.current_player():
                assert other.legal_actions() == state.legal_actions()


@every_table
def test_what_a_seat_imagines_does_not_depend_on_what_is_hidden(written):
    """Two worlds that a seat cannot tell apart, the same luck: the same imagined state, byte by byte."""
    game, chooser = pyspiel.load_game(written), random.Random(2)
    differing = 0
    for number, state in enumerate(states(game, chooser, 60)):
        if number % 7:
            continue
        for seat in range(game.num_players()):
            swapped = state.clone()
            table = swapped.table
            table.twin.KERNELS["determinize"](table.states[0], seat, streams(number))
            differing += str(swapped) != str(state)
            one, other = (
                world.resample_from_infostate(seat, random.Random(3).random) for world in (state, swapped)
            )
            assert str(one) == str(other)
            assert one.history() == other.history()
            assert one.serialize() == other.serialize()
            told = [[w.information_state_string(q) for q in range(game.num_players())] for w in (one, other)]
            assert told[0] == told[1]
    assert differing > 5


@every_table
def test_an_imagined_state_does_not_remember_the_shuffle(written):
    game, chooser = pyspiel.load_game(written), random.Random(4)
    *_, state = states(game, chooser, 30)
    shuffles = [n for n, item in enumerate(state.full_history()) if n in state._shuffled]
    assert len(shuffles) >= 4
    other = state.resample_from_infostate(0, chooser.random)
    assert all(other.history()[n] == 0 for n in shuffles)
    kept = [(a.player, a.action) for n, a in enumerate(state.full_history()) if n not in shuffles]
    assert [(a.player, a.action) for n, a in enumerate(other.full_history()) if n not in shuffles] == kept


@every_table
def test_imagined_worlds_differ_and_can_be_played_to_the_end(written):
    game, chooser = pyspiel.load_game(written), random.Random(5)
    *_, state = states(game, chooser, 20)
    seat = state.current_player()
    worlds = [state.resample_from_infostate(seat, chooser.random) for _ in range(4)]
    assert len({str(world) for world in worlds}) > 1
    for world in worlds:
        while not world.is_terminal():
            world.apply_action(chooser.choice(world.legal_actions()))
        assert sum(world.returns()) == pytest.approx(0)


@every_table
def test_information_states_have_perfect_recall(written):
    """No two decisions of a game have the same; observations may come again."""
    game, chooser = pyspiel.load_game(written), random.Random(6)
    told = [(s.current_player(), s.information_state_string()) for s in states(game, chooser)]
    assert len(set(told)) == len(told)


def test_a_shuffle_is_four_even_digits_and_the_same_digits_are_the_same_deal():
    game = pyspiel.load_game("igroteka_sequence")
    dealt = set()
    for digits in ((1, 2, 3, 4), (1, 2, 3, 4), (4, 3, 2, 1)):
        state = game.new_initial_state()
        for digit in digits:
            assert state.is_chance_node()
            assert state.chance_outcomes() == [(n, 1 / 256) for n in range(256)]
            state.apply_action(digit)
        assert not state.is_chance_node()
        dealt.add(str(state))
    assert len(dealt) == 2


def test_chance_picks_who_is_asked_first():
    game, chooser = pyspiel.load_game("igroteka_etazhiki(players=4)"), random.Random(7)
    state, picked = game.new_initial_state(), 0
    while not state.is_terminal() and picked < 20:
        outcomes = [outcome for outcome, _ in state.chance_outcomes()] if state.is_chance_node() else []
        if outcomes and len(outcomes) < 4:
            picked += 1
            asked = chooser.choice(outcomes)
            assert state.action_to_string(-1, asked) == f"ask seat {asked}"
            state.apply_action(asked)
            assert state.current_player() == asked
        else:
            state.apply_action(chooser.choice(state.legal_actions()))
    assert picked == 20


def test_a_refilled_deck_is_shuffled_by_chance():
    game, chooser = pyspiel.load_game("igroteka_upturn(max_steps=400)"), random.Random(8)
    *_, state = states(game, chooser)
    assert len(state._shuffled) >= 8


def test_games_can_be_copied_and_pickled_for_a_process_that_knows_nothing_of_them():
    game = pyspiel.load_game("igroteka_etazhiki(players=3,variant=medium,max_steps=50)")
    assert str(copy.deepcopy(game)) == str(pickle.loads(pickle.dumps(game))) == str(game)
    read = "import pickle, sys; print(pickle.load(sys.stdin.buffer))"
    told = subprocess.run(
        [sys.executable, "-c", read], input=pickle.dumps(game), capture_output=True, check=True
    )
    assert told.stdout.decode().strip() == str(game)


def test_states_can_be_copied_pickled_and_written_down():
    game, chooser = pyspiel.load_game("igroteka_etazhiki"), random.Random(9)
    *_, state = states(game, chooser, 40)
    for other in (state.clone(), copy.deepcopy(state), pickle.loads(pickle.dumps(state)),
                  game.deserialize_state(state.serialize())):  # fmt: skip
        assert str(other) == str(state)
        assert other.history() == state.history()
        assert other.information_state_string(1) == state.information_state_string(1)


def test_options_are_parameters_and_a_bad_one_is_refused():
    game = pyspiel.load_game("igroteka_sequence(players=6,sides=3)")
    assert game.num_players() == 6
    assert game.new_initial_state().table.parties == 3
    assert game.num_distinct_actions() == 804
    assert game.information_state_tensor_size() == game.observation_tensor_size() + 2 * 32
    with pytest.raises(Exception, match="seats-do-not-fit"):
        pyspiel.load_game("igroteka_sequence(players=5)")
    for wrong in ("max_steps=0", "max_steps=-1", "history=-1"):
        with pytest.raises(Exception, match="is a whole number from"):
            pyspiel.load_game(f"igroteka_etazhiki({wrong})")


@pytest.mark.parametrize("name", ["sequence", "upturn", "etazhiki"])
def test_its_information_set_search_plays(name):
    game = pyspiel.load_game(f"igroteka_{name}(max_steps=30)")
    chooser = np.random.RandomState(10)
    bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, chooser), 1.4, 8, random_state=chooser)
    played = 0
    for state in states(game, random.Random(10), 6):
        action = bot.step(state.clone())
        assert action in state.legal_actions()
        played += 1
    assert played == 6


@pytest.mark.parametrize("name", ["sequence", "upturn", "etazhiki"])
def test_its_search_that_sees_all_and_its_random_bots_play_to_the_end(name):
    game, chooser = pyspiel.load_game(f"igroteka_{name}(max_steps=12)"), np.random.RandomState(10)
    search = mcts.MCTSBot(game, 1.4, 3, mcts.RandomRolloutEvaluator(1, chooser), random_state=chooser)
    bots, state = [search, pyspiel.make_uniform_random_bot(1, 4)], game.new_initial_state()
    while not state.is_terminal():
        chance = state.is_chance_node()
        state.apply_action(
            int(chooser.choice(state.legal_actions())) if chance else bots[state.current_player()].step(state)
        )
    assert {0, 1} <= {item.player for item in state.full_history()}


@pytest.mark.parametrize("name", ["sequence", "upturn", "etazhiki"])
def test_its_outcome_sampling_runs_for_a_hundred_iterations(name):
    game = pyspiel.load_game(f"igroteka_{name}(max_steps=8)")
    np.random.seed(11)
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(game)
    for _ in range(100):
        solver.iteration()
    policy = solver.average_policy()
    *_, state = states(game, random.Random(11), 3)
    chances = policy.action_probabilities(state)
    assert sum(chances.values()) == pytest.approx(1)
    assert set(chances) == set(state.legal_actions())
    assert len(solver._infostates) > 400


@pytest.mark.parametrize("name", ["sequence", "upturn", "etazhiki"])
def test_what_is_public_and_what_is_private_can_be_seen_apart(name):
    game, chooser = pyspiel.load_game(f"igroteka_{name}(players=3)"), random.Random(12)
    *_, state = states(game, chooser, 12)
    kind, private = pyspiel.IIGObservationType, pyspiel.PrivateInfoType
    public = make_observation(game, kind(public_info=True, perfect_recall=False, private_info=private.NONE))
    own = make_observation(
        game, kind(public_info=False, perfect_recall=False, private_info=private.SINGLE_PLAYER)
    )
    told = []
    for seat in range(3):
        public.set_from(state, seat)
        own.set_from(state, seat)
        assert (public.tensor + own.tensor).tolist() == state.observation_tensor(seat)
        told.append((public.tensor.tolist(), public.string_from(state, seat), own.string_from(state, seat)))
    assert told[0][:2] == told[1][:2] == told[2][:2]
    assert len({hand for *_, hand in told}) == 3
    with pytest.raises(ValueError, match="no observers of this kind"):
        make_observation(game, kind(perfect_recall=False, private_info=private.ALL_PLAYERS))


def test_its_playthroughs_and_its_learning_environment_work():
    text = playthrough("igroteka_etazhiki(players=3,variant=medium,max_steps=6)", None, seed=1)
    assert 'GameType.short_name = "igroteka_etazhiki"' in text
    assert "IsTerminal() = True" in text
    env = Environment("igroteka_upturn", players=2, max_steps=20)
    told, chooser = env.reset(), random.Random(13)
    while not told.last():
        seat = told.observations["current_player"]
        told = env.step([chooser.choice(told.observations["legal_actions"][seat])])
    assert told.rewards == [0, 0]
