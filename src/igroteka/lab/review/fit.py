"""The curve that makes what playouts say come true: found by what happened in games."""

from collections.abc import Sequence
from math import sqrt
from typing import Any, Final

import msgspec
import numpy as np

from igroteka.lab.review.calibration import AS_SAID, Chances, Curve
from igroteka.lab.review.reliability import Said
from igroteka.lab.review.review import LINE

_POWERS: Final = (0.5, 3.5)
_DOUBTS: Final = (0.0, 0.9)
_GRID: Final = 7
_CLOSER: Final = 8
"""How often the grid is laid anew around the best point of the last one, half as wide."""
_FOLDS: Final = 10
_Z: Final = 1.959964
_STEP: Final = 0.01
"""For slopes of the surprise."""


class Fit(msgspec.Struct, frozen=True):
    """A curve that was found, and how sure it is; ± are 95 % intervals over games."""

    curve: Curve
    power_error: float
    doubt_error: float
    games: int
    gain: float
    """How much less surprising a game is than by the playouts alone, in nats: each game by a curve that was
    found in other games."""
    gain_error: float

    @property
    def is_sure(self) -> bool:
        """Whether the curve is better than none."""
        return self.gain > self.gain_error


class _Games(msgspec.Struct, frozen=True):
    """What was said and what came of it, by moment, and which game it was."""

    means: Chances
    got: Chances
    game: Any

    def surprise(self, power: float, doubt: float) -> Any:
        """By game the logarithm of what came, summed over its moments."""
        chances = Curve(power, doubt).chances(self.means)
        return np.bincount(self.game, -(self.got * np.log(chances)).sum(axis=1))

    def some(self, chosen: Any) -> "_Games":
        kept = chosen[self.game]
        return _Games(self.means[kept], self.got[kept], np.unique(self.game[kept], return_inverse=True)[1])


def fit(said: Sequence[Said]) -> Fit:
    """The curve with which the games were least surprising; needs at least as many games as folds."""
    games = _games(said)
    best = _best(games)
    errors = _errors(games, best)
    gain = _gains(games)
    spread = _Z * float(gain.std()) / sqrt(len(gain))
    return Fit(best, *errors, len(gain), float(gain.mean()), spread)


def _games(said: Sequence[Said]) -> _Games:
    """Where no playout was won, half a one is thought to have been."""
    means = np.clip(np.array([one.means for one in said]), 0.5 / LINE, 1.0)
    numbers = np.unique([one.seed for one in said], return_inverse=True)[1]
    return _Games(means, np.array([one.got for one in said]), numbers)


def _best(games: _Games) -> Curve:
    powers, doubts = (np.linspace(low, high, _GRID) for low, high in (_POWERS, _DOUBTS))
    for _ in range(_CLOSER):
        power, doubt = min(
            ((float(power), float(doubt)) for power in powers for doubt in doubts),
            key=lambda one: float(games.surprise(*one).sum()),
        )
        powers, doubts = _around(powers, power, _POWERS), _around(doubts, doubt, _DOUBTS)
    return Curve(round(power, 2), round(doubt, 3))


def _around(grid: Any, middle: float, bounds: tuple[float, float]) -> Any:
    reach = (grid[-1] - grid[0]) / 4
    return np.linspace(max(bounds[0], middle - reach), min(bounds[1], middle + reach), _GRID)


def _gains(games: _Games) -> Any:
    """By game how much less surprising it is by the curve of the other folds than as it was said."""
    folds = np.arange(games.game.max() + 1) % _FOLDS
    gains = games.surprise(AS_SAID.power, AS_SAID.doubt)
    for fold in range(_FOLDS):
        found = _best(games.some(folds != fold))
        gains[folds == fold] -= games.surprise(found.power, found.doubt)[folds == fold]
    return gains


def _errors(games: _Games, found: Curve) -> tuple[float, float]:
    """Of both numbers, where moments of a game hang together (the sandwich estimate).

    A doubt of nought lies at the border: the power has the error that it has without a doubt, and the doubt
    that of a little more.
    """
    at = np.array([found.power, max(found.doubt, _STEP)])
    score, bent = _bends(games, at)
    both = _sandwich(score, bent)
    alone = _sandwich(score[:1], bent[:1, :1])
    return float(alone[0] if found.doubt == 0 else both[0]), float(both[1])


def _bends(games: _Games, at: Any) -> tuple[Any, Any]:
    """By number and game how steep the surprise is, and how steepness changes with the numbers, in all."""
    steps = np.eye(2) * _STEP / 2

    def slopes(where: Any) -> Any:
        rise = [games.surprise(*(where + one)) - games.surprise(*(where - one)) for one in steps]
        return np.stack(rise) / _STEP

    bent = np.stack([(slopes(at + one) - slopes(at - one)).sum(axis=1) for one in steps]) / _STEP
    return slopes(at), (bent + bent.T) / 2


def _sandwich(score: Any, bent: Any) -> Any:
    turned = np.linalg.pinv(bent)
    return _Z * np.sqrt(np.diag(turned @ (score @ score.T) @ turned))
