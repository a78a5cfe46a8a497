"""The pulse of a server: how late its event loop is, and whether the process has just been frozen."""

import asyncio
import time
from typing import Final

from igroteka.server.logs import logger
from igroteka.server.metrics import Metrics

_BEAT: Final = 0.25
FROZEN: Final = 3.0
"""Seconds without a beat after which those who were connected may have gone on at another server."""
WARY: Final = 1.0
"""Seconds after such a silence in which what is read was sent before or during it."""


class Pulse:
    """Beats four times a second."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics
        self._beaten = time.monotonic()
        self._wary_until = float("-inf")
        self._beating: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._beating = asyncio.create_task(self._beat())

    async def close(self) -> None:
        if self._beating is not None:
            self._beating.cancel()
            await asyncio.gather(self._beating, return_exceptions=True)

    async def _beat(self) -> None:
        self._beaten = time.monotonic()
        while True:
            await asyncio.sleep(_BEAT)
            self._look()
            now = time.monotonic()
            self._metrics.late(max(0.0, now - self._beaten - _BEAT))
            self._beaten = now

    @property
    def was_frozen(self) -> bool:
        """Whether what is read now may have been sent long ago, and been answered elsewhere since."""
        self._look()
        return time.monotonic() < self._wary_until

    def _look(self) -> None:
        """Whichever comes first after a silence, a beat or somebody who asks, notices it."""
        now = time.monotonic()
        if self._beating is not None and now - self._beaten > FROZEN and now > self._wary_until:
            self._wary_until = now + WARY
            logger.warning(
                "the server was frozen", extra={"fields": {"seconds": round(now - self._beaten, 1)}}
            )
