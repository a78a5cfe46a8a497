"""Thinking on other machines: a server asks over Redis, and helps itself where nobody answers there."""

import asyncio
import contextlib
from typing import Any

import msgspec

from igroteka.server.logs import logger
from igroteka.server.thinking.here import ThinkingHere
from igroteka.server.thinking.redis_queue import FAULTS, ThoughtQueue, new_id
from igroteka.server.thinking.thought import Choice, Chosen, NoThought, Thought, part

_AGAIN = 0.5


class Told(msgspec.Struct, frozen=True):
    """What a worker answers: its choice, and how it came to it."""

    choice: Choice
    share: float
    waited: float


class ThinkingElsewhere:
    """Asks workers (`igroteka think`); without Redis, or where there are no workers, processes here."""

    def __init__(self, url: str, name: str, here: ThinkingHere, says_so: bool = False) -> None:
        """It `says_so` where Redis is away; of several servers the channel between them does."""
        self._queue = ThoughtQueue(url, name)
        self._says_so = says_so
        self.here = here
        self._asked: dict[str, asyncio.Future[bytes]] = {}
        self._tasks: list[asyncio.Task[None]] = []
        self._forgetting: set[asyncio.Task[None]] = set()
        self._there = (0, 0, 0, 0)
        self._closed = False
        """A library may swallow a cancellation: those who go on and on look for themselves."""

    @property
    def processes(self) -> int:
        return self._there[0] or self.here.processes

    @property
    def waiting(self) -> int:
        return self._there[1] + self.here.waiting

    @property
    def lost(self) -> int:
        return self._there[3] + self.here.lost

    @property
    def share(self) -> float:
        processes, waiting, begun, _ = self._there
        return part(processes, waiting + begun) if processes else self.here.share

    async def start(self) -> None:
        """Refused if Redis can never be used; if it is just away, processes here think meanwhile."""
        if self._says_so:
            await self._queue.knock()
        self._tasks = [asyncio.create_task(self._listen()), asyncio.create_task(self._look())]

    async def think(self, table: str, thought: Thought) -> Chosen:
        id = new_id()
        told = self._asked[id] = asyncio.get_running_loop().create_future()
        try:
            if await self._queue.ask(id, table, thought.seconds, msgspec.json.encode(thought)):
                return _chosen(await told)
        except asyncio.CancelledError:
            self._forget(id)
            raise
        except FAULTS:
            pass  # Redis is away
        finally:
            del self._asked[id]
        return await self.here.think(table, thought)

    def _forget(self, id: str) -> None:
        async def forget() -> None:
            with contextlib.suppress(*FAULTS):
                await self._queue.forget(id)

        task = asyncio.get_running_loop().create_task(forget())
        self._forgetting.add(task)
        task.add_done_callback(self._forgetting.discard)

    # Listening --------------------------------------------------------------------------------------

    async def _listen(self) -> None:
        while not self._closed:
            try:
                self._hear(await self._queue.told())
            except FAULTS:
                self._lose_touch()
                await asyncio.sleep(_AGAIN)
            except Exception as error:  # it must go on listening
                logger.error("fault in hearing a thought", exc_info=error)

    def _hear(self, line: bytes | None) -> None:
        if line is None:
            return
        id, _, said = line.partition(b" ")
        told = self._asked.get(id.decode())
        if told is not None and not told.done():
            told.set_result(said)

    def _lose_touch(self) -> None:
        """Whoever waits for an answer from there is answered here instead."""
        for told in self._asked.values():
            if not told.done():
                told.set_exception(ConnectionError("Redis is away"))

    async def _look(self) -> None:
        """How many think there and wait there, once a second: for the figures, and for nothing else."""
        while not self._closed:
            try:
                self._there = await self._queue.state()
                self._queue.is_away = False
            except FAULTS as fault:
                self._there = (0, 0, 0, self._there[3])
                if self._says_so:
                    self._queue.complain(fault)
            await asyncio.sleep(1.0)

    def tidy(self) -> None:
        self.here.tidy()

    async def close(self) -> None:
        self._closed = True
        tasks: list[asyncio.Task[Any]] = [*self._tasks, *self._forgetting]
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        with contextlib.suppress(*FAULTS):
            await self._queue.close()
        await self.here.close()


def _chosen(line: bytes) -> Chosen:
    if line in (b"full", b"lost"):
        raise NoThought(line.decode())
    said = msgspec.json.decode(line, type=Told)
    if said.choice.failed:
        raise NoThought(said.choice.failed)
    return Chosen(said.choice.at, said.share, said.waited)
