"""What is to be seen of a table, line by line: words and parts; the same for text and for pictures."""

from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple

from igroteka.envs.table import Table
from igroteka.games.etazhiki.cards import is_floor, is_night, is_numbered, number_of
from igroteka.games.sequence.parts import CORNER, GRID, LETTERS, SIDES
from igroteka.games.upturn.tiles import is_number, is_penalty, is_twin, value

_SUITS: Final = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
_SIGNS: Final = {"U": "↑", "D": "↓", "UD": "↕", "J": "★", "S1": "S1", "S2": "S2"}
_SIDES: Final = {side: side[0] for side in SIDES}


class Part(NamedTuple):
    """A card, tile or cell: what is written on it, the colour of its paper, and the chip that lies on it."""

    label: str
    paper: str = "plain"
    chip: str | None = None
    locked: bool = False


class Line(NamedTuple):
    words: str
    parts: tuple[Part, ...] = ()
    board: bool = False
    """Part of a board: cells stand under one another, whatever is written on them."""


def scene(table: Table) -> list[Line]:
    """The truth, with all hands; whose decision it is comes last."""
    lines = [*_SCENES[table.game](table.position(), table)]
    asked = f"ASKED: SEAT {table.seat}" if not table.is_over else f"OVER: {_result(table)}"
    return [*lines, Line(asked)]


def as_text(table: Table) -> str:
    return "\n".join(_text(line) for line in scene(table))


def _text(line: Line) -> str:
    if line.board:
        return f"{line.words:>3} " + "".join(f"{_written(part):<6}" for part in line.parts)
    return " ".join([line.words, *(_written(part) for part in line.parts)]).rstrip()


def _written(part: Part) -> str:
    chip = f"({part.chip[0].upper() if part.locked else part.chip[0]})" if part.chip else ""
    return f"{part.label}{_KINDS.get(part.paper, '')}{chip}"


_KINDS: Final = {"penalty": "h", "twin": "t", "night": "n"}
"""What a colour of paper tells in a picture has a letter in a text."""


def _result(table: Table) -> str:
    won = [seat for seat, reward in enumerate(table.rewards()) if reward > 0]
    return "SEAT " + ", ".join(map(str, won)) + " WON" if won else "DRAWN"


def _seat(position: dict[str, Any], seat: int) -> str:
    return f"{'▶' if position['turn'] == seat else ' '} SEAT {seat}"


def _sequence(position: dict[str, Any], table: Table) -> Iterator[Line]:
    chips = {cell: side for side, cells in position["chips"].items() for cell in cells}
    locked = {cell for line in position["lines"] for cell in line["cells"]}
    yield Line("", tuple(Part(letter.upper(), "bare") for letter in LETTERS), board=True)
    for row in range(1, 11):
        cells = [f"{letter}{row}" for letter in LETTERS]
        faces = tuple(Part(*_card(GRID[cell]), chips.get(cell), cell in locked) for cell in cells)
        yield Line(str(row), faces, board=True)
    for seat, hand in enumerate(position["hands"]):
        owed = " +1" if seat in position["owed"] else ""
        side = SIDES[seat % len(position["chips"])]
        yield Line(
            f"{_seat(position, seat)} {side.upper()}{owed}", tuple(Part(*_card(card)) for card in hand)
        )
    yield Line(f"DECK {len(position['deck'])}")


def _card(card: str) -> tuple[str, str]:
    if card == CORNER:
        return "★", "corner"
    return card[:-1] + _SUITS[card[-1]], "warm" if card[-1] in "HD" else "plain"


def _upturn(position: dict[str, Any], table: Table) -> Iterator[Line]:
    for row in position["rows"]:
        yield Line("ROW", tuple(map(_tile, row)))
    for seat, rack in enumerate(position["racks"]):
        said = " !" if seat in position["announced"] else ""
        yield Line(_seat(position, seat) + said, tuple(map(_tile, rack)))
    trend = {"up": "↑", "down": "↓", None: "-"}[position["trend"]]
    yield Line(f"TREND {trend}  ORDER {position['order'].upper()}  BAG {len(position['bag'])}")


def _tile(tile: str) -> Part:
    if not is_number(tile):
        return Part(_SIGNS[tile], "action")
    paper = "penalty" if is_penalty(tile) else "twin" if is_twin(tile) else "plain"
    return Part(str(value(tile)), paper)


def _etazhiki(position: dict[str, Any], table: Table) -> Iterator[Line]:
    piles = position["floors"]
    for pile in piles if piles and isinstance(piles[0], list) else [piles]:
        yield Line("FLOORS", tuple(map(_storey, pile[-_SHOWN:])))
    if position["balls"]:
        yield Line("BALLS", tuple(map(_storey, position["balls"][-_SHOWN:])))
    for seat, hand in enumerate(position["hands"]):
        stars = "★" * position["stars"][seat]
        yield Line(f"{_seat(position, seat)} {stars}", tuple(map(_storey, hand)))
    yield Line(f"DECK {len(position['deck'])}")


_SHOWN: Final = 12
"""How many of a pile are drawn: the top, which is open, last."""


def _storey(card: str) -> Part:
    if is_floor(card):
        return Part(str(number_of(card)), "night" if is_night(card) else "day")
    return Part(f"±{number_of(card)}" if is_numbered(card) else card, "ball")


_SCENES: Final[dict[str, Callable[[dict[str, Any], Table], Iterator[Line]]]] = {
    "sequence": _sequence,
    "upturn": _upturn,
    "etazhiki": _etazhiki,
}
