"""What a seat of UpTurn has seen of the turns of others: where each took a tile, or which number it laid."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

import msgspec

from igroteka.core import Seat
from igroteka.games.upturn.rows import Rows, reference
from igroteka.games.upturn.state import is_fresh
from igroteka.games.upturn.tiles import (
    SKIPS,
    TRENDS,
    Order,
    Tile,
    Trend,
    is_number,
    is_penalty,
    is_twin,
    value,
)
from igroteka.games.upturn.view import View

KEPT: Final = 12
"""How many views are kept, one for each turn of one's own."""


class Turn(NamedTuple):
    """What a number had to go beyond in a turn of a seat, and what the seat has taken and laid since.

    It laid one plain number by itself and that alone, or (None) took a tile before it laid anything.
    """

    ref: int
    trend: Trend
    taken: int = 0
    laid: int = 0
    number: int | None = None


def remember(views: tuple[View, ...], view: View) -> tuple[View, ...]:
    """What to keep of the views that a seat is given: how each of its turns began."""
    if not is_begun(view):
        return views
    return (*views, msgspec.structs.replace(view, legal=()))[-KEPT:]


def is_begun(view: View) -> bool:
    """Whether the seat's own turn has just come."""
    return view.turn == view.seat and is_fresh(view)


def turns(views: Sequence[View]) -> dict[Seat, list[Turn]]:
    """By seat its turns, as far as these views tell; the latest last."""
    told: dict[Seat, list[Turn]] = {seat: [] for seat in range(views[-1].seats)}
    for earlier, later in pairwise(views):
        if not _goes_on(earlier, later):
            told = {seat: [] for seat in told}
            continue
        round_ = _Round(earlier, later)
        for seat, its in told.items():
            taken, laid = round_.taken[seat], len(round_.laid[seat])
            told[seat] = [one._replace(taken=one.taken + taken, laid=one.laid + laid) for one in its]
        for seat, turn in round_.turns():
            told[seat].append(turn)
    return told


def _goes_on(earlier: View, later: View) -> bool:
    """Whether it is the same game, and the bag was not filled again in between."""
    was, now = earlier.pool, later.pool
    if was is None or now is None or earlier.seats != later.seats:
        return False
    return was.goes_on_in(now)


class _Round:
    """What happened between the beginnings of two turns of a seat, followed seat by seat."""

    def __init__(self, earlier: View, later: View) -> None:
        assert earlier.pool is not None
        assert later.pool is not None
        was, now = earlier.pool, later.pool
        self.later, self.bound = later, later.options.new_row == "bound"
        self.taken = [new - old for old, new in zip(was.taken, now.taken, strict=True)]
        self.laid = [new[len(old) :] for old, new in zip(was.laid, now.laid, strict=True)]
        self.order: Order | None = earlier.order
        self.trend = earlier.trend

    def turns(self) -> Iterator[tuple[Seat, Turn]]:
        """What others did in their turns, as long as it is sure whose turn it was."""
        me = self.later.seat
        assert me is not None
        others = [tile for seat, tiles in enumerate(self.laid) if seat != me for tile in tiles]
        left, steering = len(others), sum(tile in TRENDS for tile in others)
        if not is_begun(self.later) or not self._ends_with(others):
            return
        seat, met = me, {me}
        while True:
            skips = self._follow(self.laid[seat], steering)
            if self.order is None:
                return
            step = 1 if self.order == "cw" else -1
            seat = (seat + step * (1 + min(skips, self.later.seats - 1))) % self.later.seats
            if seat in met:
                return
            met.add(seat)
            ref = reference(self._rows_without(left), self.bound)
            if ref is not None and self.trend is not None:
                if self._drew(seat):
                    yield seat, Turn(ref, self.trend)
                elif number := self._chosen(seat):
                    yield seat, Turn(ref, self.trend, number=number)
            left -= len(self.laid[seat])
            steering -= sum(tile in TRENDS for tile in self.laid[seat])

    def _follow(self, tiles: Sequence[Tile], steering: int) -> int:
        """How play runs after these tiles of one seat, None where that is not known; how many it skips.

        What was chosen for the last tile that steers is seen at the later view.
        """
        skips = 0
        for tile in tiles:
            if tile in TRENDS:
                self.order = None if steering else self.later.order
                one = TRENDS[tile]
                self.trend = one[0] if len(one) == 1 else None if steering else self.later.trend
            elif tile in SKIPS:
                skips += SKIPS[tile]
            elif self.trend is None and not steering:
                self.trend = self.later.trend
        return skips

    def _ends_with(self, tiles: Sequence[Tile]) -> bool:
        """Whether these are the last tiles on the table."""
        table = [tile for row in self.later.rows for tile in row]
        return sorted(table[len(table) - len(tiles) :]) == sorted(tiles)

    def _rows_without(self, last: int) -> Rows:
        """The rows without so many of the last tiles."""
        rows = list(self.later.rows)
        while rows and last >= len(rows[-1]) > 0:
            last -= len(rows.pop())
        return (*rows[:-1], rows[-1][: len(rows[-1]) - last]) if rows else ()

    def _drew(self, seat: Seat) -> bool:
        """Whether it took a tile by itself: it laid nothing, or others could not give it as many."""
        given = sum(self._gifts(tiles) for other, tiles in enumerate(self.laid) if other != seat)
        return not self.laid[seat] or self.taken[seat] > given

    def _gifts(self, tiles: Sequence[Tile]) -> int:
        """As many as these tiles of a seat can have brought (UT-34, UT-36)."""
        with_twin = len(tiles) if any(map(is_twin, tiles)) else 0
        is_lone = with_twin == 1 and not self.later.options.lone_twin_gift
        return sum(map(is_penalty, tiles)) + (0 if is_lone else with_twin)

    def _chosen(self, seat: Seat) -> int | None:
        """The plain number that was all it laid."""
        tiles = self.laid[seat]
        plain = len(tiles) == 1 and is_number(tiles[0]) and not self._gifts(tiles)
        return value(tiles[0]) if plain else None
