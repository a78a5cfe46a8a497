"""What is decided about a game before it is written down."""

from typing import Any, Final

import msgspec

from igroteka.core import Refused, Seat
from igroteka.server.guests import need_told
from igroteka.server.logs import logger
from igroteka.server.people.events import PartyEvent
from igroteka.store import StoredRow
from igroteka.table import Match, Row


class Move(msgspec.Struct, frozen=True, gc=False):
    """A game intent of somebody, read and not yet decided."""

    match: Match
    seat: Seat
    intent: Any
    who: str | None
    id: str | None


class Start(msgspec.Struct, frozen=True, gc=False):
    """The row that starts a game, before it is written down, and its events."""

    stored: StoredRow
    events: tuple[PartyEvent, ...]


class Decided(msgspec.Struct, frozen=True, gc=False):
    """What comes of a move, before it is written down."""

    stored: StoredRow
    row: Row
    state: Any
    is_over: bool
    start: Start | None = None
    """Of a deal: what goes before it, where the two are written together."""


def decided_of(move: Move, number: int, now: float, start: Start | None = None) -> Decided:
    """What comes of it as this row of the log, or Refused; nothing has changed yet."""
    match = move.match
    try:
        row = match.decide(move.seat, move.intent, now)
        state = match.after(row)
        is_over = match.game.outcome(state) is not None
        need_told(match, row, state)
        intent, events = _json(move.intent), _json(row.events)
    except Refused:
        raise
    except Exception as error:  # somebody else's game: it is asked once, and the table stays as it was
        fields = {"game": match.game.NAME, "intent": type(move.intent).__name__}
        logger.error("a game broke", exc_info=error, extra={"fields": fields})
        raise Refused("game-broke") from None
    stored = StoredRow(number, now, move.who, move.seat, intent, events, move.id)
    return Decided(stored, row, state, is_over, start)


_json: Final = msgspec.json.Encoder().encode
