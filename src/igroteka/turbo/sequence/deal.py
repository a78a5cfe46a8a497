"""Dealing Sequence: a new game, and the hidden cards dealt anew as one seat may imagine them."""

import numpy as np

from igroteka.turbo.bits import size
from igroteka.turbo.chance import below, shuffle
from igroteka.turbo.compiling import kernel
from igroteka.turbo.machine import ONE, Array, Int, State, Stream
from igroteka.turbo.sequence.state import WHOLE_BOX
from igroteka.turbo.sequence.tables import ALL_CARDS, CARDS, EMPTY_RUNS, FULL_BOX, HAND, PACKS, SIDE_OF
from igroteka.turbo.targets import set_apart


@kernel
def deal(s: State, rng: Stream) -> None:
    """SQ-10..SQ-12, SQ-40. The lowest card turned up makes every seat dealer equally often: so is it here."""
    set_apart()
    _clear(s)
    for at in range(ALL_CARDS):
        s.deck[at] = FULL_BOX[at]
    shuffle(s.deck, ALL_CARDS, rng)
    s.turn = below(rng, s.seats)
    each = np.int64(HAND[s.seats])
    at = 0
    for _ in range(each):
        for seat in range(s.seats):
            bit = ONE << s.deck[at]
            s.pair[seat] |= s.hand[seat] & bit
            s.hand[seat] |= bit
            at += 1
    s.top = at
    s.bottom = ALL_CARDS
    for seat in range(s.seats):
        s.taken[seat] = each
    for card in range(CARDS):
        s.went_in[card] = PACKS
    s.pooled = WHOLE_BOX
    s.fillings = 0


@kernel
def _clear(s: State) -> None:
    s.over = 0
    s.asked = 0
    s.deciding = -1
    s.may_wait = 0
    s.exchanged = 0
    s.choosing = -1
    s.winner = -1
    s.stopped = 0
    s.passes = 0
    s.claim = -1
    s.denied = 0
    s.due = 0
    s.accused = 0
    s.owes = 0
    s.laid = 0
    s.held = 0
    for seat in range(s.seats):
        s.hand[seat] = 0
        s.pair[seat] = 0
    for copy in range(2):
        s.locked[copy] = 0
        for side in range(3):
            s.chips[side, copy] = 0
    for side in range(s.sides):
        for run in range(EMPTY_RUNS.shape[0]):
            s.runs[side, run] = EMPTY_RUNS[run]


@kernel
def hand_size(s: State, seat: Int) -> Int:
    return size(s.hand[seat]) + size(s.pair[seat])


@kernel
def give(s: State, seat: Int, card: Int) -> None:
    """A card into a hand, from nowhere."""
    bit = ONE << card
    s.pair[seat] |= s.hand[seat] & bit
    s.hand[seat] |= bit


@kernel
def score(s: State, out: Array) -> None:
    for seat in range(s.seats):
        out[seat] = 1 if s.winner == SIDE_OF[s.sides, seat] else 0
