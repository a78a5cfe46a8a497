"""What a sound player thinks of in Sequence, and what a board is worth: fast twins of Игрок's ideas.

An open five is worth the more the fewer chips it lacks, and the more of the missing cards are in the hand.
A chip is worth what it adds to one's own fives and takes from those of the others. Jacks are kept for cells
that complete or stop a five, or nearly so. Dead cards are exchanged, owed cards taken at once.
"""

from typing import Final

import numpy as np

from igroteka.turbo.bits import first, size
from igroteka.turbo.compiling import kernel
from igroteka.turbo.machine import ONE, Array, Int, State
from igroteka.turbo.sequence.actions import DRAW, EXCHANGE, LIFT, PLACE_SHOWN, PLACE_WILD
from igroteka.turbo.sequence.legal import free_cells, has_cards, is_owed, removable
from igroteka.turbo.sequence.state import DRAWN
from igroteka.turbo.sequence.tables import (
    BIT_AT,
    CARD_AT,
    CELL_OF,
    COPY_AT,
    EMPTY_RUNS,
    FIVE_AT,
    FIVE_RUN,
    REMOVE,
    RUN_AT,
    RUNS,
    SHOWN,
    SIDE_OF,
    WILD,
    WINS,
)

MOST: Final = 24
"""Answers after the tree, drawing included; then the sides are compared."""

_KINDS: Final = 14
"""Open fives by what they lack: one to four chips, and how many of those cards are not in the hand."""
_MORE: Final = 4
"""And what else a side has: two-eyed jacks, one-eyed jacks, the turn, a five that can be completed now."""
_PHASE: Final = _KINDS + _MORE
FEATURES: Final = 1 + 2 * _PHASE
_BEFORE: Final = (
    0.526, 0.199, 0.475, 0.195, 0.0536, 0.412, 0.159, 0.0297, 0.014, 0.465, 0.102, 0.0311, 0.0161, 0.0051,
    0.405, 0.427, 0.087, 0.496,
)  # fmt: skip
_AFTER: Final = (
    2, 0.214, 1.08, 0.224, 0.0796, 0.647, 0.135, 0.0563, 0.0124, 0.479, 0.112, 0.0271, 0.0149, 0,
    0.807, 0.686, 0.129, 2.54,
)  # fmt: skip
_OF_THREE: Final = (
    1.99, 0.344, 1.18, 0.284, 0.0319, 0.977, 0.23, 0.0225, 0.0064, 0.577, 0.13, 0.0195, 0.0049, 0.0033,
    0.729, 0.152, 0.0566, 6,
)  # fmt: skip
_LEARNED: Final = np.array([(1.2, *_BEFORE, *_AFTER), (0.0, *_OF_THREE, *_OF_THREE)])
"""By number of sides: what each feature says of winning, from 5,000 games of Игрок (three: of the search)."""
_SHARP: Final = 12.0
"""How much likelier a chip is placed for what it adds to the chance to win (its logarithm)."""
_SPOIL: Final = 0.8
"""What it is worth to stop a five of others, beside having it."""
_WON: Final = 4.0
_JACK: Final = 0.35
"""What a jack is worth in the hand."""


def _lines() -> tuple[Array, Array]:
    """The cells of each line and what lies beyond its end."""
    cells, beyond = np.zeros((RUNS, 10), np.uint8), np.full(RUNS, 1023, np.int64)
    for cell in range(100):
        for way in range(4):
            if bit := int(BIT_AT[cell, way]):
                cells[RUN_AT[cell, way], bit.bit_length() - 1] = cell
                beyond[RUN_AT[cell, way]] &= ~bit
    return cells, beyond


def _kinds() -> Array:
    """By chips and cards of a five as bits: its kind; _KINDS where it has no chip, or all."""
    kinds = np.full((32, 32), _KINDS, np.uint8)
    for own in range(1, 31):
        lacks = 5 - own.bit_count()
        for hand in range(32):
            absent = lacks - (hand & ~own).bit_count()
            kinds[own, hand] = (0, 2, 5, 9)[lacks - 1] + absent
    return kinds


_CELLS, _BEYOND = _lines()
_KIND: Final = _kinds()


@kernel
def _in_the_way(s: State, side: Int, run: Int) -> Int:
    """Chips of others, what lies beyond the line, and (SQ-A08) all but the ends of one's own sequences."""
    own = np.int64(s.runs[side, run])
    others = np.int64(s.runs[0, run]) | np.int64(s.runs[1, run]) | np.int64(s.runs[2, run])
    way = (others & ~own) | _BEYOND[run]
    for at in range(s.held):
        if s.line_sides[at] == side and FIVE_RUN[s.lines[at]] == run:
            way |= 14 << FIVE_AT[s.lines[at]]
    return way


@kernel
def _held(s: State, side: Int) -> Int:
    held = np.int64(0)
    for at in range(s.held):
        held += s.line_sides[at] == side
    return held


@kernel
def _phase(s: State, side: Int) -> Int:
    """Where the weights of a side's fives begin: those that bring it the last sequence count apart."""
    return 1 + _PHASE * np.int64(_held(s, side) + 1 >= WINS[s.sides])


@kernel
def _row_in_hand(s: State, hand: Int, run: Int, wanted: Int) -> Int:
    """Of the wanted cells of a line those whose card is in the hand."""
    row = np.int64(0)
    while wanted:
        at = first(wanted)
        wanted &= wanted - 1
        row |= ((hand >> CARD_AT[_CELLS[run, at]]) & 1) << at
    return row


@kernel
def _to_come(s: State) -> Int:
    """The cards that lie in the deck: a cell whose card is neither there nor in the hand stays empty."""
    cards = np.int64(0)
    for at in range(s.top, s.bottom):
        cards |= ONE << s.deck[at]
    return cards


@kernel
def features(s: State, side: Int, out: Array) -> None:
    """How a side stands: its sequences, its open fives by kind, its jacks, whose turn it is."""
    for at in range(FEATURES):
        out[at] = 0.0
    out[0] = _held(s, side)
    base = _phase(s, side)
    hands = np.int64(0)
    for seat in range(side, s.seats, s.sides):
        hand = s.hand[seat]
        hands |= hand
        for which in range(2):
            out[base + _KINDS] += (hand >> WILD[which]) & 1
            out[base + _KINDS + 1] += (hand >> REMOVE[which]) & 1
    wild = (ONE << WILD[0]) | (ONE << WILD[1])
    coming = hands | _to_come(s)
    if hands & wild:
        coming |= SHOWN
    mine = s.hand[s.turn] if SIDE_OF[s.sides, s.turn] == side else np.int64(0)
    out[base + _KINDS + 2] = 1.0 if mine else 0.0
    for run in range(RUNS - 1):
        own = np.int64(s.runs[side, run])
        if own == EMPTY_RUNS[run]:
            continue
        way = _in_the_way(s, side, run)
        own &= ~way
        way |= _row_in_hand(s, SHOWN & ~coming, run, 1023 & ~(own | way))
        row = _row_in_hand(s, hands, run, 1023 & ~(own | way))
        for begin in range(6):
            five = (own >> begin) & 31
            if five and not (way >> begin) & 31:
                kind = np.int64(_KIND[five, (row >> begin) & 31])
                if kind < _KINDS:
                    out[base + kind] += 1.0
                if kind < 2 and mine:
                    cell = _CELLS[run, begin + first(31 & ~five)]
                    if mine & ((ONE << CARD_AT[cell]) | wild):
                        out[base + _KINDS + 3] = 1.0


@kernel
def _worth(s: State, side: Int, hand: Int, cell: Int) -> Int:
    """What a chip of the side on the cell adds to its chance to win, and takes from that of the others."""
    total = 0.0
    for way in range(4):
        bit = np.int64(BIT_AT[cell, way])
        if bit == 0:
            continue
        run, at = np.int64(RUN_AT[cell, way]), first(bit)
        for other in range(s.sides):
            block = _in_the_way(s, other, run)
            own = np.int64(s.runs[other, run]) & ~block
            base = _phase(s, other)
            row = np.int64(0)
            if other == side:
                row = bit | _row_in_hand(s, hand, run, 1023 & ~(own | block))
            for begin in range(max(at - 4, 0), min(at, 5) + 1):
                five = (own >> begin) & 31
                if (block >> begin) & 31:
                    continue
                cards = (row >> begin) & 31
                before = _value(s, base, five, cards)
                if other == side:
                    total += _value(s, base, five | (bit >> begin), cards) - before
                else:
                    total += _SPOIL * before
    return total


@kernel
def _value(s: State, base: Int, five: Int, cards: Int) -> Int:
    if five == 31:
        return _WON if base > 1 else _LEARNED[s.sides - 2, 0]
    kind = np.int64(_KIND[five, cards])
    return _LEARNED[s.sides - 2, base + kind] if kind < _KINDS else 0.0


@kernel
def sensible(s: State, seat: Int, out: Array, weights: Array) -> Int:
    if s.claim >= 0 or s.choosing >= 0:
        return 0
    if s.owes and is_owed(s, seat):
        out[0] = DRAW
        weights[0] = 1.0
        return 1
    if seat != s.turn:
        return 0
    hand, side = s.hand[seat], np.int64(SIDE_OF[s.sides, seat])
    free0, free1 = free_cells(s, 0), free_cells(s, 1)
    dead = hand & SHOWN & ~(free0 | free1)
    if dead and not s.exchanged and has_cards(s):
        out[0] = EXCHANGE + first(dead)
        weights[0] = 1.0
        return 1
    count = _placings(s, side, hand, PLACE_SHOWN, hand & free0, 0, 0.0, out, weights, 0)
    count = _placings(s, side, hand, PLACE_SHOWN, hand & free1, 1, 0.0, out, weights, count)
    if hand & ~SHOWN:
        count = _jacks(s, seat, side, out, weights, count)
    return count


@kernel
def _placings(
    s: State,
    side: Int,
    hand: Int,
    base: Int,
    cards: Int,
    copy: Int,
    price: Int,
    out: Array,
    weights: Array,
    count: Int,
) -> Int:
    while cards:
        cell = np.int64(CELL_OF[first(cards), copy])
        cards &= cards - 1
        out[count] = base + cell
        weights[count] = np.exp(_SHARP * min(_worth(s, side, hand, cell) - price, 4.0))
        count += 1
    return count


@kernel
def _jacks(s: State, seat: Int, side: Int, out: Array, weights: Array, count: Int) -> Int:
    """Each kind once: cells that make or stop a five, or make a four; chips of others' fours."""
    hand = s.hand[seat]
    wild = 0 if (hand >> WILD[0]) & 1 else 1 if (hand >> WILD[1]) & 1 else -1
    lift = 0 if (hand >> REMOVE[0]) & 1 else 1 if (hand >> REMOVE[1]) & 1 else -1
    place0 = place1 = lift0 = lift1 = np.int64(0)
    for run in range(RUNS - 1):
        for other in range(s.sides):
            own = np.int64(s.runs[other, run])
            if size(own) < 3:
                continue
            way = _in_the_way(s, other, run)
            own &= ~way
            for begin in range(6):
                five = (own >> begin) & 31
                chips = size(five)
                if chips < 3 or (way >> begin) & 31 or (chips == 3 and other != side):
                    continue
                for at in range(5):
                    cell = np.int64(_CELLS[run, begin + at])
                    bit = ONE << CARD_AT[cell]
                    second = COPY_AT[cell] != 0
                    if not (five >> at) & 1:
                        place0 |= np.int64(0) if second else bit
                        place1 |= bit if second else np.int64(0)
                    elif other != side:
                        lift0 |= np.int64(0) if second else bit
                        lift1 |= bit if second else np.int64(0)
    if wild >= 0:
        base = PLACE_WILD + 100 * wild
        place0 &= free_cells(s, 0)
        place1 &= free_cells(s, 1)
        count = _placings(s, side, hand, base, place0, 0, _JACK, out, weights, count)
        count = _placings(s, side, hand, base, place1, 1, _JACK, out, weights, count)
    if lift >= 0:
        base = LIFT + 100 * lift
        count = _lifts(s, side, base, lift0 & removable(s, side, 0), 0, out, weights, count)
        count = _lifts(s, side, base, lift1 & removable(s, side, 1), 1, out, weights, count)
    return count


@kernel
def _lifts(
    s: State, side: Int, base: Int, cards: Int, copy: Int, out: Array, weights: Array, count: Int
) -> Int:
    while cards:
        cell = np.int64(CELL_OF[first(cards), copy])
        cards &= cards - 1
        out[count] = base + cell
        weights[count] = np.exp(_SHARP * min(_lifted(s, cell) - _JACK, 4.0))
        count += 1
    return count


@kernel
def _lifted(s: State, cell: Int) -> Int:
    """What the owner of a chip loses with it."""
    total = 0.0
    for way in range(4):
        bit = np.int64(BIT_AT[cell, way])
        if bit == 0:
            continue
        run, at = np.int64(RUN_AT[cell, way]), first(bit)
        for other in range(s.sides):
            own = np.int64(s.runs[other, run])
            if not own & bit:
                continue
            block = _in_the_way(s, other, run)
            own &= ~block
            base = _phase(s, other)
            for begin in range(max(at - 4, 0), min(at, 5) + 1):
                five = (own >> begin) & 31
                if not (block >> begin) & 31:
                    total += _value(s, base, five, 0) - _value(s, base, five & ~(bit >> begin), 0)
    return total


@kernel
def judge(s: State, values: Array) -> None:
    if s.over:
        for seat in range(s.seats):
            values[seat] = 1.0 if s.winner == SIDE_OF[s.sides, seat] else 0.0
            if s.winner == DRAWN or s.winner < 0:
                values[seat] = 1.0 / s.sides
        return
    found = np.empty(FEATURES)
    total = 0.0
    for side in range(s.sides):
        features(s, side, found)
        score = 0.0
        for at in range(FEATURES):
            score += found[at] * _LEARNED[s.sides - 2, at]
        values[side] = np.exp(score)
        total += values[side]
    for seat in range(s.seats - 1, -1, -1):
        values[seat] = values[SIDE_OF[s.sides, seat]] / total
