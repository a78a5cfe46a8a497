"""Chances that come true: what playouts say is mended by what happened in other games, per kind of table."""

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any, Final

import msgspec
import numpy as np
import numpy.typing as npt

from igroteka.core import Sides
from igroteka.lab.review.figures import Trust

Chances = npt.NDArray[np.float64]
_ASTRAY: Final = 0.5
"""The power for games that go astray: the weaker side wins many more of them, unless it has lost."""


class Curve(msgspec.Struct, frozen=True):
    """What makes chances of mean results. Who wins or loses every playout does so for certain."""

    power: float = 1.0
    """Means are raised to this power: above 1 playouts are too timid, below 1 too bold."""
    doubt: float = 0.0
    """The part of games that go astray: in them the roots of the means tell who wins."""

    def chances(self, means: Chances) -> Chances:
        """Mean results by side, along the last axis, as chances; one in all."""
        return self._both(_raised(means, self.power), _raised(means, _ASTRAY))

    def slopes(self, means: Chances) -> Chances:
        """By side how much more a chance moves than the mean that it was made of."""
        return self._both(_slopes(means, self.power), _slopes(means, _ASTRAY))

    def _both(self, usual: Chances, astray: Chances) -> Chances:
        both: Chances = (1 - self.doubt) * usual + self.doubt * astray
        return both


def _raised(means: Chances, power: float) -> Chances:
    raised = means**power
    chances: Chances = raised / raised.sum(axis=-1, keepdims=True)
    return chances


def _slopes(means: Chances, power: float) -> Chances:
    raised, spread = _raised(means, power), means * (1 - means)
    flat = spread < 1e-9
    return np.where(flat, 1.0, power * raised * (1 - raised) / np.where(flat, 1.0, spread))


AS_SAID: Final = Curve()


class Kind(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of table, and what its games have shown."""

    seats: int
    power: float = 1.0
    doubt: float = 0.0
    """Those of its curve."""
    options: dict[str, Any] = {}
    """Those that make it another kind."""
    trust: Trust | None = None

    @property
    def curve(self) -> Curve:
        return Curve(self.power, self.doubt)

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
    return next(known, Kind(seats))


def by_side(values: Chances, sides: Sides) -> Chances:
    """Of what was counted by seat, along the last axis, one figure a side."""
    return values[..., [side[0] for side in sides]]
