"""PettingZoo's own suite, and what it does not ask: copies, rewards, and that being asked says nothing."""

import copy
import pickle
import random
import re
import subprocess
import sys
import time
from functools import partial
from types import SimpleNamespace

import numpy as np
import pettingzoo.test
import pytest
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

from igroteka.core import Seeded
from igroteka.envs import etazhiki_v0, sequence_v0, upturn_v0
from igroteka.envs.fast_table import FastTable as Table
from igroteka.envs.layout import split
from igroteka.envs.table import rewards_of
from igroteka.turbo import NOBODY, twin
from igroteka.turbo.chance import streams
from igroteka.turbo.lockstep import random_options, tables

GAMES = {"sequence": sequence_v0, "upturn": upturn_v0, "etazhiki": etazhiki_v0}
every_game = pytest.mark.parametrize("module", GAMES.values(), ids=GAMES)

TABLES = [
    (sequence_v0, 2, {}),
    (sequence_v0, 12, {"draw": "automatic"}),
    (sequence_v0, 6, {"sides": 3, "hard": True}),
    (upturn_v0, 2, {}),
    (upturn_v0, 4, {"announce": "automatic", "new_row": "bound", "lone_twin_gift": True}),
    (etazhiki_v0, 2, {}),
    (etazhiki_v0, 5, {"variant": "medium", "parity": "strict"}),
    (etazhiki_v0, 3, {"variant": "beginner"}),
]

# Its suite wants plain boxes as observations, but for a list of its own games; a dict with an action mask is
# what it asks for elsewhere. A seat whose game is over has nothing to choose from.
its_own_taste = (
    "ignore:Observation is not a NumPy array:UserWarning",
    "ignore:Observation space for each agent probably should be:UserWarning",
    "ignore:Action mask numpy array is all zeros:UserWarning",
)


def play(env, chooser, steps=100_000):
    """Random answers; yields who was asked and what it saw."""
    for _ in range(steps):
        if not env.agents:
            return
        seen, _, terminated, truncated, _ = env.last()
        over = terminated or truncated
        yield env.agent_selection, seen
        env.step(None if over else int(chooser.choice(np.flatnonzero(seen["action_mask"]))))


@pytest.mark.parametrize(("module", "seats", "options"), TABLES)
@pytest.mark.filterwarnings(*its_own_taste)
def test_its_api_test(module, seats, options, capsys):
    pettingzoo.test.api_test(module.env(seats=seats, options=options), num_cycles=200)
    assert "Passed API test" in capsys.readouterr().out


@every_game
def test_its_seed_test(module):
    pettingzoo.test.seed_test(partial(module.env, seats=3), num_cycles=100)
    pettingzoo.test.seed_test(partial(module.raw_env, seats=2), num_cycles=100)


@every_game
def test_its_render_test(module, capsys):
    pettingzoo.test.render_test(module.env)
    assert "SEAT 1" in capsys.readouterr().out


@every_game
def test_its_performance_benchmark(module, capsys, monkeypatch):
    """As it is, but a second of its clock passes in an eighth."""
    module_of_it = sys.modules["pettingzoo.test.performance_benchmark"]
    monkeypatch.setattr(module_of_it, "time", SimpleNamespace(time=lambda: 8 * time.time()))
    pettingzoo.test.performance_benchmark(module.env())
    (turns,) = re.findall(r"([\d.]+) turns per second", capsys.readouterr().out)
    assert float(turns) > 0


@pytest.mark.parametrize(("module", "seats", "options"), TABLES)
def test_games_end_with_rewards_that_sum_to_nothing(module, seats, options):
    env = module.env(seats=seats, options=options, max_steps=3000)
    for seed in range(3):
        env.reset(seed=seed)
        chooser = random.Random(seed)
        paid = dict.fromkeys(env.possible_agents, 0.0)
        masks = []
        for agent, seen in play(env, chooser):
            if any(env.terminations.values()) or any(env.truncations.values()):
                paid[agent] += env.last()[1]
            else:
                masks.append(seen["action_mask"].any())
        assert all(masks)
        assert not env.agents
        assert sum(paid.values()) == pytest.approx(0)
        assert all(-1 <= reward <= 1 for reward in paid.values())


def test_a_lone_winner_gets_one_and_partners_share_what_they_win():
    rewards = partial(rewards_of, parties=2)
    assert rewards(np.array([1.0, 0.0])).tolist() == [1, -1]
    assert rewards(np.array([0.0, 1, 0, 1])).tolist() == [-1, 1, -1, 1]
    assert rewards(np.array([0.0, 0])).tolist() == [0, 0]
    assert rewards_of(np.array([0.0, 0, 1]), 3).tolist() == [-0.5, -0.5, 1]
    assert rewards_of(np.array([1.0, 1, 0, 0]), 4) == pytest.approx([1 / 3, 1 / 3, -1 / 3, -1 / 3])
    assert rewards_of(np.array([1.0, 1, 1]), 3).tolist() == [0, 0, 0]
    assert rewards_of(np.array([[1.0, 0, 0, 1, 0, 0]]), 3).tolist() == [[1, -0.5, -0.5, 1, -0.5, -0.5]]


@every_game
def test_a_game_that_goes_on_for_too_long_is_truncated_without_rewards(module):
    env = module.env(max_steps=7)
    env.reset(seed=1)
    asked = list(play(env, random.Random(1)))
    assert len(asked) == 7 + 2
    assert not env.agents


@every_game
def test_copies_and_pickles_go_on_identically(module):
    by_hand = {"draw": "by_hand"} if module is sequence_v0 else {}  # for long games
    env = module.env(seats=3, options=by_hand, render_mode="ansi")
    env.reset(seed=5)
    for _ in play(env, random.Random(5), 40):
        pass
    twins = [env, copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
    for one in twins[1:]:
        one.action_space("seat_0").seed(3)
    told = []
    for one in twins:
        chooser = random.Random(6)
        path = [(agent, seen["observation"].tobytes(), seen["action_mask"].tobytes())
                for agent, seen in play(one, chooser, 400)]  # fmt: skip
        one.reset()
        told.append((path, one.render()))
    assert told[0] == told[1] == told[2]
    assert len(told[0][0]) > 100


@every_game
def test_what_is_not_an_answer_changes_nothing(module):
    env = module.raw_env(render_mode="ansi")
    env.reset(seed=2)
    before = env.render()
    wrong = int(np.flatnonzero(env.last()[0]["action_mask"] == 0)[-1])
    for action in (wrong, -1, 10_000):
        with pytest.raises(ValueError, match=r"not an answer of seat|from 0 on"):
            env.step(action)
    with pytest.raises(ValueError, match="whole number"):
        env.step(0.5)
    with pytest.raises(ValueError, match="None is for seats"):
        env.step(None)
    assert env.render() == before


@every_game
def test_an_illegal_action_ends_the_wrapped_environment_as_in_the_classics(module):
    env = module.env()
    with pytest.raises((AssertionError, AttributeError), match="reset"):
        env.step(0)
    env.reset(seed=2)
    agent = env.agent_selection
    wrong = int(np.flatnonzero(env.last()[0]["action_mask"] == 0)[-1])
    env.step(wrong)
    assert all(env.terminations.values())
    assert env.rewards[agent] == -1


@every_game
def test_the_state_is_what_all_seats_see(module):
    env = module.env(seats=3)
    env.reset(seed=2)
    seen = [env.observe(agent)["observation"] for agent in env.agents]
    assert (env.state() == np.concatenate(seen)).all()
    assert env.state_space.contains(env.state())


def test_options_of_a_reset_change_the_table_or_are_refused():
    env = sequence_v0.env()
    env.reset(seed=1)
    assert split("sequence", env.last()[0]["observation"])["automatic"] == 1  # as is best for learning
    env.reset(seed=1, options={"draw": "by_hand"})
    assert split("sequence", env.last()[0]["observation"])["automatic"] == 0
    env.reset(seed=1)
    assert split("sequence", env.last()[0]["observation"])["automatic"] == 0
    for wrong in ({"colour": "red"}, {"draw": "seldom"}, {"sides": 3}):
        with pytest.raises(ValueError, match="no options of sequence"):
            env.reset(options=wrong)
    assert env.unwrapped.table.options.draw == "by_hand"


@every_game
def test_asked_only_for_choices_every_seat_has_two_answers(module):
    env = module.env(seats=3, only_choices=True, max_steps=200)
    env.reset(seed=3)
    for _, seen in play(env, random.Random(3)):
        if not any(env.terminations.values()) and not any(env.truncations.values()):
            assert seen["action_mask"].sum() > 1


@every_game
def test_seats_that_are_not_asked_see_too_but_have_nothing_to_choose(module):
    env = module.env(seats=3)
    env.reset(seed=2)
    for agent in env.agents:
        seen = env.observe(agent)
        assert seen["action_mask"].any() == (agent == env.agent_selection)
        assert split(env.table.game, seen["observation"])["seat"] == env.possible_agents.index(agent)


@pytest.mark.parametrize("module", [etazhiki_v0, sequence_v0])
def test_its_own_conversion_makes_a_parallel_environment_of_the_same_game(module):
    seated, chooser = module.env(seats=3), random.Random(3)
    seated.reset(seed=6)
    total, answers = play_noting(seated, chooser)
    parallel = turn_based_aec_to_parallel(module.env(seats=3))
    seen, _ = parallel.reset(seed=6)
    earned = dict.fromkeys(parallel.possible_agents, 0.0)
    for action in answers:
        (asked,) = (agent for agent, look in seen.items() if look["action_mask"].any())
        told = dict.fromkeys(parallel.agents, 0) | {asked: action}
        seen, rewards, *_ = parallel.step(told)
        earned = {agent: earned[agent] + rewards.get(agent, 0.0) for agent in earned}
    assert not parallel.agents
    assert earned == total
    assert max(total.values()) == 1


def play_noting(env, chooser):
    """What every agent has got in the end, and all answers one after the other."""
    total, answers = dict.fromkeys(env.possible_agents, 0.0), []
    for agent in env.agent_iter():
        seen, reward, over, *_ = env.last()
        total[agent] += reward
        if not over:
            answers.append(int(chooser.choice(np.flatnonzero(seen["action_mask"]))))
        env.step(None if over else answers[-1])
    return total, answers


def test_an_environment_is_imported_by_its_whole_name_too():
    """As PettingZoo's are: trainers that are told a name do it so."""
    code = "import igroteka.envs.sequence_v0 as found; print(found.env(seats=3).metadata['name'])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout == "sequence_v0\n", done.stderr


def hidden_swapped(table, seat, seed):
    """The same table for this seat, with what it cannot see dealt anew."""
    other = copy.deepcopy(table)
    other.imagine(seat, Seeded(seed))
    other.chance[:] = table.chance
    return other


@pytest.mark.parametrize(("module", "seats", "options"), TABLES)
def test_being_asked_says_nothing_about_hidden_cards(module, seats, options):
    """As long as two tables look the same to a seat, they ask the same seats, and of it the same."""
    compared = 0
    for seed in range(3):
        env = module.env(seats=seats, options=options)
        env.reset(seed=seed)
        chooser = random.Random(seed)
        for _ in play(env, chooser, 80):
            if env.table.seat == NOBODY:
                break
            watcher = chooser.randrange(seats)
            one, other = copy.deepcopy(env.table), hidden_swapped(env.table, watcher, seed)
            assert same_to(one, other, watcher)
            common = np.flatnonzero(one.mask() & other.mask())
            if len(common):
                action = int(chooser.choice(common))
                one.answer(action)
                other.answer(action)
                compared += same_to(one, other, watcher)
    assert compared > 20


def same_to(one, other, watcher):
    """Whether the tables look the same to the seat; if so, it is not told more by who is asked."""
    if not (one.observe(watcher) == other.observe(watcher)).all():
        return False
    assert one.seat == other.seat
    if one.seat == watcher:
        assert (one.mask() == other.mask()).all()
    return True


def test_with_night_floors_everyone_is_asked_able_or_not():
    """ET-41: else being asked off turn would say that one holds a night floor that fits."""
    table = Table("etazhiki", 4)
    table.deal(3)
    chooser, unable = random.Random(3), 0
    for _ in range(300):
        if table.is_over:
            break
        turn = int(table.states["turn"][0])
        asked = []
        while table.seat != turn:
            asked.append(table.seat)
            unable += table.mask().sum() == 1
            table.answer(0)
        assert sorted(asked) == [seat for seat in range(4) if seat != turn]
        table.answer(int(chooser.choice(table.answers())))
    assert unable > 100
    quiet = Table("etazhiki", 4, {"variant": "medium"})
    quiet.deal(3)
    assert quiet.seat == int(quiet.states["turn"][0])


@pytest.mark.parametrize("name", GAMES)
def test_who_may_be_asked_next_is_what_the_twin_asks(name):
    for seats in (2, 3, 4):
        table = Table(name, seats, honour=True)
        table.deal(seats)
        chooser = random.Random(seats)
        for _ in range(150):
            possible = table.next_asked() or [NOBODY]
            found = {table.twin.KERNELS["ask"](table.states.copy()[0], streams(n)) for n in range(12)}
            assert found <= set(possible)
            assert table.seat in possible
            if table.is_over:
                break
            other = copy.deepcopy(table)
            other.ask_seat(table.seat)
            assert (other.states == table.states).all()
            assert table.answers().tolist() == np.flatnonzero(table.mask()).tolist()
            table.answer(int(chooser.choice(table.answers())))


@every_game
def test_a_picture_shows_what_has_changed_and_stays_as_large(module):
    env = module.env(seats=3, render_mode="rgb_array")
    env.reset(seed=4)
    first = env.render()
    for _ in play(env, random.Random(4), 30):
        pass
    later = env.render()
    assert first.shape == later.shape
    assert 0.001 < (first != later).any(axis=2).mean() < 0.9
    assert len(np.unique(later.reshape(-1, 3), axis=0)) >= 4


def test_a_text_shows_board_and_hands():
    env = sequence_v0.env(seats=2, render_mode="ansi")
    env.reset(seed=1)
    lines = env.render().splitlines()
    hand = env.table.position()["hands"][0]
    assert len(lines) == 1 + 10 + 2 + 1 + 1
    assert all(card[:-1] in lines[11] for card in hand)
    assert lines[-1] == f"ASKED: SEAT {env.table.seat}"


def test_a_render_mode_that_is_not_there_is_refused():
    with pytest.raises(ValueError, match="render_mode"):
        upturn_v0.env(render_mode="hologram")


@pytest.mark.parametrize("name", GAMES)
def test_any_table_that_the_rules_allow_can_be_played(name):
    """All sizes, all options, a family's own parts."""
    for seed in range(25):
        seats, options = tables(twin(name), random.Random(seed), random_options(twin(name)))
        env = GAMES[name].env(seats=seats, options=options, honour=seed % 3 == 0, render_mode="ansi")
        env.reset(seed=seed)
        for agent, seen in play(env, random.Random(seed), 40):
            assert env.observation_space(agent).contains(seen)
        assert "SEAT" in env.render()
