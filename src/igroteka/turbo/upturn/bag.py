"""Tiles that come out of the bag, filled again from the table when it is empty."""

import numpy as np

from igroteka.turbo.chance import shuffle
from igroteka.turbo.compiling import kernel
from igroteka.turbo.machine import ONE, Int, State, Stream
from igroteka.turbo.targets import set_apart
from igroteka.turbo.upturn.racks import can_take, put
from igroteka.turbo.upturn.state import FILLED, NOBODY_LAID, ROW
from igroteka.turbo.upturn.tables import FINE


@kernel
def take(s: State, seat: Int, rng: Stream) -> None:
    """UT-18: the next tile goes onto the rack; UT-A32: what was announced is void."""
    if s.top == s.bottom:
        fill(s, rng)
    put(s, seat, np.int64(s.bag[s.top]))
    s.top += 1
    s.taken[seat] += 1
    if s.announced | s.silent:
        s.announced &= ~(ONE << seat)
        s.silent &= ~(ONE << seat)


@kernel
def fill(s: State, rng: Stream) -> None:
    """UT-47, UT-A35, UT-B3: what lies loose goes back, mixed; the rest is one row."""
    set_apart()
    loose, left = np.int64(s.loose), np.int64(s.laid) - np.int64(s.loose)
    for at in range(loose):
        s.bag[at] = s.pile[at]
    shuffle(s.bag, loose, rng)
    for at in range(left):
        s.pile[at] = s.pile[loose + at]
        s.owner[at] = NOBODY_LAID
    s.owner[0] = NOBODY_LAID | ROW
    s.laid = left
    s.loose = 0
    s.row = 0
    s.mixed += 1
    s.filled = 0
    s.top = 0
    s.bottom = loose
    s.pooled = min(np.int64(s.pooled), FILLED)
    for seat in range(s.seats):
        s.taken[seat] = 0


@kernel
def close_windows(s: State, seat: Int, rng: Stream) -> None:
    """UT-30, UT-A30: a lay or draw ends the windows that were opened in earlier turns."""
    set_apart()
    silent = np.int64(s.silent)
    if s.drawn or s.extra or s.gifts or s.tucking:
        silent &= ~(ONE << seat)
    for other in range(s.seats):
        if (silent >> other) & 1:
            s.silent &= ~(ONE << other)
            if s.automatic:  # UT-B9: only a position can say that it was silent
                s.announced |= ONE << other
                continue
            for _ in range(FINE):  # UT-A36, UT-B6: as far as there is something to take
                if can_take(s):
                    take(s, other, rng)
