"""Dealing UpTurn: seven tiles each and a number to start from; and who has won."""

import numpy as np

from igroteka.turbo.bits import first
from igroteka.turbo.chance import below, shuffle
from igroteka.turbo.compiling import kernel
from igroteka.turbo.machine import Array, Int, State, Stream
from igroteka.turbo.targets import set_apart
from igroteka.turbo.upturn.racks import clear_rack, fitting, is_in, put, rank
from igroteka.turbo.upturn.state import NOBODY_LAID, ROW, WHOLE_BOX
from igroteka.turbo.upturn.tables import ACTION_KINDS, ACTION_TILE, IN_BOX, NO_TREND, RACK, WORD


@kernel
def deal(s: State, rng: Stream) -> None:
    """UT-07..UT-10; UT-A03: an action tile goes back, the bag is mixed, another one comes; UT-A05."""
    set_apart()
    _clear(s)
    count = list_box(s, s.bag)
    shuffle(s.bag, count, rng)
    at = 0
    for seat in range(s.seats):
        for _ in range(RACK):
            put(s, seat, np.int64(s.bag[at]))
            at += 1
        s.taken[seat] = RACK
    rest = s.bag[at:count]
    while rest[0] >= ACTION_TILE:
        shuffle(rest, count - at, rng)
    s.turn = below(rng, s.seats) if s.starter < 0 else s.starter
    start = rest[0]
    for place in range(at, 0, -1):  # the start tile is open: it did not go in
        s.bag[place] = s.bag[place - 1]
    s.bag[0] = start
    s.filled = 1
    s.top = at + 1
    s.bottom = count
    s.pooled = WHOLE_BOX
    s.pile[0] = start
    s.owner[0] = NOBODY_LAID | ROW
    s.laid = 1
    s.ref = start
    fitting(s)


@kernel
def _clear(s: State) -> None:
    s.over = 0
    s.asked = 0
    s.deciding = -1
    s.may_wait = 0
    s.order = 0
    s.trend = NO_TREND
    s.drawn = 0
    s.extra = 0
    s.gifts = 0
    s.tucking = 0
    s.announced = 0
    s.silent = 0
    s.winners = 0
    s.shared = 0
    s.stopped = 0
    s.idle = 0
    s.mixed = 0
    s.row = 0
    s.loose = 0
    for seat in range(s.seats):
        clear_rack(s, seat)


@kernel
def list_box(s: State, out: Array) -> Int:
    """UT-02: every tile of the box; how many."""
    count = 0
    for word in range(2):
        bits = s.box[word]
        while bits:
            slot = first(bits) + WORD * word
            bits &= bits - 1
            times = np.int64(1)
            if s.odd and is_in(s.twofold, slot):
                times = np.int64(s.box_copies[rank(s, slot)])
            for _ in range(times):
                out[count] = slot
                count += 1
    for kind in range(ACTION_KINDS):
        for _ in range(IN_BOX[kind]):
            out[count] = ACTION_TILE + kind
            count += 1
    return count


@kernel
def score(s: State, out: Array) -> None:
    for seat in range(s.seats):
        out[seat] = (s.winners >> seat) & 1
