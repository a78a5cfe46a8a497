"""The actions of Sequence as integers (docs/turbo.md), both ways to the intents."""

from typing import Any, Final

from igroteka.games.sequence import moves
from igroteka.games.sequence.lines import FIVES
from igroteka.games.sequence.parts import GRID, PACK, PARTS, PLACE, SIDES
from igroteka.turbo.sequence.tables import CARD, CARDS, FIVE, SIDE

DRAW: Final = 1
PASS: Final = 2
DENY: Final = 3
ADMIT: Final = 4
ACCUSE: Final = 5  # + side
EXCHANGE: Final = 8  # + card
FORFEIT: Final = EXCHANGE + CARDS  # + card
CHOOSE: Final = FORFEIT + CARDS  # + five
PLACE_SHOWN: Final = CHOOSE + len(FIVES)  # + cell: the card that the cell shows
PLACE_WILD: Final = PLACE_SHOWN + 100  # + 100 * which two-eyed jack + cell
LIFT: Final = PLACE_WILD + 200  # + 100 * which one-eyed jack + cell
ACTIONS: Final = LIFT + 200

_CELLS: Final = tuple(GRID)
_PLAIN: Final[dict[type, int]] = {moves.Draw: DRAW, moves.Pass: PASS, moves.Deny: DENY, moves.Admit: ADMIT}


def action_of(intent: Any) -> int:
    """The number of an intent in its canonical form."""
    match intent:
        case moves.Place(card, cell) if card in PARTS.jacks.wild:
            return PLACE_WILD + 100 * PARTS.jacks.wild.index(card) + PLACE[cell]
        case moves.Place(card, cell) if GRID[cell] == card:
            return PLACE_SHOWN + PLACE[cell]
        case moves.Remove(card, cell) if card in PARTS.jacks.remove:
            return LIFT + 100 * PARTS.jacks.remove.index(card) + PLACE[cell]
        case moves.Exchange(card):
            return EXCHANGE + CARD[card]
        case moves.Forfeit(card):
            return FORFEIT + CARD[card]
        case moves.Choose(cells):
            return CHOOSE + FIVE[cells]
        case moves.Accuse(side):
            return ACCUSE + SIDE[side]
    if type(intent) in _PLAIN:
        return _PLAIN[type(intent)]
    raise ValueError(f"never a legal intent: {intent}")


def intent_of(action: int) -> Any:
    """The intent of a number; WAIT has none."""
    if action >= LIFT:
        which, cell = divmod(action - LIFT, 100)
        return moves.Remove(PARTS.jacks.remove[which], _CELLS[cell])
    if action >= PLACE_WILD:
        which, cell = divmod(action - PLACE_WILD, 100)
        return moves.Place(PARTS.jacks.wild[which], _CELLS[cell])
    if action >= PLACE_SHOWN:
        cell_name = _CELLS[action - PLACE_SHOWN]
        return moves.Place(GRID[cell_name], cell_name)
    if action >= CHOOSE:
        return moves.Choose(FIVES[action - CHOOSE])
    if action >= FORFEIT:
        return moves.Forfeit(PACK[action - FORFEIT])
    if action >= EXCHANGE:
        return moves.Exchange(PACK[action - EXCHANGE])
    if action >= ACCUSE:
        return moves.Accuse(SIDES[action - ACCUSE])
    return {number: kind for kind, number in _PLAIN.items()}[action]()
