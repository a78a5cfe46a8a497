"""Questions of many in one: while one is answered, those who ask gather for the next."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

T = TypeVar("T")


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
