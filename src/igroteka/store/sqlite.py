"""A store in one SQLite file, for one server and one event loop."""

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Final

import apsw

from igroteka.store import copies, lock
from igroteka.store.changes import Append, Archive, Delete, KeepReview, Open, Prove, Prune
from igroteka.store.reader import Reader
from igroteka.store.schema import for_reading, for_writing, migrate, refusing
from igroteka.store.store import MOST_REVIEWS, Heard, Store, StoredRow, TableInfo
from igroteka.store.writer import Writer

AT_ONCE: Final = 5
"""Tables that are packed in one transaction: others wait for it."""


class SqliteStore(Store):
    """Keeps logs in a file."""

    is_shared = False

    def __init__(self, path: Path) -> None:
        """Open or make the file; Refused if it cannot be used. Blocks for a moment."""
        with refusing(path):
            self.path = path.resolve()
            self.identity = str(self.path)
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._lock = lock.hold(self.path)
        try:
            with refusing(self.path):
                self._db = opened(self.path)
                self._reader = Reader(for_reading(self.path))
        except BaseException:
            self._lock.close()
            raise
        self._writer = Writer(self._db)
        self._closing: asyncio.Future[None] | None = None

    async def open(self, info: TableInfo, first: StoredRow) -> None:
        await self._writer.ask(Open(info, first))

    async def append(
        self,
        table: str,
        row: StoredRow,
        finished: bool | None = None,
        listed: bool | None = None,
        game: str | None = None,
    ) -> None:
        await self._writer.ask(Append(table, row, finished, listed, game))

    def append_then(
        self,
        table: str,
        row: StoredRow,
        finished: bool | None,
        heard: Heard,
        following: StoredRow | None = None,
    ) -> None:
        self._writer.ask_then(Append(table, row, finished, None, None, following), heard, may_wait=False)

    async def read(self, table: str, after: int = 0, most: int | None = None) -> list[StoredRow]:
        return await self._reader.rows(table, after, most)

    async def read_many(
        self, after: Mapping[str, int], most: int | None = None
    ) -> dict[str, list[StoredRow]]:
        read = {table: await self._reader.rows(table, number, most) for table, number in after.items()}
        return {table: rows for table, rows in read.items() if rows}

    async def numbers(self, tables: Sequence[str]) -> dict[str, int]:
        infos = [await self.info(table) for table in tables]
        return {info.id: info.rows for info in infos if info}

    async def info(self, table: str) -> TableInfo | None:
        return next(iter(await self._reader.infos("WHERE id = ?", table)), None)

    async def by_code(self, code: str) -> TableInfo | None:
        return next(iter(await self._reader.infos("WHERE code = ?", code)), None)

    async def tables(
        self, *, listed: bool | None = None, finished: bool | None = None, limit: int = 100
    ) -> list[TableInfo]:
        asked = {"listed": listed, "finished": finished}
        # Written out, not bound: only then does SQLite see that the index of tables in play fits.
        kinds = [f"{name} = {int(value)}" for name, value in asked.items() if value is not None]
        where = f"WHERE {' AND '.join(kinds)}" if kinds else ""
        return await self._reader.infos(f"{where} ORDER BY touched DESC, key DESC LIMIT ?", limit)

    async def unfinished(self) -> list[str]:
        return await self._reader.unfinished()

    async def ping(self) -> None:
        await self._reader.ping()

    async def prove(self) -> None:
        await self._writer.ask(Prove())

    async def keep_review(self, table: str, number: int, review: bytes) -> None:
        await self._writer.ask(KeepReview(table, number, review, MOST_REVIEWS))

    async def review(self, table: str, number: int) -> bytes | None:
        return await self._reader.review(table, number)

    async def delete(self, table: str) -> None:
        await self._writer.ask(Delete(table))

    async def archive(self, before: float, most: int | None = None) -> int:
        done = 0
        while (left := AT_ONCE if most is None else min(AT_ONCE, most - done)) > 0:
            done += (some := await self._writer.ask(Archive(before, left)))
            if some < left:
                break
        return done

    async def prune(self, before: float) -> int:
        gone = 0
        while some := await self._writer.ask(Prune(before)):
            gone += some
        return gone

    async def tend(self) -> None:
        """A file needs nothing."""

    async def backup(self, path: Path) -> None:
        await asyncio.to_thread(copies.backup, self.path, path)

    async def close(self) -> None:
        """Return when everything asked for is on disk; asking again waits for the same."""
        if self._closing is None:
            self._writer.stop()
            self._closing = asyncio.ensure_future(asyncio.to_thread(self._close))
        await asyncio.shield(self._closing)

    def _close(self) -> None:
        self._writer.join()
        self._reader.close()
        self._db.close()  # the last connection to go folds the WAL into the file
        self._lock.close()


def migrated(file: Path) -> tuple[int, int]:
    """Bring the file to this version: from which, to which; a server that runs is not disturbed."""
    with refusing(file):
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with closing(for_writing(file)) as db:
            versions = migrate(db, file)
        copies.sync_folder(file.parent)
    return versions


def opened(file: Path) -> apsw.Connection:
    """The writing connection to a file of this version."""
    db = for_writing(file)
    migrate(db, file)
    copies.sync_folder(file.parent)  # a file that was just made is not there after a power cut otherwise
    return db
