"""Records of a table's games, and new tables that begin where a finished game was."""

import msgspec

from igroteka.core import Refused
from igroteka.server.hub import Hub, Open
from igroteka.server.party import Given, Party, Round
from igroteka.server.room import Room
from igroteka.table import Match
from igroteka.table.fork import play_on, same_deal
from igroteka.table.record import Committed, Record
from igroteka.table.recording import About, record_of


class Again(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A finished game to begin from: the same deal, or, with `row`, the position after that row."""

    table: str
    round: int
    row: int | None = None
    listed: bool = False


async def record_for(hub: Hub, room: Room, number: int, who: str | None) -> Record:
    """The record of a round as this person may have it: whole when it is over."""
    match, party, born = await _round(hub, room, number)
    seat = room.party.seat_of(who) if number == len(room.party.rounds) else None
    return record_of(match, _about(party.rounds[number - 1], match, born), seat)


async def again(hub: Hub, asked: Again) -> Room:
    """A new table with the deal of a finished game, or with its first rows."""
    room = await hub.room(asked.table)
    record = await record_for(hub, room, asked.round, None)
    if not record.complete:
        raise Refused("game-is-running")
    game = (await _round(hub, room, asked.round))[0].game
    if asked.row is None:
        begun = same_deal(record, game)
        given = Given(begun.source, (begun.seed or b"").hex())
    else:
        begun = play_on(record, game, asked.row)
        given = Given(begun.source, "", record.rows[: asked.row])
    return await hub.open(Open(record.game, record.seats, record.options, asked.listed), given)


def _about(round: Round, match: Match, born: float) -> About:
    return About(
        options=msgspec.convert(round.options, match.game.Options),
        people=round.people,
        secret=bytes.fromhex(round.secret),
        nonces=round.nonces,
        source=round.given.source if round.given else Committed(),
        born=born,
        started=round.time,
    )


async def _round(hub: Hub, room: Room, number: int) -> tuple[Match, Party, float]:
    """The match of a round: the one in memory if it is the last, else folded from the log again."""
    if not 1 <= number <= len(room.party.rounds):
        raise Refused("no-such-round", None, round=number)
    if number == len(room.party.rounds) and room.match is not None:
        return room.match, room.party, room.born
    old = Room(hub.store, hub.entropy, hub.metrics)
    for row in await hub.store.read(room.party.id):
        if len(old.party.rounds) == number and old.match is not None and old.match.outcome is not None:
            break
        old.fold([row])
    if old.match is None:
        raise Refused("no-such-round", None, round=number)
    return old.match, old.party, old.born
