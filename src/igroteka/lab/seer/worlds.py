"""Worlds with the true hands, each with another order of what is still to come."""

from functools import cache
from importlib import import_module
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from igroteka.core import Chance
from igroteka.games import game as on_shelf
from igroteka.turbo import twin
from igroteka.turbo.chance import shuffle
from igroteka.turbo.compiling import bound
from igroteka.turbo.machine import Array, State, Stream

WORLDS: Final = 256


def true_worlds(name: str, state: Any, chance: Chance) -> npt.NDArray[np.void]:
    """The state as the twin has it, so many times."""
    position = on_shelf(name).position(state)
    assert position is not None
    worlds = np.repeat(twin(name).encode(position, state.options, state.pool), WORLDS)
    stream = np.array([chance.below(2**32) << 32 | chance.below(2**32)], np.uint64)
    _mixing(name)(worlds, stream)
    return worlds


def to_come(s: State) -> Array:
    """What a game brings: its `lab/<game>/deck.py`."""
    raise NotImplementedError


def mix_all(states: Array, rng: Stream) -> None:
    for at in range(states.shape[0]):
        deck = to_come(states[at])
        shuffle(deck, deck.size, rng)


@cache
def _mixing(name: str) -> Any:
    deck = import_module(f"igroteka.lab.{name}.deck")
    package = import_module(twin(name).KERNELS["ask"].__module__)
    return bound(mix_all, package, {**globals(), "to_come": deck.to_come})
