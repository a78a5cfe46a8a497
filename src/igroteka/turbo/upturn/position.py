"""An UpTurn table as a flat record, from the plain data of its rules (section 3) and back."""

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from igroteka.core import Outcome, Pool, Refused
from igroteka.games import upturn
from igroteka.games.upturn.parts import box
from igroteka.games.upturn.rows import kept
from igroteka.games.upturn.state import Options, State
from igroteka.games.upturn.state import outcome as outcome_of
from igroteka.games.upturn.state import ref as ref_of
from igroteka.games.upturn.tiles import ACTIONS as ACTION_TILES
from igroteka.games.upturn.tiles import Tile, is_number, value
from igroteka.turbo.upturn.racks import fitting, list_rack, put_all
from igroteka.turbo.upturn.state import FILLED, NOBODY_LAID, OWNER, ROW, STATE, WHOLE_BOX
from igroteka.turbo.upturn.tables import (
    KINDS,
    MOST_SEATS,
    MOST_TILES,
    MOST_TWOFOLD,
    NO_TREND,
    NONE,
    SLOTS,
    TRENDS_BY_NUMBER,
    VALUES,
    WORD,
)

States = npt.NDArray[np.void]

_ORDERS = ("cw", "ccw")
_MOST = 250
"""Larger counts than any game can reach, still as wide as a field of the record."""


def blank(seats: int, options: Any) -> States:
    """A table before the deal: one state with its seats, options and parts."""
    upturn.start(seats, options)
    return _boxed_table(seats, options).copy()


@lru_cache(maxsize=64)
def _boxed_table(seats: int, options: Any) -> States:
    """What all tables have in common at which there is nothing but tiles of the box."""
    states = np.zeros(1, STATE)
    _seat(states[0], seats, options, _in_box(options.parts))
    return states


@lru_cache(maxsize=64)
def _in_box(parts: Any) -> Counter[Tile]:
    return Counter(box(parts))


def encode(position: Mapping[str, Any], options: Any, pool: Pool | None = None) -> States:
    """The state that a position describes, or Refused; `pool` is what its table knows of the bag."""
    state = upturn.from_position(position, options)
    _need_to_fit(state)
    there = Counter(tile for tiles in (*state.racks, *state.rows, state.bag) for tile in tiles)
    states = _table_with(there, state.seats, options)
    s = states[0]
    number = {tile: code for code, tile in enumerate(_names(s)) if tile}
    for seat, rack in enumerate(state.racks):
        put_all(s, seat, np.array([number[tile] for tile in rack], np.uint8))
    _lay_out(s, state, number)
    s["bottom"] = len(state.bag)
    s["bag"][: len(state.bag)] = [number[tile] for tile in state.bag]
    s["turn"], s["idle"], s["gifts"] = state.turn, state.idle, state.gifts
    s["trend"], s["order"] = TRENDS_BY_NUMBER.index(state.trend), _ORDERS.index(state.order)
    s["drawn"], s["extra"] = state.drawn, state.extra
    s["announced"], s["silent"] = _bits(state.announced), _bits(state.silent)
    if state.tucking:
        s["tucking"] = 1
        s["tuck_from"], s["tuck_to"] = state.tucking.start, state.tucking.to
        _open(s, state.tucking.start, state.tucking.to)
    if state.winner is not None:
        s["shared"] = isinstance(state.winner, tuple)
        s["winners"] = _bits(state.winner if isinstance(state.winner, tuple) else (state.winner,))
    s["stopped"] = state.stopped
    s["over"] = state.stopped or state.winner is not None
    _fit(s)
    if pool:
        _know(s, pool, number, _in_box(options.parts))
    return states


def _table_with(there: Counter[Tile], seats: int, options: Any) -> States:
    """A table with room for these tiles: almost always they are of its box."""
    boxed = _in_box(options.parts)
    if all(count <= boxed[tile] for tile, count in there.items()):
        return _boxed_table(seats, options).copy()
    states = np.zeros(1, STATE)
    _seat(states[0], seats, options, there)
    return states


def decode(states: States, at: int = 0) -> dict[str, Any]:
    """The position of a state; tiles on a rack are in the order of their slots."""
    s = states[at]
    name = _names(s)
    rows: list[list[Tile]] = []
    for place in range(s["laid"]):
        if s["owner"][place] & ROW:
            rows.append([])
        rows[-1].append(name[s["pile"][place]])
    tucking = {"from": int(s["tuck_from"]), "to": int(s["tuck_to"])}
    winners = _seats(s["winners"])
    position = {
        "racks": [[name[tile] for tile in _rack(s, seat)] for seat in range(s["seats"])],
        "rows": rows,
        "trend": TRENDS_BY_NUMBER[s["trend"]],
        "order": _ORDERS[s["order"]],
        "turn": int(s["turn"]),
        "bag": [name[tile] for tile in s["bag"][s["top"] : s["bottom"]]],
        "drawn": bool(s["drawn"]),
        "announced": _seats(s["announced"]),
        "silent": _seats(s["silent"]),
        "gifts": int(s["gifts"]),
        "tucking": tucking if s["tucking"] else None,
        "extra": bool(s["extra"]),
        "idle": int(s["idle"]),
        "winner": winners if s["shared"] else winners[0] if winners else None,
    }
    return {**position, "stopped": True} if s["stopped"] else position


def pool_of(states: States, at: int = 0) -> Pool | None:
    """What the table knows of the last filling of the bag."""
    s = states[at]
    if not s["pooled"]:
        return None
    name, seats = _names(s), int(s["seats"])
    laid: dict[int, list[Tile]] = {seat: [] for seat in (*range(seats), NOBODY_LAID)}
    for place in range(s["laid"]):
        laid[int(s["owner"][place]) & OWNER].append(name[s["pile"][place]])
    went_in = [name[tile] for tile in s["bag"][s["filled"] : s["bottom"]]]
    pool = Pool.filled(went_in, seats, laid[NOBODY_LAID])
    for seat in range(seats):
        pool = pool.take(seat, int(s["taken"][seat])).lay(seat, *laid[seat])
    return pool


def outcome(states: States, at: int = 0) -> Outcome | None:
    s = states[at]
    winners = tuple(_seats(s["winners"]))
    state = State(
        seats=int(s["seats"]),
        options=Options(),
        idle=int(s["idle"]),
        winner=winners if s["shared"] else winners[0] if winners else None,
        stopped=bool(s["stopped"]),
    )
    return outcome_of(state)


def _need_to_fit(state: State) -> None:
    """What the twin has no room for is left to the rules: values over 99, empty rows, seats out of order."""
    tiles = [tile for group in (*state.racks, *state.rows, state.bag) for tile in group]
    in_order = all(list(seats) == sorted(set(seats)) for seats in (state.silent, state.announced))
    tucking = state.tucking
    if (
        len(tiles) >= MOST_TILES
        or any(is_number(tile) and value(tile) >= VALUES for tile in tiles)
        or not all(state.rows)
        or not in_order
        or state.gifts > _MOST - 2 * (len(tiles) - sum(map(len, state.rows)))  # what may still be tucked
        or state.idle > 2**30
        or (tucking and not (0 <= tucking.start <= _MOST and 0 <= tucking.to <= _MOST))
    ):
        raise Refused("position-beyond-the-box", "UT-02")


def _seat(s: Any, seats: int, options: Any, there: Counter[Tile]) -> None:
    """Seats, options and slots for the box and whatever else is there."""
    s["seats"], s["deciding"], s["ref"], s["trend"] = seats, -1, NONE, NO_TREND
    s["bound"] = options.new_row == "bound"
    s["automatic"] = options.announce == "automatic"
    s["lone"] = options.lone_twin_gift
    s["starter"] = -1 if options.starter == "random" else options.starter
    boxed = _in_box(options.parts)
    numbers = sorted(filter(is_number, boxed | there), key=_by_value)
    twofold = [tile for tile in numbers if max(boxed[tile], there[tile]) > 1]
    if len(numbers) > SLOTS or len(twofold) > MOST_TWOFOLD:
        raise Refused("position-beyond-the-box", "UT-02")
    values = [value(tile) for tile in numbers]
    s["slot"] = SLOTS
    s["slot"][values[::-1]] = range(len(values))[::-1]  # of one value the first slot
    s["value"] = VALUES
    s["value"][: len(values)] = values
    for field, holds in (
        ("penalties", [tile.endswith("h") for tile in numbers]),
        ("twins", [tile.endswith("t") for tile in numbers]),
        ("twofold", [tile in twofold for tile in numbers]),
        ("box", [tile in boxed for tile in numbers]),
    ):
        s[field] = [_as_bits(holds[:WORD]), _as_bits(holds[WORD:])]
    s["box_copies"][: len(twofold)] = [boxed[tile] for tile in twofold]
    s["odd"] = bool(twofold) or len({value(tile) for tile in numbers}) < len(numbers)


def _as_bits(holds: list[bool]) -> int:
    return sum(1 << at for at, held in enumerate(holds) if held)


def _by_value(tile: Tile) -> tuple[int, int]:
    return value(tile), KINDS.index(tile.lstrip("0123456789"))


def _lay_out(s: Any, state: State, number: Mapping[Tile, int]) -> None:
    """The rows; what is loose and what binds."""
    laid = [(tile, place == 0) for row in state.rows for place, tile in enumerate(row)]
    s["laid"] = len(laid)
    for at, (tile, begins) in enumerate(laid):
        s["pile"][at] = number[tile]
        s["owner"][at] = NOBODY_LAID | ROW if begins else NOBODY_LAID
    s["row"] = len(laid) - len(state.rows[-1]) if state.rows else 0
    stays = kept(state.rows, state.options.new_row == "bound")
    s["loose"] = len(laid) - len(stays)
    if ref_of(state) is not None:
        s["ref"] = number[stays[0]]


def _open(s: Any, one: int, other: int) -> None:
    """UT-A18, UT-A20: what lies between and is no twin."""
    for slot in range(SLOTS):
        between = s["value"][slot] < VALUES and min(one, other) < s["value"][slot] < max(one, other)
        twin = int(s["twins"][slot // WORD]) >> slot % WORD & 1
        s["tuck"][slot // WORD] |= int(between and not twin) << slot % WORD


def _know(s: Any, pool: Pool, number: Mapping[Tile, int], boxed: Counter[Tile]) -> None:
    """Who laid what is on the table, and what went into the bag: what is gone first."""
    laid = [Counter(tiles) for tiles in pool.laid]
    stayed = Counter(pool.kept)
    name = {code: tile for tile, code in number.items()}
    for at in range(s["laid"]):
        tile = name[int(s["pile"][at])]
        if stayed[tile]:
            stayed[tile] -= 1
            continue
        for seat, tiles in enumerate(laid):
            if tiles[tile]:
                tiles[tile] -= 1
                s["owner"][at] = s["owner"][at] & ROW | seat
                break
    there = [int(tile) for tile in s["bag"][: s["bottom"]]]
    gone = Counter(number[tile] for tile in pool.went_in)
    gone.subtract(there)
    bag = [*gone.elements(), *there]
    if len(bag) > MOST_TILES:
        raise Refused("position-beyond-the-box", "UT-02")
    s["bag"][: len(bag)] = bag
    s["top"], s["bottom"] = len(bag) - len(there), len(bag)
    s["taken"][: s["seats"]] = pool.taken
    s["pooled"] = WHOLE_BOX if Counter((*pool.went_in, *pool.kept)) == boxed else FILLED


def _names(s: Any) -> list[Tile]:
    """By number of a tile: how it is written; empty where there is none."""
    return _written(s["value"].tobytes(), tuple(map(int, (*s["penalties"], *s["twins"]))))


@lru_cache(maxsize=64)
def _written(values: bytes, kinds: tuple[int, int, int, int]) -> list[Tile]:
    names = []
    for slot, worth in enumerate(values):
        word, bit = divmod(slot, WORD)
        kind = (kinds[word] >> bit & 1) + 2 * (kinds[2 + word] >> bit & 1)
        names.append(f"{worth}{KINDS[kind]}" if worth < VALUES else "")
    return [*names, *ACTION_TILES]


def _rack(s: Any, seat: int) -> list[int]:
    tiles = np.empty(MOST_TILES, np.uint8)
    return [int(tile) for tile in tiles[: list_rack(s, seat, tiles, 0)]]


def _fit(s: Any) -> None:
    fitting(s)


def _bits(seats: Iterable[int]) -> int:
    return sum(1 << seat for seat in set(seats))


def _seats(bits: Any) -> list[int]:
    return [seat for seat in range(MOST_SEATS) if int(bits) >> seat & 1]
