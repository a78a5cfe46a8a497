"""Real games for the tests of records: played at random at tables with a promised secret."""

from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec
import pytest

from igroteka.core import HOUSE, Seeded, Stop, read
from igroteka.games import SHELF
from igroteka.lab.random_games import Table, tables
from igroteka.table import Match, Row, play_out, random_chooser
from igroteka.table.record import Person, Record, read_record, sealed
from igroteka.table.recorder import About, record_of, seed_for
from igroteka.table.shuffle import Nonce

every_game = pytest.mark.parametrize("game", SHELF)

LONGEST = 300
BORN = 1_750_000_000.25


def about(table: Table, number: int = 1) -> About:
    chance = Seeded(number).row(2**64 - 2)
    hexed = [f"{chance.below(2**32):08x}" * 4 for _ in range(table.seats)]
    people = [Person("Аня", "fox"), Person("Bob"), Person("Бот", None, "easy"), *[Person("Zoë")] * 9]
    return About(
        options=read(table.options, SHELF[table.game].Options),
        people=tuple(people[: table.seats]),
        secret=bytes([number % 256]) * 32,
        nonces=tuple(Nonce(person.name, add) for person, add in zip(people, hexed, strict=False)),
        born=BORN,
        started=BORN + 60,
    )


def match_for(table: Table, known: About, rows: tuple[Row, ...] = ()) -> Match:
    game = SHELF[table.game]
    return Match(game, table.seats, known.options, seed_for(game, table.seats, known), rows)


def play(match: Match, number: int, longest: int = LONGEST) -> Iterator[Row]:
    """At random, with a clock that goes on; the house stops a game that is too long."""
    chance = Seeded(number).row(2**64 - 1)
    for row in play_out(match, random_chooser(chance), chance, honour=True):
        timed = msgspec.structs.replace(row, time=BORN + 60.5 + row.number)
        match.log[-1] = timed
        yield timed
        if len(match.log) >= longest and match.outcome is None:
            yield match.ask(HOUSE, Stop(), BORN + 61.5 + row.number)


def finished(table: Table, number: int = 1, longest: int = LONGEST) -> tuple[Match, About]:
    known = about(table, number)
    match = match_for(table, known)
    for _row in play(match, number, longest):
        pass
    return match, known


@cache
def record(game: str, number: int = 1, longest: int = LONGEST) -> Record:
    """The record of a finished game at the smallest table."""
    return record_of(*finished(Table(game, SHELF[game].SEATS[0]), number, longest))


def unfinished(table: Table, number: int, rows: int) -> tuple[Match, About]:
    known = about(table, number)
    match = match_for(table, known)
    for row in play(match, number):
        if row.number >= rows and match.outcome is None:
            break
    return match, known


def kinds(game: str) -> list[Table]:
    return list(tables(SHELF[game]))


def data_of(record: Record) -> Any:
    """The JSON of a record, to be changed."""
    return msgspec.json.decode(msgspec.json.encode(record))


def record_from(data: Any, seal: bool) -> Record:
    """What the changed JSON says, with a new digest if the change is to be on purpose."""
    changed = read_record(msgspec.json.encode(data))
    return sealed(changed) if seal else changed
