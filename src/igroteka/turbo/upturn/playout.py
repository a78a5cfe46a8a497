"""Random play of UpTurn to its end, with a short way through the plainest of turns.

Most turns are: lay a tile that leaves nothing else to do; or draw, and then lay such a tile or end. That is
done here in one piece; all else goes the common way. The same stream gives the same game as single steps.
"""

from typing import Final

import numpy as np

from igroteka.turbo.bits import nth, size
from igroteka.turbo.chance import below
from igroteka.turbo.compiling import kernel
from igroteka.turbo.machine import Bool, Int, State, Stream
from igroteka.turbo.targets import set_apart
from igroteka.turbo.upturn.bag import take
from igroteka.turbo.upturn.legal import random_move
from igroteka.turbo.upturn.racks import can_take, drop_action, is_in, push
from igroteka.turbo.upturn.tables import (
    ACTION_TILE,
    ALLOWED,
    BITS,
    FIRST_SKIP,
    JOKER_TILE,
    NEXT,
    NO_TREND,
    SKIPPED,
    WAY_NEW,
    WAY_TILE,
    WORD,
)
from igroteka.turbo.upturn.turns import (
    MOVE_OTHER,
    MOVE_TUCK,
    MOVE_WAY,
    do_other,
    lay_action,
    lay_number,
    steer,
    tuck,
)

_ENDLESS: Final = 1 << 40


@kernel
def is_plain(s: State) -> Bool:
    """Only the seat on turn can do anything."""
    return not (s.over or s.mode or s.silent)


@kernel
def rush(s: State, rng: Stream) -> Int:
    """Random moves of the seat on turn while only it can do anything."""
    steps = 0
    while is_plain(s):
        if not (s.drawn or s.extra or s.gifts or s.tucking or s.odd or s.trend == NO_TREND):
            steps += _until_unusual(s, rng, _ENDLESS)
            if not is_plain(s):
                break
        _one_step(s, rng)
        steps += 1
    return steps


@kernel
def will_mix(s: State) -> Bool:
    """The bag is empty: the next part that is taken fills it."""
    return s.top == s.bottom


@kernel
def hop(s: State, rng: Stream) -> Int:
    """One turn, or a step of it."""
    if not is_plain(s):
        return 0
    steps = np.int64(0)
    if not (s.drawn or s.extra or s.gifts or s.tucking or s.odd or s.trend == NO_TREND):
        steps = _until_unusual(s, rng, 1)
    if steps == 0:
        _one_step(s, rng)
        steps = np.int64(1)
    return steps


@kernel
def _one_step(s: State, rng: Stream) -> None:
    set_apart()
    seat = np.int64(s.turn)
    move = random_move(s, seat, 0, 0, rng)
    if move < MOVE_WAY:
        lay_number(s, seat, move, rng)
    elif move < MOVE_TUCK:
        lay_action(s, seat, move - MOVE_WAY, rng)
    elif move < MOVE_OTHER:
        tuck(s, seat, move - MOVE_TUCK, rng)
    else:
        do_other(s, seat, move - MOVE_OTHER, rng)


@kernel
def _until_unusual(s: State, rng: Stream, most: Int) -> Int:
    """So many turns, until a rack is short, the bag cannot be filled, or a twin or joker is laid."""
    steps = 0
    seats, seat = np.int64(s.seats), np.int64(s.turn)
    while most > 0 and s.held[seat] > 2 and can_take(s) and not (s.announced >> seat) & 1:
        most -= 1
        fit0, fit1 = s.fit[0], s.fit[1]
        lay0, lay1 = s.rack[seat, 0] & fit0, s.rack[seat, 1] & fit1
        n0 = size(lay0)
        count = n0 + size(lay1)
        at = below(rng, count + 1)
        drawn = np.int64(at == count)
        if drawn:
            take(s, seat, rng)
            lay0, lay1 = s.rack[seat, 0] & fit0, s.rack[seat, 1] & fit1
            n0 = size(lay0)
            count = n0 + size(lay1)
            at = below(rng, count + 1)
            steps += 1
            if at == count:
                s.idle = 1
                seat = np.int64(NEXT[seats, s.order, seat, 0])
                s.turn = seat
                steps += 1
                continue
        steps += 1
        second = np.int64(at >= n0)
        move = nth(lay1 if second else lay0, at - n0 * second) + WORD * second
        s.idle = 0
        skips = np.int64(0)
        if move < MOVE_WAY:
            if is_in(s.twins, move):
                s.drawn = drawn
                lay_number(s, seat, move, rng)
                return steps
            steps += _lay_number(s, seat, move, rng)
        else:
            kind = np.int64(WAY_TILE[move - MOVE_WAY])
            if kind == JOKER_TILE:
                s.drawn = drawn
                lay_action(s, seat, move - MOVE_WAY, rng)
                return steps
            _lay_action(s, seat, kind, move - MOVE_WAY)
            skips = np.int64(SKIPPED[kind])
        seat = np.int64(NEXT[seats, s.order, seat, skips])
        s.turn = seat
    return steps


@kernel
def _lay_number(s: State, seat: Int, slot: Int, rng: Stream) -> Int:
    """No twin, not the last but one, not the first; the steps of giving a tile or not."""
    s.rack[seat, 0] ^= BITS[slot, 0]
    s.rack[seat, 1] ^= BITS[slot, 1]
    s.held[seat] -= 1
    push(s, seat, slot, 0)
    s.ref = slot
    s.loose = s.laid - 1
    s.fit[0] = ALLOWED[s.trend, slot, 0]
    s.fit[1] = ALLOWED[s.trend, slot, 1]
    if not is_in(s.penalties, slot) or not can_take(s):
        return 0
    to = below(rng, s.seats)
    if to == s.seats - 1:
        s.idle = 1
    else:
        take(s, to + (to >= seat), rng)
    return 1


@kernel
def _lay_action(s: State, seat: Int, kind: Int, way: Int) -> None:
    """An arrow or a skip, not the last but one."""
    new = np.int64(WAY_NEW[way])
    drop_action(s, seat, kind)
    push(s, seat, ACTION_TILE + kind, new)
    if kind < FIRST_SKIP:
        steer(s, new, way)
