"""A worker: takes thoughts from Redis, one for each of its processes, and answers them (`igroteka think`)."""

import asyncio
import contextlib
import secrets
import signal
from collections.abc import Callable
from typing import Final

import msgspec

from igroteka.server.logs import log, logger
from igroteka.server.thinking.crew import Crew, Lost
from igroteka.server.thinking.elsewhere import Told
from igroteka.server.thinking.redis_queue import FAULTS, ThoughtQueue
from igroteka.server.thinking.thought import Thought

_HEARTBEAT: Final = 1.0
_AGAIN: Final = 0.5


class Worker:
    """Works until it is asked to stop; what it has begun is finished first."""

    def __init__(self, url: str, processes: int) -> None:
        self._queue = ThoughtQueue(url, secrets.token_hex(6))
        self._crews = [Crew() for _ in range(processes)]
        """One for each process: a thought is taken only when there is somebody to think it."""
        self._stopping = self._ended = False

    async def run(self, ready: Callable[[], None] = lambda: None) -> None:
        """Refused if Redis will not have us; if it is just away, it is waited for."""
        await self._queue.knock()
        beating = asyncio.create_task(self._beat())
        ready()
        try:
            await asyncio.gather(*map(self._work, self._crews))
        finally:
            self._ended = True
            beating.cancel()
            await asyncio.gather(beating, return_exceptions=True)
            for crew in self._crews:
                await crew.close()
            with contextlib.suppress(*FAULTS):
                await self._queue.close()

    def stop(self) -> None:
        self._stopping = True

    async def _beat(self) -> None:
        """Once a second, also while all processes think: else servers would take this worker for dead."""
        while not self._ended:  # a library may swallow a cancellation
            with contextlib.suppress(*FAULTS):
                if self._stopping:
                    await self._queue.leave()
                else:
                    await self._queue.beat(sum(bool(crew.pids) for crew in self._crews))
            await asyncio.sleep(_HEARTBEAT)

    async def _work(self, crew: Crew) -> None:
        while not self._stopping:
            try:
                await crew.stand_by()
                if (taken := await self._queue.take()) is None:
                    await self._queue.wait()
                else:
                    await self._think(crew, *taken)
                self._queue.is_away = False
            except FAULTS as fault:
                self._queue.complain(fault)
                await asyncio.sleep(_AGAIN)
            except Lost:
                logger.error("a thinking process does not start")
                await asyncio.sleep(_AGAIN)
        with contextlib.suppress(*FAULTS):
            await self._queue.leave()

    async def _think(self, crew: Crew, id: str, line: bytes, share: float, waited: float) -> None:
        try:
            thought = msgspec.structs.replace(msgspec.json.decode(line, type=Thought), share=share)
            choice = await crew.think(thought)
        except (Lost, msgspec.MsgspecError) as error:
            fields = {"error": type(error).__name__}
            logger.warning("a thinking process was lost", extra={"fields": fields})
            await self._queue.lost(id)
            return
        if choice.failed:
            logger.warning("a thought failed", extra={"fields": {"error": choice.failed}})
        await self._queue.tell(id, msgspec.json.encode(Told(choice, share, waited)))


def work(url: str, processes: int, ready: Callable[[], None]) -> None:
    """Until Ctrl-C or SIGTERM."""

    def begun() -> None:
        log("worker started", processes=processes)
        ready()

    async def run() -> None:
        worker = Worker(url, processes)
        for how in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(how, worker.stop)
        await worker.run(begun)
        log("worker stopped")

    asyncio.run(run())
