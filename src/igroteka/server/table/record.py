"""Records of a table's games, and new tables that begin where a finished game was."""

from contextlib import suppress
from copy import copy
from typing import Final

import msgspec

from igroteka.bots import DEFAULT
from igroteka.core import Refused
from igroteka.server.guests import game as on_shelf
from igroteka.server.hub import Hub
from igroteka.server.logs import log
from igroteka.server.opening import Open
from igroteka.server.people.events import Given, Round
from igroteka.server.people.intents import OpenCopy
from igroteka.server.people.party import Party
from igroteka.server.table.fold import Folded
from igroteka.server.table.looks import PORTION
from igroteka.server.table.room import Room
from igroteka.server.threads import apart
from igroteka.store import StoredRow, StoreFailed
from igroteka.table import Match
from igroteka.table.fork import play_on, same_deal
from igroteka.table.record import Committed, Record, read_record
from igroteka.table.recorder import About, record_of
from igroteka.table.verify import Verdict, verify

_SHORT_LOG: Final = 200
"""Rows of a running game that are written down in a few milliseconds."""


class Again(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A finished game to begin from: the same deal, or, with `row`, the position after that row."""

    table: str
    round: int
    row: int | None = None
    listed: bool = False
    bots: tuple[int, ...] = ()
    """Seats that bots take at once."""
    level: str = DEFAULT
    """Of these bots."""


class AgainFrom(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A record to begin from, where it was no table of this server."""

    record: str
    row: int | None = None
    bots: tuple[int, ...] = ()
    level: str = DEFAULT


async def record_for(hub: Hub, room: Room, number: int, who: str | None) -> Record:
    """The record of a round as this person may have it: whole when it is over."""
    match, party, born = await game_of(hub, room, number)
    about = _about(party.rounds[number - 1], match, born)
    seat = None if match.outcome is not None else room.party.seat_of(who)
    if match.outcome is None and len(match.log) <= _SHORT_LOG:
        return record_of(match, about, seat)
    still = _still(match)
    async with hub.slowly:  # written down beside the event loop
        return await apart(record_of, still, about, seat)


def _still(match: Match) -> Match:
    """The game as it is now, whatever is played meanwhile."""
    still = copy(match)
    still.log = list(match.log)
    return still


async def verdict_on(hub: Hub, room: Room, number: int) -> Verdict:
    """Whether the record of a finished game is true; it takes a while, so not in the event loop."""
    record = await record_for(hub, room, number, None)
    if not record.complete:
        raise Refused("game-is-running")
    async with hub.slowly:
        return await apart(verify, record, on_shelf(record.game))


async def again(hub: Hub, asked: Again) -> Room:
    """A new table with the deal of a finished game, or with its first rows."""
    origin = await hub.room(asked.table)
    record = await record_for(hub, origin, asked.round, None)
    if not record.complete:
        raise Refused("game-is-running")
    given = await _given_by(hub, record, asked.row)
    table, round = first_played(origin.party, asked.round)
    given = msgspec.structs.replace(given, table=table, round=round)
    opening = Open(
        record.game, record.seats, record.options, asked.listed, bots=asked.bots, level=asked.level
    )
    room = await hub.open(opening, given)
    log("table opened", game=record.game, seats=record.seats, given=True)
    await _note_copy(hub, given, room, asked.row)
    return room


async def again_from(hub: Hub, asked: AgainFrom) -> Room:
    """The same from a record that somebody has kept."""
    record = read_record(asked.record)
    given = await _given_by(hub, record, asked.row)
    opening = Open(record.game, record.seats, record.options, bots=asked.bots, level=asked.level)
    return await hub.open(opening, given)


def first_played(party: Party, number: int) -> tuple[str, int]:
    """Where the deal of this round was first played: here, or where a given deal comes from."""
    given = party.rounds[number - 1].given
    return (given.table, given.round) if given and given.table else (party.id, number)


async def _note_copy(hub: Hub, given: Given, room: Room, row: int | None) -> None:
    """The table where the deal was first played knows the others; it may be gone."""
    with suppress(Refused, StoreFailed):
        origin = await hub.room(given.table)
        await origin.do_over_http(None, OpenCopy(room.party.id, given.round, row))


async def _given_by(hub: Hub, record: Record, row: int | None) -> Given:
    async with hub.slowly:
        return await apart(_given, record, row)


def _given(record: Record, row: int | None) -> Given:
    """Takes a while: nothing begins from a record that has not been verified."""
    game = on_shelf(record.game)
    if row is None:
        begun = same_deal(record, game)
        return Given(begun.source, (begun.seed or b"").hex())
    return Given(play_on(record, game, row).source, "", record.rows[:row])


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


def need_round(party: Party, number: int) -> None:
    """Refused for a game that was not begun; asked before any store is, which knows no numbers so large."""
    if not 1 <= number <= len(party.rounds):
        raise Refused("no-such-round", None, round=number)


async def game_of(hub: Hub, room: Room, number: int) -> tuple[Match, Party, float]:
    """The match of a round: the one in memory if it is the last, else folded from the log again."""
    need_round(room.party, number)
    if number == len(room.party.rounds) and room.match is not None:
        return room.match, room.party, room.folded.born
    old = Folded(0.0)
    async with hub.slowly:
        is_more = True
        while is_more:
            rows = await hub.store.read(room.party.id, old.number, PORTION)
            is_more = not await apart(_fold_until, old, rows, number) and len(rows) >= PORTION
    if old.match is None:
        raise Refused("no-such-round", None, round=number)
    return old.match, old.party, old.born


def _fold_until(folded: Folded, rows: list[StoredRow], number: int) -> bool:
    """As far as the end of a round; whether that was reached."""
    for row in rows:
        if len(folded.party.rounds) == number and folded.match and folded.match.outcome is not None:
            return True
        folded.go_on([row])
    return False
