"""Tiles on racks and on the table: the bits and counts that say who has what."""

import numpy as np

from igroteka.turbo.bits import first, size
from igroteka.turbo.compiling import kernel
from igroteka.turbo.machine import ONE, Array, Bool, Int, State
from igroteka.turbo.upturn.state import ROW
from igroteka.turbo.upturn.tables import (
    ACTION_KINDS,
    ACTION_TILE,
    ALLOWED,
    BITS,
    COUNTS,
    DOWN,
    FITTING,
    NONE,
    NUMBERS,
    SLOTS,
    UP,
    WORD,
)


@kernel
def is_in(words: Array, slot: Int) -> Int:
    """1 if the slot is in a set of two words."""
    if slot < WORD:
        return (words[0] >> slot) & 1
    return (words[1] >> (slot - WORD)) & 1


@kernel
def rank(s: State, slot: Int) -> Int:
    """Where the copies of a twofold slot are counted."""
    if slot < WORD:
        return size(s.twofold[0] & ((ONE << slot) - 1))
    return size(s.twofold[0]) + size(s.twofold[1] & ((ONE << (slot - WORD)) - 1))


@kernel
def put(s: State, seat: Int, tile: Int) -> None:
    """A tile onto a rack, from nowhere."""
    s.rack[seat, 0] |= BITS[tile, 0]
    s.rack[seat, 1] |= BITS[tile, 1]
    s.actions[seat] += COUNTS[tile]
    s.held[seat] += 1
    if s.odd and tile < SLOTS and is_in(s.twofold, tile):
        s.copies[seat, rank(s, tile)] += 1


@kernel
def put_all(s: State, seat: Int, tiles: Array) -> None:
    """These tiles onto a rack, from nowhere."""
    for at in range(tiles.shape[0]):
        put(s, seat, np.int64(tiles[at]))


@kernel
def drop_number(s: State, seat: Int, slot: Int) -> None:
    """A number off a rack, to nowhere."""
    s.held[seat] -= 1
    if s.odd and is_in(s.twofold, slot):
        at = rank(s, slot)
        s.copies[seat, at] -= 1
        if s.copies[seat, at]:
            return
    s.rack[seat, 0] &= ~BITS[slot, 0]
    s.rack[seat, 1] &= ~BITS[slot, 1]


@kernel
def drop_action(s: State, seat: Int, kind: Int) -> None:
    """An action tile off a rack, to nowhere."""
    s.held[seat] -= 1
    left = s.actions[seat] - COUNTS[ACTION_TILE + kind]
    s.actions[seat] = left
    ways = BITS[ACTION_TILE + kind, 1]
    s.rack[seat, 1] ^= ways if (left >> (8 * kind)) & 255 == 0 else 0


@kernel
def clear_rack(s: State, seat: Int) -> None:
    s.rack[seat, 0] = 0
    s.rack[seat, 1] = 0
    s.actions[seat] = 0
    s.held[seat] = 0
    if s.odd:
        s.copies[seat, :] = 0


@kernel
def list_rack(s: State, seat: Int, out: Array, count: Int) -> Int:
    """Its tiles written from `count` on; where they end."""
    for word in range(2):
        bits = s.rack[seat, word] & NUMBERS[word]
        while bits:
            slot = first(bits) + WORD * word
            bits &= bits - 1
            times = np.int64(1)
            if s.odd and is_in(s.twofold, slot):
                times = np.int64(s.copies[seat, rank(s, slot)])
            for _ in range(times):
                out[count] = slot
                count += 1
    for kind in range(ACTION_KINDS):
        for _ in range((s.actions[seat] >> (8 * kind)) & 255):
            out[count] = ACTION_TILE + kind
            count += 1
    return count


@kernel
def can_take(s: State) -> Bool:
    """UT-47, UT-A36: there is a tile in the bag, or one on the table that may go back."""
    return s.top != s.bottom or s.loose > 0


@kernel
def fitting(s: State) -> None:
    """UT-16, UT-A08..UT-A10: what the row, the binding number and the trend allow."""
    trend, ref = np.int64(s.trend), np.int64(s.ref)
    s.fit[0] = ALLOWED[trend, ref, 0]
    s.fit[1] = ALLOWED[trend, ref, 1]
    if s.odd and ref != NONE:  # others may be of the same value
        above, below = over(s, ref), under(s, ref)
        for word in range(2):
            s.fit[word] &= FITTING[UP, above, word] | FITTING[DOWN, below, word] | ~NUMBERS[word]


@kernel
def over(s: State, slot: Int) -> Int:
    """The first slot of a greater value."""
    above = slot + 1
    if s.odd:
        while above < SLOTS and s.value[above] == s.value[slot]:
            above += 1
    return above


@kernel
def under(s: State, slot: Int) -> Int:
    """The first slot of the same value: all below it are smaller."""
    below = slot
    if s.odd:
        while below > 0 and s.value[below - 1] == s.value[slot]:
            below -= 1
    return below


@kernel
def push(s: State, seat: Int, tile: Int, new: Int) -> None:
    """A tile to the end of the row, or as the first of a new one."""
    at = np.int64(s.laid)
    begins = new | (at == 0)
    s.pile[at] = tile
    s.owner[at] = seat | ROW * begins
    s.row = at if begins else np.int64(s.row)
    s.laid = at + 1
