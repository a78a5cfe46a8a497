"""The actions of Etazhiki as integers (docs/turbo.md), both ways to the intents."""

from typing import Any, Final

from msgspec import UNSET

from igroteka.games.etazhiki import moves
from igroteka.turbo.etazhiki.tables import BALLS, CARD, CARDS, FLOORS, KINDS

DRAW: Final = 1
PASS: Final = 2
END: Final = 3
LAY: Final = 4  # + card: a ball, or a floor where there is one pile
ON_PILE: Final = LAY + KINDS  # + 20 * pile + floor
INTERCEPT: Final = ON_PILE + 2 * FLOORS  # + number of the night floor
SHED: Final = INTERCEPT + 10  # + ball, from B1 on
ACTIONS: Final = SHED + BALLS

_PLAIN: Final[dict[type, int]] = {moves.Draw: DRAW, moves.Pass: PASS, moves.End: END}


def action_of(intent: Any) -> int:
    """The number of an intent."""
    match intent:
        case moves.Floor(card, pile) if pile is not UNSET:
            return ON_PILE + FLOORS * pile + CARD[card]
        case moves.Floor(card) | moves.Ball(card):
            return LAY + CARD[card]
        case moves.Intercept(card):
            return INTERCEPT + CARD[card] - 10
        case moves.Shed(top):
            return SHED + CARD[top] - FLOORS
    if type(intent) in _PLAIN:
        return _PLAIN[type(intent)]
    raise ValueError(f"never a legal intent: {intent}")


def intent_of(action: int) -> Any:
    """The intent of a number; WAIT has none."""
    if action >= SHED:
        return moves.Shed(CARDS[FLOORS + action - SHED])
    if action >= INTERCEPT:
        return moves.Intercept(CARDS[10 + action - INTERCEPT])
    if action >= ON_PILE:
        pile, floor = divmod(action - ON_PILE, FLOORS)
        return moves.Floor(CARDS[floor], pile)
    if action >= LAY:
        card = action - LAY
        return moves.Floor(CARDS[card]) if card < FLOORS else moves.Ball(CARDS[card])
    return {number: kind for kind, number in _PLAIN.items()}[action]()
