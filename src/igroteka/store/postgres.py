"""A store in a PostgreSQL database, for any number of servers."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final, Self
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

import asyncpg

from igroteka.core import Refused
from igroteka.store import partitions
from igroteka.store import postgres_schema as schema
from igroteka.store.addresses import POSTGRES, need_address, shown
from igroteka.store.batches import Batches, failed
from igroteka.store.changes import Append
from igroteka.store.packing import packed_anew, unpacked_after, whole
from igroteka.store.store import MOST_REVIEWS, Conflict, Store, StoredRow, TableInfo

CONNECT_SECONDS: Final = 5.0
ANSWER_SECONDS: Final = 15.0
"""A database that says nothing for so long is as good as away."""
MOST_CONNECTIONS: Final = 6
PRUNED_AT_ONCE: Final = 200

FAULTS: Final = (
    asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError, OSError, ValueError
)  # fmt: skip
"""What a database, or the way to it, can have; TimeoutError is an OSError."""

# Room that is taken and given back, wherever the log lies: a small change fits into a page that is there,
# also on a full disk. Nobody sees the table, and nothing of it stays.
PROVE: Final = """
DO $$ DECLARE place text; BEGIN
    FOR place IN SELECT DISTINCT coalesce(' TABLESPACE ' || quote_ident(spcname), '')
        FROM pg_partition_tree('igroteka.log') JOIN pg_class c ON c.oid = relid AND isleaf
        LEFT JOIN pg_tablespace t ON t.oid = c.reltablespace
    LOOP
        EXECUTE 'CREATE TABLE igroteka.proof_' || pg_backend_pid() || place
            || ' AS SELECT md5(random()::text) FROM generate_series(1, 2000)';
        EXECUTE 'DROP TABLE igroteka.proof_' || pg_backend_pid();
    END LOOP;
END $$
"""
OPEN: Final = """
WITH new AS (
    INSERT INTO igroteka.tables (id, code, game, listed, born, touched, finished, rows)
    VALUES ($1, $2, $3, $4, $5, $6, $7, 1) RETURNING key
)
INSERT INTO igroteka.log (key, number, time, who, seat, intent, events, asked)
SELECT key, 1, $8, $9, $10, $11, $12, $13 FROM new
"""
READ: Final = """
SELECT number, time, who, seat, intent, events, asked FROM igroteka.log
WHERE key = (SELECT key FROM igroteka.tables WHERE id = $1) AND number > $2 ORDER BY number
LIMIT $3
"""
# With LIMIT the part about the log stays apart, and its index is asked for the rows after a number only.
READ_MANY: Final = """
SELECT a.id, l.number, l.time, l.who, l.seat, l.intent, l.events, l.asked
FROM unnest($1::text[], $2::bigint[]) AS a (id, after) JOIN igroteka.tables t USING (id)
CROSS JOIN LATERAL (
    SELECT * FROM igroteka.log WHERE key = t.key AND number > a.after ORDER BY number LIMIT $3
) l
WHERE t.rows > a.after ORDER BY l.key, l.number
"""
ARCHIVED: Final = """
SELECT a.id, p.packed FROM unnest($1::text[], $2::bigint[]) AS a (id, after)
JOIN igroteka.tables t USING (id) JOIN igroteka.archive p ON p.key = t.key AND p.upto > a.after
"""
FREE: Final = """
UPDATE igroteka.tables SET code = '~' || id WHERE code = $1 AND key IN (SELECT key FROM igroteka.archive)
RETURNING 1
"""
# Whoever else packs takes other tables, and one that is just being played is left for another time.
OVER: Final = """
SELECT key FROM igroteka.tables t WHERE finished AND touched < $1
    AND rows > coalesce((SELECT upto FROM igroteka.archive a WHERE a.key = t.key), 0)
    AND EXISTS (SELECT 1 FROM igroteka.log l WHERE l.key = t.key)
LIMIT 1 FOR UPDATE SKIP LOCKED
"""
LOG: Final = """
SELECT number, time, who, seat, intent, events, asked FROM igroteka.log WHERE key = $1 ORDER BY number
"""
PACKED: Final = "SELECT packed FROM igroteka.archive WHERE key = $1"
KEEP: Final = """
INSERT INTO igroteka.archive (key, upto, packed) VALUES ($1, $2, $3)
ON CONFLICT (key) DO UPDATE SET upto = $2, packed = $3
"""
CLEAR: Final = "DELETE FROM igroteka.log WHERE key = $1"
IDENTITY: Final = "SELECT id::text FROM igroteka.identity"
PROCESS: Final = "SELECT pg_postmaster_start_time(), inet_server_addr()::text, inet_server_port()"
INFO: Final = "SELECT id, code, game, listed, born, touched, finished, rows FROM igroteka.tables"
NUMBERS: Final = "SELECT id, rows FROM igroteka.tables WHERE id = ANY($1)"
NEWEST: Final = "SELECT max(key) FROM igroteka.tables"
UNFINISHED: Final = "SELECT id FROM igroteka.tables WHERE NOT finished ORDER BY key"
KEEP_REVIEW: Final = """
INSERT INTO igroteka.reviews (key, round, review) SELECT key, $2, $3 FROM igroteka.tables WHERE id = $1
ON CONFLICT DO NOTHING
"""
DROP_REVIEWS: Final = "DELETE FROM igroteka.reviews WHERE id <= (SELECT max(id) FROM igroteka.reviews) - $1"
REVIEW: Final = """
SELECT review FROM igroteka.reviews
WHERE key = (SELECT key FROM igroteka.tables WHERE id = $1) AND round = $2
"""
DELETE: Final = "DELETE FROM igroteka.tables WHERE id = $1 RETURNING key"
# Whoever else prunes takes other tables, and one that is just being played is left for another time.
PRUNE: Final = """
DELETE FROM igroteka.tables WHERE key IN (
    SELECT key FROM igroteka.tables WHERE touched < $1 LIMIT $2 FOR UPDATE SKIP LOCKED
) RETURNING key
"""
CLEAR_ALL: Final = "DELETE FROM igroteka.log WHERE key = ANY($1)"


class PostgresStore(Store):
    """Keeps logs in a database."""

    is_shared = True

    def __init__(self, pool: Any, name: str, identity: str) -> None:
        """Use `connected`."""
        self.name = name
        self.identity = identity
        self._pool = pool
        self.life = 0
        self._process: Any = None
        self._batches = Batches(self._fetch)

    @classmethod
    async def connected(cls, url: str) -> Self:
        """To this database, or Refused if it is not there, or not ready for us."""
        name = shown(url)
        store = cls(None, name, "")
        async with reaching(name):
            store._pool = pool = await _pool(url, store._met)
            try:
                async with pool.acquire() as db:
                    await schema.need_current(db, name)
                    store.identity = await db.fetchval(IDENTITY)
            except BaseException:
                pool.terminate()
                raise
        return store

    async def open(self, info: TableInfo, first: StoredRow) -> None:
        if first.number != 1:
            raise Conflict("a log begins with row 1")
        values = (info.id, info.code, info.game, info.listed, info.born, info.touched, info.finished)
        row = (first.time, first.who, first.seat, first.intent, first.events, first.asked)
        try:
            await self._batches.ask(lambda: self._fetch(OPEN, *values, *row))
        except Conflict:
            if not await self._ask(FREE, info.code):
                raise
            await self._batches.ask(lambda: self._fetch(OPEN, *values, *row))

    async def append(
        self,
        table: str,
        row: StoredRow,
        finished: bool | None = None,
        listed: bool | None = None,
        game: str | None = None,
    ) -> None:
        await self._batches.ask(Append(table, row, finished, listed, game))

    async def read(self, table: str, after: int = 0, most: int | None = None) -> list[StoredRow]:
        """What is packed is looked for only where the log does not go on from there."""
        rows = [StoredRow(*row) for row in await self._ask(READ, table, after, most)]
        if rows and rows[0].number == after + 1:
            return rows
        return whole((await self._archived({table: after})).get(table, ()), rows)

    async def read_many(
        self, after: Mapping[str, int], most: int | None = None
    ) -> dict[str, list[StoredRow]]:
        found: dict[str, list[StoredRow]] = {}
        for id, *row in await self._ask(READ_MANY, list(after), list(after.values()), most):
            found.setdefault(id, []).append(StoredRow(*row))
        gaps = {id: at for id, at in after.items() if id not in found or found[id][0].number != at + 1}
        packed = await self._archived(gaps) if gaps else {}
        return found | {id: whole(rows, found.get(id, ())) for id, rows in packed.items()}

    async def _archived(self, after: Mapping[str, int]) -> dict[str, list[StoredRow]]:
        found = await self._ask(ARCHIVED, list(after), list(after.values()))
        return {id: await asyncio.to_thread(unpacked_after, packed, after[id]) for id, packed in found}

    async def numbers(self, tables: Sequence[str]) -> dict[str, int]:
        return dict(await self._ask(NUMBERS, list(tables)))

    async def info(self, table: str) -> TableInfo | None:
        return next(iter(await self._infos("WHERE id = $1", table)), None)

    async def by_code(self, code: str) -> TableInfo | None:
        return next(iter(await self._infos("WHERE code = $1", code)), None)

    async def tables(
        self, *, listed: bool | None = None, finished: bool | None = None, limit: int = 100
    ) -> list[TableInfo]:
        asked = {"listed": listed, "finished": finished}
        # Written out, not bound: only then does a generic plan use the index of tables in play.
        kinds = [name if value else f"NOT {name}" for name, value in asked.items() if value is not None]
        where = f"WHERE {' AND '.join(kinds)}" if kinds else ""
        return await self._infos(f"{where} ORDER BY touched DESC, key DESC LIMIT $1", limit)

    async def unfinished(self) -> list[str]:
        return [id for (id,) in await self._ask(UNFINISHED)]

    async def ping(self) -> None:
        await self._ask(NEWEST)

    async def prove(self) -> None:
        await self._ask(PROVE)

    async def keep_review(self, table: str, number: int, review: bytes) -> None:
        await self._ask(KEEP_REVIEW, table, number, review)
        await self._ask(DROP_REVIEWS, MOST_REVIEWS)

    async def review(self, table: str, number: int) -> bytes | None:
        return next((found for (found,) in await self._ask(REVIEW, table, number)), None)

    async def delete(self, table: str) -> None:
        await self._batches.ask(lambda: self._delete(DELETE, table))

    async def _delete(self, sql: str, *values: Any) -> int:
        """The tables that this statement deletes, and their logs."""
        async with self._pool.acquire(timeout=CONNECT_SECONDS) as db, db.transaction():
            keys = [key for (key,) in await db.fetch(sql, *values)]
            if keys:
                await db.execute(CLEAR_ALL, keys)
        return len(keys)

    async def archive(self, before: float, most: int | None = None) -> int:
        done = 0
        while (most is None or done < most) and await self._pack_one(before):
            done += 1
        return done

    async def _pack_one(self, before: float) -> bool:
        """Under the lock that appends take, too: a row is in the log or packed, whenever one looks."""
        async with self._connection() as db, db.transaction():
            if (key := await db.fetchval(OVER, before)) is None:
                return False
            packed, rows = await db.fetchval(PACKED, key), await db.fetch(LOG, key)
            last, packed = await asyncio.to_thread(packed_anew, packed, rows)
            await db.execute(KEEP, key, last, packed)
            await db.execute(CLEAR, key)
        return True

    async def prune(self, before: float) -> int:
        """Weeks that are over go as a whole where no table of theirs is left in the log, else row by row."""
        gone = 0
        async with self._connection() as db:
            low = partitions.week_at(await partitions.clock(db)).low
            while some := await _pruned(db, before, low):
                gone += some
            await partitions.clean(db)
        return gone

    async def tend(self) -> None:
        async with self._connection() as db:
            await partitions.tend(db)

    @asynccontextmanager
    async def _connection(self) -> AsyncIterator[Any]:
        try:
            async with self._pool.acquire(timeout=CONNECT_SECONDS) as db:
                yield db
        except FAULTS as fault:
            raise failed(fault) from fault

    async def backup(self, path: Path) -> None:
        """Copies of a database are its own tools' work; `igroteka export` writes a file of ours."""
        raise Refused("backup-is-the-databases", None, url=self.name)

    async def close(self) -> None:
        await self._batches.close()
        try:
            async with asyncio.timeout(CONNECT_SECONDS):
                await self._pool.close()
        except FAULTS:
            self._pool.terminate()

    async def _infos(self, rest: str, *values: str | int) -> list[TableInfo]:
        return [TableInfo(*row) for row in await self._ask(f"{INFO} {rest}", *values)]

    async def _ask(self, sql: str, *values: Any) -> list[Any]:
        try:
            return await self._fetch(sql, *values)
        except FAULTS as fault:
            raise failed(fault) from fault

    async def _fetch(self, sql: str, *values: Any) -> list[Any]:
        """A statement is a transaction of its own: on disk when it returns."""
        async with self._pool.acquire(timeout=CONNECT_SECONDS) as db:
            rows: list[Any] = await db.fetch(sql, *values)
        return rows

    async def _met(self, db: Any) -> None:
        """A new connection: to the same process as those before, or to one that may know less."""
        process = tuple(await db.fetchrow(PROCESS))
        if self._process not in (None, process):
            self.life += 1
        self._process = process


async def _pruned(db: Any, before: float, low: int) -> int:
    """Some tables, and the rows of those whose week is not over: these lie among many that stay."""
    async with db.transaction():
        keys = [key for (key,) in await db.fetch(PRUNE, before, PRUNED_AT_ONCE)]
        await db.execute(CLEAR_ALL, [key for key in keys if key >= low])
    return len(keys)


@asynccontextmanager
async def reaching(name: str) -> AsyncIterator[None]:
    """What stands between us and a database, as a refusal that names no password."""
    try:
        yield
    except FAULTS as fault:
        problem = fault.strerror if isinstance(fault, OSError) and fault.strerror else str(fault)
        problem = problem or type(fault).__name__
        raise Refused("database-unreachable", None, url=name, problem=problem) from None


@asynccontextmanager
async def connection(url: str) -> AsyncIterator[Any]:
    """One connection, for those who change or copy everything."""
    name = shown(url)
    url, options = plain_url(url)
    async with reaching(name):
        db = await asyncpg.connect(url, timeout=CONNECT_SECONDS, **options)
    try:
        yield db
    finally:
        await db.close(timeout=CONNECT_SECONDS)


async def migrated(url: str) -> tuple[int, int]:
    """Bring the database to this version: from which, to which."""
    name = shown(url)
    async with connection(url) as db, reaching(name):
        versions = await schema.migrate(db, name)
        await partitions.tend(db)
        return versions


async def vacuum(url: str, *, is_full: bool) -> None:
    """After deleting: the room can be used again; in full it goes back to the disk, and servers wait."""
    name, full = shown(url), "FULL, " if is_full else ""
    async with connection(url) as db, reaching(name):
        await db.execute(f"VACUUM ({full}ANALYZE) igroteka.log", timeout=None)
        await db.execute(f"VACUUM ({full}ANALYZE) igroteka.reviews", timeout=None)
        await db.execute(f"VACUUM ({full}ANALYZE) igroteka.tables", timeout=None)


async def _pool(url: str, met: Callable[[Any], Awaitable[None]]) -> Any:
    url, options = plain_url(url)
    return await asyncpg.create_pool(
        url,
        min_size=0,  # none is kept up in the background: the next question makes one
        max_size=MOST_CONNECTIONS,
        timeout=CONNECT_SECONDS,
        command_timeout=ANSWER_SECONDS,
        reset=_as_it_is,
        init=met,
        **options,
    )


async def _as_it_is(_db: Any) -> None:
    """Our statements leave nothing behind: resetting a connection would only be one more way and back."""


def plain_url(url: str) -> tuple[str, dict[str, Any]]:
    """The address without what is meant for us: `statement_cache_size=0` for PgBouncer."""
    parts = urlsplit(need_address(url, POSTGRES))
    asked = parse_qsl(parts.query, keep_blank_values=True)
    sizes = [value for name, value in asked if name == "statement_cache_size"]
    if any(not size.isdigit() for size in sizes):
        raise Refused("address-unreadable", None, url=shown(url), example="…?statement_cache_size=0")
    query = urlencode([(name, value) for name, value in asked if name != "statement_cache_size"])
    options = {"statement_cache_size": int(sizes[-1])} if sizes else {}
    return urlunsplit(parts._replace(query=query)), options
