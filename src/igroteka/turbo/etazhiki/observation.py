"""What a seat may know of an Etazhiki table as a row of small numbers (docs/turbo.md)."""

from typing import Final

import numpy as np

from igroteka.turbo.compiling import kernel
from igroteka.turbo.etazhiki.deal import hand_size, kinds_of
from igroteka.turbo.etazhiki.state import CARD_BITS, PILE_AT
from igroteka.turbo.etazhiki.tables import BEGINNER, FLOORS, KINDS, MOST_SEATS, NO_BALL, STRICT
from igroteka.turbo.machine import Array, Int, State

HAND_AT: Final = 0  # 123: how many of each card the seat holds
LYING_AT: Final = HAND_AT + KINDS  # 123: how many of each card lie on the piles, if that is known
POOL_AT: Final = LYING_AT + KINDS  # 123: how many of each card went into the deck when it was last filled
FITS_AT: Final = POOL_AT + KINDS  # 20: whether each number fits on the first pile, on the second
SIZES_AT: Final = FITS_AT + FLOORS  # 5: cards in each hand
TAKEN_AT: Final = SIZES_AT + MOST_SEATS  # 5: cards each seat has taken since the deck was filled
STARS_AT: Final = TAKEN_AT + MOST_SEATS  # 5
TABLE_AT: Final = STARS_AT + MOST_SEATS
TABLE: Final = 22
"""seat, seats, turn, open floors + 1 (0: no second pile), open ball + 1 or 0, heights of the piles of floors
and of balls, deck size, drew, floors laid, balls laid, shedding, skip armed, idle, winners as bits, full,
beginner, parity strict, skip repeats, pool known."""
HEIGHTS_AT: Final = TABLE_AT + 6
OBSERVED: Final = TABLE_AT + TABLE


@kernel
def observe(s: State, seat: Int, out: Array) -> None:
    out[:OBSERVED] = 0
    tell(s, seat, out)


@kernel
def tell(s: State, seat: Int, out: Array) -> None:
    """Into zeros; every count at most 255."""
    if s.pooled:
        for at in range(s.bottom):
            _add(out, POOL_AT + s.deck[at])
    _piles(s, 0, out)
    _hands(s, seat, out)
    _table(s, seat, out)


@kernel
def reobserve(s: State, seat: Int, was: State, out: Array) -> None:
    """Until the deck is filled again, piles only grow."""
    if s.fillings != was.fillings:
        observe(s, seat, out)
        return
    _piles(s, np.int64(was.lying), out)
    _hands(s, seat, out)
    _table(s, seat, out)


@kernel
def _add(out: Array, at: Int) -> None:
    out[at] = min(out[at] + 1, 255)


@kernel
def _piles(s: State, first: Int, out: Array) -> None:
    """What lies there from one card on."""
    for at in range(first, s.lying):
        entry = np.int64(s.laid[at])
        card = entry & CARD_BITS
        pile = 2 if card >= FLOORS else entry >> PILE_AT
        _add(out, HEIGHTS_AT + pile)
        if s.pooled:
            _add(out, LYING_AT + card)


@kernel
def _hands(s: State, seat: Int, out: Array) -> None:
    for card in range(kinds_of(s)):
        out[HAND_AT + card] = min(s.held[seat, card], 255)
    for other in range(s.seats):
        out[SIZES_AT + other] = min(hand_size(s, other), 255)
        out[TAKEN_AT + other] = min(s.taken[other], 255) if s.pooled else 0
        out[STARS_AT + other] = min(s.stars[other], 255)


@kernel
def _table(s: State, seat: Int, out: Array) -> None:
    for number in range(10):
        out[FITS_AT + number] = (s.fits[0] >> number) & 1
        out[FITS_AT + 10 + number] = (s.fits[1] >> number) & 1
    out[TABLE_AT] = seat
    out[TABLE_AT + 1] = s.seats
    out[TABLE_AT + 2] = s.turn
    out[TABLE_AT + 3] = s.floor[0] + 1
    out[TABLE_AT + 4] = s.floor[1] + 1 if s.rule == BEGINNER else 0
    out[TABLE_AT + 5] = 0 if s.ball == NO_BALL else s.ball + 1
    out[TABLE_AT + 9] = min(s.bottom - s.top, 255)
    out[TABLE_AT + 10] = s.drew
    out[TABLE_AT + 11] = min(s.floors_laid, 255)
    out[TABLE_AT + 12] = min(s.balls_laid, 255)
    out[TABLE_AT + 13] = s.shedding
    out[TABLE_AT + 14] = s.armed
    out[TABLE_AT + 15] = min(s.idle, 255)
    out[TABLE_AT + 16] = s.winners
    out[TABLE_AT + 17] = s.full
    out[TABLE_AT + 18] = s.rule == BEGINNER
    out[TABLE_AT + 19] = s.rule == STRICT
    out[TABLE_AT + 20] = s.repeats
    out[TABLE_AT + 21] = s.pooled > 0
