"""Random play of UpTurn to its end, turn by turn, as long as nobody has a last tile to announce.

Most turns are: lay something, or draw and then lay something or end. That is done here in one piece; all
else goes the common way. The same stream gives the same game as single steps.
"""

import numpy as np

from igroteka.turbo.bits import nth, size
from igroteka.turbo.chance import below
from igroteka.turbo.compiling import kernel
from igroteka.turbo.machine import Int, State, Stream
from igroteka.turbo.upturn.bag import take
from igroteka.turbo.upturn.legal import random_move
from igroteka.turbo.upturn.racks import can_take
from igroteka.turbo.upturn.tables import NEXT, WORD
from igroteka.turbo.upturn.turns import (
    MOVE_OTHER,
    MOVE_TUCK,
    MOVE_WAY,
    do_other,
    lay_action,
    lay_number,
    tuck,
)


@kernel
def rush(s: State, rng: Stream) -> Int:
    """Random moves of the seat on turn while only it can do anything."""
    steps = 0
    while not (s.over or s.mode or s.silent):
        seat = np.int64(s.turn)
        if s.drawn or s.extra or s.gifts or s.tucking or not can_take(s) or s.held[seat] == 1:
            _one_step(s, seat, rng)
            steps += 1
        else:
            steps += _turn(s, seat, rng)
    return steps


@kernel
def _one_step(s: State, seat: Int, rng: Stream) -> None:
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
def _turn(s: State, seat: Int, rng: Stream) -> Int:
    """A fresh turn of a seat that can draw and may lay anything that fits: lay; or draw, then lay or end."""
    steps = 1
    lay0, lay1 = s.rack[seat, 0] & s.fit[0], s.rack[seat, 1] & s.fit[1]
    n0, n1 = size(lay0), size(lay1)
    at = below(rng, n0 + n1 + 1)
    if at == n0 + n1:
        take(s, seat, rng)
        s.drawn = 1
        steps = 2
        lay0, lay1 = s.rack[seat, 0] & s.fit[0], s.rack[seat, 1] & s.fit[1]
        n0, n1 = size(lay0), size(lay1)
        at = below(rng, n0 + n1 + 1)
        if at == n0 + n1:
            s.idle = 1
            s.drawn = 0
            s.turn = NEXT[s.seats, s.order, seat, 0]
            return 2
    second = np.int64(at >= n0)
    move = nth(lay1 if second else lay0, at - n0 * second) + WORD * second
    if move < MOVE_WAY:
        lay_number(s, seat, move, rng)
    else:
        lay_action(s, seat, move - MOVE_WAY, rng)
    return steps
