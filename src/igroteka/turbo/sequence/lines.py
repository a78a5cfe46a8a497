"""Fives on the board: what a chip completes, what a lifted one breaks. Rarely called, so plainly written."""

import numpy as np

from igroteka.turbo.bits import first
from igroteka.turbo.compiling import kernel
from igroteka.turbo.machine import ONE, Array, Bool, Int, State
from igroteka.turbo.sequence.state import MOST_LINES
from igroteka.turbo.sequence.tables import (
    ALL_FIVES,
    APART,
    BIT_AT,
    CARD_AT,
    COPY_AT,
    FIVE_AT,
    FIVE_CELLS,
    FIVE_OF,
    FIVE_RUN,
    FIVES_AT,
    HAS_FIVE,
    RUN_AT,
    THROUGH,
    WINS,
)
from igroteka.turbo.targets import note, room, set_apart


@kernel
def put_chip(s: State, side: Int, cell: Int) -> Bool:
    """A chip of the side on the cell; whether one of the lines through it now holds five."""
    s.chips[side, COPY_AT[cell]] |= ONE << CARD_AT[cell]
    five = 0
    for way in range(4):
        run = RUN_AT[cell, way]
        line = s.runs[side, run] | BIT_AT[cell, way]
        s.runs[side, run] = line
        five |= HAS_FIVE[line]
    return five != 0


@kernel
def turn_chip(s: State, side: Int, cell: Int) -> Bool:
    """`put_chip` where the side has none, and `lift_chip` where it has one."""
    s.chips[side, COPY_AT[cell]] ^= ONE << CARD_AT[cell]
    five = 0
    for way in range(4):
        run = RUN_AT[cell, way]
        line = s.runs[side, run] ^ BIT_AT[cell, way]
        s.runs[side, run] = line
        five |= HAS_FIVE[line]
    return five != 0


@kernel
def lift_chip(s: State, side: Int, cell: Int) -> None:
    s.chips[side, COPY_AT[cell]] &= ~(ONE << CARD_AT[cell])
    for way in range(4):
        s.runs[side, RUN_AT[cell, way]] &= ~BIT_AT[cell, way]


@kernel
def is_held(s: State, side: Int, five: Int) -> Bool:
    """SQ-06, SQ-22: every cell of the five is a corner or a chip of the side."""
    return (s.runs[side, FIVE_RUN[five]] >> FIVE_AT[five]) & 31 == 31


@kernel
def is_apart(s: State, side: Int, five: Int, count: Int) -> Bool:
    """SQ-A08: the five shares at most one cell with each of the first `count` sequences if of its side."""
    apart = True
    for at in range(count):
        apart &= s.line_sides[at] != side or APART[five, s.lines[at]] != 0
    return apart


@kernel
def add_line(s: State, side: Int, five: Int) -> None:
    s.lines[s.held] = five
    s.line_sides[s.held] = side
    s.held += 1
    for at in range(5):
        cell = FIVE_CELLS[five, at]
        s.locked[COPY_AT[cell]] |= ONE << CARD_AT[cell] if _is_open(cell) else np.int64(0)


@kernel
def _is_open(cell: Int) -> Bool:
    return cell not in (0, 9, 90, 99)


@kernel
def count_lines(s: State, seat: Int, side: Int, cell: Int) -> None:
    """SQ-33, SQ-38, SQ-A07..SQ-A11: the sequences that a chip completes; SQ-B1: a win asks nobody."""
    set_apart()
    before = s.held
    mine = 0
    for at in range(before):
        mine += s.line_sides[at] == side
    new = 0
    through = np.int64(0)  # bits: which of the fives through the cell are complete
    for at in range(FIVES_AT[cell]):
        through |= np.int64(is_held(s, side, np.int64(THROUGH[cell, at]))) << at
    while through:
        five = np.int64(THROUGH[cell, first(through)])
        through &= through - 1
        if is_apart(s, side, five, before):
            new += 1
            if s.held < MOST_LINES and is_apart(s, side, five, s.held):
                s.lines[s.held] = five  # provisional, so that the next five must be apart from it too
                s.line_sides[s.held] = side
                s.held += 1
    counted = np.int64(s.held) - before
    s.held = before
    if counted == 0:
        return
    wins = mine + counted >= WINS[s.sides]
    if new > counted and not wins:
        s.choosing = seat
        return
    for at in range(before, before + counted):
        add_line(s, side, np.int64(s.lines[at]))
    if wins:
        s.winner = side
        s.over = 1


@kernel
def list_choices(s: State, side: Int, base: Int, out: Array) -> Int:
    """SQ-A07: the fives between which the owner of a long line has to choose, as they overlap."""
    set_apart()
    found = room(ALL_FIVES, np.uint8)
    many = 0
    for run in range(FIVE_OF.shape[0]):
        line = np.int64(s.runs[side, run])
        if HAS_FIVE[line]:
            for at in range(FIVE_OF.shape[1]):
                five = np.int64(FIVE_OF[run, at])
                if (line >> at) & 31 == 31 and is_apart(s, side, five, s.held):
                    many = _sort_in(found, many, five)
    count = 0
    for at in range(many):
        if _has_rival(found, at, many):
            note(out, count, base + np.int64(found[at]))
            count += 1
    return count


@kernel
def _sort_in(found: Array, many: Int, five: Int) -> Int:
    """One more into a rising list; its length then."""
    at = many
    while at > 0 and found[at - 1] > five:
        found[at] = found[at - 1]
        at -= 1
    found[at] = five
    return many + 1


@kernel
def _has_rival(found: Array, at: Int, many: Int) -> Bool:
    rivals = 0
    for other in range(many):
        rivals += other != at and not APART[found[at], found[other]]
    return rivals > 0


@kernel
def break_lines(s: State, cell: Int) -> None:
    """SQ-A28, SQ-B7: sequences through a lifted chip are broken; a long line keeps a five."""
    set_apart()
    count = np.int64(s.held)
    at = 0
    for _ in range(count):
        five, side = np.int64(s.lines[at]), np.int64(s.line_sides[at])
        if not _is_through(five, cell):
            at += 1
            continue
        s.held -= 1
        for later in range(at, s.held):
            s.lines[later], s.line_sides[later] = s.lines[later + 1], s.line_sides[later + 1]
        left = _left_over(s, side, five)
        if left >= 0:
            s.lines[s.held], s.line_sides[s.held] = left, side
            s.held += 1
    _lock_anew(s)


@kernel
def _is_through(five: Int, cell: Int) -> Bool:
    through = False
    for at in range(5):
        through |= FIVE_CELLS[five, at] == cell
    return through


@kernel
def _left_over(s: State, side: Int, broken: Int) -> Int:
    for five in range(FIVE_RUN.shape[0]):
        if (
            five != broken
            and FIVE_RUN[five] == FIVE_RUN[broken]
            and abs(np.int64(FIVE_AT[five]) - np.int64(FIVE_AT[broken])) < 5
            and is_held(s, side, five)
        ):
            return five
    return -1


@kernel
def _lock_anew(s: State) -> None:
    count = np.int64(s.held)
    s.held = 0
    s.locked[0] = 0
    s.locked[1] = 0
    for at in range(count):
        add_line(s, np.int64(s.line_sides[at]), np.int64(s.lines[at]))
