"""What the table adds to the rules: it knows which seats bots play, and keeps silence where the game asks."""

from typing import Any

from igroteka.core import Seat
from igroteka.server.people.party import Party
from igroteka.table import Match


def need(match: Match, party: Party, seat: Seat, intent: Any) -> None:
    """Refused for what the game leaves to the table to judge."""
    bots = {number for number, chair in enumerate(party.chairs) if chair.is_played_by_bot}
    match.game.need_manners(match.state, seat, intent, bots)


def is_quiet(match: Match | None) -> bool:
    """Whether there are no phrases and no chat now."""
    return match is not None and match.game.is_quiet(match.state)
