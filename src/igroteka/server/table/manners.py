"""What the table adds to the rules: accusations need a person, and silence is kept where the rules ask."""

from typing import Any

from igroteka.core import Refused, Seat
from igroteka.games import sequence
from igroteka.games.sequence.moves import Accuse
from igroteka.games.sequence.state import members
from igroteka.server.people.party import Party
from igroteka.table import Match


def need(match: Match, party: Party, seat: Seat, intent: Any) -> None:
    """SQ-A24: the rules know no bots, but bots never talk: a side without a person is not accused."""
    if isinstance(intent, Accuse) and intent.side in ("blue", "green", "red"):
        accused = members(match.state, intent.side)
        if all(party.chairs[member].is_played_by_bot for member in accused):
            raise Refused("bots-do-not-talk", "SQ-A24", side=intent.side)


def is_quiet(match: Match | None) -> bool:
    """SQ-35: no phrases and no chat during play, at team tables with table talk."""
    if match is None or match.game.NAME != sequence.NAME or match.outcome is not None:
        return False
    state = match.state
    return bool(state.options.table_talk and state.seats > state.sides)
