"""What became of one deal: the results of all tables that have played it, beside each other."""

import msgspec

from igroteka.core import Outcome, Refused
from igroteka.server.hub import Hub
from igroteka.server.people.events import Copy
from igroteka.server.table.record import first_played, game_of, need_round
from igroteka.server.table.room import Room
from igroteka.store import StoreFailed
from igroteka.table.record import Person


class DealResult(msgspec.Struct, frozen=True):
    """One table with that deal; who plays at one that is not over is not told, nor where any of them is."""

    here: bool
    """Whether it is the table that was asked about."""
    row: int | None
    """Of a game that was played on: after which row; null where the whole deal was played."""
    people: tuple[Person, ...]
    outcome: Outcome | None
    """Null while the game is going on, or has not begun."""
    rows: int
    """How many moves it took."""


async def results_of(hub: Hub, room: Room, number: int) -> tuple[DealResult, ...]:
    """The first table of the deal of this round, then those opened from it, in that order."""
    need_round(room.party, number)
    table, round = first_played(room.party, number)
    try:
        origin = await hub.room(table)
    except Refused:  # it was deleted: what is left is this one
        return (await _result(hub, Copy(room.party.id, number), room.party.id),)
    copies = [copy for copy in origin.party.copies if copy.round == round]
    listed = [Copy(table, round), *(Copy(copy.table, 1, copy.row) for copy in copies)]
    found = [await _found(hub, copy, room.party.id) for copy in listed]
    return tuple(result for result in found if result is not None)


async def _found(hub: Hub, copy: Copy, here: str) -> DealResult | None:
    try:
        return await _result(hub, copy, here)
    except (Refused, StoreFailed):
        return None  # deleted since, or damaged


async def _result(hub: Hub, copy: Copy, here: str) -> DealResult:
    room = await hub.room(copy.table)
    is_here = copy.table == here
    if not room.party.rounds:
        return DealResult(is_here, copy.row, (), None, 0)
    match, party, _ = await game_of(hub, room, copy.round)
    people = party.rounds[copy.round - 1].people if match.outcome else ()
    return DealResult(is_here, copy.row, people, match.outcome, len(match.log) if match.outcome else 0)
