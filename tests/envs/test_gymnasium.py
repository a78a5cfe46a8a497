"""Gymnasium takes the games as they are: registry, checkers, vector wrappers, seeds, a seat against bots."""

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.wrappers import vector as wrappers

from igroteka.envs import AgainstBots, SelfPlayVectorEnv
from igroteka.games import SHELF
from igroteka.turbo import twins


def sampled(mask):
    return int(np.random.default_rng(int(mask.sum())).choice(np.flatnonzero(mask)))


def test_every_game_is_in_the_registry():
    for game in SHELF:
        for bot in ("random", "beginner", "player", "master"):
            assert gymnasium.spec(f"igroteka/{game.capitalize()}-vs-{bot}-v0").kwargs["game"] == game
    for game in twins():
        assert gymnasium.spec(f"igroteka/{game.capitalize()}-v0").vector_entry_point


def test_a_vector_environment_goes_through_vector_wrappers():
    env = gymnasium.make_vec("igroteka/Etazhiki-v0", num_envs=8, max_steps=60)
    assert isinstance(env.unwrapped, SelfPlayVectorEnv)
    assert env.spec.id == "igroteka/Etazhiki-v0"
    env = wrappers.RecordEpisodeStatistics(env)
    seen, infos = env.reset(seed=4)
    assert env.observation_space.contains(seen)
    assert env.action_space.contains(env.unwrapped.sample().astype(np.int64))
    finished = 0
    for _ in range(150):
        before = env.unwrapped.tables.batch.seats.copy()
        seen, rewards, ended, cut, infos = env.step(env.unwrapped.sample())
        assert rewards.shape == ended.shape == cut.shape == (8,)
        assert (rewards == infos["rewards"][np.arange(8), before]).all()
        over = ended | cut
        if over.any():
            assert (infos["_final_obs"] == over).all()
            assert (infos["episode"]["l"][over] > 0).all()
        finished += int(over.sum())
    assert finished >= 8
    env.close()


def test_the_same_seed_gives_the_same_games_and_none_gives_others():
    def told(seed):
        env = SelfPlayVectorEnv("etazhiki", 4)
        seen, _ = env.reset(seed=seed)
        return seen["observation"].tobytes()

    assert told(5) == told(5) != told(6)
    assert told(None) != told(None)


def test_options_of_a_reset_change_the_tables_or_are_refused():
    env = SelfPlayVectorEnv("etazhiki", 4)
    seen, _ = env.reset(seed=1, options={"variant": "medium"})
    assert not seen["observation"][:, 421].any()
    with pytest.raises(ValueError, match="no options of etazhiki"):
        env.reset(options={"variant": "huge"})
    with pytest.raises(TypeError, match="one seed for all"):
        env.reset(seed=[1, 2, 3, 4])


@pytest.mark.filterwarnings("ignore:.*:UserWarning")
def test_its_checker_is_content_with_one_seat_against_a_bot():
    """It samples actions without a look at masks: an environment that ends by them stands in between."""

    class Forgiving(gymnasium.Wrapper):
        def step(self, action):
            mask = self.unwrapped.action_masks()
            return self.env.step(action if mask[action] else int(mask.argmax()))

    check_env(Forgiving(AgainstBots("etazhiki", "random")), skip_render_check=True)


@pytest.mark.parametrize("game", list(twins()))
def test_whole_games_against_a_bot(game):
    env = gymnasium.make(f"igroteka/{game.capitalize()}-vs-beginner-v0", seats=3, max_steps=150)
    seats = set()
    for seed in range(4):
        seen, infos = env.reset(seed=seed)
        seats.add(infos["seat"])
        over = False
        while not over:
            assert seen["action_mask"].sum() > 1
            seen, reward, ended, cut, _ = env.step(sampled(seen["action_mask"]))
            over = ended or cut
        assert ended or reward == 0
    assert len(seats) > 1


def test_an_action_that_is_not_allowed_changes_nothing():
    env = AgainstBots("etazhiki", "random", seat=1)
    seen, infos = env.reset(seed=1)
    assert infos["seat"] == 1
    with pytest.raises(ValueError, match="not an answer of seat 1"):
        env.step(int(seen["action_mask"].argmin()))
    with pytest.raises(ValueError, match="no seat 2"):
        AgainstBots("etazhiki", seat=2)
    again, _ = env.reset(seed=1)
    assert (seen["observation"] == again["observation"]).all()


def test_a_better_bot_is_harder_to_beat():
    def wins(bot):
        env = AgainstBots("etazhiki", bot)
        won = 0
        for seed in range(12):
            seen, _ = env.reset(seed=seed)
            over = False
            while not over:
                seen, reward, over, _, _ = env.step(sampled(seen["action_mask"]))
            won += reward > 0
        return won

    assert wins("player") < wins("random")
