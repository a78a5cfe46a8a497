"""What the page's table is drawn with besides the views, for scripts/wire.py."""

from typing import Final

from igroteka.games.sequence.parts import BOX, CORNER, LETTERS, PARTS, SIDES

TABLE: Final = {
    "board": tuple(tuple(row.split()) for row in PARTS.board.rows),
    "corner": CORNER,
    "letters": LETTERS,
    "wild": PARTS.jacks.wild,
    "remove": PARTS.jacks.remove,
    "sideNames": SIDES,
    "sides": PARTS.sides,
    "wins": PARTS.wins,
    "hand": PARTS.hand,
}
BOXES: Final = {"all": BOX}
"""All parts in the order in which a deal begins to shuffle them."""
