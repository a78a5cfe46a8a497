"""What a chip, or the loss of one, does to the fives of all sides in Sequence: compiled, as numbers of marks.

A mark is a place in `weights.MOVES`. A chip on a cell makes one mark for every open five through it:
of the own side by the chips it has, by the cards that are still absent from the hand, by how rare those are
and by whether a two-eyed jack could stand in; of others by their chips and the rareness of what they lack.
What the marks weigh together says how likely a good player chooses the move (learned: `lab/sequence`).
"""

from typing import Final

import numpy as np

from igroteka.turbo.bits import first, size
from igroteka.turbo.compiling import kernel
from igroteka.turbo.machine import ONE, Array, Int, State
from igroteka.turbo.sequence.actions import LIFT, PLACE_SHOWN, PLACE_WILD
from igroteka.turbo.sequence.legal import free_cells, removable
from igroteka.turbo.sequence.tables import (
    BIT_AT,
    CARD_AT,
    CELL_OF,
    COPY_AT,
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
from igroteka.turbo.targets import room

PHASES: Final = 5
"""One of two needs more than one sequence, or just one; of three sides it needs one; teams are as two."""
GROWN: Final = 0  # phase, chips 0-4, absent cards 0-4, their rareness 0-2, two-eyed jack in hand
STOPPED: Final = GROWN + PHASES * 5 * 5 * 6  # phase of the other side, chips 0-4, rareness 0-3
TAKEN: Final = STOPPED + PHASES * 5 * 4  # the same of a five that loses a chip, chips 1-5
FREED: Final = TAKEN + PHASES * 5 * 4  # phase, own chips on a five that only this chip stood on
WILD_PRICE: Final = FREED + PHASES * 5  # phase, more jacks in hand
LIFT_PRICE: Final = WILD_PRICE + PHASES * 2
DOUBLE: Final = LIFT_PRICE + PHASES * 2  # phase: two cells or more would now complete a five, cards in hand
MARKS: Final = DOUBLE + PHASES
MOST_MARKS: Final = 80
"""On one move: at most twenty fives through a cell, of three sides, and what the card costs."""


def _lines() -> tuple[Array, Array]:
    """The cells of each line and what lies beyond its end."""
    cells, beyond = np.zeros((RUNS, 10), np.uint8), np.full(RUNS, 1023, np.int64)
    for cell in range(100):
        for way in range(4):
            if bit := int(BIT_AT[cell, way]):
                cells[RUN_AT[cell, way], bit.bit_length() - 1] = cell
                beyond[RUN_AT[cell, way]] &= ~bit
    return cells, beyond


CELLS, _BEYOND = _lines()


@kernel
def in_the_way(s: State, side: Int, run: Int) -> Int:
    """Chips of others, what lies beyond the line, and (SQ-A08) all but the ends of one's own sequences."""
    own = np.int64(s.runs[side, run])
    others = np.int64(s.runs[0, run]) | np.int64(s.runs[1, run]) | np.int64(s.runs[2, run])
    way = (others & ~own) | _BEYOND[run]
    for at in range(s.held):
        if s.line_sides[at] == side and FIVE_RUN[s.lines[at]] == run:
            way |= 14 << FIVE_AT[s.lines[at]]
    return way


@kernel
def held(s: State, side: Int) -> Int:
    """How many sequences the side has."""
    count = np.int64(0)
    for at in range(s.held):
        count += s.line_sides[at] == side
    return count


@kernel
def phase(s: State, side: Int) -> Int:
    if s.sides == 3:
        return 2
    return np.int64(held(s, side) + 1 >= WINS[s.sides]) + (3 if s.seats > s.sides else 0)


@kernel
def spread(cards: Int, rows: Array) -> None:
    """Write to `rows`, line by line, which cells show one of the cards."""
    for run in range(RUNS):
        rows[run] = 0
    while cards:
        card = first(cards)
        cards &= cards - 1
        for copy in range(2):
            cell = np.int64(CELL_OF[card, copy])
            for way in range(4):
                rows[RUN_AT[cell, way]] |= BIT_AT[cell, way]


@kernel
def survey(s: State, seat: Int, rows: Array) -> None:
    """Cells whose card the seat holds; whose card nobody else has or can draw; of whose cards one is left."""
    unseen = twice = np.int64(0)
    for at in range(s.top, s.bottom):
        bit = ONE << s.deck[at]
        twice |= unseen & bit
        unseen |= bit
    for other in range(s.seats):
        if other != seat:
            twice |= (unseen & s.hand[other]) | s.pair[other]
            unseen |= s.hand[other]
    spread(s.hand[seat] & SHOWN, rows[0])
    spread(SHOWN & ~unseen, rows[1])
    spread(SHOWN & unseen & ~twice, rows[2])


@kernel
def _rareness(free: Int, gone: Int, lone: Int) -> Int:
    """0: all cards of these cells can come twice; 1: one of them only once; 2, 3: one, more not at all."""
    lost = size(free & gone)
    return min(lost, 2) + 1 if lost else np.int64((free & lone) != 0)


@kernel
def placed(s: State, side: Int, cell: Int, wild: Int, rows: Array, marks: Array) -> Int:
    """The marks of a chip of the side on a free cell; how many."""
    count = 0
    ends = np.int64(0)
    for way in range(4):
        bit = np.int64(BIT_AT[cell, way])
        if bit == 0:
            continue
        run, at = np.int64(RUN_AT[cell, way]), first(bit)
        row, gone, lone = np.int64(rows[0, run]), np.int64(rows[1, run]), np.int64(rows[2, run])
        completing = np.int64(0)
        for other in range(s.sides):
            block = in_the_way(s, other, run)
            own = np.int64(s.runs[other, run]) & ~block
            if other != side and own == 0:
                continue
            base = STOPPED + 20 * phase(s, other) if other != side else GROWN + 150 * phase(s, side) + wild
            for begin in range(max(at - 4, 0), min(at, 5) + 1):
                five = (own >> begin) & 31
                if (block >> begin) & 31 or (five == 0 and other != side):
                    continue
                if other != side:
                    rare = _rareness(31 & ~five, gone >> begin, lone >> begin)
                    marks[count] = base + 4 * size(five) + rare
                else:
                    lacks = 31 & ~(five | (bit >> begin))
                    absent = lacks & ~(row >> begin)
                    rare = min(_rareness(absent, gone >> begin, lone >> begin), 2)
                    marks[count] = base + 6 * (5 * size(five) + size(absent)) + 2 * rare
                    if absent == 0 and size(lacks) == 1:
                        completing |= lacks << begin
                count += 1
        ends += size(completing)
    if ends >= 2:
        marks[count] = DOUBLE + phase(s, side)
        count += 1
    return count


@kernel
def lifted(s: State, side: Int, cell: Int, rows: Array, marks: Array) -> Int:
    """The marks of taking another side's chip from a cell; how many."""
    count = 0
    for way in range(4):
        bit = np.int64(BIT_AT[cell, way])
        if bit == 0:
            continue
        run, at = np.int64(RUN_AT[cell, way]), first(bit)
        gone, lone = np.int64(rows[1, run]), np.int64(rows[2, run])
        for other in range(s.sides):
            own = np.int64(s.runs[other, run])
            if other != side and not own & bit:
                continue
            block = in_the_way(s, other, run)
            base = TAKEN + 20 * phase(s, other) if other != side else FREED + 5 * phase(s, side)
            for begin in range(max(at - 4, 0), min(at, 5) + 1):
                five, others = (own >> begin) & 31, (block >> begin) & 31
                if other != side and others == 0:
                    rare = _rareness(31 & ~five, gone >> begin, lone >> begin)
                    marks[count] = base + 4 * (size(five) - 1) + rare
                    count += 1
                elif other == side and others == bit >> begin:
                    marks[count] = base + min(size(five), 4)
                    count += 1
    return count


@kernel
def jack_cells(s: State, side: Int, cells: Array) -> None:
    """Where jacks deserve a look: cells that make or stop a five, or make a four; chips of others' fours."""
    for at in range(4):
        cells[at] = 0
    for run in range(RUNS - 1):
        for other in range(s.sides):
            own = np.int64(s.runs[other, run])
            if size(own) < 3:
                continue
            way = in_the_way(s, other, run)
            own &= ~way
            for begin in range(6):
                five = (own >> begin) & 31
                chips = size(five)
                if chips < 3 or (way >> begin) & 31 or (chips == 3 and other != side):
                    continue
                for at in range(5):
                    cell = np.int64(CELLS[run, begin + at])
                    if not (five >> at) & 1:
                        cells[COPY_AT[cell]] |= ONE << CARD_AT[cell]
                    elif other != side:
                        cells[2 + COPY_AT[cell]] |= ONE << CARD_AT[cell]
    for copy in range(2):
        cells[copy] &= free_cells(s, copy)
        cells[2 + copy] &= removable(s, side, copy)


@kernel
def which_jack(hand: Int, jacks: Array) -> Int:
    """The first of two kinds of jack that is in the hand; -1: none."""
    return 0 if (hand >> jacks[0]) & 1 else 1 if (hand >> jacks[1]) & 1 else -1


@kernel
def candidates(s: State, side: Int, cards: Int, out: Array) -> Int:
    """Moves on the board that deserve a look with these cards, jacks the first of a kind; how many."""
    wild, lift = which_jack(cards, WILD), which_jack(cards, REMOVE)
    cells = room(4, np.int64)
    if wild >= 0 or lift >= 0:
        jack_cells(s, side, cells)
    count = 0
    for way in range(6):  # shown cards, two-eyed jacks, one-eyed jacks: on first cells, on second cells
        copy, kind = way & 1, way >> 1
        if (kind == 1 and wild < 0) or (kind == 2 and lift < 0):
            continue
        left = cards & free_cells(s, copy) if kind == 0 else cells[2 * (kind - 1) + copy]
        base = PLACE_SHOWN if kind == 0 else PLACE_WILD + 100 * wild if kind == 1 else LIFT + 100 * lift
        while left:
            out[count] = base + CELL_OF[first(left), copy]
            left &= left - 1
            count += 1
    return count


@kernel
def kind_of(action: Int) -> Int:
    """0: with a shown card; 1: with a two-eyed jack; 2: with a one-eyed one."""
    return np.int64(action >= PLACE_WILD) + np.int64(action >= LIFT)


@kernel
def cell_of(action: Int) -> Int:
    return np.int64(action - PLACE_SHOWN) % 100


@kernel
def moves(s: State, seat: Int, weights: Array, out: Array, sums: Array, marks: Array, counts: Array) -> Int:
    """What a good player thinks of on its turn, with the sum of the weights of its marks; how many.

    `marks` and `counts` keep the marks of every move, or of the last one where they have room for one only.
    """
    hand, side = s.hand[seat], np.int64(SIDE_OF[s.sides, seat])
    rows = room((3, RUNS), np.int64)
    survey(s, seat, rows)
    wild = np.int64(which_jack(hand, WILD) >= 0)
    price = 2 * phase(s, side) + np.int64(size(hand & ~SHOWN) + size(s.pair[seat] & ~SHOWN) > 1)
    last = marks.shape[0] - 1
    count = candidates(s, side, hand, out)
    for number in range(count):
        kind, cell = kind_of(np.int64(out[number])), cell_of(np.int64(out[number]))
        mine = marks[min(number, last)]
        if kind == 2:
            made = lifted(s, side, cell, rows, mine)
        else:
            made = placed(s, side, cell, wild if kind == 0 else 0, rows, mine)
        if kind:
            mine[made] = (WILD_PRICE if kind == 1 else LIFT_PRICE) + price
            made += 1
        total = 0.0
        for at in range(made):
            total += weights[mine[at]]
        sums[number] = total
        counts[min(number, last)] = made
    return count
