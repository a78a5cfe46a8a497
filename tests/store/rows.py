"""Rows and tables to try a store with."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

import apsw
import asyncpg
import pytest

from igroteka.core import Refused
from igroteka.store import Store, StoredRow, TableInfo, postgres_schema
from igroteka.store.postgres import PostgresStore
from igroteka.store.sqlite import SqliteStore

T = TypeVar("T")
Where: TypeAlias = Path | str
"""A file of SQLite, or the address of a PostgreSQL database."""


def row(number: int, *, time: float = 0.0, events: bytes = b"[]") -> StoredRow:
    return StoredRow(number, time or float(number), "anna", 0, b"{}", events, f"asked-{number}")


def table(id: str = "t", *, listed: bool = False, finished: bool = False, touched: float = 1.0) -> TableInfo:
    return TableInfo(id, f"code-{id}", "upturn", listed, 1.0, touched, finished, 1)


async def opened(where: Where) -> Store:
    return SqliteStore(where) if isinstance(where, Path) else await PostgresStore.connected(where)


def using(where: Where, ask: Callable[[Any], Awaitable[T]]) -> T:
    """Open the store, ask it something, close it."""

    async def whole() -> T:
        store = await opened(where)
        try:
            return await ask(store)
        finally:
            await store.close()

    return asyncio.run(whole())


def numbers(where: Where, table: str = "t") -> list[int]:
    async def ask(store: Store) -> list[int]:
        return [row.number for row in await store.read(table)]

    return using(where, ask)


def query(where: Where, sql: str) -> list[tuple[object, ...]]:
    if isinstance(where, str):
        return asyncio.run(query_postgres(where, sql))
    with closing(apsw.Connection(str(where))) as db:
        return list(db.execute(sql).fetchall())


async def query_postgres(url: str, sql: str) -> list[tuple[object, ...]]:
    db = await asyncpg.connect(url, server_settings={"search_path": "igroteka"})
    try:
        return [tuple(row) for row in await db.fetch(sql)]
    finally:
        await db.close()


def at_version(url: str, version: int) -> None:
    """Make an empty database what it was at an earlier version."""

    async def make() -> None:
        db = await asyncpg.connect(url)
        await db.execute("CREATE SCHEMA igroteka; CREATE TABLE igroteka.version (number integer NOT NULL)")
        for migration in postgres_schema.MIGRATIONS[:version]:
            await db.execute(migration)
        await db.execute("INSERT INTO igroteka.version VALUES ($1)", version)
        await db.close()

    asyncio.run(make())


def need_intact(path: Where) -> None:
    """SQLite finds no fault, and every log counts 1, 2, 3, ... as far as the index says."""
    if isinstance(path, Path):
        assert query(path, "PRAGMA integrity_check") == [("ok",)]
        assert query(path, "PRAGMA foreign_key_check") == []
    logs = "SELECT key, count(*) AS n, min(number) AS low, max(number) AS high FROM log GROUP BY key"
    wrong = "n <> rows OR high <> rows OR low <> 1"
    assert query(path, f"SELECT * FROM ({logs}) AS logs JOIN tables USING (key) WHERE {wrong}") == []
    assert query(path, "SELECT id FROM tables WHERE key NOT IN (SELECT key FROM log)") == []


def why_not(ask: Callable[[], object]) -> Refused:
    with pytest.raises(Refused) as caught:
        ask()
    return caught.value
