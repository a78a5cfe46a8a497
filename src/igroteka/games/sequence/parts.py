"""The parts of Sequence, read from parts.toml and checked on load."""

import tomllib
from collections import Counter
from typing import Final, TypeAlias

import msgspec

from igroteka.core import Refused
from igroteka.folder import folder_of

Card: TypeAlias = str
Cell: TypeAlias = str
Side: TypeAlias = str

SIDES: Final[tuple[Side, ...]] = ("blue", "green", "red")
CORNER: Final = "**"
LENGTH: Final = 5  # SQ-06
LETTERS: Final = "abcdefghij"


class Cards(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    packs: int
    ranks: tuple[str, ...]
    suits: tuple[str, ...]


class Jacks(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    wild: tuple[Card, ...]
    remove: tuple[Card, ...]


class Board(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    rows: tuple[str, ...]


class Parts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is in the box."""

    cards: Cards
    jacks: Jacks
    hand: dict[int, int]
    sides: dict[int, tuple[int, ...]]
    wins: dict[int, int]
    board: Board


def load(text: str) -> Parts:
    """The parts, or Refused with what is wrong about them (SQ-A01)."""
    try:
        parts = msgspec.convert(tomllib.loads(text), Parts, strict=False)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise Refused("parts-unreadable", "SQ-A01", problem=str(error)) from None
    _check_board(parts)
    return parts


def _check_board(parts: Parts) -> None:
    grid = [row.split() for row in parts.board.rows]
    if len(grid) != 10 or any(len(row) != 10 for row in grid):
        raise Refused("board-not-ten-by-ten", "SQ-A01")
    if any(grid[row][column] != CORNER for row in (0, 9) for column in (0, 9)):
        raise Refused("board-without-corners", "SQ-22")
    shown = Counter(card for row in grid for card in row if card != CORNER)
    jacks = {*parts.jacks.wild, *parts.jacks.remove}
    wanted = Counter({card: 2 for card in _pack(parts) if card not in jacks})
    wrong = sorted(card for card in shown | wanted if shown[card] != wanted[card])
    if wrong:
        raise Refused("board-cards-not-twice", "SQ-20", cards=", ".join(wrong))


def _pack(parts: Parts) -> tuple[Card, ...]:
    return tuple(rank + suit for suit in parts.cards.suits for rank in parts.cards.ranks)


PARTS: Final = load(folder_of(__package__).joinpath("parts.toml").read_text("utf-8"))
PACK: Final = _pack(PARTS)
BOX: Final = tuple(sorted(PACK * PARTS.cards.packs))
WILD: Final = frozenset(PARTS.jacks.wild)
REMOVE: Final = frozenset(PARTS.jacks.remove)
STRENGTH: Final = {card: PARTS.cards.ranks.index(card[:-1]) for card in PACK}

GRID: Final[dict[Cell, Card]] = {
    f"{letter}{number}": card
    for number, row in enumerate(PARTS.board.rows, 1)
    for letter, card in zip(LETTERS, row.split(), strict=True)
}
"""The card (or corner) of every cell, row by row from the top left."""

PLACE: Final = {cell: order for order, cell in enumerate(GRID)}
"""Where a cell comes when read from the top, then from the left."""

CORNERS: Final = frozenset(cell for cell, card in GRID.items() if card == CORNER)
OPEN_TO_CHIPS: Final = tuple(cell for cell in GRID if cell not in CORNERS)  # SQ-A12
CELLS: Final[dict[Card, tuple[Cell, ...]]] = {
    card: tuple(cell for cell in GRID if GRID[cell] == card) for card in PACK
}
"""SQ-20: the two cells of every card; jacks have none."""
