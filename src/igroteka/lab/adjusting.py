"""A mean without the luck that is known: a control variate, and how much surer it makes the mean."""

from collections.abc import Sequence
from math import sqrt
from statistics import fmean, stdev
from typing import Any, Final

import msgspec

from igroteka.lab.intervals import student

_ENOUGH: Final = 40
"""With fewer deals than this, luck is taken off as it is."""
_FOLDS: Final = 10
"""Each of so many parts of the deals is adjusted by what was found in the others."""
_APART: Final = 0.3
"""How far the strengths of the parts of luck are thought to lie from one another: fewer deals, less far."""


class Adjusted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A win share with the luck of the cards taken out: the same on average, and surer."""

    win_share: float
    low: float
    high: float
    """The 95 % interval, over deals; it may reach beyond 0 and 1."""
    strength: float
    """How much of the luck was taken off, on average: the part that leaves least variance in other deals."""
    variance: float
    """What is left of the variance of the plain share, over deals."""


def adjusted(
    won: Sequence[float], luck: Sequence[float], parts: Sequence[Sequence[float]] = ()
) -> Adjusted | None:
    """The mean of what was won, by deal, less what luck gave; None for a single deal.

    `parts` has the same luck by deal in parts. Each is nought on average, and so is any multiple of it that
    hangs on other deals alone: every deal takes those multiples that were best in the deals of other folds.
    """
    if len(won) < 2:
        return None
    taken = list(luck) if len(won) < _ENOUGH else _taken(won, parts or [(one,) for one in luck])
    left = [got - off for got, off in zip(won, taken, strict=True)]
    mean, spread, plain = fmean(left), stdev(left), stdev(won)
    reach = student(len(left) - 1) * spread / sqrt(len(left))
    rest = (spread / plain) ** 2 if plain else 1.0
    return Adjusted(mean, mean - reach, mean + reach, _slope(taken, luck), rest)


def _taken(won: Sequence[float], parts: Sequence[Sequence[float]]) -> list[float]:
    """By deal what is taken off: its parts of luck, each as strong as it was in the other folds."""
    import numpy as np  # where luck is told, it is there

    given, got = np.array(parts), np.array(won)
    taken, folds = np.zeros(len(got)), np.arange(len(got)) % _FOLDS
    for fold in range(_FOLDS):
        others = folds != fold
        taken[~others] = given[~others] @ _strengths(got[others], given[others])
    return [float(one) for one in taken]


def _strengths(got: Any, given: Any) -> Any:
    """One for each part: a common one by least squares, and how far it is from that by ridge regression."""
    import numpy as np

    columns = np.column_stack((given.sum(axis=1), given))
    columns = columns - columns.mean(axis=0)
    results = got - got.mean()
    ridge = np.full(columns.shape[1], results.var() / _APART**2 + 1e-12)
    ridge[0] = 1e-12
    found = np.linalg.solve(columns.T @ columns + np.diag(ridge), columns.T @ results)
    return found[0] + found[1:]


def _slope(taken: Sequence[float], luck: Sequence[float]) -> float:
    """Of the luck there was, how much was taken off."""
    squares = sum(one * one for one in luck)
    return sum(off * one for off, one in zip(taken, luck, strict=True)) / squares if squares else 0.0
