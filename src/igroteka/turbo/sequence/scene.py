"""A table of Sequence drawn: the board with its chips, the hands, the deck."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from igroteka.games.sequence.parts import CORNER, GRID, LETTERS, SIDES
from igroteka.turbo.scene import Line, Part, seat_words

LINES: Final = 13
_SUITS: Final = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}


def scene(position: Mapping[str, Any]) -> Iterator[Line]:
    chips = {cell: side for side, cells in position["chips"].items() for cell in cells}
    locked = {cell for line in position["lines"] for cell in line["cells"]}
    yield Line("", tuple(Part(letter.upper(), "bare") for letter in LETTERS), board=True)
    for row in range(1, 11):
        cells = [f"{letter}{row}" for letter in LETTERS]
        faces = (_card(GRID[cell])._replace(chip=chips.get(cell), locked=cell in locked) for cell in cells)
        yield Line(str(row), tuple(faces), board=True)
    for seat, hand in enumerate(position["hands"]):
        owed = " +1" if seat in position["owed"] else ""
        side = SIDES[seat % len(position["chips"])]
        yield Line(f"{seat_words(position, seat)} {side.upper()}{owed}", tuple(map(_card, hand)))
    yield Line(f"DECK {len(position['deck'])}")


def _card(card: str) -> Part:
    if card == CORNER:
        return Part("★", "gold")
    return Part(card[:-1] + _SUITS[card[-1]], "warm" if card[-1] in "HD" else "plain")
