"""Why a move of Sequence is good: the line that it grows, or the line of others that it stops."""

from typing import Any

from igroteka.core import Why, a_good_move, why
from igroteka.games.sequence.lines import FIVES
from igroteka.games.sequence.moves import Choose, Deny, Draw, Exchange, Forfeit, Pass, Place, Remove
from igroteka.games.sequence.parts import CELLS, GRID, PARTS, WILD, Card, Cell, Side
from igroteka.games.sequence.sense import CHIPS, STOPPING, THROUGH, Board, Line
from igroteka.games.sequence.view import View


def explain(view: View, intent: Any | None) -> Why:
    match intent:
        case Place(card, cell):
            return Placing(view, card, cell).reason()
        case Remove(_, cell):
            return Removing(view, cell).reason()
        case Exchange(card):
            return why("dead-card", "SQ-29", card=card)
        case Draw():
            return why("owed-card", "SQ-19")
        case Pass():
            return why("nothing-to-play", "SQ-A16")
        case Choose(cells):
            return _choose(view, cells)
        case Forfeit(card):
            return _forfeit(view, card)
        case Deny():
            return why("says-no", "SQ-A24")
        case _:
            return a_good_move(view, intent)


class Placing:
    """A chip of one's own on a cell: the best line that it helps, and the worst that it stops."""

    def __init__(self, view: View, card: Card, cell: Cell) -> None:
        self.view, self.card, self.cell = view, card, cell
        self.board = Board(view)

    def reason(self) -> Why:
        if full := self.board.completed(self.cell):
            return self._completing(len(full))
        grown = [line for line in THROUGH[self.cell] if self.board.grown(line, self.cell) > 0]
        stopped = [
            (side, line)
            for side in self.board.others
            for line in THROUGH[self.cell]
            if self.board.value(side, line) > 0 and self._chips(side, line)
        ]
        gain = sum(self.board.grown(line, self.cell) for line in grown)
        loss = STOPPING * sum(self.board.value(side, line) for side, line in stopped)
        if stopped and (loss > gain or not grown):
            return self._stopping(*max(stopped, key=lambda one: (self._had(*one), self.board.value(*one))))
        return self._growing(grown) if grown else why("fits-here", "SQ-17", card=self.card, cell=self.cell)

    def _completing(self, count: int) -> Why:
        view = self.view
        if len(self.board.lines[self.board.own]) + count >= PARTS.wins[view.sides]:
            return why("wins", "SQ-33" if view.sides == 2 else "SQ-38")
        return why("completes", "SQ-06", cell=self.cell)

    def _stopping(self, side: Side, line: Line) -> Why:
        if self._lacking(side, line) == 1:
            return why("stops-the-last", "SQ-06", side=side, cell=self.cell)
        return why("stops", "SQ-06", side=side, count=self._chips(side, line))

    def _growing(self, lines: list[Line]) -> Why:
        own = self.board.own
        line = max(lines, key=lambda one: (self._had(own, one), self.board.value(own, one)))
        if self._lacking(own, line) == 2:  # this chip and one more
            return self._one_short(line)
        count = self._chips(own, line) + 1
        if count > 1:
            return why("grows", "SQ-06", count=count)
        if len(CHIPS[line]) < len(FIVES[line]):
            return why("by-the-corner", "SQ-24", count=len(CHIPS[line]))
        return why("room", "SQ-06", count=len(lines))

    def _one_short(self, line: Line) -> Why:
        """One more chip will do; better still if the card for it is there."""
        last = next(cell for cell in CHIPS[line] if cell != self.cell and cell not in self.view.chips)
        hand = list(self.view.hand or ())
        hand.remove(self.card)
        held = next((card for card in hand if card == GRID[last] or card in WILD), None)
        if held is None:
            return why("one-short", "SQ-06", cell=last)
        return why("one-short-held", "SQ-06", cell=last, next=held)

    def _chips(self, side: Side, line: Line) -> int:
        return self.board.chips[line].get(side, 0)

    def _lacking(self, side: Side, line: Line) -> int:
        return len(CHIPS[line]) - self._chips(side, line)

    def _had(self, side: Side, line: Line) -> int:
        """How far the line has come, corners included."""
        return -self._lacking(side, line)


class Removing:
    """A chip of others that goes: the line it leaves, or the line of ours that it stood on."""

    def __init__(self, view: View, cell: Cell) -> None:
        self.view, self.cell = view, cell
        self.board = Board(view)
        self.side: Side = view.chips[cell]

    def reason(self) -> Why:
        if any(self.cell in five for five in self.board.lines[self.side]):
            return why("breaks", "SQ-37", side=self.side)
        theirs = max((self._had(line) for line in THROUGH[self.cell]), default=0)
        freed = max((self._freed(line) for line in THROUGH[self.cell]), default=0)
        if any(self._lacks_one(line) for line in THROUGH[self.cell]):
            return why("takes-from-four", "SQ-27", side=self.side)
        if freed > theirs:
            return why("frees", "SQ-27", count=freed)
        if theirs > 1:
            return why("takes-from-line", "SQ-27", side=self.side, count=theirs)
        return why("takes-chip", "SQ-27", side=self.side)

    def _had(self, line: Line) -> int:
        """Their chips on a line that they could still fill."""
        return self.board.chips[line][self.side] if self.board.value(self.side, line) > 0 else 0

    def _lacks_one(self, line: Line) -> bool:
        return self._had(line) == len(CHIPS[line]) - 1

    def _freed(self, line: Line) -> int:
        """Our chips on a line that only this chip keeps us from."""
        return self.board.chips[line].get(self.board.own, 0) if self.board.freed(line, self.cell) > 0 else 0


def _choose(view: View, cells: tuple[Cell, ...]) -> Why:
    board = Board(view)
    most = max(board.left_after(one.cells) for one in view.legal if isinstance(one, Choose))
    return why("leaves-most" if board.left_after(cells) == most else "counts-five", "SQ-A07")


def _forfeit(view: View, card: Card) -> Why:
    board = Board(view)
    if card in CELLS and all(cell in view.chips for cell in CELLS[card]):
        return why("forfeits-dead", "SQ-36", card=card)
    least = min(board.keeping(one) for one in view.hand or ())
    return why("forfeits-least" if board.keeping(card) == least else "forfeits", "SQ-36", card=card)
