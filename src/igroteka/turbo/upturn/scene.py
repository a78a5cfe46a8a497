"""A table of UpTurn drawn: the rows, the racks, how play runs."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from igroteka.games.upturn.tiles import is_number, is_penalty, is_twin, value
from igroteka.turbo.scene import Line, Part, seat_words

LINES: Final = 14
_SIGNS: Final = {"U": "↑", "D": "↓", "UD": "↕", "J": "★", "S1": "S1", "S2": "S2"}


def scene(position: Mapping[str, Any]) -> Iterator[Line]:
    for row in position["rows"]:
        yield Line("ROW", tuple(map(_tile, row)))
    for seat, rack in enumerate(position["racks"]):
        said = " !" if seat in position["announced"] else ""
        yield Line(seat_words(position, seat) + said, tuple(map(_tile, rack)))
    trend = {"up": "↑", "down": "↓", None: "-"}[position["trend"]]
    yield Line(f"TREND {trend}  ORDER {position['order'].upper()}  BAG {len(position['bag'])}")


def _tile(tile: str) -> Part:
    if not is_number(tile):
        return Part(_SIGNS[tile], "sky")
    paper, mark = ("rose", "h") if is_penalty(tile) else ("coral", "t") if is_twin(tile) else ("plain", "")
    return Part(str(value(tile)), paper, mark)
