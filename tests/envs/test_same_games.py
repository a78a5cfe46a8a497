"""A seed, `max_steps` and a history mean the same in every interface."""

import copy
import pickle
from zlib import crc32

import numpy as np
import pytest

from igroteka.envs import AgainstBots, SelfPlayVectorEnv, VectorEnv, raw_env
from igroteka.turbo import twins
from igroteka.turbo.chance import streams_from

every_game = pytest.mark.parametrize("game", twins())
TABLES, CUT = 3, 50


def liked(seen):
    """One of the answers of the mask, by what is seen alone; a mask of one answer is not asked for advice."""
    answers = np.flatnonzero(seen["action_mask"])
    return int(answers[crc32(seen["observation"].tobytes()) % len(answers)])


def told(seat, seen):
    return (seat, *(seen[name].tobytes() for name in sorted(seen)))


def of_many(env, seed, steps):
    """What is asked at each table, and how its games end."""
    seen, infos = env.reset(seed=seed)
    paths = [[] for _ in range(env.num_envs)]
    for _ in range(steps):
        rows = [{name: part[at].copy() for name, part in seen.items()} for at in range(env.num_envs)]
        for at, row in enumerate(rows):
            paths[at].append((*told(int(infos["seat"][at]), row), env.state()[at].tobytes()))
        seen, rewards, ended, cut, infos = env.step(np.array([liked(row) for row in rows]))
        for at in np.flatnonzero(ended | cut):
            paths[at].append(("cut" if cut[at] else "over", rewards[at].tolist()))
    return paths


def of_one(env, seed, length):
    """The same of a PettingZoo environment: what has one answer on one's own turn is left out."""
    path = []
    env.reset(seed=seed)
    while len(path) < length:
        agent = env.agent_selection
        if env.terminations[agent] or env.truncations[agent]:
            ending = "cut" if env.truncations[agent] else "over"
            path.append((ending, [env._cumulative_rewards[one] for one in env.possible_agents]))
            env.reset()
            continue
        seen = env.observe(agent)
        if env.table.is_choice:
            path.append((*told(env.table.seat, seen), env.state().tobytes()))
        env.step(liked(seen))
    return path


@every_game
@pytest.mark.parametrize("max_steps", [None, CUT])
def test_a_table_among_many_plays_the_games_of_a_lone_one(game, max_steps):
    """Deals, who is asked, ends, cuts and all games after the first: table n has the seed plus n."""
    ends = compared(game, 160 if max_steps else 800, max_steps=max_steps, relative=True)
    assert len(ends) > (TABLES if max_steps else 0) or game == "upturn"
    assert max_steps is None or "cut" in ends


@every_game
@pytest.mark.parametrize("max_steps", [None, CUT])
@pytest.mark.usefixtures("without_twins")
def test_a_table_without_a_twin_among_many_plays_the_games_of_a_lone_one(game, max_steps):
    ends = compared(game, 120 if max_steps else 200, max_steps=max_steps)
    assert max_steps is None or ends.count("cut") >= TABLES


def compared(game, steps, **settings):
    """How the games ended among many tables, where each was that of a lone table."""
    settings |= {"history": 6}
    many = of_many(VectorEnv(game, TABLES, 3, **settings), 11, steps)
    for at, path in enumerate(many):
        assert of_one(raw_env(game, 3, **settings), 11 + at, len(path)) == path
    return [entry[0] for path in many for entry in path if len(entry) == 2]


@every_game
def test_asked_only_for_choices_the_games_and_the_cut_are_the_same(game):
    every, choices = (
        raw_env(game, 3, max_steps=CUT, only_choices=only, render_mode="ansi") for only in (False, True)
    )
    for env in (every, choices):
        env.reset(seed=4)
        while not any((*env.terminations.values(), *env.truncations.values())):
            seen = env.observe(env.agent_selection)
            env.step(liked(seen))
    assert every.render() == choices.render()
    assert every.truncations == choices.truncations


class Liking:
    """A bot that takes the first offer."""

    def choose(self, view, offers, may_wait, chance):
        return offers[0]


def first_offer(table):
    answers = table.answers()
    return int(answers[1]) if answers[0] == 0 and len(answers) > 1 else int(answers[0])


@every_game
@pytest.mark.parametrize("max_steps", [7, CUT])
def test_a_seat_against_bots_sits_at_the_same_table(game, max_steps):
    env = AgainstBots(game, f"{__name__}:Liking", 3, max_steps=max_steps)
    env.reset(seed=5)
    over = False
    while not over:
        _, _, ended, cut, _ = env.step(first_offer(env.table))
        over = ended or cut
    other = raw_env(game, 3, max_steps=max_steps)
    other.reset(seed=5)
    while not any((*other.terminations.values(), *other.truncations.values())):
        other.step(first_offer(other.table))
    assert other.table.position() == env.table.position()
    assert other.course.steps == env.course.steps
    assert cut == other.truncations["seat_0"]
    with pytest.raises(ValueError, match="the game is over"):
        env.step(0)


@every_game
def test_gymnasiums_own_kind_deals_the_same_and_goes_on_after_a_change_of_options(game):
    plain, own = VectorEnv(game, 4), SelfPlayVectorEnv(game, 4)
    assert (plain.reset(seed=9)[0]["observation"] == own.reset(seed=9)[0]["observation"]).all()
    option, value = {
        "sequence": ("draw", "by_hand"), "upturn": ("new_row", "bound"), "etazhiki": ("variant", "medium"),
    }[game]  # fmt: skip
    other = VectorEnv(game, 4, options={option: value})
    other.batch.reseed(plain.batch.rngs)
    changed = own.reset(options={option: value})[0]["observation"]
    assert (changed == other.reset()[0]["observation"]).all()


@every_game
def test_random_answers_of_an_environment_do_not_change_its_deals(game):
    def deals(asked):
        env = VectorEnv(game, 4)
        env.reset(seed=2)
        for _ in range(asked):
            env.sample()
        return env.reset()[0]["observation"].copy()

    assert (deals(0) == deals(3)).all()


def test_seeds_that_are_none_are_refused_and_neighbours_have_nothing_in_common():
    for reset in (VectorEnv("etazhiki", 2).reset, raw_env("etazhiki").reset):
        with pytest.raises(ValueError, match="from 0 on"):
            reset(seed=-1)
        reset(seed=2**70)
        reset(seed=np.int64(3))
    streams = streams_from(0, 4096)
    assert len(set(streams.tolist())) == 4096
    assert abs(np.unpackbits(streams.view(np.uint8)).mean() - 0.5) < 0.01
    assert (streams_from(5, 3) == streams[5:8]).all()


def test_limits_that_are_none_are_refused():
    for settings in ({"max_steps": 0}, {"history": -1}):
        for make in (raw_env, AgainstBots, lambda game, **more: VectorEnv(game, 2, **more)):
            with pytest.raises(ValueError, match="is a whole number from"):
                make("etazhiki", **settings)


@every_game
def test_a_history_tells_who_answered_what_and_not_who_let_it_be(game):
    env = raw_env(game, 3, history=5)
    env.reset(seed=1)
    said = []
    for _ in range(60):
        if not env.agents or any(env.terminations.values()):
            break
        seat = env.table.seat
        for watcher in range(3):
            heard = [pair for pair in said if pair[1] != 0 or pair[0] == watcher][::-1][:5]
            rows = env.observe(f"seat_{watcher}")["history"]
            assert rows.dtype == np.int16
            assert rows[: len(heard)].tolist() == [[1 + who, 1 + what] for who, what in heard]
            assert not rows[len(heard) :].any()
            assert env.observation_space(f"seat_{watcher}").contains(env.observe(f"seat_{watcher}"))
        action = liked(env.observe(env.agent_selection))
        said.append((seat, action))
        env.step(action)
    assert len(said) > 40


@every_game
def test_the_last_history_of_a_game_and_copies_keep_it(game):
    env = VectorEnv(game, 4, 2, max_steps=20, final=True, history=4)
    seen, _ = env.reset(seed=3)
    finals = 0
    for _ in range(45):
        before = {name: part.copy() for name, part in seen.items()}
        actions = env.sample()
        seen, _, _, _, infos = env.step(actions)
        assert (before["action_mask"][np.arange(4), actions] == 1).all()
        for last in infos.get("final_obs", []):
            if last is not None:
                assert env.single_observation_space.contains(last)
                assert last["history"].any()
                finals += 1
    assert finals >= 4
    told = []
    for one in (env, copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        path = []
        for _ in range(10):
            seen, *_ = one.step(one.sample())
            path.append(seen["history"].tobytes())
        told.append(path)
    assert told[0] == told[1] == told[2]
