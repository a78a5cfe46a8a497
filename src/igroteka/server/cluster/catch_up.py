"""Catching up with logs that other servers write too: by their hints, and by looking now and then."""

import asyncio
import time
from collections.abc import Callable, Coroutine, Iterable
from typing import Any, Final

from igroteka.core import Refused
from igroteka.server.cluster.neighbours import Neighbours
from igroteka.server.logs import logger
from igroteka.server.table.room import Room
from igroteka.store import Store, StoreFailed

LOOK: Final = 0.4
"""Seconds between looks at the log when no hints get through."""
LOOK_ANYWAY: Final = 5.0
"""Seconds between looks when they do: one may have been lost."""
_AGAIN: Final = 0.5


class CatchUp:
    """Reads on in the logs of tables that have gone on elsewhere.

    Tables are read many at a time: while one answer is on its way, hints gather for the next question.
    """

    def __init__(self, store: Store, neighbours: Neighbours, rooms: Callable[[], Iterable[Room]]) -> None:
        self._store = store
        self._neighbours = neighbours
        self._rooms = rooms
        self._behind: dict[str, Room] = {}
        self._reading: asyncio.Task[None] | None = None
        self._looking: asyncio.Task[None] | None = None
        self._waiting: set[asyncio.Task[None]] = set()
        self._look_soon = False

    def start(self) -> None:
        if self._store.is_shared:
            self._looking = asyncio.create_task(self._look_now_and_then())

    async def close(self) -> None:
        tasks = [task for task in (self._looking, self._reading, *self._waiting) if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def look_soon(self) -> None:
        """Anything may have been missed."""
        self._look_soon = True

    def note(self, room: Room) -> None:
        """This room's log has gone on elsewhere."""
        self._behind[room.party.id] = room
        if self._reading is None or self._reading.done():
            self._reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        while self._behind:
            behind, self._behind = self._behind, {}
            try:
                rows = await self._store.read_many({id: room.number - 1 for id, room in behind.items()})
            except StoreFailed:
                self._look_soon = True
                await asyncio.sleep(_AGAIN)
                return
            for id, room in behind.items():
                read = rows.get(id, [])  # with the row that it ends with here, to see that it is still there
                going_on = room.ledger.go_on(read) if len(read) > 1 else room.ledger.refresh()
                if room.ledger.lock.is_held:  # the others need not wait for what it is doing
                    self._waiting.add(task := asyncio.create_task(self._try(going_on)))
                    task.add_done_callback(self._waiting.discard)
                else:
                    await self._try(going_on)

    async def _try(self, going_on: Coroutine[Any, Any, None]) -> None:
        try:
            await going_on
        except StoreFailed:
            self._look_soon = True
        except Refused:
            pass  # its people have been told
        except Exception as error:
            logger.error("fault in catching up", exc_info=error)

    async def _look_now_and_then(self) -> None:
        looked = 0.0
        while True:
            await asyncio.sleep(LOOK / 2)
            waited = time.monotonic() - looked
            every = LOOK_ANYWAY if self._neighbours.is_well else LOOK
            if waited >= every or (self._look_soon and waited >= LOOK / 2):
                self._look_soon = False
                looked = time.monotonic()
                await self._look()

    async def _look(self) -> None:
        rooms = {room.party.id: room for room in self._rooms() if room.is_watched and not room.ledger.deleted}
        try:
            numbers = await self._store.numbers(list(rooms)) if rooms else {}
        except StoreFailed:
            self._look_soon = True
            return
        except Exception as error:  # it must go on looking
            logger.error("fault in looking at the log", exc_info=error)
            return
        for id, room in rooms.items():
            if numbers.get(id) != room.number:
                self.note(room)
