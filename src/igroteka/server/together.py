"""Questions of many in one: while one is answered, those who ask gather for the next."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class Together(Generic[T]):
    """One question for the keys of all who ask at the same time."""

    def __init__(
        self,
        ask: Callable[[list[str]], Awaitable[dict[str, T]]],
        most: int,
        is_of_one: Callable[[Exception], bool] = lambda _: False,
    ) -> None:
        """Of a fault that is perhaps of one key alone the others do not hear: they are asked about apart."""
        self._ask = ask
        self._most = most
        self._is_of_one = is_of_one
        self._waiting: dict[str, asyncio.Future[T | None]] = {}
        self._asking: asyncio.Task[None] | None = None

    async def of(self, key: str) -> T | None:
        """What is known of this key, None if nothing is; or the fault."""
        known = self._waiting.get(key)
        if known is None:
            known = self._waiting[key] = asyncio.get_running_loop().create_future()
            if self._asking is None or self._asking.done():
                self._asking = asyncio.create_task(self._run())
        return await asyncio.shield(known)

    async def _run(self) -> None:
        while self._waiting:
            keys = list(self._waiting)[: self._most]
            await self._answer({key: self._waiting.pop(key) for key in keys})

    async def _answer(self, asked: dict[str, asyncio.Future[T | None]]) -> None:
        try:
            told = await self._ask(list(asked))
        except Exception as fault:
            if len(asked) > 1 and self._is_of_one(fault):
                for key, waiting in asked.items():
                    await self._answer({key: waiting})
                return
            for waiting in asked.values():
                waiting.set_exception(fault)
                waiting.exception()  # who has asked may be gone
        else:
            for key, waiting in asked.items():
                waiting.set_result(told.get(key))
