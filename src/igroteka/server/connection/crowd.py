"""Connections over HTTP: where there are too many, the oldest that is waited for makes room for a new one."""

from itertools import islice
from typing import Final, Protocol

from igroteka.server.logs import Seldom

_LOOKED_AT: Final = 50


class Waiting(Protocol):
    """A connection that may be closed when it is idle."""

    @property
    def is_idle(self) -> bool:
        """Whether nothing is being done for it: its request has not arrived, or is answered, or it
        does not read the answer."""

    def make_room(self) -> None:
        """Close it now."""


class Crowd:
    """All of them, in the order in which they came.

    Every connection takes a descriptor, of which a process has as many as the system gives it. Who comes to
    be answered is answered in milliseconds; so those who only stand there are the oldest.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._here: dict[Waiting, None] = {}
        self._log = Seldom("too many connections: the oldest make room")

    def came(self, one: Waiting) -> None:
        self._here[one] = None
        if len(self._here) > self._most:
            self._make_room()

    def gone(self, one: Waiting) -> None:
        """It has ended, or is the WebSocket of a table now; to say so twice is no harm."""
        self._here.pop(one, None)

    def _make_room(self) -> None:
        oldest = next((one for one in islice(self._here, _LOOKED_AT) if one.is_idle), None)
        if oldest is None:  # all of them wait for us
            return
        del self._here[oldest]
        oldest.make_room()
        self._log.warn(most=self._most)
