"""What cannot be is told by what is wrong with it, in every interface, and nothing has changed."""

from pathlib import Path

import gymnasium
import numpy as np
import pytest

import igroteka
from igroteka.core import Refused
from igroteka.envs import AgainstBots, VectorEnv, as_numbers, egocentric, raw_env, upturn_v0
from igroteka.envs.layout import split, width

TAUGHT = Path(__file__).parents[2] / "examples" / "etazhiki.onnx"


def test_an_environment_that_was_not_reset_says_so():
    env = raw_env("upturn")
    for ask in (env.state, lambda: env.step(1), lambda: env.observe("seat_0")):
        with pytest.raises(ValueError, match="reset first"):
            ask()


@pytest.mark.parametrize("agent", ["seat_2", 0])
def test_an_agent_that_is_not_there_is_named_with_those_that_are(agent):
    env = raw_env("upturn")
    env.reset(seed=1)
    with pytest.raises(ValueError, match=f"no agent {agent!r} here: seat_0, seat_1"):
        env.observe(agent)


@pytest.mark.parametrize("make", [upturn_v0.env, lambda: AgainstBots("upturn"), lambda: _many("Upturn")])
@pytest.mark.parametrize(
    ("options", "problem"), [(["new_row"], "by name"), ({"options": 2}, "unknown-field")]
)
def test_options_that_are_none_are_no_options(make, options, problem):
    with pytest.raises(ValueError, match=problem):
        make().reset(options=options)


def _many(title):
    return gymnasium.make_vec(f"igroteka/{title}-v0", num_envs=2).unwrapped


def test_many_tables_are_not_one_and_it_is_said_which_is():
    with pytest.raises(ValueError, match=r"make_vec.*igroteka/Sequence-vs-player-v0"):
        gymnasium.make("igroteka/Sequence-v0")


def test_a_text_is_no_seed_and_no_time():
    for make in (lambda: VectorEnv("upturn", 3, seed="abc"), lambda: VectorEnv("upturn", 3).reset("abc")):
        with pytest.raises(ValueError, match="a seed is a whole number from 0 on, not 'abc'"):
            make()
    with pytest.raises(ValueError, match="more than 0 seconds, not '1'"):
        AgainstBots("upturn", "master", seconds="1")
    with pytest.raises(ValueError, match="more than 0 seconds, not inf"):
        AgainstBots("upturn", "master", seconds=float("inf"))


@pytest.mark.parametrize("name", ["honour", "check", "final", "relative"])
def test_a_word_is_neither_true_nor_false(name):
    with pytest.raises(ValueError, match=f"{name} is True or False, not 'no'"):
        VectorEnv("upturn", 3, **{name: "no"})
    assert VectorEnv("upturn", 3, **{name: np.True_}).num_envs == 3


@pytest.mark.parametrize("make", [raw_env, AgainstBots])
def test_nor_is_it_at_one_table(make):
    with pytest.raises(ValueError, match="relative is True or False, not 'no'"):
        make("upturn", relative="no")


def test_tables_that_are_there_get_no_other_options_and_are_left_as_gymnasium_leaves_them():
    env = VectorEnv("upturn", 3)
    with pytest.raises(ValueError, match=r"when they are made: VectorEnv\(…, options={'new_row': 2}\)"):
        env.reset(options={"new_row": 2})
    seen, _ = env.reset(seed=7, options=None)
    assert np.array_equal(seen["observation"], VectorEnv("upturn", 3, seed=7).look()[0]["observation"])
    env.close()


def test_a_bot_of_another_game_is_refused_before_the_first_deal():
    with pytest.raises(Refused, match="bot-of-another-game"):
        AgainstBots("upturn", bot=str(TAUGHT))


@pytest.mark.parametrize("read", [split, egocentric])
def test_what_is_no_observation_of_the_game_is_not_read(read):
    seen = VectorEnv("upturn", 2).reset(seed=1)[0]["observation"]
    with pytest.raises(ValueError, match=r"of sequence has 318 numbers; these have the shape \(2, 451\)"):
        read("sequence", seen)
    with pytest.raises(ValueError, match="shape"):
        read("upturn", 7)
    assert width("upturn") == 451


def test_a_game_without_fields_has_none_to_split_and_fractions_are_no_observation():
    with pytest.raises(ValueError, match="'chess' have no fields"):
        split("chess", np.zeros(2048, np.uint8))
    with pytest.raises(ValueError, match="whole numbers"):
        egocentric("upturn", np.zeros(451))


def test_only_a_seat_is_asked_in_numbers():
    match = igroteka.open("etazhiki", seats=2, seed=7)
    with pytest.raises(ValueError, match="spectator"):
        as_numbers(match.view(None), (), False)
    for other in (match.state, {"game": "etazhiki"}, None):
        with pytest.raises(ValueError, match="a view of a game is needed"):
            as_numbers(other, (), False)
