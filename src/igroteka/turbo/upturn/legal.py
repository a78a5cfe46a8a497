"""What a seat may do now in UpTurn, as a list, as one at random and as the seats that can act.

The order of the list: numbers, rising; ways to lay action tiles; tucks, rising; gives; draw; end; announce.
"""

import numpy as np

from igroteka.turbo.bits import first, nth, size
from igroteka.turbo.chance import below
from igroteka.turbo.compiling import kernel
from igroteka.turbo.header import WAIT
from igroteka.turbo.machine import ONE, Array, Bool, Int, State, Stream
from igroteka.turbo.targets import note, set_apart
from igroteka.turbo.upturn.actions import ANNOUNCE, DRAW, END, GIVE
from igroteka.turbo.upturn.racks import can_take
from igroteka.turbo.upturn.tables import NUMBERS, WORD
from igroteka.turbo.upturn.turns import MOVE_OTHER, MOVE_TUCK, action_of_move


@kernel
def actors(s: State) -> Int:
    """The seats that have a legal action, as bits: the seat on turn can always draw or end."""
    if s.over:
        return 0
    return np.int64(s.silent) | (ONE << s.turn)


@kernel
def has_laid(s: State) -> Bool:
    return s.extra or s.gifts > 0 or s.tucking


@kernel
def lays(s: State, seat: Int, word: Int) -> Int:
    """UT-16, UT-17, UT-31: what the seat may lay, as bits of its rack."""
    if (s.gifts or s.tucking) and not s.extra:  # one lay a turn, and one more after each joker (UT-45)
        return 0
    bits = s.rack[seat, word] & s.fit[word]
    return bits & NUMBERS[word] if s.held[seat] == 1 else bits


@kernel
def has_choice(s: State, seat: Int) -> Bool:
    """Two tiles to lay, or one and something else; all else is left to the list."""
    if s.over or seat != s.turn:
        return False
    others = np.int64(may_draw(s)) + np.int64(may_end(s))
    return size(lays(s, seat, 0)) + size(lays(s, seat, 1)) + others > 1


@kernel
def legal(s: State, seat: Int, out: Array) -> Int:
    set_apart()
    if s.over:
        return 0
    count = 0
    if seat == s.turn:
        for word in range(2):
            count = _write(s, out, count, lays(s, seat, word), WORD * word)
        if s.tucking:
            for word in range(2):
                count = _write(s, out, count, s.rack[seat, word] & s.tuck[word], MOVE_TUCK + WORD * word)
        if s.gifts and can_take(s):
            for other in range(s.seats):
                if other != seat:
                    note(out, count, GIVE + other)
                    count += 1
        if may_draw(s):
            note(out, count, DRAW)
            count += 1
        if may_end(s):
            note(out, count, END)
            count += 1
    if (s.silent >> seat) & 1:
        note(out, count, ANNOUNCE)
        count += 1
    return count


@kernel
def _write(s: State, out: Array, count: Int, bits: Int, base: Int) -> Int:
    while bits:
        note(out, count, action_of_move(s, base + first(bits)))
        bits &= bits - 1
        count += 1
    return count


@kernel
def may_draw(s: State) -> Bool:
    return not s.drawn and not has_laid(s) and can_take(s)


@kernel
def may_end(s: State) -> Bool:
    """UT-28: not without having drawn, unless something was laid, or there is nothing to draw (UT-B1)."""
    return s.drawn or has_laid(s) or not can_take(s)


@kernel
def random_action(s: State, seat: Int, may_wait: Int, rng: Stream, out: Array) -> Int:
    """As picked from the list, but without writing it."""
    silent = np.int64((s.silent >> seat) & 1)
    if seat == s.turn:
        return action_of_move(s, random_move(s, seat, silent, may_wait, rng))
    return ANNOUNCE if below(rng, silent + may_wait) < silent else WAIT


@kernel
def random_move(s: State, seat: Int, silent: Int, may_wait: Int, rng: Stream) -> Int:
    """Of the seat on turn."""
    lay0, lay1 = lays(s, seat, 0), lays(s, seat, 1)
    tuck0 = tuck1 = np.int64(0)
    if s.tucking:
        tuck0, tuck1 = s.rack[seat, 0] & s.tuck[0], s.rack[seat, 1] & s.tuck[1]
    gives = np.int64(s.seats) - 1 if s.gifts and can_take(s) else 0
    lay_count, tuck_count = size(lay0) + size(lay1), size(tuck0) + size(tuck1)
    draw, end = np.int64(may_draw(s)), np.int64(may_end(s))
    at = below(rng, lay_count + tuck_count + gives + draw + end + silent + may_wait)
    if at < lay_count:
        return bit_at(lay0, lay1, at)
    at -= lay_count
    if at < tuck_count:
        return MOVE_TUCK + bit_at(tuck0, tuck1, at)
    at -= tuck_count
    if at < gives:
        return MOVE_OTHER + GIVE + at + (at >= seat)
    at -= gives
    if at < draw:
        return MOVE_OTHER + DRAW
    if at < draw + end:
        return MOVE_OTHER + END
    return MOVE_OTHER + (ANNOUNCE if at < draw + end + silent else WAIT)


@kernel
def bit_at(word0: Int, word1: Int, at: Int) -> Int:
    """That bit of the bits of two words."""
    n0 = size(word0)
    second = np.int64(at >= n0)
    return nth(word1 if second else word0, at - n0 * second) + WORD * second
