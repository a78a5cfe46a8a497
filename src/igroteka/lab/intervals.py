"""What a mean over deals is worth: 95 % intervals, and how much duplicate deals have narrowed them."""

from collections.abc import Iterable, Mapping, Sequence
from math import sqrt
from typing import Final

import msgspec

_Z: Final = 1.959964
"""95 % of a normal distribution lie within so many deviations."""
_GROUPS: Final = 20
"""So many parts of the deals are left out in turn to see how sure a ratio of variances is."""


def interval(shares: Sequence[float]) -> tuple[float, float]:
    """The 95 % interval of the mean of shares from 0 to 1, one per deal."""
    return ratio_interval([(share, 1.0) for share in shares])


def ratio_interval(deals: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """The 95 % interval of what was won out of what could be won, one pair of numbers per deal.

    Games of one deal are not independent, deals are: so a deal is one observation, which is what makes
    duplicate deals worth their name. Two more deals, one all won and one all lost, keep it honest where all
    deals are alike; Student's t where there are few.
    """
    usual = sum(of for _, of in deals) / len(deals)
    seen = [*deals, (0.0, usual), (usual, usual)]
    count, whole = len(seen), sum(of for _, of in seen)
    mean = sum(won for won, _ in seen) / whole
    squares = sum((won - mean * of) ** 2 for won, of in seen)
    reach = student(count - 1) * sqrt(squares / (count - 1) * count) / whole
    return max(0.0, mean - reach), min(1.0, mean + reach)


def plus_minus(games: Sequence[tuple[float, float]]) -> float:
    """How far from what was won the true figure may be, on either side: the farther end of that interval."""
    low, high = ratio_interval(games)
    mean = sum(won for won, _ in games) / sum(of for _, of in games)
    return max(high - mean, mean - low)


def by_game(won: Iterable[float], seeds: Iterable[int]) -> list[tuple[float, float]]:
    """What was won at the moments of each game, and how many they were; a seed is a game."""
    found: dict[int, tuple[float, float]] = {}
    for got, seed in zip(won, seeds, strict=True):
        before, count = found.get(seed, (0.0, 0.0))
        found[seed] = before + float(got), count + 1
    return [*found.values()]


def student(freedom: int) -> float:
    """The 97.5 % point of Student's t by its expansion in 1/n, within 1 % from n = 3 on."""
    z, n = _Z, freedom
    return (
        z
        + (z**3 + z) / (4 * n)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * n**3)
    )


class Luck(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The variance of a deal's result beside that of as many unrelated games: below 1, luck cancels out."""

    variance: float
    low: float
    high: float


def luck(rows: Sequence[Mapping[tuple[int, ...], float]]) -> Luck | None:
    """How much of the luck of the cards duplicate deals have taken out; None where that cannot be said.

    A row is one deal: by lineup what one bot won. What a place is worth on average is taken off first. The
    interval is a jackknife over groups of deals.
    """
    if len(rows) < 2 * _GROUPS or len({*rows[0]}) < 2:
        return None
    found = _variance(rows)
    parts = [[row for at, row in enumerate(rows) if at % _GROUPS != part] for part in range(_GROUPS)]
    without = [_variance(part) for part in parts]
    if found is None or None in without:
        return None
    some = [value for value in without if value is not None]
    mean = sum(some) / _GROUPS
    reach = student(_GROUPS - 1) * sqrt(sum((value - mean) ** 2 for value in some) * (_GROUPS - 1) / _GROUPS)
    return Luck(found, max(0.0, found - reach), found + reach)


def _variance(rows: Sequence[Mapping[tuple[int, ...], float]]) -> float | None:
    """The variance of the sum over the sum of the variances."""
    means = {lineup: sum(row[lineup] for row in rows) / len(rows) for lineup in rows[0]}
    apart = sum((row[lineup] - mean) ** 2 for row in rows for lineup, mean in means.items())
    together = sum(sum(row[lineup] - mean for lineup, mean in means.items()) ** 2 for row in rows)
    return together / apart if apart else None
