"""Chances that come true: what playouts say is mended by what happened in other games, per kind of table."""

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from igroteka.core import Sides
from igroteka.lab.review.figures import Trust

Chances = npt.NDArray[np.float64]


class Kind(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of table, and what its games have shown."""

    seats: int
    power: float
    """Chances are raised to this power: above 1 playouts are too timid, below 1 too bold."""
    options: dict[str, Any] = {}
    """Those that make it another kind."""
    trust: Trust | None = None

    def holds(self, seats: int, options: dict[str, Any]) -> bool:
        return self.seats == seats and all(options.get(name) == its for name, its in self.options.items())


class LuckEffort(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What it takes to tell the luck of a game."""

    worlds: int = 200
    """Playouts for each value."""
    most: int = 24
    """Answers of a playout; then the game is judged as it stands."""


class Calibration(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What `lab/<game>/review.toml` says: how many playouts things take, and the kinds of tables."""

    playouts: int
    luck: LuckEffort = LuckEffort()
    kinds: tuple[Kind, ...] = ()


@cache
def calibration(name: str) -> Calibration:
    text = files(f"igroteka.lab.{name}").joinpath("review.toml").read_text("utf-8")
    return msgspec.convert(tomllib.loads(text), Calibration)


def kind_of(name: str, seats: int, options: dict[str, Any]) -> Kind:
    """The kind of such a table; one of which nothing is known takes chances as they are."""
    known = (kind for kind in calibration(name).kinds if kind.holds(seats, options))
    return next(known, Kind(seats, 1.0))


def by_side(values: Chances, sides: Sides) -> Chances:
    """Of what was counted by seat, along the last axis, one figure a side."""
    return values[..., [side[0] for side in sides]]


def mended(means: Chances, power: float) -> Chances:
    """Mean results by side as chances: raised to the power, and one in all."""
    raised = means**power
    chances: Chances = raised / raised.sum()
    return chances


def slopes(means: Chances, power: float) -> Chances:
    """By side how much more a mended chance moves than the mean that it was made of."""
    chances, spread = mended(means, power), means * (1 - means)
    flat = spread < 1e-9
    return np.where(flat, 1.0, power * chances * (1 - chances) / np.where(flat, 1.0, spread))
