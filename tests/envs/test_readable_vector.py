"""Many tables of a game without a twin: the contract of `VectorEnv` on the readable rules."""

import copy
import pickle

import gymnasium
import numpy as np
import pytest

from igroteka.envs import SelfPlayVectorEnv, VectorEnv
from igroteka.turbo import twins

every_game = pytest.mark.parametrize("game", twins())
pytestmark = pytest.mark.usefixtures("without_twins")


def told(env, steps):
    """What is seen, won and asked in so many steps of random answers."""
    path = []
    for _ in range(steps):
        actions = env.sample()
        seen, rewards, ended, cut, infos = env.step(actions)
        arrays = (*seen.values(), rewards, ended, cut, infos["seat"], actions)
        path.append([array.tobytes() for array in arrays])
    return path


@every_game
def test_its_arrays_fit_its_spaces_and_masks_have_an_answer(game):
    env = VectorEnv(game, 6, 3, history=3)
    seen, infos = env.reset(seed=1)
    assert not env.metadata["fast"]
    for _ in range(30):
        rows = [{name: array[at] for name, array in seen.items()} for at in range(6)]
        assert all(env.single_observation_space.contains(row) for row in rows)
        assert seen["action_mask"].any(axis=1).all()
        seen, rewards, ended, cut, infos = env.step(env.sample())
        assert rewards.shape == (6, 3)
        assert rewards.dtype == np.float32
        assert ended.shape == cut.shape == infos["seat"].shape == (6,)


@every_game
def test_the_same_seed_gives_the_same_games_and_copies_go_on_identically(game):
    env = VectorEnv(game, 4, max_steps=25, history=3)
    paths = []
    for seed in (1, 2, [1, 2, 3, 4]):
        env.reset(seed=seed)
        paths.append(told(env, 20))
    assert paths[0] != paths[1]
    env.reset(seed=1)
    assert told(env, 20) == paths[0]
    copies = (env, copy.deepcopy(env), pickle.loads(pickle.dumps(env)))
    first, *others = [told(one, 20) for one in copies]
    assert all(other == first for other in others)


def test_seeds_of_a_list_are_those_of_lone_tables_and_none_goes_on():
    env, other = (VectorEnv("etazhiki", 3, seed=5) for _ in range(2))
    each = env.reset(seed=[8, None, 9])[0]["observation"].copy()
    assert (each[0] == VectorEnv("etazhiki", 1, seed=8).look()[0]["observation"][0]).all()
    assert (each[1] == other.reset()[0]["observation"][1]).all()
    assert (each[2] != other.look()[0]["observation"][2]).any()


@every_game
def test_an_answer_that_is_none_names_its_table_and_changes_nothing(game):
    env = VectorEnv(game, 4, seed=3)
    before = [course.table.position() for course in env.courses]
    wrong = env.sample()
    wrong[2] = np.flatnonzero(env.look()[0]["action_mask"][2] == 0)[-1]
    seat = env.deciding[2]
    with pytest.raises(ValueError, match=f"table 2: {wrong[2]} is not one of the answers of seat {seat}"):
        env.step(wrong)
    for odd in (np.zeros(3, int), np.zeros(4), None, np.full(4, 2**40)):
        with pytest.raises(ValueError, match=r"table 0|whole numbers"):
            env.step(odd)
    assert [course.table.position() for course in env.courses] == before


def test_a_game_that_ends_pays_and_is_dealt_anew_in_the_same_step():
    env = VectorEnv("etazhiki", 8, 2, {"variant": "medium"}, max_steps=80, final=True)
    env.reset(seed=1)
    finished = cuts = 0
    for _ in range(200):
        seen, rewards, ended, cut, infos = env.step(env.sample())
        assert not rewards[~ended].any()
        assert np.allclose(rewards.sum(axis=1), 0)
        for at in np.flatnonzero(ended | cut):
            last = infos["final_obs"][at]
            assert env.single_observation_space.contains(last)
            assert last["action_mask"].any() == cut[at]
            assert infos["final_info"][at]["rewards"].tolist() == rewards[at].tolist()
        assert seen["action_mask"].any(axis=1).all()
        finished, cuts = finished + ended.sum(), cuts + cut.sum()
    assert finished > 3
    assert cuts > 3


def test_options_are_the_tables_and_a_card_is_refused_in_a_sentence():
    env = VectorEnv("etazhiki", 2, 2, {"variant": "medium"})
    assert env.courses[0].table.options.variant == "medium"
    with pytest.raises(ValueError, match="when they are made"):
        env.reset(options={"variant": "full"})
    with pytest.raises(ValueError, match="etazhiki has no twin, so its tables are on the processor"):
        VectorEnv("etazhiki", 2, device="cuda")


def test_gymnasiums_own_kind_wraps_it_too():
    env = gymnasium.wrappers.vector.RecordEpisodeStatistics(
        SelfPlayVectorEnv("etazhiki", 4, options={"variant": "beginner"}, max_steps=80)
    )
    env.reset(seed=3)
    episodes = 0
    for _ in range(100):
        _, rewards, ended, cut, infos = env.step(env.unwrapped.sample())
        assert rewards.shape == (4,)
        assert infos["rewards"].shape == (4, 2)
        episodes += (ended | cut).sum()
    assert episodes >= 4
    changed = env.reset(options={"variant": "medium"})[0]["observation"]
    assert changed.shape == (4, 2048)
