"""The log of PostgreSQL in weeks: a row lies in the week of its table's birth, and a week goes as a whole."""

import asyncio
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any, Final, NamedTuple, TypeAlias

import asyncpg

Connection: TypeAlias = Any
"""asyncpg's, of a pool or not; the library has no types."""

SWEEPING: Final = 0x49475253
"""Key of the advisory lock under which rows without a table are deleted ("IGRS")."""
BITS: Final = 28
"""A key is the second of birth, by the clock of the database, and below it so many bits of a count."""
OLDEST: Final = 1 << 48
"""Keys given before there were weeks are below this; those with a second in them far above."""
WEEK: Final = 7 * 86_400
MONDAY: Final = 4 * 86_400
"""The first Monday that Unix time knows."""
AHEAD: Final = 4
"""Weeks that are made before they come: so long may all servers be away."""
PATIENCE: Final = "SET LOCAL lock_timeout = '400ms'"
"""Less than the database takes to look for deadlocks: whoever plays goes first, and we try again."""
BUSY: Final = (asyncpg.LockNotAvailableError, asyncpg.DeadlockDetectedError)
THERE: Final = (asyncpg.DuplicateTableError, asyncpg.DuplicateObjectError, asyncpg.UniqueViolationError)
"""What the later of two is told who make one table: of the table, its row type, or the catalogue."""
TRIES: Final = 10
LONG_SECONDS: Final = 3600.0

BEFORE: Final = "log_before"
REST: Final = "log_rest"

_NAMES: Final = """
SELECT c.relname::text FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
WHERE i.inhparent = 'igroteka.log'::regclass ORDER BY 1
"""
_LIVE: Final = """
SELECT EXISTS (
    SELECT 1 FROM igroteka.tables t WHERE t.key >= $1 AND t.key < $2
    AND EXISTS (SELECT 1 FROM igroteka.{name} l WHERE l.key = t.key)
)
"""
_SWEEP: Final = """
DELETE FROM igroteka.{name} l WHERE NOT EXISTS (SELECT 1 FROM igroteka.tables t WHERE t.key = l.key)
"""


class Partition(NamedTuple):
    """One table of the database with the rows whose keys are in a range."""

    name: str
    low: int
    high: int

    def is_over(self, now: float) -> bool:
        """No table will be born into it any more; those that were may still be played on."""
        return self.high <= key_at(int(now))


def key_at(second: int) -> int:
    """Lower than every key given in this second or later, above all keys given before."""
    return second << BITS


def week_at(now: float) -> Partition:
    start = int(now - MONDAY) // WEEK * WEEK + MONDAY
    return Partition(f"log_{datetime.fromtimestamp(start, UTC):%Y%m%d}", key_at(start), key_at(start + WEEK))


async def clock(db: Connection) -> float:
    """Keys are given by the clock of the database, so weeks begin and end by it."""
    return float(await db.fetchval("SELECT extract(epoch FROM now())::float8"))


async def partitions(db: Connection) -> list[Partition]:
    """All but the rest, oldest first."""
    return sorted(_known(name for (name,) in await db.fetch(_NAMES)), key=lambda one: one.low)


def _known(names: Iterator[str]) -> Iterator[Partition]:
    for name in names:
        if name == BEFORE:
            yield Partition(BEFORE, 0, OLDEST)
        elif found := re.fullmatch(r"log_(\d{8})", name):
            yield week_at(datetime.strptime(found[1], "%Y%m%d").replace(tzinfo=UTC).timestamp())


# Making -------------------------------------------------------------------------------------------------


async def make_weeks(db: Connection, now: float) -> int:
    """This week and those that come, as far as they are missing; how many were made.

    A week whose first rows had to go to the rest, because nobody made it in time, stays there.
    """
    there = {one.name for one in await partitions(db)}
    weeks = [week_at(now + ahead * WEEK) for ahead in range(AHEAD + 1)]
    return sum([await _make(db, week) for week in weeks if week.name not in there])


async def _make(db: Connection, week: Partition) -> bool:
    """Made apart and then attached: so those who write need not wait."""
    name = f"igroteka.{week.name}"
    values = f"FOR VALUES FROM ({week.low}) TO ({week.high})"
    try:
        async with db.transaction():
            await db.execute(PATIENCE)
            await db.execute(f"CREATE TABLE {name} (LIKE igroteka.log INCLUDING ALL)")
            await db.execute(f"ALTER TABLE igroteka.log ATTACH PARTITION {name} {values}")
    except (*BUSY, *THERE, asyncpg.CheckViolationError):
        return False  # somebody else made it, or we try again another time
    return True


# Dropping -----------------------------------------------------------------------------------------------


async def tend(db: Connection, now: float | None = None) -> None:
    """Make the weeks that come, and drop those that are over and empty."""
    now = await clock(db) if now is None else now
    await make_weeks(db, now)
    for one in await partitions(db):
        if one.is_over(now) and await _is_empty(db, one):
            await drop(db, one)


async def _is_empty(db: Connection, one: Partition) -> bool:
    try:
        return not await db.fetchval(f"SELECT EXISTS (SELECT 1 FROM igroteka.{one.name})")
    except asyncpg.UndefinedTableError:  # somebody else has dropped it
        return False


async def clean(db: Connection, now: float | None = None) -> None:
    """After tables were deleted: weeks without a row of a table that is left go, others lose rows only."""
    now = await clock(db) if now is None else now
    for one in await partitions(db):
        if one.is_over(now) and not await drop(db, one):
            await _sweep(db, one.name)
    await _sweep(db, REST)


async def drop(db: Connection, one: Partition) -> bool:
    """Unless a table that is left has rows in it; whether it is gone, or will be when others let us."""
    try:
        for _ in range(TRIES):
            if await _is_live(db, one):
                return False
            if await _drop(db, one):
                break
            await asyncio.sleep(0.1)
    except asyncpg.UndefinedTableError:  # somebody else was first
        pass
    return True


async def _drop(db: Connection, one: Partition) -> bool:
    """Nobody can append to it while we look; others append to other weeks, until for a moment at the end."""
    try:
        async with db.transaction():
            await db.execute(PATIENCE)
            await db.execute(f"LOCK TABLE igroteka.{one.name} IN SHARE ROW EXCLUSIVE MODE")
            if await _is_live(db, one):
                return False
            await db.execute(f"DROP TABLE igroteka.{one.name}")
    except BUSY:
        return False
    return True


async def _is_live(db: Connection, one: Partition) -> bool:
    asked = _LIVE.format(name=one.name)
    return bool(await db.fetchval(asked, one.low, one.high, timeout=LONG_SECONDS))


async def _sweep(db: Connection, name: str) -> None:
    """Rows of tables that are no more; one at a time, so that two never wait for each other."""
    async with db.transaction():
        await db.execute("SELECT pg_advisory_xact_lock($1)", SWEEPING, timeout=LONG_SECONDS)
        await db.execute(_SWEEP.format(name=name), timeout=LONG_SECONDS)
