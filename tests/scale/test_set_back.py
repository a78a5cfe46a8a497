"""A database that was set back behind what servers have told: noticed, said plainly, and never forked."""

import asyncio
import time

import asyncpg

from scale.stack import Stack, postgres
from server.client import Place, get, join, last, open_table, play_one, start


def set_back(database: str, table: str, rows: int) -> None:
    """As an old copy, or a standby that was behind, would have it: the last rows were never."""

    async def cut() -> None:
        db = await asyncpg.connect(database)
        key = await db.fetchval("SELECT key FROM igroteka.tables WHERE id = $1", table)
        await db.execute("DELETE FROM igroteka.log WHERE key = $1 AND number > $2", key, rows)
        await db.execute("UPDATE igroteka.tables SET rows = $2 WHERE key = $1", key, rows)
        await db.close()

    asyncio.run(cut())


def bye(place: Place, seconds: float = 20.0) -> str:
    place.until(lambda: place.closed is not None, seconds)
    return str(next(one["reason"] for one in place.heard if one["kind"] == "bye"))


def test_a_log_that_lacks_acknowledged_rows_is_noticed_and_people_play_on_from_it(stack: Stack) -> None:
    a, b, _ = stack.servers
    table = open_table(a)
    tokens = [join(a, table, name) for name in ("Anna", "Boris")]
    with Place(a, table, tokens[0]) as anna, Place(b, table, tokens[1]) as boris:
        start([anna, boris])
        for _ in range(4):
            play_one([anna, boris], last)
        number = anna.number
        set_back(stack.database, table, number - 2)
        assert [bye(anna), bye(boris)] == ["log-set-back"] * 2
    with Place(a, table, tokens[0]) as anna, Place(b, table, tokens[1]) as boris:
        assert anna.number == boris.number == number - 2
        play_one([anna, boris], last)
    events = [line["event"] for line in stack.servers[0].log()]
    assert "the log of a table was set back" in events


def test_a_log_that_was_set_back_and_has_grown_again_is_not_forked(all_up: Stack) -> None:
    """The number alone says nothing then: the row that memory ends with is another one in the log."""
    a, b, _ = all_up.servers
    table = open_table(a)
    tokens = [join(a, table, name) for name in ("Anna", "Boris")]
    with Place(a, table, tokens[0]) as anna, Place(a, table, tokens[1]) as boris:
        start([anna, boris])
        for _ in range(3):
            play_one([anna, boris], last)
        number = anna.number
    for server in (a, b):  # who has it in memory, but nobody looks
        assert get(server, f"/api/tables/{table}").status_code == 200
    postgres().crash()
    postgres().start()
    set_back(all_up.database, table, number - 1)
    grown(all_up.database, table, number)
    said = [get(a, f"/api/tables/{table}") for _ in range(2)]
    assert (said[0].json()["reason"], said[1].status_code) == ("log-set-back", 200)
    with Place(a, table, tokens[0]) as anna:
        assert anna.table["people"][0]["name"] == "Somebody else"


def grown(database: str, table: str, number: int) -> None:
    """Another server has gone on from there."""

    async def write() -> None:
        db = await asyncpg.connect(database)
        key = await db.fetchval("SELECT key FROM igroteka.tables WHERE id = $1", table)
        party = await db.fetchval("SELECT events FROM igroteka.log WHERE key = $1 AND number = 2", key)
        person = party.decode().split('"person":"', 1)[1].split('"', 1)[0]
        events = f'[{{"kind":"renamed","person":"{person}","name":"Somebody else","avatar":null}}]'.encode()
        row = (key, number, time.time(), person, None, b'{"kind":"rename"}', events, None)
        await db.execute("INSERT INTO igroteka.log VALUES ($1, $2, $3, $4, $5, $6, $7, $8)", *row)
        await db.execute("UPDATE igroteka.tables SET rows = $2 WHERE key = $1", key, number)
        await db.close()

    asyncio.run(write())
