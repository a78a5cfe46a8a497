"""An UpTurn table written as a picture, and what comes of asking at it."""

from typing import Any, Final

from games.asking import Asking
from igroteka.games import upturn
from igroteka.games.upturn import Options, State, from_position

_asking: Final = Asking(upturn)
told, after, why_not = _asking.told, _asking.after, _asking.why_not


def lies(rows: str, *racks: str, bag: str = "", options: Options | None = None, **rest: Any) -> State:
    """`"9 23 32 / D 80"` are two rows, the last one current; `"40 U"` is a rack, seat by seat.

    The trend is up unless it is named; the rest (turn, silent, gifts, ...) is as in a position.
    """
    data = {
        "rows": [row.split() for row in rows.split("/")],
        "racks": [rack.split() for rack in racks],
        "bag": bag.split(),
        "trend": "up",
        **rest,
    }
    return from_position(data, options or Options())


def row(state: State) -> str:
    """The current row."""
    return " ".join(state.rows[-1])


def rack(state: State, seat: int) -> str:
    return " ".join(state.racks[seat])
