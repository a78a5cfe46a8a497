"""The parts of Sequence as numbers: cards 0..51, cells 0..99, fives 0..191, and how they hang together.

A chip lies on one of the two cells of a card, so a set of chips is two sets of cards: those on the
first cell of their card (from the top, then the left) and those on the second.
"""

from typing import Final

import numpy as np

from igroteka.games.sequence.lines import FIVES, apart
from igroteka.games.sequence.parts import BOX, CELLS, CORNERS, GRID, PACK, PARTS, PLACE, SIDES

CARD: Final = {card: number for number, card in enumerate(PACK)}
SIDE: Final = {side: number for number, side in enumerate(SIDES)}
MOST_SEATS: Final = max(PARTS.hand)
MOST_SIDES: Final = len(SIDES)
CARDS: Final = len(PACK)
ALL_CARDS: Final = len(BOX)
PACKS: Final = PARTS.cards.packs

WILD: Final = np.array([CARD[card] for card in PARTS.jacks.wild], np.int64)  # SQ-26
REMOVE: Final = np.array([CARD[card] for card in PARTS.jacks.remove], np.int64)  # SQ-27
SHOWN: Final = np.int64(sum(1 << CARD[card] for card in PACK if CELLS[card]))
"""The cards that the board shows: all but jacks, as bits."""

CELL_OF: Final = np.array([[PLACE[c] for c in CELLS[card]] or [0, 0] for card in PACK], np.uint8)
"""The two cells of every card."""
CARD_AT: Final = np.array([CARD.get(GRID[cell], 0) for cell in GRID], np.uint8)
COPY_AT: Final = np.array(
    [CELLS[GRID[cell]].index(cell) if cell not in CORNERS else 0 for cell in GRID], np.uint8
)
"""Of every cell: its card, and whether it is the first or the second cell of it."""

SIDE_OF: Final = np.array(
    [[seat % max(sides, 1) for seat in range(MOST_SEATS)] for sides in range(MOST_SIDES + 1)], np.uint8
)
"""SQ-09, SQ-39: by number of sides and seat."""
HAND: Final = np.array([PARTS.hand.get(seats, 0) for seats in range(MOST_SEATS + 1)], np.uint8)
WINS: Final = np.array([PARTS.wins.get(sides, 0) for sides in range(MOST_SIDES + 1)], np.uint8)
FULL_BOX: Final = np.array([CARD[card] for card in BOX], np.uint8)


def _lines() -> list[list[int]]:
    """All straight lines of five cells or more, each from the top, then the left."""
    found = []
    for along, down in ((1, 0), (0, 1), (1, 1), (-1, 1)):
        for start in range(100):
            row, column = divmod(start, 10)
            if 0 <= row - down < 10 and 0 <= column - along < 10:
                continue  # not the beginning of a line
            line = []
            while 0 <= row < 10 and 0 <= column < 10:
                line.append(10 * row + column)
                row, column = row + down, column + along
            if len(line) >= 5:
                found.append(line)
    return found


_LINES: Final = _lines()
RUNS: Final = len(_LINES) + 1
"""The lines of the board, and one more for cells that lie on fewer than four."""


def _through(cell: int) -> list[tuple[int, int]]:
    places = [(number, line.index(cell)) for number, line in enumerate(_LINES) if cell in line]
    return places + [(RUNS - 1, 0)] * (4 - len(places))


RUN_AT: Final = np.array([[run for run, _ in _through(cell)] for cell in range(100)], np.uint8)
BIT_AT: Final = np.array(
    [[1 << at if run < RUNS - 1 else 0 for run, at in _through(cell)] for cell in range(100)], np.uint16
)
"""Of every cell: the four lines through it, and its bit on each."""

HAS_FIVE: Final = np.array([any(line >> at & 31 == 31 for at in range(6)) for line in range(1024)], np.uint8)
"""SQ-06: whether there are five in a row among the bits of a line."""

EMPTY_RUNS: Final = np.zeros(RUNS, np.uint16)
for _corner in CORNERS:  # SQ-22: everyone's chips
    EMPTY_RUNS[RUN_AT[PLACE[_corner]]] |= BIT_AT[PLACE[_corner]]

_FIVE_CELLS: Final = [[PLACE[cell] for cell in five] for five in FIVES]
FIVE: Final = {five: number for number, five in enumerate(FIVES)}
FIVE_CELLS: Final = np.array(_FIVE_CELLS, np.uint8)
FIVE_RUN: Final = np.array(
    [next(n for n, line in enumerate(_LINES) if set(five) <= set(line)) for five in _FIVE_CELLS], np.uint8
)
FIVE_AT: Final = np.array(
    [_LINES[run].index(five[0]) for run, five in zip(FIVE_RUN, _FIVE_CELLS, strict=True)], np.uint8
)
"""Of every five: its line, and how far along it begins."""
if any(list(_LINES[r][a : a + 5]) != f for r, a, f in zip(FIVE_RUN, FIVE_AT, _FIVE_CELLS, strict=True)):
    raise AssertionError("a line and its fives must run the same way")

APART: Final = np.array([[apart(a, (b,)) for b in FIVES] for a in FIVES], np.uint8)
"""SQ-A08: whether two fives share at most one cell."""
THROUGH: Final = np.full((100, 21), 255, np.uint8)
for _cell in range(100):
    _fives = [number for number, five in enumerate(_FIVE_CELLS) if _cell in five]
    THROUGH[_cell, : len(_fives)] = _fives
FIVE_OF: Final = np.full((RUNS, 6), 255, np.uint8)
for _number, (_run, _at) in enumerate(zip(FIVE_RUN, FIVE_AT, strict=True)):
    FIVE_OF[_run, _at] = _number
"""By line and how far along it begins: the five there, or 255."""
FIVES_AT: Final = np.array([int((row < 255).sum()) for row in THROUGH], np.uint8)
ALL_FIVES: Final = len(FIVES)
"""The fives through every cell, nearest the top, then the left, first, and how many they are."""
