"""The actions of UpTurn as integers (docs/turbo.md), both ways to the intents."""

from typing import Any, Final

from msgspec import UNSET

from igroteka.games.upturn import moves
from igroteka.games.upturn.tiles import TRENDS, is_number, value
from igroteka.turbo.upturn.tables import KINDS, MOST_SEATS, TRENDS_BY_NUMBER, VALUES, WAYS

DRAW: Final = 1
END: Final = 2
ANNOUNCE: Final = 3
GIVE: Final = 4  # + seat
LAY: Final = GIVE + MOST_SEATS  # + 100 * kind (plain, penalty, twin) + value
TUCK: Final = LAY + len(KINDS) * VALUES  # + 100 * kind (plain, penalty) + value
STEER: Final = TUCK + (len(KINDS) - 1) * VALUES  # + way to lay an action tile
ACTIONS: Final = STEER + len(WAYS)

_PLAIN: Final[dict[type, int]] = {moves.Draw: DRAW, moves.End: END, moves.Announce: ANNOUNCE}
_ORDERS: Final = ("cw", "ccw")
_PLACES: Final = ("append", "new")


def _lay(tile: str, new: int, ccw: int, trend: int) -> Any:
    if tile not in TRENDS:
        return moves.Lay(tile)
    named: Any = TRENDS_BY_NUMBER[trend] if len(TRENDS[tile]) > 1 else UNSET
    return moves.Lay(tile, _PLACES[new], _ORDERS[ccw], named)


_LAYS: Final = tuple(_lay(*way) for way in WAYS)
_WAY: Final = {lay: way for way, lay in enumerate(_LAYS)}


def action_of(intent: Any) -> int:
    """The number of an intent in its canonical form."""
    match intent:
        case moves.Lay(tile) if is_number(tile):
            return LAY + _number(tile)
        case moves.Lay():
            return STEER + _WAY[intent]
        case moves.Tuck(tile):
            return TUCK + _number(tile)
        case moves.Give(to):
            return GIVE + to
    if type(intent) in _PLAIN:
        return _PLAIN[type(intent)]
    raise ValueError(f"never a legal intent: {intent}")


def intent_of(action: int) -> Any:
    """The intent of a number; WAIT has none."""
    if action >= STEER:
        return _LAYS[action - STEER]
    if action >= TUCK:
        return moves.Tuck(_tile(action - TUCK))
    if action >= LAY:
        return moves.Lay(_tile(action - LAY))
    if action >= GIVE:
        return moves.Give(action - GIVE)
    return {DRAW: moves.Draw(), END: moves.End(), ANNOUNCE: moves.Announce()}[action]


def _number(tile: str) -> int:
    return VALUES * KINDS.index(tile.lstrip("0123456789")) + value(tile)


def _tile(number: int) -> str:
    kind, worth = divmod(number, VALUES)
    return f"{worth}{KINDS[kind]}"
