"""Figures of many games with 95 % intervals: means, shares of sides and of bots, parts of a variance."""

from collections.abc import Callable, Iterable, Sequence
from math import erfc, exp, gamma, sqrt
from statistics import mean, stdev
from typing import Final

import msgspec

from igroteka.lab.intervals import interval, student
from igroteka.lab.studies.trial import Game

_PARTS: Final = 20
"""So many parts of the deals are left out in turn where a figure has no formula for its interval."""


class Figure(msgspec.Struct, frozen=True):
    """A figure and its 95 % interval."""

    value: float
    low: float
    high: float

    def told(self, digits: int = 1, times: float = 1) -> str:
        """As in a sentence: `51.2 (48.0 – 54.4)`."""
        value, low, high = (f"{number * times:.{digits}f}" for number in (self.value, self.low, self.high))
        return f"{value} ({low} – {high})"

    def less(self, other: float) -> "Figure":
        """The same, counted from another number."""
        return Figure(self.value - other, self.low - other, self.high - other)


def by_deal(games: Iterable[Game]) -> list[list[Game]]:
    """Games of one deal together: they are not independent, deals are."""
    deals: dict[int, list[Game]] = {}
    for game in games:
        deals.setdefault(game.deal, []).append(game)
    return list(deals.values())


def share(games: Sequence[Game], won: Callable[[Game], float]) -> Figure:
    """The mean of what was won, from 0 to 1, over deals."""
    means = [mean(map(won, deal)) for deal in by_deal(games)]
    return Figure(mean(means), *interval(means))


def of_bot(number: int) -> Callable[[Game], float]:
    """What the bot of this number won in a game."""
    return lambda game: sum(part for side, part in enumerate(game.shares()) if game.lineup[side] == number)


def of_beginning(game: Game) -> float:
    """What the side that began has won."""
    return game.shares()[game.began]


def mean_of(games: Sequence[Game], figure: Callable[[Game], float]) -> Figure:
    """The mean of any figure of a game, over deals."""
    means = [mean(map(figure, deal)) for deal in by_deal(games)]
    middle = mean(means)
    reach = student(len(means) - 1) * stdev(means) / sqrt(len(means))
    return Figure(middle, middle - reach, middle + reach)


def slope(pairs: Sequence[tuple[float, float]], deals: Sequence[int] | None = None) -> Figure | None:
    """How much the second number grows with the first; the interval allows for unequal scatter.

    Pairs of one deal are one observation, where deals are named.
    """
    middle, level = mean(x for x, _ in pairs), mean(y for _, y in pairs)
    spread = sum((x - middle) ** 2 for x, _ in pairs)
    apart: dict[int, float] = {}
    if len(pairs) < 8 or not spread:
        return None
    steep = sum((x - middle) * (y - level) for x, y in pairs) / spread
    for (x, y), deal in zip(pairs, deals or range(len(pairs)), strict=True):
        apart[deal] = apart.get(deal, 0.0) + (x - middle) * (y - level - steep * (x - middle))
    if (count := len(apart)) < 4:
        return None
    odd = sum(one**2 for one in apart.values())
    reach = student(count - 2) * sqrt(odd * count / (count - 2)) / spread
    return Figure(steep, steep - reach, steep + reach)


def jackknifed(deals: Sequence[list[Game]], figure: Callable[[Sequence[list[Game]]], float]) -> Figure | None:
    """Any figure of deals, its interval by leaving out parts of them in turn; None where there are few."""
    if len(deals) < 2 * _PARTS:
        return None
    value = figure(deals)
    without = [figure([one for at, one in enumerate(deals) if at % _PARTS != part]) for part in range(_PARTS)]
    middle = mean(without)
    squares = sum((one - middle) ** 2 for one in without)
    reach = student(_PARTS - 1) * sqrt(squares * (_PARTS - 1) / _PARTS)
    return Figure(value, value - reach, value + reach)


def unlike(figures: Sequence[Figure]) -> tuple[float, float]:
    """Cochran's Q of figures with intervals of 95 %, and how likely chance alone gives as much or more."""
    weights = [(2 * 1.96 / max(figure.high - figure.low, 1e-9)) ** 2 for figure in figures]
    middle = sum(w * figure.value for w, figure in zip(weights, figures, strict=True)) / sum(weights)
    q = sum(w * (figure.value - middle) ** 2 for w, figure in zip(weights, figures, strict=True))
    return q, _chance_of(q, len(figures) - 1)


def _chance_of(q: float, freedom: int) -> float:
    """The upper tail of chi squared, by its finite sums."""
    if freedom % 2:
        terms: float = sum((q / 2) ** (k + 0.5) / gamma(k + 1.5) for k in range((freedom - 1) // 2))
        return erfc(sqrt(q / 2)) + exp(-q / 2) * terms
    series: float = sum((q / 2) ** k / gamma(k + 1) for k in range(freedom // 2))
    return exp(-q / 2) * series
