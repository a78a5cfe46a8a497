"""A mean without the luck that is known: a control variate, and how much surer it makes the mean."""

from collections.abc import Sequence
from math import sqrt
from statistics import fmean, stdev
from typing import Final

import msgspec

from igroteka.lab.intervals import student

_ENOUGH: Final = 20
"""With fewer deals than this in each half, luck is taken off as it is."""


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


def adjusted(won: Sequence[float], luck: Sequence[float]) -> Adjusted | None:
    """The mean of what was won, by deal, less what luck gave; None for a single deal.

    Luck is nought on average, and so is any part of it that hangs on other deals alone: each half of the
    deals takes the part that was best in the other half.
    """
    if len(won) < 2:
        return None
    strengths = _strength(won[1::2], luck[1::2]), _strength(won[::2], luck[::2])
    left = [won[at] - strengths[at % 2] * luck[at] for at in range(len(won))]
    mean, spread, plain = fmean(left), stdev(left), stdev(won)
    reach = student(len(left) - 1) * spread / sqrt(len(left))
    rest = (spread / plain) ** 2 if plain else 1.0
    return Adjusted(mean, mean - reach, mean + reach, fmean(strengths), rest)


def _strength(won: Sequence[float], luck: Sequence[float]) -> float:
    """The slope of what was won over luck."""
    if len(won) < _ENOUGH:
        return 1.0
    middle, usual = fmean(won), fmean(luck)
    squares = sum((one - usual) ** 2 for one in luck)
    together = sum((one - usual) * (got - middle) for one, got in zip(luck, won, strict=True))
    return together / squares if squares else 0.0
