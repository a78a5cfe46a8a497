"""The Sequence table in a terminal: the board with its chips, the seats, the hand."""

from collections.abc import Iterator
from typing import Final

from igroteka.core import Seat
from igroteka.core.screen import Speech
from igroteka.games.sequence.moves import Place, Remove
from igroteka.games.sequence.parts import CORNER, GRID, LETTERS, REMOVE, SIDES, STRENGTH, WILD, Cell
from igroteka.games.sequence.view import View

_SUITS: Final = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
_CHIPS: Final = {"blue": "●", "green": "■", "red": "▲"}
_COLOURS: Final = {"blue": "bright_blue", "green": "green", "red": "red"}


def part(name: str) -> str:
    """7H is drawn 7♥, a cell with its card; J♦+ puts a chip anywhere, J♠− takes one away."""
    if name in GRID:
        return f"{name} {'★' if GRID[name] == CORNER else part(GRID[name])}"
    if name not in STRENGTH:
        return name
    power = "+" if name in WILD else "−" if name in REMOVE else ""
    return name[:-1] + _SUITS[name[-1]] + power


def draw(view: View, speech: Speech) -> str:
    return "\n".join([*_board(view), "", *_seats(view, speech), "", *_hand(view, speech)])


def _board(view: View) -> Iterator[str]:
    """A covered cell keeps its card; a dot marks a cell where a card of the hand may go."""
    locked = {cell for line in view.lines for cell in line.cells}
    aims = {intent.cell for intent in view.legal if isinstance(intent, Place) and intent.card not in WILD}
    aims |= {intent.cell for intent in view.legal if isinstance(intent, Remove)}
    yield "     " + "".join(f"{letter:^6}" for letter in LETTERS)
    for row in range(1, 11):
        cells = (f"{letter}{row}" for letter in LETTERS)
        yield f" {row:>2}  " + "".join(_cell(view, cell, cell in locked, cell in aims) for cell in cells)


def _cell(view: View, cell: Cell, locked: bool, aim: bool) -> str:
    card = GRID[cell]
    if card == CORNER:
        return f"[yellow]{'★':^6}[/]" if locked else f"{'★':^6}"
    face = part(card)
    side = view.chips.get(cell)
    if side is None:
        return f"[bold]{face:>3}·[/]  " if aim else f"{face:>3}   "
    chip = f"[{_COLOURS[side]}]{_CHIPS[side]}[/]"
    mark = "[yellow]=[/]" if locked else "·" if aim else " "
    return f"[dim]{face:>3}[/]{chip}{mark} "


def _seats(view: View, speech: Speech) -> Iterator[str]:
    width = max(len(speech.name(seat)) for seat in range(view.seats))
    for seat in range(view.seats):
        yield _seat(view, speech, seat, width)
    sides = [f"{_chip(side)} {speech.word(side)} {_made(view, side)}" for side in SIDES[: view.sides]]
    yield "   ".join([*sides, f"⌸ {view.deck_size}"])


def _seat(view: View, speech: Speech, seat: Seat, width: int) -> str:
    side = SIDES[seat % view.sides]
    turn = "▶" if seat == view.turn and view.outcome is None and view.hand_sizes else " "
    cards = view.hand_sizes[seat] if view.hand_sizes else 0
    played = part(view.piles[seat][-1]) if view.piles and view.piles[seat] else "–"
    owed = "  ↓" if seat in view.owed else ""
    return f" {turn} {_chip(side)} {speech.name(seat):<{width}}  ▯ {cards}  ⌫ {played}{owed}"


def _chip(side: str) -> str:
    return f"[{_COLOURS[side]}]{_CHIPS[side]}[/]"


def _made(view: View, side: str) -> str:
    return f"{sum(line.side == side for line in view.lines)}/{2 if view.sides == 2 else 1}"


def _hand(view: View, speech: Speech) -> Iterator[str]:
    if view.hand is not None and view.seat is not None:
        cards = sorted(view.hand, key=lambda card: (card[-1], STRENGTH[card]))
        yield f" {speech.name(view.seat)}: [bold]{'  '.join(part(card) for card in cards) or '–'}[/]"
