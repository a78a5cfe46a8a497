"""The processes that think for a server or a worker: started when needed, replaced when they die or hang."""

import asyncio
import contextlib
import os
import sys
import time
from typing import Final

import msgspec

from igroteka.server.thinking.process import READY
from igroteka.server.thinking.thought import GRACE, Choice, Thought

_START_SECONDS: Final = 60.0
_IDLE_SECONDS: Final = 300.0
"""A process that nobody has needed for so long is let go."""
_LONGEST: Final = 1 << 20
_ONE_THREAD: Final = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
"""There is a process for each core: with a thread of numpy for each in each of them 16 cores make 256."""


class Lost(Exception):  # noqa: N818
    """The process that had the thought has died or hung, or could not be started; it is gone now."""


class Crew:
    """Whoever asks takes care not to ask for more at once than there may be processes."""

    def __init__(self) -> None:
        self.grace = GRACE
        self._idle: list[_Thinker] = []
        self._all: set[_Thinker] = set()
        self._ending: set[asyncio.Task[None]] = set()

    @property
    def pids(self) -> list[int]:
        return sorted(one.pid for one in self._all)

    async def think(self, thought: Thought) -> Choice:
        """In a process of its own as long as it lasts; Lost if that does not answer in time."""
        thinker = self._idle.pop() if self._idle else await self._start()
        try:
            async with asyncio.timeout(thought.seconds * thought.share + self.grace):
                choice = await thinker.think(thought)
        except (TimeoutError, OSError, EOFError, msgspec.MsgspecError):
            await self._end(thinker)
            raise Lost from None
        except BaseException:
            await self._end(thinker)
            raise
        thinker.idle_since = time.monotonic()
        self._idle.append(thinker)
        return choice

    async def stand_by(self) -> None:
        """Return when a process has nothing to do but to wait for a thought."""
        if not self._idle:
            thinker = await self._start()
            thinker.idle_since = time.monotonic()
            self._idle.append(thinker)

    async def _start(self) -> "_Thinker":
        try:
            thinker = _Thinker(await _process())
        except OSError:  # no descriptor, no memory, or Python was upgraded meanwhile
            raise Lost from None
        self._all.add(thinker)
        try:
            async with asyncio.timeout(_START_SECONDS):
                await thinker.is_ready()
        except (TimeoutError, OSError, EOFError):
            await self._end(thinker)
            raise Lost from None
        except BaseException:
            await self._end(thinker)
            raise
        return thinker

    def rest(self, seconds: float = _IDLE_SECONDS) -> None:
        """Those that have had nothing to do for so long are let go."""
        until = time.monotonic() - seconds
        for one in [one for one in self._idle if one.idle_since <= until]:
            self._idle.remove(one)
            task = asyncio.get_running_loop().create_task(self._end(one))
            self._ending.add(task)
            task.add_done_callback(self._ending.discard)

    async def close(self) -> None:
        for thinker in tuple(self._all):
            await self._end(thinker)
        self._idle.clear()
        await asyncio.gather(*self._ending)

    async def _end(self, thinker: "_Thinker") -> None:
        self._all.discard(thinker)
        await asyncio.shield(thinker.end())


async def _process() -> asyncio.subprocess.Process:
    """`-P`: what lies in the folder where somebody has started the server is no code of ours."""
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-P", "-m", "igroteka.server.thinking.process"),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        limit=_LONGEST,
        env=_ONE_THREAD | os.environ,
    )


class _Thinker:
    """One process."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self.idle_since = 0.0
        assert process.stdin is not None
        assert process.stdout is not None
        self._to, self._from = process.stdin, process.stdout

    @property
    def pid(self) -> int:
        return self._process.pid

    async def is_ready(self) -> None:
        if (await self._from.readline()).rstrip() != READY:
            raise EOFError

    async def think(self, thought: Thought) -> Choice:
        self._to.write(msgspec.json.encode(thought) + b"\n")
        await self._to.drain()
        if not (line := await self._from.readline()):
            raise EOFError
        return msgspec.json.decode(line, type=Choice)

    async def end(self) -> None:
        """Its pipes are closed before anybody goes on."""
        with contextlib.suppress(ProcessLookupError):
            self._process.kill()
        with contextlib.suppress(OSError):
            await self._process.communicate()
