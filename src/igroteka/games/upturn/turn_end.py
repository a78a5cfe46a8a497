"""What is left at the end of a turn in UpTurn: how many turns the rack still needs, who is almost out."""

from functools import lru_cache
from math import exp
from typing import Final, TypeAlias

import msgspec

from igroteka.core import Seat
from igroteka.games.upturn.tiles import JOKER, SKIPS, Order, Tile, Trend, is_beyond, is_number, is_twin, value
from igroteka.games.upturn.view import View

FREE: Final = 0.15
"""The turns that a tile costs which lets one lay on at once: a joker, at two seats a skip."""
NO_NUMBER: Final = 2.5
"""More turns for a rack without a number, which cannot be finished as it is (UT-31)."""
STUCK: Final = 1.6
"""Turns lost when nothing fits: a tile more, and one fewer laid."""
AGAINST: Final = 0.15
TUCKED: Final = 0.35
"""Turns saved by each number that may come to lie under a twin."""
ALMOST_OUT: Final = {1: 12.0, 2: 3.0, 3: 1.5}
"""How much a seat with so few tiles threatens."""
LATER: Final = 0.55
"""How much less a threat counts for every seat that moves before it."""
GIFT: Final = 1.0
NEAR: Final = 25
"""How far from a twin a number may come to lie under it some day."""
START: Final[dict[Trend, int]] = {"up": 20, "down": 80}
"""Where a row is thought to begin as long as no number binds."""

Left: TypeAlias = tuple[tuple[Tile, ...], int | None, Trend | None]
"""A rack, and what the next number is held to."""


class Moment(msgspec.Struct, frozen=True):
    """The table as it lies at some point of one's own turn."""

    rack: tuple[Tile, ...]
    ref: int | None
    trend: Trend | None
    order: Order
    gifts: int = 0
    skips: int = 0


class Ends:
    """What ends of a turn are worth; many ways of a turn lead to the same rack, which is looked at once."""

    def __init__(self, view: View, seat: Seat, numbers: list[int]) -> None:
        self.view, self.seat = view, seat
        self.numbers = numbers
        """Those that the seat has not seen."""
        self._known: dict[Left, float] = {}
        self._near: dict[tuple[Tile, ...], int] = {}
        self._sizes: dict[int, list[int]] = {}
        self._shares: dict[tuple[int, Trend], float] = {}

    def worth(self, at: Moment) -> float:
        """Fewer turns for oneself, fewer chances for others."""
        return GIFT * at.gifts / (self.view.seats - 1) - self._turns(at) - self._threat(at)

    def _turns(self, at: Moment) -> float:
        """How many turns the rack may still take."""
        key: Left = (at.rack, at.ref, at.trend)
        turns = self._known.get(key)
        if turns is None:
            turns = self._known[key] = self._count_turns(at)
        return turns

    def _count_turns(self, at: Moment) -> float:
        numbers = [value(tile) for tile in at.rack if is_number(tile)]
        skip = FREE if self.view.seats == 2 else 1.0
        actions = [FREE if t == JOKER else skip if t in SKIPS else 1.0 for t in at.rack if not is_number(t)]
        turns = len(numbers) + sum(actions) + (0.0 if numbers else NO_NUMBER)
        stuck = 1.0
        for number in numbers:
            fits = fits_later(number, at.ref, at.trend, self.view.seats - 1)
            stuck *= 1.0 - fits
            turns += AGAINST * (1.0 - fits)
        if not actions or len(at.rack) == 1:
            turns += STUCK * stuck
        return turns - TUCKED * self._tuckable(at.rack)

    def _tuckable(self, rack: tuple[Tile, ...]) -> int:
        """Numbers that lie within reach of a twin."""
        found = self._near.get(rack)
        if found is None:
            twins = [value(tile) for tile in rack if is_twin(tile)]
            near = [value(tile) for tile in rack if is_number(tile) and not is_twin(tile)] if twins else []
            found = max((len([n for n in near if -NEAR < twin - n < NEAR]) for twin in twins), default=0)
            self._near[rack] = found
        return found

    def _threat(self, at: Moment) -> float:
        """Seats that are almost out, the sooner they move the worse; gifts go to the worst of them."""
        sizes = self._sizes_with_gifts(at)
        step = 1 if at.order == "cw" else -1
        threat, weight = 0.0, 1.0
        for n in range(1, self.view.seats):
            seat = (self.seat + step * (n + at.skips)) % self.view.seats
            if seat == self.seat or n + at.skips >= self.view.seats:
                break
            threat += weight * ALMOST_OUT.get(sizes[seat], 0.0) * self._fits_them(at, sizes[seat])
            weight *= LATER
        return threat / (self.view.seats - 1)  # the others see to it as well

    def _sizes_with_gifts(self, at: Moment) -> list[int]:
        if at.gifts not in self._sizes:
            sizes = list(self.view.rack_sizes)
            others = [seat for seat in range(self.view.seats) if seat != self.seat]
            for _ in range(at.gifts):
                sizes[min(others, key=lambda seat: sizes[seat])] += 1
            self._sizes[at.gifts] = sizes
        return self._sizes[at.gifts]

    def _fits_them(self, at: Moment, size: int) -> float:
        """How likely a number that we have not seen fits; with more than one tile there is often a way."""
        if at.ref is None or at.trend is None or not self.numbers:
            return 1.0
        fits = (at.ref, at.trend)
        if fits not in self._shares:
            self._shares[fits] = sum(is_beyond(number, *fits) for number in self.numbers) / len(self.numbers)
        share = self._shares[fits]
        return share if size == 1 else 0.5 + 0.5 * share


@lru_cache(maxsize=4096)
def fits_later(number: int, ref: int | None, trend: Trend | None, others: int) -> float:
    """How likely a number still fits when the others have moved."""
    if trend is None:
        return 0.5
    start = START[trend] if ref is None else ref
    beyond = number - start if trend == "up" else start - number
    return 0.2 if beyond <= 0 else 0.2 + 0.65 * (1.0 - exp(-beyond / (12.0 * others)))
