"""What a network of the school is given: the part of it that needs no PyTorch."""

import numpy as np
import pytest

from igroteka.envs import VectorEnv
from igroteka.games import SHELF
from igroteka.lab.school.shape import begins, named_places, own_places, shape_of
from igroteka.turbo import twin, twins


@pytest.mark.parametrize("name", twins())
def test_fields_fill_the_observation_without_gaps(name):
    ends = [start + field.length for start, field in begins(name)]
    assert [start for start, _ in begins(name)] == [0, *ends[:-1]]
    assert ends[-1] == twin(name).OBSERVED


@pytest.mark.parametrize("name", twins())
def test_names_are_never_larger_than_there_are_names(name):
    env = VectorEnv(name, 32, SHELF[name].SEATS[0], seed=5)
    seen, _ = env.reset()
    for _ in range(60):
        for place, count in named_places(name):
            assert seen["observation"][:, place].max() < count
        seen, *_ = env.step(env.sample())


@pytest.mark.parametrize("name", twins())
def test_what_only_a_seat_itself_is_told_is_the_hand(name):
    """After the deal another seat's hand is another one."""
    env = VectorEnv(name, 32, SHELF[name].SEATS[0], seed=9)
    env.reset()
    everyone = np.asarray(env.batch.observe_seats())
    own = own_places(name)
    assert own
    assert (everyone[:, 0][:, own] != everyone[:, 1][:, own]).any(axis=1).mean() > 0.9


def test_a_shape_has_what_random_play_shows_and_allows():
    shape = shape_of("etazhiki", [(2, None)])
    assert shape.inputs > 100
    assert shape.shown == sorted(set(shape.shown))
    assert shape.allowed == sorted(set(shape.allowed))
    assert max(shape.allowed) < shape.actions == twin("etazhiki").ACTIONS
    wider = shape_of("etazhiki", [(2, None), (3, {"variant": "beginner"})])
    assert set(shape.allowed) < set(wider.allowed)
