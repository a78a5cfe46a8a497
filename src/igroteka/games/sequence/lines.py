"""Fives on the board: every unbroken run of five cells, and which of them a side holds."""

from collections.abc import Iterable, Mapping
from typing import Final, TypeAlias

from igroteka.games.sequence.parts import CORNERS, GRID, LENGTH, LETTERS, PLACE, Cell, Side

Five: TypeAlias = tuple[Cell, ...]

_DIRECTIONS: Final = ((1, 0), (0, 1), (1, 1), (-1, 1))  # SQ-06: across, down, both diagonals


def _five(column: int, row: int, step: tuple[int, int]) -> Five | None:
    places = [(column + n * step[0], row + n * step[1]) for n in range(LENGTH)]
    if any(not (0 <= c < 10 and 0 <= r < 10) for c, r in places):
        return None
    return tuple(sorted((f"{LETTERS[c]}{r + 1}" for c, r in places), key=PLACE.__getitem__))


_BY_DIRECTION: Final[tuple[tuple[Five, ...], ...]] = tuple(
    tuple(five for row in range(10) for column in range(10) if (five := _five(column, row, step)))
    for step in _DIRECTIONS
)
FIVES: Final[tuple[Five, ...]] = tuple(
    sorted((five for fives in _BY_DIRECTION for five in fives), key=lambda five: [PLACE[c] for c in five])
)
"""All possible sequences, nearest the top, then the left, first."""

THROUGH: Final[dict[Cell, tuple[Five, ...]]] = {
    cell: tuple(five for five in FIVES if cell in five) for cell in GRID
}
_COLLINEAR: Final[dict[Five, tuple[Five, ...]]] = {
    five: tuple(other for other in fives if other != five and set(five) & set(other))
    for fives in _BY_DIRECTION
    for five in fives
}


def held(chips: Mapping[Cell, Side], side: Side, fives: Iterable[Five]) -> tuple[Five, ...]:
    """SQ-06, SQ-22: those of the fives on which every cell is a corner or a chip of the side."""
    return tuple(five for five in fives if all(chips.get(cell) == side or cell in CORNERS for cell in five))


def apart(five: Five, others: Iterable[Five]) -> bool:
    """SQ-A08: a sequence shares at most one cell with another of its side."""
    return all(len(set(five) & set(other)) <= 1 for other in others)


def together(fives: Iterable[Five], others: tuple[Five, ...]) -> tuple[Five, ...]:
    """SQ-A09, SQ-A11: the fives that count beside the others, nearest the top, then the left, first."""
    counted: tuple[Five, ...] = ()
    for five in fives:
        if apart(five, (*others, *counted)):
            counted = (*counted, five)
    return counted


def rivals(fives: tuple[Five, ...]) -> tuple[Five, ...]:
    """SQ-A07: those between which an owner has to choose, as they overlap in more than one cell."""
    return tuple(five for five in fives if any(five != o and not apart(five, (o,)) for o in fives))


def left_over(chips: Mapping[Cell, Side], side: Side, broken: Five) -> Five | None:
    """SQ-A28, SQ-B7: the five that a broken long line still holds, nearest the top, then the left."""
    left = held(chips, side, _COLLINEAR[broken])
    return min(left, key=lambda five: [PLACE[cell] for cell in five], default=None)
