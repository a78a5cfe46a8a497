"""Balance between servers: one that has many more sockets than the others sends some of them on."""

import time
from collections.abc import Callable, Iterable
from random import Random
from typing import Final

from igroteka.server.table.room import Room

_TOLERATED: Final = 1.2
_AND: Final = 4
"""More sockets than this share of the average, and so many, are too many."""
_LASTING: Final = 3
"""Looks in a row after which it is no passing thing."""
_SLICE: Final = 0.25
"""Share of what is too many that is sent on at one look: the others have to greet them."""
_STAYS: Final = 600.0
"""Seconds for which a table that was sent on is left alone: if it is here again, here is where it belongs."""


class Balance:
    """Looks at what the servers carry, once a second. A connection that is told `elsewhere` comes back
    through nginx, which finds the server where its table belongs."""

    def __init__(
        self, rooms: Callable[[], Iterable[Room]], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._rooms = rooms
        self._clock = clock
        self._chance = Random()
        self._too_many = 0
        self._sent: dict[str, float] = {}

    def look(self, own: int, others: list[int]) -> None:
        extra = surplus(own, others)
        self._too_many = self._too_many + 1 if extra else 0
        if self._too_many >= _LASTING:
            self._send_on(max(1, int(extra * _SLICE)))

    def _send_on(self, sockets: int) -> None:
        """Whole tables, at random, until so many sockets are on their way."""
        now = self._clock()
        self._sent = {table: then for table, then in self._sent.items() if now - then < _STAYS}
        rooms = [r for r in self._rooms() if r.connected.sessions and r.party.id not in self._sent]
        self._chance.shuffle(rooms)
        for room in rooms:
            if sockets <= 0:
                return
            sockets -= len(room.connected.sessions)
            self._sent[room.party.id] = now
            room.connected.dismiss_all("elsewhere")


def surplus(own: int, others: list[int]) -> int:
    """By how many sockets a server is above the average, where that is too many."""
    average = (own + sum(others)) / (1 + len(others))
    return int(own - average) if own > _TOLERATED * average + _AND else 0
