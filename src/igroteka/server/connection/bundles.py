"""Messages that are heard in one go, where there are many: each for itself would find the caches cold."""

import asyncio
from collections.abc import Callable
from typing import Final, TypeAlias

from igroteka.store.gathering import Gathering

Hear: TypeAlias = Callable[[], None]
_LONGEST: Final = 0.05
"""Seconds that a message waits for others at most, and only where hundreds come in a second."""
_ENOUGH: Final = 16
_CALMLY: Final = 24
"""So many are heard together: at full speed, and at the pace of people."""
_AT_ONCE: Final = 256
"""Messages of one step of the event loop: thousands would keep it from everything else meanwhile."""


class Bundles:
    """What has come and is to be heard: at once where little comes, else with what comes meanwhile.

    Their rows then share a commit, and the commit waits for nobody any more.
    """

    def __init__(self) -> None:
        self._gathering = Gathering(_LONGEST, _ENOUGH, _CALMLY)
        self._waiting: list[Hear] = []

    def add(self, hear: Hear) -> None:
        self._waiting.append(hear)
        if len(self._waiting) > 1:
            return
        loop = asyncio.get_running_loop()
        if seconds := self._gathering.wait(1, loop.time()):
            loop.call_later(seconds, self._hear_all)
        else:
            self._hear_all()

    def _hear_all(self) -> None:
        loop = asyncio.get_running_loop()
        waiting, self._waiting = self._waiting[:_AT_ONCE], self._waiting[_AT_ONCE:]
        if self._waiting:
            loop.call_soon(self._hear_all)
        self._gathering.took(len(waiting), loop.time())
        for hear in waiting:
            try:
                hear()
            except Exception as error:  # the others must be heard all the same
                loop.call_exception_handler({"message": "fault in hearing", "exception": error})
