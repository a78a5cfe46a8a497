"""Looks at the log, many in one question: while one is answered, those who ask gather for the next."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final, Generic, TypeVar

from igroteka.store import Store, StoredRow

T = TypeVar("T")
_MOST_NUMBERS: Final = 500
_MOST_LOGS: Final = 25


class Together(Generic[T]):
    """One question for the keys of all who ask at the same time."""

    def __init__(self, ask: Callable[[list[str]], Awaitable[dict[str, T]]], most: int) -> None:
        self._ask = ask
        self._most = most
        self._waiting: dict[str, asyncio.Future[T | None]] = {}
        self._asking: asyncio.Task[None] | None = None

    async def of(self, key: str) -> T | None:
        """What is known of this key, None if nothing is; a fault is everyone's who has asked."""
        known = self._waiting.get(key)
        if known is None:
            known = self._waiting[key] = asyncio.get_running_loop().create_future()
            if self._asking is None or self._asking.done():
                self._asking = asyncio.create_task(self._run())
        return await asyncio.shield(known)

    async def _run(self) -> None:
        while self._waiting:
            keys = list(self._waiting)[: self._most]
            asked = {key: self._waiting.pop(key) for key in keys}
            try:
                told = await self._ask(keys)
            except Exception as fault:
                for waiting in asked.values():
                    waiting.set_exception(fault)
                    waiting.exception()  # who has asked may be gone
            else:
                for key, waiting in asked.items():
                    waiting.set_result(told.get(key))


class Looks:
    """The last numbers and the whole logs of tables."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._numbers: Together[int] = Together(self._count, _MOST_NUMBERS)
        self._logs: Together[list[StoredRow]] = Together(self._read, _MOST_LOGS)

    async def number(self, table: str) -> int | None:
        return await self._numbers.of(table)

    async def log(self, table: str) -> list[StoredRow]:
        return await self._logs.of(table) or []

    async def _count(self, tables: list[str]) -> dict[str, int]:
        return await self._store.numbers(tables)

    async def _read(self, tables: list[str]) -> dict[str, list[StoredRow]]:
        return await self._store.read_many(dict.fromkeys(tables, 0))
