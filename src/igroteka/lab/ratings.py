"""Bradley–Terry ratings of bots: one strength each that explains all games at once, with intervals."""

from collections.abc import Sequence
from math import exp, log, sqrt
from typing import Final, NamedTuple, TypeAlias

import msgspec

from igroteka.lab.intervals import student

_ELO: Final = 400 / log(10)
"""The customary scale: 400 points are odds of ten to one."""
_ROUNDS: Final = 100
_SMALL: Final = 1e-10

Vector: TypeAlias = list[float]
Matrix: TypeAlias = list[list[float]]


class Result(NamedTuple):
    """One game: by side the number of its bot, and the side's share of the win."""

    who: tuple[int, ...]
    shares: tuple[float, ...]


class Rating(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """In Elo points around the mean of the bots, which is 0; the interval is one of 95 %."""

    rating: float
    low: float
    high: float


def ratings(bots: int, deals: Sequence[Sequence[Result]]) -> list[Rating]:
    """The most likely strengths if a side wins with chance strength / sum of the strengths at the table.

    The order of the games does not matter. Every bot has one game won and one lost against an imagined bot
    of mean strength besides, so that a clean sweep has a rating too. The intervals are those of the robust
    ("sandwich") estimator with deals as clusters: games on one deal are not independent.
    """
    strengths = _fitted(bots, [game for deal in deals for game in deal])
    spread = _covariance(strengths, deals)
    mean = sum(strengths) / bots
    reach = student(len(deals) + 1)
    found = []
    for bot in range(bots):
        middle = _ELO * (strengths[bot] - mean)
        half = _ELO * reach * sqrt(max(0.0, spread[bot][bot]))
        found.append(Rating(middle, middle - half, middle + half))
    return found


def _fitted(bots: int, games: Sequence[Result]) -> Vector:
    """Newton's method; no strength moves by more than one at a time."""
    strengths = [0.0] * bots
    for _ in range(_ROUNDS):
        slope = [1 - 2 * _chance(strength) for strength in strengths]
        for game in games:
            _add_slope(slope, strengths, game)
        steps = _solved(_curvature(strengths, games), [[value] for value in slope])
        moves = [max(-1.0, min(1.0, step[0])) for step in steps]
        strengths = [strength + move for strength, move in zip(strengths, moves, strict=True)]
        if max(map(abs, moves)) < _SMALL:
            break
    return strengths


def _covariance(strengths: Vector, deals: Sequence[Sequence[Result]]) -> Matrix:
    """Of the strengths around their mean."""
    bots = len(strengths)
    middle = [[0.0] * bots for _ in range(bots)]
    for bot, strength in enumerate(strengths):
        middle[bot][bot] += _chance(strength) ** 2 + (1 - _chance(strength)) ** 2
    for deal in deals:
        slope = [0.0] * bots
        for game in deal:
            _add_slope(slope, strengths, game)
        for one in range(bots):
            for other in range(bots):
                middle[one][other] += slope[one] * slope[other]
    curvature = _curvature(strengths, [game for deal in deals for game in deal])
    half = _solved(curvature, middle)
    whole = _solved(curvature, [list(row) for row in zip(*half, strict=True)])
    return _centred(whole)


def _centred(matrix: Matrix) -> Matrix:
    """The covariance of differences from the mean."""
    count = len(matrix)
    rows = [sum(row) / count for row in matrix]
    total = sum(rows) / count
    return [
        [matrix[one][other] - rows[one] - rows[other] + total for other in range(count)]
        for one in range(count)
    ]


def _chances(strengths: Vector, who: tuple[int, ...]) -> Vector:
    top = max(strengths[bot] for bot in who)
    weights = [exp(strengths[bot] - top) for bot in who]
    return [weight / sum(weights) for weight in weights]


def _chance(strength: float) -> float:
    """To win against a bot of strength 0."""
    return 1 / (1 + exp(-strength))


def _add_slope(slope: Vector, strengths: Vector, game: Result) -> None:
    for bot, share, chance in zip(game.who, game.shares, _chances(strengths, game.who), strict=True):
        slope[bot] += share - chance


def _curvature(strengths: Vector, games: Sequence[Result]) -> Matrix:
    bots = len(strengths)
    bent = [[0.0] * bots for _ in range(bots)]
    for bot, strength in enumerate(strengths):
        bent[bot][bot] += 2 * _chance(strength) * (1 - _chance(strength))
    for game in games:
        chances = _chances(strengths, game.who)
        for one, chance in zip(game.who, chances, strict=True):
            bent[one][one] += chance
            for other, its in zip(game.who, chances, strict=True):
                bent[one][other] -= chance * its
    return bent


def _solved(matrix: Matrix, right: Matrix) -> Matrix:
    """Gauss–Jordan with pivoting; the matrices are as small as a contest has bots."""
    size = len(matrix)
    rows = [[*row, *more] for row, more in zip(matrix, right, strict=True)]
    for at in range(size):
        best = max(range(at, size), key=lambda row: abs(rows[row][at]))
        rows[at], rows[best] = rows[best], rows[at]
        rows[at] = [value / rows[at][at] for value in rows[at]]
        for other in range(size):
            if other != at and rows[other][at]:
                factor = rows[other][at]
                rows[other] = [a - factor * b for a, b in zip(rows[other], rows[at], strict=True)]
    return [row[size:] for row in rows]
