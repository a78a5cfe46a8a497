"""Greetings in turn: when many come at once, few are greeted at a time and the rest are told when to come."""

import time
from asyncio import Future, get_running_loop
from collections import deque
from typing import Final

from igroteka.server.metrics import Metrics

_AT_ONCE: Final = 32
_LONGEST: Final = 1.5
"""Seconds that somebody waits for the turn; who would wait for longer is told when to come instead."""
_COMING: Final = 4.0
"""Seconds of greetings that may be on their way, handshakes included; one more is turned away at once."""
_FEWEST: Final = 256
_LATEST: Final = 20.0
_FIRST_RATE: Final = 400.0
_SMOOTH: Final = 0.3
_LOOK: Final = 0.25


class Greetings:
    """Who is greeted now, who waits, and until when the time after that is given away."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics
        self._coming = 0
        self._going = 0
        self._waiting: deque[Future[None]] = deque()
        self._rate = _FIRST_RATE
        self._done = 0
        self._since = time.monotonic()
        self._booked = 0.0

    def knock(self) -> bool:
        """Whether one more may come, before anything is done for it; `came` must follow if so.

        To tell somebody when to come takes half the work of a greeting. Where that is too much, the page
        waits as long as it thinks fit: else the server would be busy with those who have given up waiting.
        """
        if self._coming > max(_FEWEST, _COMING * self._rate):
            self._metrics.put_off()
            return False
        self._coming += 1
        return True

    def came(self) -> None:
        """One that has knocked is greeted, was told when to come, or is gone."""
        self._coming -= 1

    async def turn(self) -> float | None:
        """None when it is this one's turn: `done` must follow. Else the seconds after which to come back."""
        if self._going < _AT_ONCE:
            self._going += 1
            return None
        if len(self._waiting) / self._rate > _LONGEST:
            return self._book()
        waiting: Future[None] = get_running_loop().create_future()
        self._waiting.append(waiting)
        await waiting
        return None

    def done(self) -> None:
        """One was greeted, or had hung up while it waited, which costs nothing: the next, please."""
        self._going -= 1
        self._count()
        while self._waiting and self._going < _AT_ONCE:
            waiting = self._waiting.popleft()
            if not waiting.done():
                self._going += 1
                waiting.set_result(None)

    def _book(self) -> float:
        """The first moment that nobody else was told yet, at the rate at which greetings go."""
        now = time.monotonic()
        self._metrics.put_off()
        self._booked = max(self._booked, now + _LONGEST) + 1 / self._rate
        if self._booked > now + _LATEST:
            self._booked = now + _LONGEST  # once more from the beginning: a second in a queue is no harm
        return self._booked - now

    def _count(self) -> None:
        self._done += 1
        passed = time.monotonic() - self._since
        if passed > _LOOK:
            if self._waiting or self._going >= _AT_ONCE // 2:
                self._rate += _SMOOTH * (self._done / passed - self._rate)
                self._rate = max(self._rate, 1.0)
            self._done, self._since = 0, time.monotonic()
