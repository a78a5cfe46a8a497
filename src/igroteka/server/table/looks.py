"""Looks at the log, many in one question."""

from typing import Final

from igroteka.server.together import Together
from igroteka.store import Damaged, Store, StoredRow

_MOST_NUMBERS: Final = 500
_MOST_LOGS: Final = 25
PORTION: Final = 2000
"""Rows of a log that are in memory at once while it is folded; a game has some hundred."""


class Looks:
    """The last numbers and the whole logs of tables."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._numbers: Together[int] = Together(self._count, _MOST_NUMBERS, self._is_of_one)
        self._logs: Together[list[StoredRow]] = Together(self._read, _MOST_LOGS, self._is_of_one)

    async def number(self, table: str) -> int | None:
        return await self._numbers.of(table)

    async def log(self, table: str) -> list[StoredRow]:
        """The beginning of it: all, or a portion at least."""
        return await self._logs.of(table) or []

    async def _count(self, tables: list[str]) -> dict[str, int]:
        return await self._store.numbers(tables)

    async def _read(self, tables: list[str]) -> dict[str, list[StoredRow]]:
        return await self._store.read_many(dict.fromkeys(tables, 0), PORTION)

    def _is_of_one(self, fault: Exception) -> bool:
        """A file on this machine may have a page that is damaged; a database is more likely away."""
        return isinstance(fault, Damaged) or not self._store.is_shared
