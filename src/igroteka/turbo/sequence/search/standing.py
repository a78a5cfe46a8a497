"""How a side stands in Sequence, as the numbers from which its chance to win is judged: compiled."""

from typing import Final

import numpy as np

from igroteka.turbo.bits import first, size
from igroteka.turbo.compiling import kernel
from igroteka.turbo.machine import ONE, Array, Int, State
from igroteka.turbo.sequence.search.fives import CELLS, PHASES, held, in_the_way, phase, spread
from igroteka.turbo.sequence.tables import (
    CARD_AT,
    COPY_AT,
    EMPTY_RUNS,
    REMOVE,
    RUNS,
    SHOWN,
    SIDE_OF,
    WILD,
)
from igroteka.turbo.targets import room

_KINDS: Final = 14
"""Open fives by what they lack: one to four chips, and how many of those cards are not in the hand."""
_HOPELESS: Final = _KINDS  # by chips lacking: fives that need a card which is in no deck and no own hand
_WILDS: Final = _HOPELESS + 4  # one, more
_LIFTS: Final = _WILDS + 2
_TURN: Final = _LIFTS + 2
_READY: Final = _TURN + 1  # one, two, more cells that complete a five, card in hand; the same on turn
_ENDS: Final = _READY + 6  # one, two, more cells that would complete a five
_SAFE: Final = _ENDS + 3  # one, more of the ready ones whose card no other side holds
_HELD: Final = _SAFE + 2  # its sequences
_EACH: Final = _HELD + 1
FEATURES: Final = PHASES * _EACH
"""Apart by the kind of table and by what the side still needs (`phase`)."""


def _kinds() -> Array:
    """By chips and cards of a five as bits: its kind; _KINDS where it has no chip, or all."""
    kinds = np.full((32, 32), _KINDS, np.uint8)
    for own in range(1, 31):
        lacks = 5 - own.bit_count()
        for hand in range(32):
            absent = lacks - (hand & ~own).bit_count()
            kinds[own, hand] = (0, 2, 5, 9)[lacks - 1] + absent
    return kinds


_KIND: Final = _kinds()


@kernel
def _count(s: State, side: Int, jacks: Array) -> Int:
    count = np.int64(0)
    for seat in range(side, s.seats, s.sides):
        for which in range(2):
            count += ((s.hand[seat] >> jacks[which]) & 1) + ((s.pair[seat] >> jacks[which]) & 1)
    return count


@kernel
def _tell(out: Array, at: Int, number: Int, most: Int) -> None:
    """A number from one on as one of several places, the last for all that is more."""
    if number > 0:
        out[at + min(number, most) - 1] = 1.0


@kernel
def features(s: State, side: Int, out: Array) -> None:
    """How the side stands in a state whose hidden parts are known."""
    out[:] = 0.0
    base = _EACH * phase(s, side)
    out[base + _HELD] = held(s, side)
    mine = theirs = deck = np.int64(0)
    for seat in range(s.seats):
        if SIDE_OF[s.sides, seat] == side:
            mine |= s.hand[seat]
        else:
            theirs |= s.hand[seat]
    for at in range(s.top, s.bottom):
        deck |= ONE << s.deck[at]
    wilds = _count(s, side, WILD)
    _tell(out, base + _WILDS, wilds, 2)
    _tell(out, base + _LIFTS, _count(s, side, REMOVE), 2)
    on_turn = np.int64(SIDE_OF[s.sides, s.turn] == side)
    out[base + _TURN] = on_turn
    ends = room(2, np.int64)
    ends[0] = ends[1] = 0
    _fives(s, side, mine, mine | deck, wilds, base, out, ends)
    opened = size(ends[0]) + size(ends[1])
    if opened:
        acts = s.hand[s.turn] if on_turn else mine
        ready = size(ends[0] & acts) + size(ends[1] & acts)
        _tell(out, base + _ENDS, opened, 3)
        _tell(out, base + _READY + 3 * on_turn, min(ready + np.int64(wilds > 0), opened), 3)
        _tell(out, base + _SAFE, size(ends[0] & acts & ~theirs) + size(ends[1] & acts & ~theirs), 2)


@kernel
def _fives(
    s: State, side: Int, hand: Int, coming: Int, wilds: Int, base: Int, out: Array, ends: Array
) -> None:
    """Count the open fives by kind; the cells that would complete one go to `ends`, by card and copy."""
    rows, gone = room(RUNS, np.int64), room(RUNS, np.int64)
    spread(hand & SHOWN, rows)
    spread(SHOWN & ~coming, gone)
    for run in range(RUNS - 1):
        own = np.int64(s.runs[side, run])
        if own == EMPTY_RUNS[run]:
            continue
        way = in_the_way(s, side, run)
        own &= ~way
        for begin in range(6):
            five = (own >> begin) & 31
            kind = np.int64(_KIND[five, (rows[run] >> begin) & 31])
            if kind == _KINDS or (way >> begin) & 31:
                continue
            if 31 & ~five & (gone[run] >> begin) and wilds == 0:
                out[base + _HOPELESS + 4 - size(five)] += 1.0
                continue
            out[base + kind] += 1.0
            if kind < 2:
                cell = np.int64(CELLS[run, begin + first(31 & ~five)])
                ends[COPY_AT[cell]] |= ONE << CARD_AT[cell]
