"""Thinking beside the server, in processes of its own."""

import asyncio
import time
from typing import Final

import msgspec

from igroteka.server.thinking.crew import Crew, Lost
from igroteka.server.thinking.fair import FairQueue
from igroteka.server.thinking.thought import (
    MOST_WAITING,
    TRIES,
    Choice,
    Chosen,
    NoThought,
    Thought,
    part,
)

_FULL: Final = "too many thoughts wait"


class ThinkingHere:
    """As many processes as the machine has cores, at most; none before the first thought."""

    def __init__(self, processes: int) -> None:
        self.processes = processes
        self.lost = 0
        self.crew = Crew()
        self._queue: FairQueue[_Job] = FairQueue()
        self._busy: set[asyncio.Task[None]] = set()

    @property
    def waiting(self) -> int:
        return len(self._queue)

    @property
    def share(self) -> float:
        return part(self.processes, len(self._queue) + len(self._busy))

    async def start(self) -> None: ...

    async def think(self, table: str, thought: Thought) -> Chosen:
        job = _Job(thought)
        gone = self._queue.put(table, thought.seconds, job, MOST_WAITING * self.processes)
        if gone is not None:
            gone.fail(_FULL)
        self._go_on()
        try:
            return await job.told
        finally:
            self._queue.drop(job)

    def _go_on(self) -> None:
        while self._queue and len(self._busy) < self.processes:
            share = part(self.processes, len(self._queue) + len(self._busy))
            task = asyncio.get_running_loop().create_task(self._work(self._queue.take(), share))
            self._busy.add(task)
            task.add_done_callback(self._worked)

    def _worked(self, task: asyncio.Task[None]) -> None:
        self._busy.discard(task)
        if not task.cancelled():
            task.exception()
            self._go_on()

    async def _work(self, job: "_Job", share: float) -> None:
        begun = time.monotonic()
        for _ in range(TRIES):
            try:
                choice = await self.crew.think(msgspec.structs.replace(job.thought, share=share))
                return job.answer(choice, share, begun)
            except Lost:
                self.lost += 1
                if job.told.done():
                    return None
        return job.fail("who thought about it is gone")

    def tidy(self) -> None:
        self.crew.rest()

    async def close(self) -> None:
        for task in tuple(self._busy):
            task.cancel()
        await asyncio.gather(*self._busy, return_exceptions=True)
        await self.crew.close()


class _Job:
    """A thought and whoever waits for it."""

    def __init__(self, thought: Thought) -> None:
        self.thought = thought
        self.told: asyncio.Future[Chosen] = asyncio.get_running_loop().create_future()
        self._asked = time.monotonic()

    def answer(self, choice: Choice, share: float, begun: float) -> None:
        if choice.failed:
            self.fail(choice.failed)
        elif not self.told.done():
            self.told.set_result(Chosen(choice.at, share, begun - self._asked))

    def fail(self, why: str) -> None:
        if not self.told.done():
            self.told.set_exception(NoThought(why))
