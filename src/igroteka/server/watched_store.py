"""The store of a server, watched: every failure is logged and counted, and /healthz tells of it."""

import contextlib
import time
from collections.abc import Awaitable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Final, TypeVar

from igroteka.server.logs import logger
from igroteka.server.metrics import Metrics
from igroteka.store import Away, Heard, Store, StoredRow, StoreFailed, TableInfo

_REMEMBERED: Final = 60.0
"""Seconds for which a failure to read makes the server unwell."""
_LOGGED_EVERY: Final = 1.0
_PROVED_EVERY: Final = 1.0

T = TypeVar("T")


class WatchedStore(Store):
    """Passes everything on, and remembers what went wrong."""

    def __init__(self, store: Store, metrics: Metrics) -> None:
        self._store = store
        self._metrics = metrics
        self.is_shared = store.is_shared
        self.identity = store.identity
        self._cannot_write = self._is_away = False
        self._read_failed = self._logged = self._proved = float("-inf")
        self._unlogged = 0

    @property
    def life(self) -> int:  # type: ignore[override]
        return self._store.life

    @property
    def is_well(self) -> bool:
        """Whether the last change was kept, and nothing has failed to be read in the last minute.

        A database that was away and is back has lost nothing: the minute is for what is damaged.
        """
        is_ill = self._cannot_write or self._is_away
        return not is_ill and time.monotonic() - self._read_failed > _REMEMBERED

    async def look(self) -> None:
        """Whether it is well again, where nobody else may come to try: a balancer sends no one to the ill."""
        with contextlib.suppress(StoreFailed):  # it is logged and counted
            if self._is_away:
                await self.ping()
            if self._cannot_write and time.monotonic() - self._proved > _PROVED_EVERY:
                self._proved = time.monotonic()
                await self.prove()

    async def open(self, info: TableInfo, first: StoredRow) -> None:
        await self._write(self._store.open(info, first))

    async def append(
        self,
        table: str,
        row: StoredRow,
        finished: bool | None = None,
        listed: bool | None = None,
        game: str | None = None,
    ) -> None:
        await self._write(self._store.append(table, row, finished, listed, game))

    def append_then(
        self,
        table: str,
        row: StoredRow,
        finished: bool | None,
        heard: Heard,
        following: StoredRow | None = None,
    ) -> None:
        self._store.append_then(table, row, finished, partial(self._wrote, heard), following)

    async def keep_review(self, table: str, number: int, review: bytes) -> None:
        await self._write(self._store.keep_review(table, number, review))

    async def review(self, table: str, number: int) -> bytes | None:
        return await self._read(self._store.review(table, number))

    async def delete(self, table: str) -> None:
        await self._write(self._store.delete(table))

    async def archive(self, before: float, most: int | None = None) -> int:
        """Where nothing is to be packed nothing is written: that proves nothing."""
        try:
            return await self._store.archive(before, most)
        except StoreFailed as failed:
            self._note(failed)
            raise

    async def prune(self, before: float) -> int:
        return await self._write(self._store.prune(before))

    async def tend(self) -> None:
        """What fails is logged and counted; play goes on without it."""
        try:
            await self._store.tend()
        except StoreFailed as failed:
            self._complain("the store cannot be tended", failed)

    async def read(self, table: str, after: int = 0, most: int | None = None) -> list[StoredRow]:
        return await self._read(self._store.read(table, after, most))

    async def read_many(
        self, after: Mapping[str, int], most: int | None = None
    ) -> dict[str, list[StoredRow]]:
        return await self._read(self._store.read_many(after, most))

    async def numbers(self, tables: Sequence[str]) -> dict[str, int]:
        return await self._read(self._store.numbers(tables))

    async def info(self, table: str) -> TableInfo | None:
        return await self._read(self._store.info(table))

    async def by_code(self, code: str) -> TableInfo | None:
        return await self._read(self._store.by_code(code))

    async def tables(
        self, *, listed: bool | None = None, finished: bool | None = None, limit: int = 100
    ) -> list[TableInfo]:
        return await self._read(self._store.tables(listed=listed, finished=finished, limit=limit))

    async def unfinished(self) -> list[str]:
        return await self._read(self._store.unfinished())

    async def ping(self) -> None:
        await self._read(self._store.ping())

    async def prove(self) -> None:
        await self._write(self._store.prove())

    async def backup(self, path: Path) -> None:
        await self._store.backup(path)

    async def close(self) -> None:
        await self._store.close()

    async def _write(self, change: Awaitable[T]) -> T:
        try:
            made = await change
        except StoreFailed as failed:
            self._note(failed)
            raise
        self._cannot_write = False
        return made

    def _wrote(self, heard: Heard, fault: Exception | None) -> None:
        if fault is None:
            self._cannot_write = False
        elif isinstance(fault, StoreFailed):
            self._note(fault)
        heard(fault)

    def _note(self, failed: StoreFailed) -> None:
        self._cannot_write = True
        self._complain("the store cannot write", failed)

    async def _read(self, question: Awaitable[T]) -> T:
        try:
            answer = await question
        except StoreFailed as failed:
            self._is_away = isinstance(failed, Away)
            if not self._is_away:
                self._read_failed = time.monotonic()
            self._complain("the store cannot read", failed)
            raise
        self._is_away = False
        return answer

    def _complain(self, event: str, failed: StoreFailed) -> None:
        """Counted always, logged once a second at most: a full disk fails a thousand times a second."""
        self._metrics.store_failed()
        self._unlogged += 1
        if time.monotonic() - self._logged > _LOGGED_EVERY:
            self._logged = time.monotonic()
            fields = {"problem": str(failed)[:200], "times": self._unlogged}
            self._unlogged = 0
            logger.error(event, extra={"fields": fields})
