"""A reconnect storm: a server full of sockets is killed and comes back, and everybody with it."""

import asyncio
import re
import secrets
import time
from pathlib import Path
from typing import Final

import asyncpg
import msgspec

from scale.crowd import Guest, all_here, brought
from scale.services import free_port
from scale.stack import postgres, redis
from server.client import Place, join, last, open_table, play_one, start
from server.serving import Server
from server.siege import Quiet

GREETED: Final = 30.0
"""Seconds within which everybody is greeted again."""
SILENCE: Final = 1.0
"""Seconds that a quiet table at another server may wait for an answer."""
_SEATS: Final = 3
_MOVES: Final = 30

_COPY: Final = """
WITH new AS (
    INSERT INTO igroteka.tables (id, code, game, listed, born, touched, finished, rows)
    SELECT n.id, n.id, t.game, false, t.born, t.touched, t.finished, t.rows
    FROM igroteka.tables t, unnest($2::text[]) AS n (id) WHERE t.id = $1 RETURNING id, key
)
INSERT INTO igroteka.log (key, number, time, who, seat, intent, events, asked)
SELECT new.key, l.number, l.time, l.who, l.seat, l.intent,
    CASE l.number WHEN 1 THEN convert_to(replace(convert_from(l.events, 'UTF8'), $1, new.id), 'UTF8')
    ELSE l.events END, l.asked
FROM new, igroteka.log l WHERE l.key = (SELECT key FROM igroteka.tables WHERE id = $1)
"""


class Passed(msgspec.Struct, frozen=True):
    """What came of a storm."""

    sockets: int
    first_greeting: float
    killed_and_back: float
    all_greeted: float
    put_off: int
    quiet_waited: float
    megabytes: float
    kilobytes_a_socket: float

    @property
    def is_good(self) -> bool:
        return self.all_greeted <= GREETED and self.quiet_waited <= SILENCE


def run(folder: Path, people: int) -> Passed:
    """So many people at tables of three in the middle of a game, all at one server; another one is quiet."""
    shared = {"database": postgres().fresh(), "redis": redis().url, "log_level": "warning"}
    full = Server(folder, **shared, port=free_port()).start()
    calm = Server(folder, **shared, port=free_port()).start()
    try:
        return asyncio.run(_run(full, calm, str(shared["database"]), people))
    finally:
        full.close()
        calm.close()


async def _run(full: Server, calm: Server, database: str, people: int) -> Passed:
    table, tokens = await asyncio.to_thread(_played, calm)
    empty = full.memory()
    tables = await _copied(database, table, people // _SEATS)
    port = int(full.url.rsplit(":", 1)[1])
    guests = [Guest(port, one, token) for one in tables for token in tokens]
    begun = time.monotonic()
    await brought(guests, 100, 300.0)
    came = time.monotonic() - begun
    grown, megabytes = full.memory() - empty, full.memory() / 1024
    with await asyncio.to_thread(Place, calm, table, tokens[0]) as place, Quiet(place) as quiet:
        begun = time.monotonic()
        await asyncio.to_thread(full.kill)
        await asyncio.to_thread(full.start)
        back = time.monotonic() - begun
        greeted = await all_here(guests, 120.0)
    for guest in guests:
        guest.leave()
    await asyncio.sleep(0.5)
    return Passed(
        sockets=len(guests),
        first_greeting=round(came, 1),
        killed_and_back=round(back, 1),
        all_greeted=round(greeted, 1),
        put_off=sum(guest.byes["come-back-soon"] for guest in guests),
        quiet_waited=round(quiet.longest, 2),
        megabytes=round(megabytes),
        kilobytes_a_socket=round(grown / len(guests), 1),
    )


def _played(server: Server) -> tuple[str, list[str]]:
    """A table of three people in the middle of a game."""
    table = open_table(server, "upturn", _SEATS)
    tokens = [join(server, table, name) for name in ("Anna", "Boris", "Vera")]
    people = [Place(server, table, token) for token in tokens]
    start(people)
    for _ in range(_MOVES):
        play_one(people, last)
    for place in people:
        place.close()
    return table, tokens


async def _copied(database: str, table: str, times: int) -> list[str]:
    """The same game at so many tables more, with the same people."""
    ids = [re.sub(r"[^\w]", "x", secrets.token_urlsafe(16))[:22] for _ in range(times)]
    db = await asyncpg.connect(database)
    for at in range(0, times, 500):
        await db.execute(_COPY, table, ids[at : at + 500])
    await db.close()
    return ids
