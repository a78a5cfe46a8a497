"""Random play of Sequence to its end, with a short way through the plainest of turns.

With automatic drawing nearly every step is: a shown card of the seat on turn, a chip, a new card. That is
done here in one piece; all else goes the common way. The same stream gives the same game as single steps.
"""

import numpy as np

from igroteka.turbo.bits import nth, size
from igroteka.turbo.chance import below
from igroteka.turbo.compiling import kernel
from igroteka.turbo.machine import ONE, Bool, Int, State, Stream
from igroteka.turbo.sequence.legal import free_cells, random_play
from igroteka.turbo.sequence.lines import count_lines, put_chip
from igroteka.turbo.sequence.tables import CELL_OF, SIDE_OF
from igroteka.turbo.sequence.turns import apply, lay, settle, take


@kernel
def is_plain(s: State) -> Bool:
    """Only the seat on turn can do anything, and will draw by itself."""
    return s.automatic and not (s.over or s.mode or s.owes) and s.claim < 0 and s.choosing < 0


@kernel
def rush(s: State, rng: Stream) -> Int:
    """Random turns while they are plain."""
    steps = 0
    seats = np.int64(s.seats)
    while is_plain(s):
        seat = np.int64(s.turn)
        steps += _until_unusual(s, seat, seats, rng)
        if is_plain(s):
            seat = np.int64(s.turn)
            apply(s, seat, random_play(s, seat, 0, rng), rng)
            steps += 1
    return steps


@kernel
def _until_unusual(s: State, seat: Int, seats: Int, rng: Stream) -> Int:
    """Shown cards placed, turn by turn, until a seat has a jack or nothing to place, or a line is made."""
    steps = 0
    free0, free1 = free_cells(s, 0), free_cells(s, 1)
    while True:
        hand = s.hand[seat]
        here0, here1 = hand & free0, hand & free1
        n0 = size(here0)
        total = n0 + size(here1)
        if hand & ~(free0 | free1) or total == 0:  # a jack, a dead card, nothing to place
            return steps
        at = below(rng, total)
        second = np.int64(at >= n0)
        card = nth(here1 if second else here0, at - n0 * second)
        bit = ONE << card
        if second:
            free1 ^= bit
        else:
            free0 ^= bit
        lay(s, seat, card)
        s.passes = 0
        s.accused = 0
        side = np.int64(SIDE_OF[s.sides, seat])
        cell = np.int64(CELL_OF[card, second])
        steps += 1
        if put_chip(s, side, cell):
            count_lines(s, seat, side, cell)
            if s.over or s.choosing >= 0:
                return steps
        take(s, seat, rng)
        s.exchanged = 0
        seat = seat + 1 if seat + 1 < seats else 0
        s.turn = seat
        if s.hand[seat] == 0:
            settle(s)
            return steps
