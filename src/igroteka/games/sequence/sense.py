"""How good an offer is in Sequence: lines that grow, lines of others that are stopped, jacks well spent."""

from collections import Counter
from collections.abc import Iterable
from math import prod
from typing import Any, Final, TypeAlias

from igroteka.core.counting import unseen
from igroteka.games.sequence.lines import FIVES, Five, apart, together
from igroteka.games.sequence.memory import remember
from igroteka.games.sequence.moves import Choose, Deny, Draw, Exchange, Forfeit, Pass, Place, Remove
from igroteka.games.sequence.parts import (
    BOX,
    CELLS,
    CORNERS,
    GRID,
    PARTS,
    REMOVE,
    SIDES,
    WILD,
    Card,
    Cell,
    Side,
)
from igroteka.games.sequence.view import View

__all__ = ["FORGOTTEN", "LETTING_GO", "remember", "weigh"]

Line: TypeAlias = int
"""A five of the board, by its place in FIVES."""

GROWTH: Final = (400.0, 100.0, 26.0, 7.0, 2.0, 0.5)
"""What a line is worth by the number of chips that it still lacks."""
WIN: Final = 1e6
_AT_ONCE: Final = 1e7
STOPPING: Final = 0.8
"""What stopping a line is worth beside growing one of one's own."""
LAST_ONE: Final = 2.5
"""How much more a line counts for a side that needs only one more sequence."""
WILD_PRICE: Final = 120.0
REMOVE_PRICE: Final = 45.0
DRAWABLE: Final = 0.15
"""How far a card that might still come makes up for one that is in the hand."""
HARDLY: Final = 0.001
"""A card that cannot come any more, as far as one can see: after the next shuffle it may."""
_DEAD: Final = -1.0

THROUGH: Final[dict[Cell, tuple[Line, ...]]] = {
    cell: tuple(line for line, five in enumerate(FIVES) if cell in five) for cell in GRID
}
CHIPS: Final = tuple(tuple(cell for cell in five if cell not in CORNERS) for five in FIVES)


FORGOTTEN: Final = (Draw,)
LETTING_GO: Final = (Pass,)


def weigh(view: View, offers: tuple[Any, ...]) -> list[float]:
    """A number for each offer, the more the better; below nought it is better to let it be."""
    board = Board(view)
    return [_worth(board, view, offer) for offer in offers]


def _worth(board: "Board", view: View, offer: Any) -> float:
    match offer:
        case Draw():
            return _AT_ONCE  # never forgotten: it is a card for nothing
        case Exchange():
            return WIN / 2  # before the move, unless that wins
        case Place(card, cell):
            return board.placing(cell) - (WILD_PRICE if card in WILD else 0.0)
        case Remove(_, cell):
            return board.removing(cell) - REMOVE_PRICE
        case Choose(cells):
            return board.left_after(cells)
        case Forfeit(card):
            return WIN - board.keeping(card)
        case Deny():
            return 1.0  # bots do not talk
        case _:
            return -1.0


class Board:
    """The lines of a view by side, each worked out once."""

    def __init__(self, view: View) -> None:
        assert view.seat is not None
        self.view = view
        self.own: Side = SIDES[view.seat % view.sides]
        self.others = tuple(side for side in SIDES[: view.sides] if side != self.own)
        self.hand = Counter(view.hand or ())
        self.unseen = unseen(BOX, view.hand or (), (c for pile in view.piles for c in pile), view.pool)
        self.held = {side: self._cards_of(side) / max(1, self.unseen.total()) for side in SIDES}
        self.wild = 0.5 * sum(self.unseen[jack] for jack in WILD)
        self.has_wild = any(self.hand[jack] for jack in WILD)
        self.chips: list[dict[Side, int]] = [{} for _ in FIVES]
        for cell, side in view.chips.items():
            for line in THROUGH[cell]:
                self.chips[line][side] = self.chips[line].get(side, 0) + 1
        self.lines = {side: tuple(x.cells for x in view.lines if x.side == side) for side in SIDES}
        self._spent = {side: _crossing(fives) for side, fives in self.lines.items()}
        needed = PARTS.wins[view.sides]
        self.urge = {s: LAST_ONE if needed - len(self.lines[s]) == 1 else 1.0 for s in SIDES}
        self._likelies: dict[tuple[Side, Line], float] = {}
        self._shares: dict[tuple[Side, Cell], float] = {}
        self._values: dict[tuple[Side, Line], float] = {}
        self._placing: dict[Cell, float] = {}

    # Moves ------------------------------------------------------------------------------------------

    def placing(self, cell: Cell) -> float:
        """A chip of ours here: what our lines gain, and what those of others lose."""
        if cell not in self._placing:
            self._placing[cell] = self._placing_now(cell)
        return self._placing[cell]

    def _placing_now(self, cell: Cell) -> float:
        worth = sum(self.grown(line, cell) for line in THROUGH[cell])
        worth += STOPPING * sum(self.value(side, line) for side in self.others for line in THROUGH[cell])
        full = self.completed(cell)
        if not full:
            return worth
        if len(self.lines[self.own]) + len(full) >= PARTS.wins[self.view.sides]:
            return WIN
        return worth + GROWTH[0] * len(full)

    def removing(self, cell: Cell) -> float:
        """A chip of theirs gone: what their lines lose, and what ours through this cell may become."""
        side = self.view.chips[cell]
        lost = sum(self.value(side, line) - self._without(side, line, cell) for line in THROUGH[cell])
        broken = sum(GROWTH[0] for five in self.lines[side] if cell in five)
        freed = sum(self.freed(line, cell) for line in THROUGH[cell])
        return lost + broken + STOPPING * freed

    def left_after(self, five: Five) -> float:
        """Which five of a long line to count: the one that leaves most for the next sequence."""
        spent = _crossing((*self.lines[self.own], five))
        return 1.0 + sum(self.value(self.own, line) for line in range(len(FIVES)) if line not in spent)

    def keeping(self, card: Card) -> float:
        """What a card in the hand is good for."""
        if card in WILD:
            return 3 * WILD_PRICE
        if card in REMOVE:
            return 2 * REMOVE_PRICE
        free = [cell for cell in CELLS[card] if cell not in self.view.chips]
        return max((self.placing(cell) for cell in free), default=_DEAD)

    # Lines ------------------------------------------------------------------------------------------

    def value(self, side: Side, line: Line) -> float:
        """What an open line is worth to a side; nothing if another side has a chip on it."""
        key = (side, line)
        if key not in self._values:
            chips = self.chips[line]
            open_to_it = not chips or (len(chips) == 1 and side in chips)
            self._values[key] = self._line(side, line, chips.get(side, 0)) if open_to_it else 0.0
        return self._values[key]

    def _line(self, side: Side, line: Line, chips: int, filled: Cell | None = None) -> float:
        """With so many chips of the side on it, one of them on `filled` that is not on the board yet."""
        lacking = len(CHIPS[line]) - chips
        if lacking <= 0 or line in self._spent[side]:
            return 0.0
        likely = self._likely(side, line)
        if filled is not None:
            likely /= self.share(side, filled)
        return GROWTH[lacking] * likely * self.urge[side]

    def _likely(self, side: Side, line: Line) -> float:
        """How likely it is that the side can fill all cells of the line that are free."""
        key = (side, line)
        if key not in self._likelies:
            free = (cell for cell in CHIPS[line] if cell not in self.view.chips)
            self._likelies[key] = prod(self.share(side, cell) for cell in free)
        return self._likelies[key]

    def grown(self, line: Line, cell: Cell) -> float:
        chips = self.chips[line]
        if len(chips) > 1 or (chips and self.own not in chips):
            return 0.0
        return self._line(self.own, line, chips.get(self.own, 0) + 1, cell) - self.value(self.own, line)

    def _without(self, side: Side, line: Line, cell: Cell) -> float:
        """The line after its chip on this cell was lifted."""
        chips = self.chips[line]
        if len(chips) != 1:
            return 0.0
        return self._line(side, line, chips[side] - 1) * self.share(side, cell)

    def freed(self, line: Line, cell: Cell) -> float:
        """A line of ours that only this chip of theirs stands on."""
        chips = self.chips[line]
        stands = sum(count for side, count in chips.items() if side != self.own)
        if stands != 1:
            return 0.0
        return self._line(self.own, line, chips.get(self.own, 0)) * self.share(self.own, cell)

    def completed(self, cell: Cell) -> tuple[Five, ...]:
        """The sequences that a chip of ours here would complete."""
        mine = self.lines[self.own]
        full = [line for line in THROUGH[cell] if self._is_one_short(line)]
        return together([FIVES[line] for line in full], mine) if full else ()

    def _is_one_short(self, line: Line) -> bool:
        chips = self.chips[line]
        return chips.get(self.own, 0) == len(CHIPS[line]) - 1 and len(chips) == 1

    # Cards ------------------------------------------------------------------------------------------

    def share(self, side: Side, cell: Cell) -> float:
        """How likely it is that the side can put a chip on this free cell before long."""
        key = (side, cell)
        if key not in self._shares:
            self._shares[key] = self._share(side, GRID[cell])
        return self._shares[key]

    def _share(self, side: Side, card: Card) -> float:
        if side == self.own and self.hand[card]:
            return 1.0
        has: float = 1.0 - pow(1.0 - self.held[side], self.unseen[card] + self.wild)
        if side == self.own and self.has_wild:
            has = max(has, 0.5)
        return max(HARDLY, has + (1.0 - has) * DRAWABLE * min(1.0, self.unseen[card] / 2))

    def _cards_of(self, side: Side) -> int:
        """Hidden cards in the hands of a side."""
        sizes = self.view.hand_sizes
        seats: Iterable[int] = range(SIDES.index(side), self.view.seats, self.view.sides)
        return sum(sizes[seat] for seat in seats if seat != self.view.seat)


def _crossing(fives: tuple[Five, ...]) -> frozenset[Line]:
    """The lines that cannot count beside these sequences of the same side (SQ-A08)."""
    return (
        frozenset(line for line, five in enumerate(FIVES) if not apart(five, fives)) if fives else frozenset()
    )
