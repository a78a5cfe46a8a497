"""The lock of a table: held by one after the other, in the order in which they came."""

import asyncio
from collections import deque


class Lock:
    """As `asyncio.Lock`, and it can be taken by a plain call where nobody holds it.

    Who lets go of it hands it to the first who waits, so that nobody who comes in between is faster.
    """

    __slots__ = ("_waiting", "is_held")

    def __init__(self) -> None:
        self.is_held = False
        self._waiting: deque[asyncio.Future[None]] = deque()

    def take(self) -> bool:
        """Whether it was free, and is held from now on."""
        if self.is_held:
            return False
        self.is_held = True
        return True

    def release(self) -> None:
        while self._waiting:
            turn = self._waiting.popleft()
            if not turn.done():  # else it is no longer waited for
                turn.set_result(None)
                return
        self.is_held = False

    async def __aenter__(self) -> None:
        if self.take():
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if not turn.cancelled():  # it was handed over in the same moment
                self.release()
            raise

    async def __aexit__(self, *_: object) -> None:
        self.release()
