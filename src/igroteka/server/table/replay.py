"""A game of a table once more, moment by moment: all of it when it is over, else what the asker was told."""

import msgspec

from igroteka.core import Seat
from igroteka.server.hub import Hub
from igroteka.server.people.party import Party
from igroteka.server.table.record import game_of
from igroteka.server.table.room import Room
from igroteka.server.threads import apart
from igroteka.table import Match
from igroteka.table.moments import Eyes, Played, Replay, need_eyes, replayed
from igroteka.table.record import Committed


class ReplayAsk(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """From which moment on, and whose eyes: a seat's, and whether all hands lie open beside it.

    Without a seat one's own, or, for others, those of the first seat.
    """

    start: int = 1
    seat: Seat | None = None
    open: bool = False


async def replay_for(hub: Hub, room: Room, number: int, who: str | None, asked: ReplayAsk) -> Replay:
    """A round as this person may see it again, or Refused; made beside the event loop."""
    match, party, _ = await game_of(hub, room, number)
    own = room.party.seat_of(who)
    played = _played(match, party, number)
    eyes = need_eyes(played, own, Eyes(asked.seat, asked.open))
    async with hub.slowly:
        return await apart(replayed, played, own, eyes, asked.start)


def _played(match: Match, party: Party, number: int) -> Played:
    """The game as it is now, whatever is played meanwhile."""
    round = party.rounds[number - 1]
    source = round.given.source if round.given else Committed()
    rows = tuple(match.log)
    return Played(match.game, round.options, round.people, source, match.first, rows, match.outcome)
