"""The parts of UpTurn as numbers: slots of number tiles, kinds of action tiles, the ways to lay them.

A number tile is the slot of its value and kind at this table, in rising order of values; an action tile
is ACTION_TILE + its kind. A rack is 126 bits in two words: a bit for every slot, then one for every way
to lay an action tile that it holds.
"""

from typing import Final

import numpy as np

from igroteka.games.upturn.parts import SHIPPED, TABLE, Actions
from igroteka.games.upturn.tiles import ACTIONS as ACTION_TILES
from igroteka.games.upturn.tiles import JOKER, SKIPS, TRENDS
from igroteka.turbo.machine import Array

MOST_SEATS: Final = max(TABLE.seats)
RACK: Final = TABLE.rack  # UT-08
FINE: Final = TABLE.forgotten  # UT-30

PLAIN: Final = 0
PENALTY: Final = 1
TWIN: Final = 2
KINDS: Final = ("", "h", "t")
"""How a number of each kind ends when it is written."""

UP: Final = 0
DOWN: Final = 1
NO_TREND: Final = 2
TRENDS_BY_NUMBER: Final = ("up", "down", None)

VALUES: Final = 100
"""Values that a twin knows are 0..99; the box has 1..99 (UT-04)."""
SLOTS: Final = 100
WORD: Final = 63
"""Slots in the first word of a rack."""
MOST_TILES: Final = 128
"""Room for all tiles of a table."""
MOST_TWOFOLD: Final = 48
"""Room for numbers of which there are several."""

ACTION_TILE: Final = SLOTS
ACTION: Final = {tile: kind for kind, tile in enumerate(ACTION_TILES)}
ACTION_KINDS: Final = len(ACTION_TILES)
TILES: Final = ACTION_TILE + ACTION_KINDS
IN_BOX: Final = np.array(
    [getattr(SHIPPED.actions, tile) for tile in ACTION_TILES if tile in Actions.__struct_fields__], np.int64
)
"""UT-03: how many there are of each kind of action tile, in every box."""


def _ways() -> list[tuple[str, int, int, int]]:
    """UT-19, UT-20, UT-41, UT-44: every action tile, row, order and trend, as the rules list them."""
    found = []
    for tile in ACTION_TILES:
        trends = [UP if trend == "up" else DOWN for trend in TRENDS.get(tile, ())]
        rows, orders = ((0, 1), (0, 1)) if trends else ((0,), (0,))
        found += [(tile, new, ccw, trend) for new in rows for ccw in orders for trend in trends or [0]]
    return found


WAYS: Final = _ways()
"""Tile, whether it begins a row, whether it turns the order counterclockwise, trend."""
WAY_TILE: Final = np.array([ACTION[tile] for tile, _, _, _ in WAYS], np.uint8)
WAY_NEW: Final = np.array([new for _, new, _, _ in WAYS], np.uint8)
WAY_ORDER: Final = np.array([ccw for _, _, ccw, _ in WAYS], np.uint8)
WAY_TREND: Final = np.array([trend for _, _, _, trend in WAYS], np.uint8)

JOKER_TILE: Final = ACTION[JOKER]
FIRST_SKIP: Final = min(ACTION[tile] for tile in SKIPS)
SKIPPED: Final = np.array([SKIPS.get(tile, 0) for tile in ACTION_TILES], np.uint8)

if SLOTS + len(WAYS) > 2 * WORD:
    raise AssertionError("slots and ways have to fit into two words")


def _bits() -> tuple[Array, Array]:
    """By tile: what it sets in the two words of a rack, and what it adds to the counts of action tiles."""
    words, counts = np.zeros((TILES, 2), np.int64), np.zeros(TILES, np.int64)
    for slot in range(SLOTS):
        words[slot, slot // WORD] = 1 << slot % WORD
    for way, (tile, _, _, _) in enumerate(WAYS):
        words[ACTION_TILE + ACTION[tile], 1] |= 1 << (SLOTS - WORD + way)
    for kind in range(ACTION_KINDS):
        counts[ACTION_TILE + kind] = 1 << 8 * kind
    return words, counts


BITS, COUNTS = _bits()
NUMBERS: Final = (np.int64((1 << WORD) - 1), np.int64((1 << SLOTS - WORD) - 1))
"""All slots, by word."""
ALL_WAYS: Final = np.int64(sum(1 << (SLOTS - WORD + way) for way in range(len(WAYS))))


def _fitting() -> Array:
    """By trend and slot, by word: the slots from that one on, the slots below that one."""
    fitting = np.zeros((2, SLOTS + 1, 2), np.int64)
    for slot in range(SLOTS + 1):
        below = (1 << slot) - 1
        for trend, bits in ((UP, ((1 << SLOTS) - 1) & ~below), (DOWN, below)):
            fitting[trend, slot] = bits & ((1 << WORD) - 1), bits >> WORD
    return fitting


FITTING: Final = _fitting()

NONE: Final = SLOTS
"""No slot: there is no number that binds."""


def _allowed() -> Array:
    """UT-16, UT-A06, UT-A10: by trend and binding slot: what may be laid, as bits of a rack."""
    allowed = np.zeros((3, SLOTS + 1, 2), np.int64)
    for slot in range(SLOTS):
        allowed[UP, slot] = FITTING[UP, slot + 1]
        allowed[DOWN, slot] = FITTING[DOWN, slot]
        allowed[NO_TREND, slot] = FITTING[UP, slot + 1] | FITTING[DOWN, slot]
    allowed[:, NONE] = NUMBERS
    allowed[(UP, DOWN), :, 1] |= ALL_WAYS
    return allowed


ALLOWED: Final = _allowed()


def _next() -> Array:
    """UT-15, UT-20, UT-42, UT-A15: by seats, order, seat and skips: whose turn comes."""
    coming = np.zeros((MOST_SEATS + 1, 2, MOST_SEATS, 3), np.int8)
    for seats in TABLE.seats:
        for seat in range(seats):
            for skips in range(3):
                far = min(skips, seats - 1) + 1
                coming[seats, :, seat, skips] = (seat + far) % seats, (seat - far) % seats
    return coming


NEXT: Final = _next()
