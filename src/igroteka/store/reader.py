"""Questions to the store, answered in a thread of their own so that the event loop never waits."""

import asyncio
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

import apsw

from igroteka.store.packing import unpacked_after, whole
from igroteka.store.store import StoredRow, StoreFailed, TableInfo

READ: Final = """
SELECT number, time, who, seat, intent, events, asked FROM log
WHERE key = (SELECT key FROM tables WHERE id = ?) AND number > ? ORDER BY number
LIMIT ?
"""
ARCHIVED: Final = """
SELECT packed FROM archive WHERE key = (SELECT key FROM tables WHERE id = ?) AND upto > ?
"""
INFO: Final = "SELECT id, code, game, listed, born, touched, finished, rows FROM tables"
REVIEW: Final = """
SELECT review FROM reviews WHERE key = (SELECT key FROM tables WHERE id = ?) AND round = ?
"""
NEWEST: Final = "SELECT max(key) FROM tables"
UNFINISHED: Final = "SELECT id FROM tables INDEXED BY in_play WHERE finished = 0 ORDER BY key"


class Reader:
    """Owns the reading connection, which one thread at a time may use."""

    def __init__(self, db: apsw.Connection) -> None:
        self._db = db
        self._thread = ThreadPoolExecutor(1, "igroteka-reader")

    async def rows(self, table: str, after: int, most: int | None = None) -> list[StoredRow]:
        """What is packed is looked for only where the log does not go on from there."""
        limit = -1 if most is None else most
        rows = [StoredRow(*row) for row in await self._ask(READ, table, after, limit)]
        if rows and rows[0].number == after + 1:
            return rows
        packed = await self._ask(ARCHIVED, table, after)
        if not packed:
            return rows
        return whole(await asyncio.to_thread(unpacked_after, packed[0][0], after), rows)

    async def infos(self, rest: str, *values: str | int) -> list[TableInfo]:
        return [info(*row) for row in await self._ask(f"{INFO} {rest}", *values)]

    async def unfinished(self) -> list[str]:
        return [id for (id,) in await self._ask(UNFINISHED)]

    async def review(self, table: str, number: int) -> bytes | None:
        return next((bytes(found) for (found,) in await self._ask(REVIEW, table, number)), None)

    async def ping(self) -> None:
        await self._ask(NEWEST)

    def close(self) -> None:
        self._thread.shutdown()
        self._db.close()

    async def _ask(self, sql: str, *values: str | int) -> Sequence[Any]:
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, self._fetch, sql, values)
        except (apsw.Error, RuntimeError) as fault:  # RuntimeError: closed
            raise StoreFailed(f"{type(fault).__name__}: {fault}") from fault

    def _fetch(self, sql: str, values: tuple[str | int, ...]) -> Sequence[Any]:
        return self._db.execute(sql, values).fetchall()


def info(
    id: str, code: str, game: str, listed: int, born: float, touched: float, finished: int, rows: int
) -> TableInfo:
    return TableInfo(id, code, game, bool(listed), born, touched, bool(finished), rows)
