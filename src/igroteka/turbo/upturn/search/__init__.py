"""What a sound player thinks of in UpTurn, and what a rack is worth: fast twins of Player's ideas.

A tile laid should leave as many of one's own numbers to lay as can be; a twin with tiles under it, a gift, an
extra turn are worth more than a plain number; action tiles have to go before the last one; nobody forgets to
announce, leaves a gift, or draws lightly with something to lay.
"""

from collections.abc import Callable, Sequence
from typing import Final

import numpy as np

from igroteka.games.upturn.view import View
from igroteka.turbo.bits import first, size
from igroteka.turbo.compiling import kernel
from igroteka.turbo.machine import Array, Int, State, Stream
from igroteka.turbo.upturn.actions import ANNOUNCE, DRAW, END, GIVE
from igroteka.turbo.upturn.legal import lays, may_draw, may_end
from igroteka.turbo.upturn.racks import can_take, is_in
from igroteka.turbo.upturn.search.belief import deal_hidden, told
from igroteka.turbo.upturn.search.player import chosen
from igroteka.turbo.upturn.tables import (
    ALLOWED,
    DOWN,
    FIRST_SKIP,
    FITTING,
    JOKER_TILE,
    NEXT,
    NO_TREND,
    NONE,
    NUMBERS,
    SKIPPED,
    UP,
    WAY_NEW,
    WAY_ORDER,
    WAY_TILE,
    WAY_TREND,
    WORD,
)
from igroteka.turbo.upturn.turns import MOVE_TUCK, MOVE_WAY, action_of_move

MOST: Final = 60
"""Answers after the tree; then the racks are compared."""
ADVISED: Final = True

_LEFT: Final = np.array([1.45**count for count in range(128)])
"""How much better a lay is for every own number that can follow it."""
_TUCKED: Final = np.array([3.0**count for count in range(128)])
_RACK: Final = np.array([np.exp(-0.22 * count) for count in range(256)])
"""What a rack of that many tiles is worth, compared with others."""

__all__ = ["ADVISED", "MOST", "believe", "deal_hidden", "foreseen", "judge", "sensible"]


def believe(views: Sequence[View], root: Callable[[View], Array], rng: Stream) -> Array:
    """What others left undone between these views, the last of which is now."""
    return told(views, root(views[-1]))


@kernel
def foreseen(s: State, seat: Int) -> Int:
    """What Player would answer; -1 with a box that has a number twice: it is not compiled for that."""
    if s.odd:
        return np.int64(-1)
    return chosen(s, seat)


@kernel
def sensible(s: State, seat: Int, out: Array, weights: Array) -> Int:
    if (s.silent >> seat) & 1:  # UT-30
        out[0] = ANNOUNCE
        weights[0] = 1.0
        return 1
    if seat != s.turn:
        return 0
    count = 0
    if s.tucking:
        for part in range(2):
            bits = s.rack[seat, part] & s.tuck[part]
            while bits:
                out[count] = action_of_move(s, MOVE_TUCK + WORD * part + first(bits))
                weights[count] = 1.0
                bits &= bits - 1
                count += 1
    elif s.gifts and can_take(s):
        return _gifts(s, seat, out, weights)
    if not s.tucking or s.extra:
        for part in range(2):
            bits = lays(s, seat, part)
            while bits:
                move = first(bits) + WORD * part
                bits &= bits - 1
                weight = _number(s, seat, move) if move < MOVE_WAY else _way(s, seat, move - MOVE_WAY)
                if weight > 0:
                    out[count] = action_of_move(s, move)
                    weights[count] = weight
                    count += 1
    if may_draw(s):
        out[count] = DRAW
        weights[count] = 0.1
        count += 1
    elif may_end(s) and not s.tucking:
        out[count] = END
        weights[count] = 0.1
        count += 1
    return count


@kernel
def _gifts(s: State, seat: Int, out: Array, weights: Array) -> Int:
    """UT-34, UT-36: rather to those who are near their end."""
    count = 0
    for other in range(s.seats):
        if other != seat:
            out[count] = GIVE + other
            weights[count] = _RACK[s.held[other]] ** 3
            count += 1
    return count


@kernel
def _own_left(s: State, seat: Int, trend: Int, ref: Int) -> Int:
    """Own numbers that fit then."""
    first_part = s.rack[seat, 0] & ALLOWED[trend, ref, 0]
    return size(first_part) + size(s.rack[seat, 1] & ALLOWED[trend, ref, 1] & NUMBERS[1])


@kernel
def _number(s: State, seat: Int, slot: Int) -> Int:
    if s.held[seat] == 1:
        return 1e9
    trend, ref = np.int64(s.trend), np.int64(s.ref)
    if trend == NO_TREND:
        trend = np.int64(UP if slot > ref else DOWN)
    weight = _LEFT[_own_left(s, seat, trend, slot)]
    if is_in(s.penalties, slot):
        weight *= 2.0
    elif is_in(s.twins, slot) and ref != NONE:
        low, high = min(ref, slot) + 1, max(ref, slot)
        under = np.int64(0)
        for part in range(2):
            under += size(
                s.rack[seat, part] & FITTING[UP, low, part] & FITTING[DOWN, high, part] & ~s.twins[part]
            )
        weight *= _TUCKED[under]
    return weight


@kernel
def _way(s: State, seat: Int, way: Int) -> Int:
    """Two that differ in the order alone are the same where two sit (UT-A13)."""
    kind, new = np.int64(WAY_TILE[way]), np.int64(WAY_NEW[way])
    order = np.int64(WAY_ORDER[way]) if kind < FIRST_SKIP else np.int64(s.order)
    if kind >= FIRST_SKIP:
        after = np.int64(NEXT[s.seats, order, seat, SKIPPED[kind]])
        if after == seat:
            return 4.0 * _LEFT[_own_left(s, seat, np.int64(s.trend), np.int64(s.ref))]
        missed = np.int64(NEXT[s.seats, order, seat, 0])
        return _LEFT[2] * (3.0 if s.held[missed] < 3 else 1.0)
    if s.seats == 2 and order != s.order:
        return 0.0
    trend = np.int64(WAY_TREND[way])
    free = new and not (s.bound and s.ref != NONE)
    left = _own_left(s, seat, trend, NONE if free else np.int64(s.ref))
    if kind == JOKER_TILE:
        return 1.5 * _LEFT[left]
    after = np.int64(NEXT[s.seats, order, seat, 0])
    weight = 0.6 * _LEFT[(2 * left) // 3 if free else left]
    return weight * (0.3 if s.held[after] < 3 and s.seats > 2 else 1.0)


@kernel
def judge(s: State, values: Array) -> None:
    total = 0.0
    for seat in range(s.seats):
        worth = _RACK[s.held[seat]]
        if s.over:
            worth = np.float64((s.winners >> seat) & 1)
        values[seat] = worth
        total += worth
    for seat in range(s.seats):
        values[seat] = values[seat] / total if total > 0 else 1.0 / s.seats
