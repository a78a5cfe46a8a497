"""Servers restarted one after the other under people who ask all the time: how long anybody waits."""

import asyncio
import time
from pathlib import Path
from typing import Final

import asyncpg
import httpx
import msgspec

from scale.crowd import Guest, all_here, brought, sockets
from scale.stack import Stack
from server.client import get

WAIT: Final = 2.0
"""Seconds that anybody may wait for an answer, or be away."""
SPREAD: Final = 1.3
"""The fullest server has no more than so many times the average of sockets afterwards, and a few."""
LEAST: Final = 2.0
"""The emptiest has no less than the average divided by this, less a few: hashing is not even either."""
BALANCED: Final = 60.0


class Rolled(msgspec.Struct, frozen=True):
    """What came of a rolling restart."""

    people: int
    acknowledged: int
    lost: int
    twice: int
    longest_wait: float
    longest_away: float
    spread: tuple[int, ...]
    balanced_after: float

    @property
    def is_good(self) -> bool:
        waited = max(self.longest_wait, self.longest_away)
        return not (self.lost or self.twice) and waited <= WAIT and _is_even(self.spread)


def run(folder: Path, tables: int, pace: float) -> Rolled:
    """Two people to a table; every server is restarted in turn, then everyone goes on for a while."""
    stack = Stack(folder, log_level="warning").start()
    try:
        return asyncio.run(_run(stack, tables, pace))
    finally:
        stack.close()


async def _run(stack: Stack, tables: int, pace: float) -> Rolled:
    guests = await seated(stack, tables)
    await brought(guests, 20, 30.0)
    for guest in guests:
        guest.longest_away = 0.0
    over = asyncio.Event()
    asking = [asyncio.create_task(_ask(guest, pace, over)) for guest in guests]
    await asyncio.sleep(1.0)
    for server in stack.servers:
        await asyncio.to_thread(server.restart)
        await asyncio.sleep(1.0)
    begun = time.monotonic()
    while not _is_even(spread(stack)) and time.monotonic() - begun < BALANCED:
        await asyncio.sleep(0.5)
    balanced = time.monotonic() - begun
    over.set()
    await asyncio.gather(*asking)
    await all_here(guests, 10.0)
    rolled = await _judged(stack, guests, balanced)
    for guest in guests:
        guest.leave()
    await asyncio.sleep(0.1)
    return rolled


def _is_even(counts: tuple[int, ...]) -> bool:
    average = sum(counts) / len(counts)
    return max(counts) <= SPREAD * average + 4 and min(counts) >= average / LEAST - 4


def spread(stack: Stack) -> tuple[int, ...]:
    return tuple(sockets(get(server, "/metrics").text) for server in stack.servers)


async def seated(stack: Stack, tables: int) -> list[Guest]:
    guests = []
    port = int(stack.url.rsplit(":", 1)[1])
    async with httpx.AsyncClient(base_url=stack.url, timeout=30) as http:
        for _ in range(tables):
            table = (await http.post("/api/tables", json={"game": "upturn", "seats": 2})).json()["table"]
            for name in ("Anna", "Boris"):
                told = (await http.post(f"/api/tables/{table}/people", json={"name": name})).json()
                guests.append(Guest(port, table, told["token"]))
    return guests


async def _ask(guest: Guest, pace: float, over: asyncio.Event) -> None:
    while not over.is_set() or guest.is_waiting:
        if not guest.is_waiting and not over.is_set():
            guest.ask()
        await asyncio.sleep(pace)


async def _judged(stack: Stack, guests: list[Guest], balanced: float) -> Rolled:
    """Every acknowledged intent is in the log, once."""
    db = await asyncpg.connect(stack.database)
    rows = [asked for (asked,) in await db.fetch("SELECT asked FROM igroteka.log WHERE asked IS NOT NULL")]
    await db.close()
    acknowledged = [id for guest in guests for id in guest.acknowledged]
    return Rolled(
        people=len(guests),
        acknowledged=len(acknowledged),
        lost=len(set(acknowledged) - set(rows)),
        twice=len(rows) - len(set(rows)),
        longest_wait=round(max(guest.longest_wait for guest in guests), 2),
        longest_away=round(max(guest.longest_away for guest in guests), 2),
        spread=spread(stack),
        balanced_after=round(balanced, 1),
    )
