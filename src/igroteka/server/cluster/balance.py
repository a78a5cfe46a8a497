"""Balance between servers: one with many more sockets than the others, or than another, sends some on."""

import time
from collections.abc import Callable, Iterable
from random import Random
from typing import Final

from igroteka.server.table.room import Room

_TOLERATED: Final = 1.2
_AND: Final = 4
"""More sockets than this share of the average, and so many, are too many."""
_LACKING: Final = 1.5
"""A server with less than the average divided by this, less a few, has too few."""
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
    """By how many sockets a server is above the average, where that is too many, or where another server has
    far too few: one that came back gets its share from all the others."""
    average = (own + sum(others)) / (1 + len(others))
    is_full = own > _TOLERATED * average + _AND
    is_another_empty = min(others, default=own) < average / _LACKING - _AND
    return max(0, int(own - average)) if is_full or is_another_empty else 0
