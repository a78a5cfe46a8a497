"""Laying a tile: which tiles may go down now, in which ways, and what is told of it."""

from functools import lru_cache
from typing import Final

from msgspec import UNSET, UnsetType

from igroteka.core import Refused, Seat
from igroteka.games.upturn.moves import Laid, Lay, Opened, Steered
from igroteka.games.upturn.state import State, has_laid, ref
from igroteka.games.upturn.tiles import TRENDS, Order, Place, Tile, Trend, is_beyond, is_number, value

_PLACES: Final[tuple[Place, ...]] = ("append", "new")
_ORDERS: Final[tuple[Order, ...]] = ("cw", "ccw")
_KEYS: Final = {"row": "UT-A14", "order": "UT-20", "trend": "UT-41"}
"""The optional keys of a lay, and where it says which tiles they belong to."""


def spelled_out(state: State, lay: Lay) -> Lay:
    """A missing `row` is `append`, a missing `order` the present one (UT-A13), where they mean something."""
    if lay.tile not in TRENDS:
        return lay
    row = "append" if lay.row is UNSET else lay.row
    order = state.order if lay.order is UNSET else lay.order
    return Lay(lay.tile, row, order, lay.trend)


def lays(state: State, seat: Seat) -> list[Lay]:
    if not may_lay(state):
        return []
    rack, last, trend = state.racks[seat], ref(state), state.trend
    is_last = len(rack) == 1
    fitting = _fitting(is_last, last, trend)
    found: list[Lay] = []
    for tile in dict.fromkeys(rack):
        found += fitting[tile]
    return found


class _Fitting(dict[Tile, tuple[Lay, ...]]):
    """The ways to lay each tile; asked for each tile of each view, and there are few different answers."""

    def __init__(self, is_last: bool, last: int | None, trend: Trend | None) -> None:
        super().__init__()
        self._when = is_last, last, trend

    def __missing__(self, tile: Tile) -> tuple[Lay, ...]:
        found = self[tile] = () if _objection(tile, *self._when) else _ways(tile)
        return found


@lru_cache(maxsize=1024)
def _fitting(is_last: bool, last: int | None, trend: Trend | None) -> _Fitting:
    return _Fitting(is_last, last, trend)


def may_lay(state: State) -> bool:
    """One lay a turn, and one more after each joker (UT-45)."""
    return state.extra or not has_laid(state)


def objection(state: State, seat: Seat, tile: Tile, last: int | None) -> Refused | None:
    """Why this tile of the seat cannot be laid on the last number now, if so."""
    return _objection(tile, len(state.racks[seat]) == 1, last, state.trend)


def _objection(tile: Tile, is_last: bool, last: int | None, trend: Trend | None) -> Refused | None:
    if is_number(tile):
        return _number_objection(tile, last, trend)
    if trend is None:
        return Refused("open-with-a-number", "UT-A06", tile=tile)
    if is_last:
        return Refused("last-tile-is-a-number", "UT-31", tile=tile)
    return None


def told(state: State, seat: Seat, asked: Lay) -> Laid | Opened | Steered:
    """The lay as an event; Refused when it says too much or too little."""
    tile, trends = asked.tile, TRENDS.get(asked.tile, ())
    for key, clause in _KEYS.items():
        if _is_needless(asked, key):
            raise Refused("key-means-nothing", clause, tile=tile, key=key)
    if len(trends) > 1 and asked.trend is UNSET:
        raise Refused("trend-not-named", "UT-41" if tile == "UD" else "UT-44", tile=tile)
    if isinstance(asked.row, str) and isinstance(asked.order, str):
        trend = trends[0] if asked.trend is UNSET else asked.trend
        return Steered(seat, tile, asked.row, trend, asked.order)
    last = ref(state)
    if state.trend is None and last is not None:
        return Opened(seat, tile, "up" if value(tile) > last else "down")  # UT-13, UT-14
    return Laid(seat, tile)


@lru_cache(maxsize=512)
def _ways(tile: Tile) -> tuple[Lay, ...]:
    """UT-19, UT-20: an arrow goes to either row, in either order; UT-41, UT-44: in either trend."""
    if tile not in TRENDS:
        return (Lay(tile),)
    trends = _trends_to_name(tile)
    return tuple(Lay(tile, row, order, trend) for row in _PLACES for order in _ORDERS for trend in trends)


def _trends_to_name(tile: Tile) -> tuple[Trend | UnsetType, ...]:
    trends = TRENDS[tile]
    return trends if len(trends) > 1 else (UNSET,)


def _number_objection(tile: Tile, last: int | None, trend: Trend | None) -> Refused | None:
    """UT-16: further on in the trend; UT-A08: never equal; UT-A10: on a fresh row, any."""
    if last is None:
        return None
    number = value(tile)
    if number == last:
        return Refused("number-is-equal", "UT-A08", tile=tile, ref=last)
    if trend is not None and not is_beyond(number, last, trend):
        return Refused("against-the-trend", "UT-16", tile=tile, ref=last, trend=trend)
    return None


def _is_needless(asked: Lay, key: str) -> bool:
    said = getattr(asked, key) is not UNSET
    return said and (asked.tile not in TRENDS or (key == "trend" and len(TRENDS[asked.tile]) == 1))
