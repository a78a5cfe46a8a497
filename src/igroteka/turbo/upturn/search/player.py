"""Player in UpTurn, compiled: a turn thought through to its end, tile by tile (`games/upturn/sense.py`).

A point of the turn is a row of numbers (`turn_end.py`). Laying a joker, or a skip that comes back, leads to
one from which one may lay on; those wait on a stack. Tests hold this to the readable heuristics.
"""

from typing import Final

import numpy as np

from igroteka.games.upturn import sense
from igroteka.turbo.bits import first, size
from igroteka.turbo.compiling import kernel
from igroteka.turbo.header import WAIT
from igroteka.turbo.machine import ONE, Array, Int, State
from igroteka.turbo.targets import room
from igroteka.turbo.upturn.actions import ANNOUNCE, DRAW, END, GIVE
from igroteka.turbo.upturn.legal import lays, may_draw, may_end
from igroteka.turbo.upturn.racks import can_take, is_in
from igroteka.turbo.upturn.search.turn_end import (
    ACTIONS,
    DEPTH,
    FIELDS,
    FIRST,
    GIFTS,
    HELD,
    ORDER,
    REF,
    SECOND,
    SKIPS,
    TREND,
    danger,
    end,
)
from igroteka.turbo.upturn.tables import (
    ALLOWED,
    DOWN,
    FIRST_SKIP,
    FITTING,
    JOKER_TILE,
    NO_TREND,
    NONE,
    NUMBERS,
    SKIPPED,
    SLOTS,
    UP,
    WAY_NEW,
    WAY_ORDER,
    WAY_TILE,
    WAY_TREND,
    WAYS,
    WORD,
)
from igroteka.turbo.upturn.turns import MOVE_TUCK, MOVE_WAY, action_of_move

_DEEP: Final = 32
"""Points that wait, at most: two jokers and the skips of a rack, laid in any way."""
_WAYS: Final = len(WAYS)
_NEVER: Final = -1e9
_SAME: Final = 1e-9
"""Worths that differ by less are the same but for the order in which numbers were added up."""

_WIN, _DRAWN, _DANGER = sense.WIN, sense.DRAWN, sense.DANGER


@kernel
def chosen(s: State, seat: Int) -> Int:
    """What Player would answer where every number is there once; of several that are as good, any."""
    if (s.silent >> seat) & 1:
        return np.int64(ANNOUNCE)
    if seat != s.turn:
        return np.int64(WAIT)
    now, hidden = room(FIELDS, np.int64), room(2, np.int64)
    _look(s, seat, now, hidden)
    best, choice, same = _NEVER, np.int64(0), np.int64(0)
    lot = (s.rack[seat, 0] ^ (s.rack[seat, 1] * 5) ^ (np.int64(s.top) * 11) ^ np.int64(s.laid)) & 1023
    for part in range(2):
        bits = lays(s, seat, part)
        while bits:
            move = first(bits) + WORD * part
            bits &= bits - 1
            worth = _laying(s, seat, now, move, hidden)
            best, choice, same = _better(best, choice, same, worth, action_of_move(s, move), lot)
        tucks = s.rack[seat, part] & s.tuck[part] if s.tucking else np.int64(0)
        while tucks:
            slot = first(tucks) + WORD * part
            tucks &= tucks - 1
            worth = _tucking(s, seat, now, slot, hidden)
            action = action_of_move(s, MOVE_TUCK + slot)
            best, choice, same = _better(best, choice, same, worth, action, lot)
    here = end(s, seat, now, hidden)
    if s.gifts and can_take(s):
        for other in range(s.seats):
            if other != seat:
                worth = here + _DANGER * danger(s, seat, other)
                best, choice, same = _better(best, choice, same, worth, np.int64(GIVE + other), lot)
    if may_draw(s):
        best, choice, same = _better(best, choice, same, here - _DRAWN, np.int64(DRAW), lot)
    if may_end(s):
        now[GIFTS] = 0
        worth = end(s, seat, now, hidden)
        best, choice, same = _better(best, choice, same, worth, np.int64(END), lot)
    return choice


@kernel
def _better(best: Int, choice: Int, same: Int, worth: Int, action: Int, lot: Int) -> tuple[Int, Int, Int]:
    """The best so far, what leads there, and how many do; of those that are as good each has its chance."""
    if worth > best + _SAME:
        return worth, action, np.int64(1)
    if worth < best - _SAME:
        return best, choice, same
    same += 1
    return best, (action if (lot * same * 7919 >> 3) % same == 0 else choice), same


@kernel
def _look(s: State, seat: Int, now: Array, hidden: Array) -> None:
    """The table as it lies, and the numbers that the seat does not see: neither its own nor open."""
    now[FIRST], now[SECOND] = s.rack[seat, 0], s.rack[seat, 1] & NUMBERS[1]
    now[ACTIONS], now[HELD] = s.actions[seat], s.held[seat]
    now[REF], now[TREND], now[ORDER] = s.ref, s.trend, s.order
    now[GIFTS], now[SKIPS], now[DEPTH] = s.gifts, 0, sense.DEPTH
    hidden[0], hidden[1] = s.box[0] & ~now[FIRST], s.box[1] & ~now[SECOND]
    for at in range(s.laid):
        tile = np.int64(s.pile[at])
        if tile < SLOTS:
            hidden[np.int64(tile >= WORD)] &= ~(ONE << (tile - WORD * np.int64(tile >= WORD)))


# ------------------------------------------------------------------ laying


@kernel
def _laying(s: State, seat: Int, now: Array, move: Int, hidden: Array) -> Int:
    """The best that may come of laying this, to the end of one's turn."""
    stack, at = room((_DEEP, FIELDS), np.int64), room(FIELDS, np.int64)
    count, best = _lay(s, seat, now, move, stack, np.int64(0), hidden)
    while count:
        count -= 1
        _copy(at, stack[count])
        best = max(best, end(s, seat, at, hidden))
        if at[DEPTH] == 0:
            continue
        at[DEPTH] -= 1
        for part in range(2):
            bits = at[FIRST + part] & NUMBERS[part]
            if at[REF] != NONE:
                bits &= ALLOWED[at[TREND], at[REF], part] if at[TREND] != NO_TREND else np.int64(0)
            while bits:
                slot = first(bits) + WORD * part
                bits &= bits - 1
                count, worth = _lay(s, seat, at, slot, stack, count, hidden)
                best = max(best, worth)
        for way in range(_WAYS if at[HELD] > 1 else 0):
            kind = np.int64(WAY_TILE[way])
            held = (at[ACTIONS] >> (8 * kind)) & 255
            if held and (kind >= FIRST_SKIP or WAY_ORDER[way] == at[ORDER]):
                count, worth = _lay(s, seat, at, np.int64(MOVE_WAY + way), stack, count, hidden)
                best = max(best, worth)
    return best


@kernel
def _copy(to: Array, point: Array) -> None:
    for field in range(FIELDS):
        to[field] = point[field]


@kernel
def _lay(
    s: State, seat: Int, point: Array, move: Int, stack: Array, count: Int, hidden: Array
) -> tuple[Int, Int]:
    """How many points wait then, and what laying this is worth if it ends the turn (else: never)."""
    at = stack[count]
    _copy(at, point)
    at[HELD] -= 1
    if move < MOVE_WAY:
        return count, _number(s, seat, at, move, hidden)
    way = move - MOVE_WAY
    kind = np.int64(WAY_TILE[way])
    at[ACTIONS] -= ONE << (8 * kind)
    if at[HELD] == 0:
        return count, -_WIN
    if kind >= FIRST_SKIP:
        if SKIPPED[kind] < s.seats - 1:
            at[SKIPS] = SKIPPED[kind]
            return count, end(s, seat, at, hidden)
        return count + 1, _NEVER
    at[TREND], at[ORDER] = WAY_TREND[way], WAY_ORDER[way]
    if WAY_NEW[way] and not s.bound:
        at[REF] = NONE
    if kind == JOKER_TILE:
        return count + 1, _NEVER
    return count, end(s, seat, at, hidden)


@kernel
def _take(at: Array, slot: Int) -> None:
    """A number off the rack of a point."""
    second = np.int64(slot >= WORD)
    at[FIRST + second] &= ~(ONE << (slot - WORD * second))


@kernel
def _number(s: State, seat: Int, at: Array, slot: Int, hidden: Array) -> Int:
    _take(at, slot)
    if at[HELD] == 0:
        return _WIN
    start = at[REF]
    if at[TREND] == NO_TREND:
        at[TREND] = UP if start == NONE or slot > start else DOWN
    at[REF] = slot
    at[GIFTS] += is_in(s.penalties, slot)
    if not is_in(s.twins, slot):
        return end(s, seat, at, hidden)
    low, high = min(start, slot) + 1, max(start, slot)
    if start == NONE:
        low, high = np.int64(0), np.int64(0)
    under0 = at[FIRST] & FITTING[UP, low, 0] & FITTING[DOWN, high, 0] & ~s.twins[0]
    under1 = at[SECOND] & FITTING[UP, low, 1] & FITTING[DOWN, high, 1] & ~s.twins[1]
    if under0 | under1 == 0:
        at[GIFTS] += s.lone
        return end(s, seat, at, hidden)
    return max(end(s, seat, at, hidden), _under(s, seat, at, under0, under1, hidden))


@kernel
def _under(s: State, seat: Int, at: Array, under0: Int, under1: Int, hidden: Array) -> Int:
    """All of these go under the twin, or all but one, which is kept for the end."""
    best = _tucked(s, seat, at, under0, under1, hidden)
    if size(under0) + size(under1) > 1:
        for part in range(2):
            kept = under1 if part else under0
            while kept:
                bit = kept & -kept
                kept ^= bit
                less0, less1 = (under0, under1 ^ bit) if part else (under0 ^ bit, under1)
                best = max(best, _tucked(s, seat, at, less0, less1, hidden))
    return best


@kernel
def _tucked(s: State, seat: Int, at: Array, under0: Int, under1: Int, hidden: Array) -> Int:
    """With the twin each of them is a gift, and a penalty tile is one more (UT-A22)."""
    count = size(under0) + size(under1)
    gifts = 1 + count + size(under0 & s.penalties[0]) + size(under1 & s.penalties[1])
    if count == at[HELD]:
        return _WIN
    at[FIRST] ^= under0
    at[SECOND] ^= under1
    at[HELD] -= count
    at[GIFTS] += gifts
    worth = end(s, seat, at, hidden)
    at[FIRST] ^= under0
    at[SECOND] ^= under1
    at[HELD] += count
    at[GIFTS] -= gifts
    return worth


@kernel
def _tucking(s: State, seat: Int, now: Array, slot: Int, hidden: Array) -> Int:
    """After this one is tucked: the best of stopping here and tucking on."""
    at = room(FIELDS, np.int64)
    _copy(at, now)
    _take(at, slot)
    at[HELD] -= 1
    at[GIFTS] = max(np.int64(1), now[GIFTS]) + 1 + is_in(s.penalties, slot)
    if at[HELD] == 0:
        return _WIN
    best = end(s, seat, at, hidden)
    under0, under1 = at[FIRST] & s.tuck[0], at[SECOND] & s.tuck[1]
    if under0 | under1:
        at[GIFTS] -= 1
        best = max(best, _under(s, seat, at, under0, under1, hidden))
    return best
