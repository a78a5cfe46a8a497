"""Gymnasium takes the games as they are: registry, checkers, vector wrappers, seeds, a seat against bots."""

import copy
import pickle
from itertools import pairwise

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.wrappers import vector as wrappers

from igroteka.envs import AgainstBots, SelfPlayVectorEnv, VectorEnv
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


def test_every_table_may_have_a_seed_of_its_own():
    env = SelfPlayVectorEnv("etazhiki", 3)
    all_of = env.reset(seed=20)[0]["observation"]
    assert (env.reset(seed=[20, 21, 22])[0]["observation"] == all_of).all()
    assert (env.reset(seed=np.arange(20, 23))[0]["observation"] == all_of).all()
    assert (VectorEnv("etazhiki", 3).reset(np.arange(20, 23))[0]["observation"] == all_of).all()
    seen = env.reset(seed=[22, None, 20])[0]["observation"]
    assert (seen[[0, 2]] == all_of[[2, 0]]).all()
    assert (seen[1] != all_of[1]).any()
    with pytest.raises(ValueError, match="each of 3 tables"):
        env.reset(seed=[1, 2])
    with pytest.raises(ValueError, match=r"a seed is a whole number from 0 on, not 1\.5"):
        env.reset(seed=[1, 1.5, 2])
    with pytest.raises(ValueError, match=r"a seed is a whole number from 0 on, not 1\.5"):
        env.reset(seed=np.array([1, 1.5, 2]))


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


@pytest.mark.parametrize(
    ("game", "bot", "table"),
    [("etazhiki", "player", {"seats": 5}), ("upturn", "random", {"seats": 4, "max_steps": 5})],
)
def test_a_game_begins_with_a_choice_also_where_bots_would_have_ended_it_before(game, bot, table):
    env = AgainstBots(game, bot, **table)
    env.reset(seed=1)
    for _ in range(400):
        seen, _ = env.reset()
        assert seen["action_mask"].any()
        env.step(int(np.flatnonzero(seen["action_mask"])[0]))


def test_a_seat_that_is_never_asked_is_told_so():
    env = AgainstBots("upturn", "random", 4, {"starter": 0}, seat=2, max_steps=1)
    with pytest.raises(ValueError, match="in 1000 games seat 2 was asked nothing: max_steps=1 is too few"):
        env.reset(seed=1)


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


@pytest.mark.parametrize("bot", ["random", "beginner", "player"])
def test_copies_and_pickles_of_a_table_with_bots_go_on_identically(bot):
    env = gymnasium.make(f"igroteka/Etazhiki-vs-{bot}-v0", seats=3, max_steps=200)
    seen, _ = env.reset(seed=3)
    for _ in range(4):
        seen, *_ = env.step(sampled(seen["action_mask"]))
    games = [list(played_on(one, seen)) for one in (copy.deepcopy(env), pickle.loads(pickle.dumps(env)), env)]
    assert games[0] == games[1] == games[2]


def played_on(env, seen):
    """To the end of this game and through the next one."""
    for _ in range(2):
        over = False
        while not over:
            seen, reward, ended, cut, _ = env.step(sampled(seen["action_mask"]))
            over = ended or cut
            yield seen["observation"].tobytes(), reward
        seen, _ = env.reset()


@pytest.mark.parametrize("bot", ["Wrong", "Waits", "Array"])
def test_a_bot_that_chooses_what_it_may_not_is_named(bot, tmp_path, monkeypatch):
    """It was told as if the learner had answered so."""
    method = "def choose(self, view, offers, may_wait, chance): return"
    said = {"Wrong": "'all'", "Waits": None, "Array": "numpy.arange(2)"}
    lines = ["import numpy", *(f"class {name}:\n    {method} {one}" for name, one in said.items())]
    (tmp_path / "odd_bots.py").write_text("\n".join(lines))
    monkeypatch.syspath_prepend(tmp_path)
    env = AgainstBots("etazhiki", f"odd_bots:{bot}", seat=0)

    def play():
        for seed in range(20):
            seen, over = env.reset(seed=seed)[0], False
            while not over:
                seen, _, over, *_ = env.step(sampled(seen["action_mask"]))

    with pytest.raises(RuntimeError, match=f"odd_bots:{bot} at seat 1 chose"):
        play()


def test_an_action_that_is_no_number_is_told_so():
    env = AgainstBots("etazhiki")
    env.reset(seed=1)
    for wrong in (1.5, "a", None, np.zeros(3), -1):
        with pytest.raises(ValueError, match="an action is a whole number from 0 on"):
            env.step(wrong)


@pytest.mark.parametrize(
    "wrong",
    [{"max_steps": 1.5}, {"history": "8"}, {"seconds": 0}, {"seconds": -1}, {"seats": "2"}, {"seats": 2.5}],
)
def test_settings_that_cannot_be_are_refused(wrong):
    with pytest.raises(ValueError, match=r"whole number|more than 0 seconds"):
        AgainstBots("etazhiki", **wrong)


@pytest.mark.parametrize("wrong", ["medium", ["variant"], 3])
def test_options_that_are_no_mapping_are_refused(wrong):
    for made in (AgainstBots, lambda game, options: VectorEnv(game, 2, options=options)):
        with pytest.raises(ValueError, match="options are table options by name"):
            made("etazhiki", options=wrong)


def test_a_number_written_as_a_thousand_often_is_taken():
    env = AgainstBots("etazhiki", max_steps=1e3, history=np.int64(4))
    assert env.observation_space.contains(env.reset(seed=1)[0])


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


def test_a_seat_against_bots_can_be_filmed_and_watched(capsys):
    """`gymnasium.make(..., render_mode="rgb_array")`, as RecordVideo wants it, was refused."""
    films = gymnasium.make("igroteka/Upturn-vs-random-v0", render_mode="rgb_array", max_steps=200)
    watched = gymnasium.make("igroteka/Upturn-vs-random-v0", render_mode="human", max_steps=200)
    seen, _ = films.reset(seed=3)
    watched.reset(seed=3)
    frames, shown = [films.render()], [capsys.readouterr().out]
    for _ in range(4):
        action = int(np.flatnonzero(seen["action_mask"])[0])
        seen, *_ = films.step(action)
        watched.step(action)
        frames.append(films.render())
        shown.append(capsys.readouterr().out)
    assert {(frame.shape, frame.dtype) for frame in frames} == {(frames[0].shape, np.dtype(np.uint8))}
    assert all((one != other).any() for one, other in pairwise(frames))
    assert len(set(shown)) == 5
    assert all("SEAT 0" in text and "SEAT 1" in text for text in shown)
    with pytest.raises(ValueError, match="render_mode is one of"):
        AgainstBots("upturn", render_mode="film")
