"""What a seat may know of a Sequence table as a row of small numbers (docs/turbo.md)."""

from typing import Final

import numpy as np

from igroteka.turbo.bits import first
from igroteka.turbo.compiling import kernel
from igroteka.turbo.machine import Array, Int, State
from igroteka.turbo.sequence.deal import hand_size
from igroteka.turbo.sequence.tables import CARDS, CELL_OF, MOST_SEATS

CELLS_AT: Final = 0  # 100: 0 free, 1 + side; + 4 in a completed sequence
HAND_AT: Final = CELLS_AT + 100  # 52: how many of each card the seat holds
PLAYED_AT: Final = HAND_AT + CARDS  # 52: how many of each card lie on the piles
POOL_AT: Final = PLAYED_AT + CARDS  # 52: how many of each card went into the deck when it was last filled
SIZES_AT: Final = POOL_AT + CARDS  # 12: cards in each hand
TAKEN_AT: Final = SIZES_AT + MOST_SEATS  # 12: cards each seat has taken since the deck was filled
OWED_AT: Final = TAKEN_AT + MOST_SEATS  # 12: 0, or the place among the owed, oldest 1
CLAIM_AT: Final = OWED_AT + MOST_SEATS  # 12: bits by seat: 1 has denied, 2 is due, 4 has accused
TABLE_AT: Final = CLAIM_AT + MOST_SEATS
TABLE: Final = 14
"""seat, seats, sides, turn, deck size, exchanged, choosing + 1, accused side + 1, passes (at most 255),
winner + 1, draw automatic, hard, table talk, pooled."""
OBSERVED: Final = TABLE_AT + TABLE


@kernel
def observe(s: State, seat: Int, out: Array) -> None:
    out[:OBSERVED] = 0
    tell(s, seat, out)


@kernel
def tell(s: State, seat: Int, out: Array) -> None:
    """Into zeros."""
    _cells(s, out)
    _count(s.hand[seat], HAND_AT, out)
    _count(s.pair[seat], HAND_AT, out)
    _deck(s, out)
    _played(s, 0, out)
    _seats(s, out)
    _table(s, seat, out)


@kernel
def reobserve(s: State, seat: Int, was: State, out: Array) -> None:
    """The same, where `out` holds what was last observed of the same game, when it was as `was`."""
    if s.locked[0] == was.locked[0] and s.locked[1] == was.locked[1]:
        _changed_cells(s, was, out)
    else:
        out[CELLS_AT:HAND_AT] = 0
        _cells(s, out)
    before = max(was.deciding, 0)
    changed = (s.hand[seat] ^ was.hand[before]) | (s.pair[seat] ^ was.pair[before])
    while changed:
        card = first(changed)
        changed &= changed - 1
        out[HAND_AT + card] = ((s.hand[seat] >> card) & 1) + ((s.pair[seat] >> card) & 1)
    if s.fillings == was.fillings:
        _played(s, was.laid, out)
    else:
        out[PLAYED_AT:POOL_AT] = 0
        _played(s, 0, out)
        _deck(s, out)
    _seats(s, out)
    _table(s, seat, out)


@kernel
def _cells(s: State, out: Array) -> None:
    for copy in range(2):
        for side in range(s.sides):
            cards = s.chips[side, copy]
            while cards:
                out[CELLS_AT + CELL_OF[first(cards), copy]] = 1 + side
                cards &= cards - 1
        cards = s.locked[copy]
        while cards:
            out[CELLS_AT + CELL_OF[first(cards), copy]] += 4
            cards &= cards - 1


@kernel
def _changed_cells(s: State, was: State, out: Array) -> None:
    for copy in range(2):
        for side in range(s.sides):
            cards = s.chips[side, copy] ^ was.chips[side, copy]
            while cards:
                card = first(cards)
                cards &= cards - 1
                here = (s.chips[side, copy] >> card) & 1
                cell = CELLS_AT + np.int64(CELL_OF[card, copy])
                if here or out[cell] == 1 + side:
                    out[cell] = here * (1 + side)


@kernel
def _deck(s: State, out: Array) -> None:
    for card in range(CARDS):
        out[POOL_AT + card] = s.went_in[card] if s.pooled else 0


@kernel
def _played(s: State, start: Int, out: Array) -> None:
    for at in range(start, s.laid):
        out[PLAYED_AT + s.pile[at]] += 1


@kernel
def _seats(s: State, out: Array) -> None:
    for other in range(s.seats):
        out[SIZES_AT + other] = hand_size(s, other)
        out[TAKEN_AT + other] = s.taken[other] if s.pooled else 0
        out[OWED_AT + other] = 0
        out[CLAIM_AT + other] = (
            ((s.denied >> other) & 1) + 2 * ((s.due >> other) & 1) + 4 * ((s.accused >> other) & 1)
        )
    for at in range(s.owes):
        out[OWED_AT + s.owed[at]] = at + 1


@kernel
def _count(cards: Int, base: Int, out: Array) -> None:
    while cards:
        out[base + first(cards)] += 1
        cards &= cards - 1


@kernel
def _table(s: State, seat: Int, out: Array) -> None:
    out[TABLE_AT] = seat
    out[TABLE_AT + 1] = s.seats
    out[TABLE_AT + 2] = s.sides
    out[TABLE_AT + 3] = s.turn
    out[TABLE_AT + 4] = s.bottom - s.top
    out[TABLE_AT + 5] = s.exchanged
    out[TABLE_AT + 6] = s.choosing + 1
    out[TABLE_AT + 7] = s.claim + 1
    out[TABLE_AT + 8] = min(s.passes, 255)
    out[TABLE_AT + 9] = s.winner + 1
    out[TABLE_AT + 10] = s.automatic
    out[TABLE_AT + 11] = s.hard
    out[TABLE_AT + 12] = s.talk
    out[TABLE_AT + 13] = s.pooled > 0
