"""Rows and tables to try a store with."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from typing import TypeVar

import apsw
import pytest

from igroteka.core import Refused
from igroteka.store import SqliteStore, StoredRow, TableInfo

T = TypeVar("T")


def row(number: int, *, time: float = 0.0, events: bytes = b"[]") -> StoredRow:
    return StoredRow(number, time or float(number), "anna", 0, b"{}", events, f"asked-{number}")


def table(id: str = "t", *, listed: bool = False, finished: bool = False, touched: float = 1.0) -> TableInfo:
    return TableInfo(id, f"code-{id}", "upturn", listed, 1.0, touched, finished, 1)


def using(path: Path, ask: Callable[[SqliteStore], Awaitable[T]]) -> T:
    """Open the store, ask it something, close it."""

    async def whole() -> T:
        store = SqliteStore(path)
        try:
            return await ask(store)
        finally:
            await store.close()

    return asyncio.run(whole())


def numbers(path: Path, table: str = "t") -> list[int]:
    async def ask(store: SqliteStore) -> list[int]:
        return [row.number for row in await store.read(table)]

    return using(path, ask)


def query(path: Path, sql: str) -> list[tuple[object, ...]]:
    with closing(apsw.Connection(str(path))) as db:
        return list(db.execute(sql).fetchall())


def need_intact(path: Path) -> None:
    """SQLite finds no fault, and every log counts 1, 2, 3, ... as far as the index says."""
    assert query(path, "PRAGMA integrity_check") == [("ok",)]
    assert query(path, "PRAGMA foreign_key_check") == []
    logs = (
        "SELECT count(*) AS n, min(number) AS low, max(number) AS high, rows FROM log JOIN tables USING (key)"
    )
    assert (
        query(path, f"SELECT * FROM ({logs} GROUP BY key) WHERE n <> rows OR high <> rows OR low <> 1") == []
    )
    assert query(path, "SELECT id FROM tables WHERE key NOT IN (SELECT key FROM log)") == []


def why_not(ask: Callable[[], object]) -> Refused:
    with pytest.raises(Refused) as caught:
        ask()
    return caught.value
