"""One at a time, for what takes long and has no hurry; whoever asks much waits for those who ask little."""

import asyncio
from contextvars import ContextVar
from typing import Final

from igroteka.core import Refused
from igroteka.server.thinking.fair import FairQueue

ASKER: Final = ContextVar("ASKER", default="")
"""From where what is being answered was asked."""
_MOST: Final = 500
"""So many wait; one more is too many for whoever asks most."""


class Turns:
    """A lock for which those wait in turn who ask from different places, however much one of them asks."""

    def __init__(self) -> None:
        self._is_taken = False
        self._waiting: FairQueue[asyncio.Future[None]] = FairQueue()

    async def __aenter__(self) -> None:
        if not self._is_taken:
            self._is_taken = True
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        last = self._waiting.put(ASKER.get(), 1.0, turn, _MOST)
        if last is not None and not last.done():  # else it has just been given up
            last.set_exception(Refused("one-moment"))
        try:
            await turn
        except asyncio.CancelledError:
            self._give_up(turn)
            raise

    async def __aexit__(self, *_: object) -> None:
        self._next()

    def _next(self) -> None:
        while len(self._waiting):
            turn = self._waiting.take()
            if not turn.done():  # it has not just been given up
                turn.set_result(None)
                return
        self._is_taken = False

    def _give_up(self, turn: "asyncio.Future[None]") -> None:
        """Who has gone while waiting; if it was just its turn, that of the next."""
        if not turn.done() or turn.cancelled():
            self._waiting.drop(turn)
        elif turn.exception() is None:
            self._next()
