"""How a seat stands in Etazhiki, as the numbers from which its chance to win is judged: compiled."""

from typing import Final

import numpy as np

from igroteka.turbo.bits import first, size
from igroteka.turbo.compiling import kernel
from igroteka.turbo.etazhiki.search.weights import STANDING
from igroteka.turbo.etazhiki.tables import BALL_BITS, BEGINNER, FLOOR_BITS, NIGHT_BITS, SKIPS
from igroteka.turbo.machine import Array, Int, State
from igroteka.turbo.targets import room

_PHASE: Final = 18
FEATURES: Final = 2 + 2 * _PHASE
FULL, MEDIUM, BEGINNERS = range(3)


@kernel
def rules(s: State) -> Int:
    """Which of the three rule sets is played: each has a judgement of its own."""
    return BEGINNERS if s.rule == BEGINNER else FULL if s.full else MEDIUM


@kernel
def features(s: State, seat: Int, out: Array) -> None:
    """How a seat stands: stars to go, what is left in its hand, how soon its turn comes and what fits then.

    For the last star the same things count more, so they count apart then.
    """
    for at in range(FEATURES):
        out[at] = 0.0
    to_go = s.winning - s.stars[seat]
    out[0] = to_go
    out[1] = 1.0 if to_go == 1 else 0.0
    base = 2 if to_go > 1 else 2 + _PHASE
    hand = s.hand[seat]
    floors = 0
    rest = hand & FLOOR_BITS
    while rest:
        floors += s.held[seat, first(rest)]
        rest &= rest - 1
    out[base] = min(floors, 12)
    if floors < 5:
        out[base + 1 + floors] = 1.0
    out[base + 6] = floors - size((hand | hand >> 10) & 1023)
    out[base + 7] = size(hand & NIGHT_BITS)
    out[base + 8] = min(size(hand & BALL_BITS), 4)
    out[base + 9] = (hand >> SKIPS) & 1
    out[base + 17] = (seat - s.turn) % s.seats
    if s.turn == seat:
        fits = size(hand & (s.fits[0] | s.fits[1]) & FLOOR_BITS)
        out[base + 10] = 1.0
        out[base + 11] = min(fits, 4)
        out[base + 12] = 1.0 if s.floors_laid else 0.0
        out[base + 13] = 1.0 if s.drew else 0.0
        out[base + 14] = s.shedding
    elif s.ball == SKIPS and s.armed and (s.turn + 1) % s.seats == seat:
        out[base + 15] = 1.0
    else:
        out[base + 16] = size(hand & s.fits[0] & NIGHT_BITS)


@kernel
def judge(s: State, values: Array) -> None:
    found = room(FEATURES, np.float64)
    weights = STANDING[rules(s), s.seats - 2]
    total = 0.0
    for seat in range(s.seats):
        worth = 0.0
        if s.over:
            worth = np.float64((s.winners >> seat) & 1)
        else:
            features(s, seat, found)
            score = 0.0
            for at in range(FEATURES):
                score += found[at] * weights[at]
            worth = np.exp(score)
        values[seat] = worth
        total += worth
    for seat in range(s.seats):
        values[seat] = values[seat] / total if total > 0 else 1.0 / s.seats
