"""Presence: who is at a table, at all servers together; a person's newest connections are kept."""

import asyncio
from collections.abc import Callable, Iterable
from itertools import count, islice
from typing import Final

from igroteka.server.cluster.neighbours import Neighbours
from igroteka.server.logs import logger
from igroteka.server.table.room import Room

_ROUND: Final = 60
"""Seconds in which every table with people elsewhere is looked at without a hint: one may have been lost."""


class PresenceWatch:
    """Asks where people are after someone has come or gone at another server."""

    def __init__(self, neighbours: Neighbours, rooms: Callable[[], Iterable[Room]], most: int) -> None:
        self._neighbours = neighbours
        self._rooms = rooms
        self._most = most
        self._changed: dict[str, Room] = {}
        self._asking: asyncio.Task[None] | None = None
        self._looking: asyncio.Task[None] | None = None

    def start(self) -> None:
        if self._neighbours.has_leases:
            self._looking = asyncio.create_task(self._look_now_and_then())

    async def close(self) -> None:
        tasks = [task for task in (self._asking, self._looking) if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def note(self, room: Room) -> None:
        """Someone has come to this table at another server, or gone."""
        self._changed[room.party.id] = room
        if self._asking is None or self._asking.done():
            self._asking = asyncio.create_task(self._ask())

    def note_all(self) -> None:
        for room in self._rooms():
            if room.connected.sessions:
                self.note(room)

    async def _ask(self) -> None:
        while self._changed:
            changed, self._changed = self._changed, {}
            for room in changed.values():
                try:
                    room.heard_from_elsewhere(await self._neighbours.elsewhere(room.party.id))
                    for who in {session.who for session in room.connected.sessions}:
                        make_place(room, who, self._most)
                except Exception as error:
                    logger.error("fault in looking who is there", exc_info=error)

    def note_gone(self, servers: frozenset[str]) -> None:
        """Servers that were killed say no good-bye for those who were there."""
        for room in self._rooms():
            elsewhere = room.connected.elsewhere or {}
            if any(connection.partition(".")[0] in servers for connection in elsewhere):
                self.note(room)

    async def _look_now_and_then(self) -> None:
        """A slice of the tables a second, so that no moment has to do it all."""
        for second in count():
            await asyncio.sleep(1.0)
            for room in islice(tuple(self._rooms()), second % _ROUND, None, _ROUND):
                if room.connected.sessions and room.connected.elsewhere != {}:
                    self.note(room)


def make_place(room: Room, who: str | None, most: int) -> None:
    """Of this person's connections, at whatever server, keep the newest; each server dismisses its own."""
    if who is None:
        return
    here = {session.id: session for session in room.connected.sessions if session.who == who}
    ages = [(session.born, 1, int(id), id) for id, session in here.items()]
    ages += [
        (there.born, 0, 0, id)
        for id, there in (room.connected.elsewhere or {}).items()
        if there.person == who
    ]
    for *_, id in sorted(ages)[: max(0, len(ages) - most)]:
        if id in here:
            here[id].dismiss("taken-over")
            room.went(here[id])
