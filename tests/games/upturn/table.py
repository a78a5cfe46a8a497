"""An UpTurn table written as a picture, and what comes of asking at it."""

from typing import Any

from igroteka.core import NO_CHANCE, Chance, Refused
from igroteka.games.upturn import Event, Intent, Options, State, decide, evolve, from_position, position


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


def told(state: State, seat: int, intent: Intent, chance: Chance = NO_CHANCE) -> tuple[Event, ...]:
    """The events that come of the intent."""
    return decide(state, seat, intent, chance)


def after(state: State, *asked: tuple[int, Intent], chance: Chance = NO_CHANCE) -> State:
    """The state after these intents, one by one."""
    for seat, intent in asked:
        for event in decide(state, seat, intent, chance):
            state = evolve(state, event)
    return state


def why_not(state: State, seat: int, intent: Intent) -> str:
    """Reason and clause of the refusal; an accepted intent is a failure. The position must stay as it was."""
    before = position(state)
    try:
        events = decide(state, seat, intent, NO_CHANCE)
    except Refused as refused:
        assert position(state) == before
        return f"{refused.reason} {refused.clause}"
    raise AssertionError(f"{intent} was not refused but led to {events}")


def row(state: State) -> str:
    """The current row."""
    return " ".join(state.rows[-1])


def rack(state: State, seat: int) -> str:
    return " ".join(state.racks[seat])
