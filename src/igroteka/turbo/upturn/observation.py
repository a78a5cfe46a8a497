"""What a seat may know of an UpTurn table, as a row of small numbers (docs/turbo.md)."""

from typing import Final

import numpy as np

from igroteka.turbo.bits import first
from igroteka.turbo.compiling import kernel
from igroteka.turbo.machine import Array, Int, State
from igroteka.turbo.upturn.racks import is_in, rank
from igroteka.turbo.upturn.tables import (
    ACTION_KINDS,
    ACTION_TILE,
    MOST_SEATS,
    NONE,
    NUMBERS,
    SLOTS,
    VALUES,
    WORD,
)

WIDTH: Final = VALUES + ACTION_KINDS
"""Tiles by value, then action tiles by kind."""
KIND_AT: Final = 0  # 100: numbers of each value: 0 none, 1 plain, 2 penalty, 3 twin
RACK_AT: Final = KIND_AT + VALUES  # how many of each the seat holds
LAID_AT: Final = RACK_AT + WIDTH  # how many of each lie on the table
POOL_AT: Final = LAID_AT + WIDTH  # how many of each went into the bag when it was last filled
SIZES_AT: Final = POOL_AT + WIDTH  # 4: tiles on each rack
TAKEN_AT: Final = SIZES_AT + MOST_SEATS  # 4: tiles each seat has taken since the bag was filled
TALK_AT: Final = TAKEN_AT + MOST_SEATS  # 4: 1 has to announce, 2 has announced
TABLE_AT: Final = TALK_AT + MOST_SEATS
TABLE: Final = 21
"""seat, seats, turn, order, trend, the binding number + 1, bag size, how many may go back, drawn, extra,
gifts, tucking from + 1, to + 1, idle (at most 255), winners as bits, stopped, pool known, bound, automatic,
lone twin gift, how many lie in the current row."""
OBSERVED: Final = TABLE_AT + TABLE


@kernel
def observe(s: State, seat: Int, out: Array) -> None:
    out[:OBSERVED] = 0
    tell(s, seat, out)


@kernel
def tell(s: State, seat: Int, out: Array) -> None:
    """Into zeros."""
    for slot in range(SLOTS):
        if s.value[slot] < VALUES:
            kind = 1 + is_in(s.penalties, slot) + 2 * is_in(s.twins, slot)
            out[KIND_AT + s.value[slot]] = kind
    _rack(s, seat, out)
    _laid(s, 0, out)
    _pool(s, out)
    _seats(s, out)
    _table(s, seat, out)


@kernel
def reobserve(s: State, seat: Int, was: State, out: Array) -> None:
    """The same, where `out` holds what was last observed of the same game, when it was as `was`."""
    before = np.int64(max(was.deciding, 0))
    if s.odd:
        out[RACK_AT:LAID_AT] = 0
        _rack(s, seat, out)
    else:
        for word in range(2):
            changed = (s.rack[seat, word] ^ was.rack[before, word]) & NUMBERS[word]
            while changed:
                bit = first(changed)
                changed &= changed - 1
                out[RACK_AT + s.value[bit + WORD * word]] = (s.rack[seat, word] >> bit) & 1
        _actions(s, seat, out)
    if s.mixed == was.mixed:
        _laid(s, np.int64(was.laid), out)
    else:
        out[LAID_AT:SIZES_AT] = 0
        _laid(s, 0, out)
        _pool(s, out)
    _seats(s, out)
    _table(s, seat, out)


@kernel
def _rack(s: State, seat: Int, out: Array) -> None:
    for word in range(2):
        bits = s.rack[seat, word] & NUMBERS[word]
        while bits:
            slot = first(bits) + WORD * word
            bits &= bits - 1
            many = s.odd and is_in(s.twofold, slot)
            out[RACK_AT + s.value[slot]] += s.copies[seat, rank(s, slot)] if many else 1
    _actions(s, seat, out)


@kernel
def _actions(s: State, seat: Int, out: Array) -> None:
    for kind in range(ACTION_KINDS):
        out[RACK_AT + VALUES + kind] = (s.actions[seat] >> (8 * kind)) & 255


@kernel
def _laid(s: State, start: Int, out: Array) -> None:
    for at in range(start, s.laid):
        _add(s, np.int64(s.pile[at]), LAID_AT, out)


@kernel
def _pool(s: State, out: Array) -> None:
    if s.pooled:
        for at in range(s.filled, s.bottom):
            _add(s, np.int64(s.bag[at]), POOL_AT, out)


@kernel
def _add(s: State, tile: Int, base: Int, out: Array) -> None:
    out[base + (tile - ACTION_TILE + VALUES if tile >= ACTION_TILE else np.int64(s.value[tile]))] += 1


@kernel
def _seats(s: State, out: Array) -> None:
    for other in range(s.seats):
        out[SIZES_AT + other] = s.held[other]
        out[TAKEN_AT + other] = s.taken[other] if s.pooled else 0
        out[TALK_AT + other] = ((s.silent >> other) & 1) + 2 * ((s.announced >> other) & 1)


@kernel
def _table(s: State, seat: Int, out: Array) -> None:
    out[TABLE_AT] = seat
    out[TABLE_AT + 1] = s.seats
    out[TABLE_AT + 2] = s.turn
    out[TABLE_AT + 3] = s.order
    out[TABLE_AT + 4] = s.trend
    out[TABLE_AT + 5] = 0 if s.ref == NONE else s.value[s.ref] + 1
    out[TABLE_AT + 6] = s.bottom - s.top
    out[TABLE_AT + 7] = s.loose
    out[TABLE_AT + 8] = s.drawn
    out[TABLE_AT + 9] = s.extra
    out[TABLE_AT + 10] = s.gifts
    out[TABLE_AT + 11] = s.tuck_from + 1 if s.tucking else 0
    out[TABLE_AT + 12] = s.tuck_to + 1 if s.tucking else 0
    out[TABLE_AT + 13] = min(s.idle, 255)
    out[TABLE_AT + 14] = s.winners
    out[TABLE_AT + 15] = s.stopped
    out[TABLE_AT + 16] = s.pooled > 0
    out[TABLE_AT + 17] = s.bound
    out[TABLE_AT + 18] = s.automatic
    out[TABLE_AT + 19] = s.lone
    out[TABLE_AT + 20] = s.laid - s.row
