"""Group commit for PostgreSQL: whatever waits goes into one statement, and is told after its commit."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Sequence
from typing import Any, Final, TypeAlias

import asyncpg

from igroteka.store.changes import Append
from igroteka.store.gathering import Gathering
from igroteka.store.store import Away, Conflict, StoreFailed

MOST: Final = 1000
"""Changes in one statement; more would only make the first of them wait."""

# Tables are locked in one order, so that two processes with the same tables in their batches never wait for
# each other. Who comes second sees the count of who came first, and its row is left out: a conflict.
APPEND: Final = """
WITH asked AS MATERIALIZED (
    SELECT * FROM unnest($1::text[], $2::bigint[], $3::float8[], $4::text[], $5::int[], $6::bytea[],
        $7::bytea[], $8::text[], $9::bool[], $10::bool[], $11::text[]) WITH ORDINALITY
        AS a (id, number, time, who, seat, intent, events, asked, finished, listed, game, place)
), locked AS MATERIALIZED (
    SELECT t.key, t.rows, a.place FROM asked a JOIN igroteka.tables t USING (id)
    ORDER BY t.key FOR UPDATE OF t
), counted AS (
    UPDATE igroteka.tables t SET rows = a.number, touched = a.time,
        finished = coalesce(a.finished, t.finished), listed = coalesce(a.listed, t.listed),
        game = coalesce(a.game, t.game)
    FROM locked l JOIN asked a USING (place)
    WHERE t.key = l.key AND l.rows = a.number - 1
    RETURNING t.key, a.place
), written AS (
    INSERT INTO igroteka.log (key, number, time, who, seat, intent, events, asked)
    SELECT c.key, a.number, a.time, a.who, a.seat, a.intent, a.events, a.asked
    FROM counted c JOIN asked a USING (place)
)
SELECT place FROM counted
"""

OWN_FAULT: Final = (
    asyncpg.DataError, asyncpg.IntegrityConstraintViolationError, asyncpg.ProgramLimitExceededError,
    ValueError, TypeError, OverflowError,
)  # fmt: skip
"""What is wrong with one row and not with the database: the others of its batch must not suffer."""

MEANWHILE: Final = (asyncpg.DeadlockDetectedError, asyncpg.SerializationError)
"""Somebody else was in the way: nothing was written, and trying again helps."""

AWAY: Final = (
    OSError, asyncpg.InterfaceError, asyncpg.PostgresConnectionError, asyncpg.OperatorInterventionError,
    asyncpg.TooManyConnectionsError, asyncpg.InternalClientError,
)  # fmt: skip
"""The database is not reached, starts, or is shut down: nothing is wrong with what it keeps.

The last is what the library says where a connection that nobody was using has been ended over there.
"""

Told: TypeAlias = "asyncio.Future[None]"
Other: TypeAlias = Callable[[], Awaitable[Any]]
"""A change of another kind; it keeps its place in the order."""
Job: TypeAlias = tuple[Told, Append | Other]
Statement: TypeAlias = Callable[..., Awaitable[list[Any]]]


class Batches:
    """A queue of changes and the task that works it off."""

    def __init__(self, fetch: Statement) -> None:
        self._fetch = fetch
        self._waiting: list[Job] = []
        self._task: asyncio.Task[None] | None = None
        self._closed = False
        self._gathering = Gathering()

    async def ask(self, change: Append | Other) -> None:
        """Return when the change is on disk; who gives up waiting does not stop it."""
        if self._closed:
            raise StoreFailed("the store is closed")
        told: Told = asyncio.get_running_loop().create_future()
        self._waiting.append((told, change))
        if self._task is None:
            self._task = asyncio.create_task(self._run())
        await told

    async def close(self) -> None:
        """Take nothing more, and wait for everything queued."""
        self._closed = True
        if self._task is not None:
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        clock = asyncio.get_running_loop().time
        while self._waiting:
            if seconds := self._gathering.wait(len(self._waiting), clock()):
                await asyncio.sleep(seconds)
            jobs, self._waiting = self._waiting[:MOST], self._waiting[MOST:]
            self._gathering.took(len(jobs), clock())
            for step in steps(jobs):
                await self._perform(step)
        self._task = None

    async def _perform(self, jobs: Sequence[Job]) -> None:
        appends = [(told, change) for told, change in jobs if isinstance(change, Append)]
        if not appends:
            for told, change in jobs:
                settle(told, await outcome(change()))  # type: ignore[operator]
            return
        outcomes = await self._append([change for _, change in appends])
        for (told, _), result in zip(appends, outcomes, strict=True):
            settle(told, result)

    async def _append(self, appends: list[Append]) -> list[Exception | None]:
        try:
            kept = await self._statement(appends)
        except OWN_FAULT as fault:
            if len(appends) == 1:
                return [failed(fault)]
            return [told for append in appends for told in await self._append([append])]
        except Exception as fault:
            return [failed(fault) for _ in appends]
        late = Conflict("not the next number of this table")
        return [None if place in kept else late for place in range(1, len(appends) + 1)]

    async def _statement(self, appends: list[Append]) -> set[int]:
        """The places of those that were kept."""
        columns = [list(column) for column in zip(*map(_values, appends), strict=True)]
        for _ in range(3):
            try:
                return {place for (place,) in await self._fetch(APPEND, *columns)}
            except MEANWHILE:
                continue
        return {place for (place,) in await self._fetch(APPEND, *columns)}


def steps(jobs: Sequence[Job]) -> Iterator[list[Job]]:
    """The jobs in order, in groups that one statement can do: appends to different tables."""
    step: list[Job] = []
    tables: set[str] = set()
    for job in jobs:
        change = job[1]
        table = change.table if isinstance(change, Append) else None
        if step and (table is None or table in tables or not tables):
            yield step
            step, tables = [], set()
        step.append(job)
        if table is not None:
            tables.add(table)
    if step:
        yield step


def _values(append: Append) -> tuple[Any, ...]:
    row = append.row
    return (
        append.table, row.number, row.time, row.who, row.seat, row.intent, row.events, row.asked,
        append.finished, append.listed, append.game,
    )  # fmt: skip


async def outcome(doing: Awaitable[Any]) -> Exception | None:
    try:
        await doing
    except Exception as fault:
        return failed(fault)
    return None


def failed(fault: Exception) -> Exception:
    """What the asker is told of a fault."""
    if isinstance(fault, Conflict | StoreFailed):
        return fault
    if isinstance(fault, asyncpg.UniqueViolationError):
        told: Exception = Conflict("the id or code is taken")
    else:
        kind = Away if isinstance(fault, AWAY) else StoreFailed
        told = kind(f"{type(fault).__name__}: {fault}")
    told.__cause__ = fault
    return told


def settle(told: Told, result: Exception | None) -> None:
    if told.done():  # the asker gave up waiting
        return
    if result is None:
        told.set_result(None)
    else:
        told.set_exception(result)
