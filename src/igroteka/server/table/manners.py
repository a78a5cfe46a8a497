"""What the table adds to the rules: it knows which seats bots play, and keeps silence where the game asks."""

from typing import Any

from igroteka.core import Refused, Seat
from igroteka.core.shelving import no_manners
from igroteka.server.people.party import Party
from igroteka.table import Match


def need(match: Match, party: Party, seat: Seat, intent: Any) -> None:
    """Refused for what the game leaves to the table to judge."""
    if match.game.need_manners is no_manners:
        return
    bots = {number for number, chair in enumerate(party.chairs) if chair.is_played_by_bot}
    match.game.need_manners(match.state, seat, intent, bots)


def need_talk(match: Match | None) -> None:
    """Refused while the game asks for silence: no phrases and no chat."""
    if match is not None and match.game.is_quiet(match.state):
        raise Refused("quiet-please", match.game.QUIET or None)
