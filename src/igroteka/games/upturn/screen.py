"""The UpTurn table in a terminal: the rows, how play runs, the seats, the rack."""

from collections.abc import Iterator
from typing import Final

from igroteka.core import Seat
from igroteka.core.screen import Speech
from igroteka.games.upturn.moves import Lay, Tuck
from igroteka.games.upturn.tiles import ACTIONS, Tile, is_number, is_penalty, is_tile, is_twin, value
from igroteka.games.upturn.view import View

_SIGNS: Final = {"U": "↑", "D": "↓", "UD": "↕", "S1": "⊘", "S2": "⊘⊘", "J": "★"}
_COLOURS: Final = {"U": "bright_blue", "D": "green", "UD": "cyan", "S1": "yellow", "S2": "yellow", "J": "red"}
_ORDERS: Final = {"cw": "↻", "ccw": "↺"}
_TRENDS: Final = {"up": "↗", "down": "↘", None: "·"}


def part(name: str) -> str:
    """41h is drawn 41☞ (a hand), 44t is drawn 44″ (twin digits); actions have signs of their own."""
    if name in _SIGNS:
        return _SIGNS[name]
    if not is_tile(name) or not is_number(name):
        return name
    return f"{value(name)}{'☞' if is_penalty(name) else '″' if is_twin(name) else ''}"


def draw(view: View, speech: Speech) -> str:
    return "\n".join(
        [*_rows(view), "", _run(view, speech), "", *_seats(view, speech), "", *_rack(view, speech)]
    )


def _rows(view: View) -> Iterator[str]:
    """Old rows are dim; the current one stands out."""
    for row in view.rows[:-1]:
        yield f"   [dim]{' '.join(part(tile) for tile in row)}[/]"
    if view.rows:
        yield " ▸ " + " ".join(_tile(tile) for tile in view.rows[-1])


def _tile(tile: Tile) -> str:
    colour = _COLOURS.get(tile) or ("red" if is_twin(tile) else "magenta" if is_penalty(tile) else "bold")
    return f"[{colour}]{part(tile)}[/]"


def _run(view: View, speech: Speech) -> str:
    """The trend in words, the order as an arrow, what is in the bag and still to give."""
    trend = f"{_TRENDS[view.trend]} {speech.word(view.trend)}" if view.trend else _TRENDS[None]
    gifts = [f"☞ {view.gifts}"] if view.gifts else []
    return "   ".join(
        [f" {trend}", f"{_ORDERS[view.order]} {speech.word(view.order)}", f"⌸ {view.bag_size}", *gifts]
    )


def _seats(view: View, speech: Speech) -> Iterator[str]:
    width = max(len(speech.name(seat)) for seat in range(view.seats))
    yield from (_seat(view, speech, seat, width) for seat in range(view.seats))


def _seat(view: View, speech: Speech, seat: Seat, width: int) -> str:
    turn = "▶" if seat == view.turn and view.outcome is None and view.rack_sizes else " "
    tiles = view.rack_sizes[seat] if view.rack_sizes else 0
    last = "  !" if seat in view.announced else "  …" if seat in view.silent else ""
    return f" {turn} {speech.name(seat):<{width}}  ▯ {tiles}{last}"


def _rack(view: View, speech: Speech) -> Iterator[str]:
    """Numbers first, upwards; a dot marks what may be laid or tucked now."""
    if view.rack is None or view.seat is None:
        return
    open_now = {intent.tile for intent in view.legal if isinstance(intent, Lay | Tuck)}
    tiles = (_tile(t) + ("·" if t in open_now else "") for t in sorted(view.rack, key=_place))
    yield f" {speech.name(view.seat)}: {'  '.join(tiles) or '–'}"


def _place(tile: Tile) -> tuple[bool, int, str]:
    number = is_number(tile)
    return not number, value(tile) if number else ACTIONS.index(tile), tile
