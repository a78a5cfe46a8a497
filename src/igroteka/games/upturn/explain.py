"""Why a move of UpTurn is good: facts of the view in the order in which they matter."""

from collections.abc import Iterator
from typing import Any

from igroteka.core import Seat, Why, a_good_move, why
from igroteka.games.upturn.moves import Announce, Draw, End, Give, Lay, Tuck
from igroteka.games.upturn.parts import TABLE
from igroteka.games.upturn.sense import Table
from igroteka.games.upturn.state import Tucking, is_fresh, may_tuck
from igroteka.games.upturn.tiles import (
    JOKER,
    SKIPS,
    TRENDS,
    Order,
    Tile,
    Trend,
    is_beyond,
    is_number,
    is_penalty,
    is_twin,
    value,
)
from igroteka.games.upturn.view import View

_FEW = 3
"""Tiles with which a seat is almost out."""


def explain(view: View, intent: Any | None) -> Why:
    """The first reason that holds; the last one of every kind of move always does."""
    match intent:
        case Lay(tile) if is_number(tile):
            return next(Number(view, tile).reasons())
        case Lay(tile) if tile in SKIPS:
            return _skip(view, tile)
        case Lay():
            return next(Steering(view, intent).reasons())
        case Tuck(tile):
            return _tuck(view, tile)
        case Give(to):
            return _give(view, to)
        case Draw():
            return _draw(view)
        case Announce():
            return why("says-last", "UT-30", count=TABLE.forgotten)
        case End():
            return _end(view)
        case _:
            return a_good_move(view, intent)


class Number:
    """A number that is laid, and how the row lies then."""

    def __init__(self, view: View, tile: Tile) -> None:
        self.view, self.tile, self.number = view, tile, value(tile)
        self.table = Table(view)
        self.ref = self.table.now.ref
        self.rest = _numbers(_less(view.rack or (), tile))
        up = self.ref is None or self.number > self.ref
        self.trend: Trend = view.trend or ("up" if up else "down")  # UT-13, UT-14

    def reasons(self) -> Iterator[Why]:
        if len(self.view.rack or ()) == 1 and not self._is_fined():
            yield why("last-tile-wins", "UT-32", tile=self.tile)
        yield from self._under_a_twin()
        if self.view.trend is None:
            yield why("opens", "UT-12", tile=self.tile, ref=self.ref, trend=self.trend)
        yield from _against_the_next(self.view, self.tile, self.number, self.trend, self.view.order)
        if is_penalty(self.tile):
            yield why("penalty-gives", "UT-34", tile=self.tile)
        yield from self._order_of_laying()

    def _is_fined(self) -> bool:
        """UT-A30: the lay ends a window that an earlier turn has opened, not one of the same turn."""
        return self.view.seat in self.view.silent and is_fresh(self.view)

    def _under_a_twin(self) -> Iterator[Why]:
        if not is_twin(self.tile) or self.ref is None:
            return
        between = Tucking(self.ref, self.number)
        if count := sum(may_tuck(tile, between) for tile in _less(self.view.rack or (), self.tile)):
            yield why("twin-takes-more", "UT-35", tile=self.tile, count=count)

    def _order_of_laying(self) -> Iterator[Why]:
        later = sum(is_beyond(number, self.number, self.trend) for number in self.rest)
        if self.ref is None:
            yield why("fresh-row", "UT-A10", tile=self.tile, count=later)
            return
        others = [number for number in self.rest if is_beyond(number, self.ref, self.trend)]
        if not others:
            yield why("only-number", "UT-16", tile=self.tile, ref=self.ref)
        if later and later == len(others):
            yield why("nearest", "UT-16", tile=self.tile, ref=self.ref, count=later)
        yield why("goes-on", "UT-16", tile=self.tile, ref=self.ref, trend=self.trend)


class Steering:
    """An arrow or a joker that is laid, and how the row lies then."""

    def __init__(self, view: View, lay: Lay) -> None:
        self.view, self.lay, self.tile = view, lay, lay.tile
        table = Table(view)
        self.ref = None if lay.row == "new" and not table.bound else table.now.ref
        self.trend: Trend = lay.trend if isinstance(lay.trend, str) else TRENDS[lay.tile][0]
        self.order: Order = lay.order if isinstance(lay.order, str) else view.order
        self.rest = _less(view.rack or (), lay.tile)
        self.now = _fitting(self.rest, table.now.ref, view.trend)
        self.then = _fitting(self.rest, self.ref, self.trend)

    def reasons(self) -> Iterator[Why]:
        if self.tile == JOKER and self._may_lay_on():
            yield why("joker-lays-on", "UT-45", tile=self.tile, count=self.then)
        yield from self._turned_away()
        if self.ref is not None:
            yield from _against_the_next(self.view, self.tile, self.ref, self.trend, self.order)
        if self.then > self.now:
            yield why("suits-yours", "UT-20", tile=self.tile, trend=self.trend, count=self.then, now=self.now)
        if not self.now:
            yield why("always-fits", "UT-17", tile=self.tile)
        yield why("before-the-last", "UT-31", tile=self.tile)

    def _may_lay_on(self) -> bool:
        """UT-A26, UT-A28: a number that fits then, or an action that would not be the last tile."""
        return bool(self.then) or (len(self.rest) > 1 and not all(map(is_number, self.rest)))

    def _turned_away(self) -> Iterator[Why]:
        """UT-20: the seat that would come next is almost out, and comes last instead."""
        nearest, other = _after(self.view, self.view.order), _after(self.view, self.order)
        sizes = _sizes(self.view)
        if nearest != other and sizes[nearest] <= _FEW and sizes[nearest] < sizes[other]:
            yield why("turns-away", "UT-20", seat=nearest, count=sizes[nearest])


def _against_the_next(view: View, tile: Tile, ref: int, trend: Trend, order: Order) -> Iterator[Why]:
    """Numbers that one has not seen and that would not fit: the fewer do, the harder for the others."""
    hidden = Table(view).numbers
    fits = sum(is_beyond(number, ref, trend) for number in hidden)
    seat = _after(view, order)
    if hidden and not fits:
        yield why("fits-nobody", "UT-A09", tile=tile)
    elif _sizes(view)[seat] == 1 and 2 * fits <= len(hidden):
        yield why("hard-for-the-last", "UT-16", seat=seat, tile=tile, fits=fits, all=len(hidden))


def _skip(view: View, tile: Tile) -> Why:
    clause = "UT-42" if SKIPS[tile] == 1 else "UT-43"
    if SKIPS[tile] >= view.seats - 1:
        return why("turn-comes-back", "UT-A15", tile=tile)
    seats = tuple(_after(view, view.order, away) for away in range(1, SKIPS[tile] + 1))
    sizes = _sizes(view)
    least = min(seats, key=lambda seat: sizes[seat])
    if sizes[least] <= _FEW:
        return why("skips-almost-out", clause, seat=least, count=sizes[least])
    return why("skips", clause, seats=seats)


def _tuck(view: View, tile: Tile) -> Why:
    if len(view.rack or ()) == 1:
        return why("last-tile-wins", "UT-32", tile=tile)
    tucking = view.tucking or Tucking(0, 0)
    return why("tucks", "UT-35", tile=tile, one=tucking.start, other=tucking.to)


def _give(view: View, to: Seat) -> Why:
    others = [size for seat, size in enumerate(view.rack_sizes) if seat != view.seat]
    size = view.rack_sizes[to]
    return why("gives-to-nearest" if size == min(others) else "gives", "UT-A24", to=to, count=size)


def _draw(view: View) -> Why:
    lays = [one.tile for one in view.legal if isinstance(one, Lay)]
    if not any(map(is_number, view.rack or ())):
        return why("needs-a-number", "UT-31")
    if not lays:
        return why("nothing-fits-draw", "UT-25")
    return why("keeps-numbers" if any(map(is_number, lays)) else "keeps-actions", "UT-A37")


def _end(view: View) -> Why:
    if any(isinstance(one, Lay | Tuck) for one in view.legal):
        return why("keeps-for-later", "UT-27")
    return why("may-stop" if view.gifts else "nothing-fits-end", "UT-27")


def _sizes(view: View) -> list[int]:
    """How many tiles the seats have once something is laid: who has not announced is fined then (UT-A30)."""
    return [size + TABLE.forgotten * (seat in view.silent) for seat, size in enumerate(view.rack_sizes)]


def _after(view: View, order: Order, away: int = 1) -> Seat:
    """The seat so many places on."""
    assert view.seat is not None
    return (view.seat + (away if order == "cw" else -away)) % view.seats


def _fitting(rack: tuple[Tile, ...], ref: int | None, trend: Trend | None) -> int:
    """How many of these numbers could be laid; on a fresh row all of them."""
    if ref is None or trend is None:
        return len(_numbers(rack))
    return sum(is_beyond(number, ref, trend) for number in _numbers(rack))


def _numbers(tiles: tuple[Tile, ...]) -> list[int]:
    return [value(tile) for tile in tiles if is_number(tile)]


def _less(rack: tuple[Tile, ...], tile: Tile) -> tuple[Tile, ...]:
    at = rack.index(tile)
    return (*rack[:at], *rack[at + 1 :])
