"""The channel between servers over Redis: hints in bundles, and a heartbeat."""

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable
from typing import Any, Final

import redis.asyncio as aioredis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import AuthenticationError, RedisError, ResponseError

from igroteka.core import Refused
from igroteka.server.logs import Seldom, logger
from igroteka.store.addresses import shown

HEARTBEAT: Final = 1.0
SILENCE: Final = 3.5
"""Seconds without even the own heartbeat after which the connection counts as dead, open or not."""
_AGAIN: Final = 0.3
_ANSWER: Final = 1.5
_QUESTIONS: Final = 16
"""Connections that ask at once; in a rush the others wait, instead of opening hundreds more."""
_CANCELLED: Final = 0.2
FAULTS: Final = (RedisError, OSError)


class Channel:
    """One channel of Redis; whatever cannot be sent now is forgotten."""

    def __init__(self, url: str, channel: str, name: str) -> None:
        self._shown = shown(url)
        self.client: Any = aioredis.Redis.from_url(
            url,
            socket_timeout=_ANSWER,
            socket_connect_timeout=_ANSWER,
            retry=Retry(NoBackoff(), 0),
            health_check_interval=0,
            protocol=2,
        )
        self._channel = channel
        self._name = name.encode()
        self._outgoing: list[bytes] = []
        self._commands: list[tuple[Any, ...]] = []
        self._some = asyncio.Event()
        self._few = asyncio.Semaphore(_QUESTIONS)
        self._heard_at = self._refused_at = float("-inf")
        self._refusals = Seldom("redis refuses")
        self._tasks: list[asyncio.Task[None]] = []
        self.hear: Callable[[bytes], None] = lambda line: None
        self.back: Callable[[], None] = lambda: None
        """Called when the channel works again: anything may have been missed."""

    @property
    def is_well(self) -> bool:
        return time.monotonic() - self._heard_at < SILENCE

    @property
    def is_refused(self) -> bool:
        """Whether Redis passes hints on and keeps nothing: it is full, or a replica, or we may not write."""
        return time.monotonic() - self._refused_at < SILENCE

    async def start(self) -> None:
        """Refused if it can never work; if Redis is just away, it is waited for in the background."""
        try:
            await self.client.ping()
        except AuthenticationError as error:
            await self.client.aclose()
            raise Refused("redis-unusable", None, url=self._shown, problem=str(error)) from None
        except FAULTS as fault:
            self._complain(fault)
        self._tasks = [asyncio.create_task(self._listen()), asyncio.create_task(self._send())]

    async def close(self) -> None:
        """What is still to be sent is sent, if there is somebody to send it to."""
        if self.is_well:
            with contextlib.suppress(*FAULTS):
                await self._flush()
        for task in self._tasks:
            while not task.done():  # a library may swallow the first
                task.cancel()
                await asyncio.wait([task], timeout=_CANCELLED)
        with contextlib.suppress(*FAULTS):
            await self.client.aclose()

    def tell(self, line: bytes) -> None:
        self._outgoing.append(line)
        self._some.set()

    def do(self, *command: Any) -> None:
        """A command whose answer nobody waits for."""
        self._commands.append(command)
        self._some.set()

    async def ask(self, asking: Callable[[Any], Awaitable[Any]]) -> Any:
        """An answer, or None if there is none to be had now."""
        if not self.is_well:
            return None
        try:
            async with self._few:
                return await asking(self.client)
        except ResponseError as error:
            self._refused_at = time.monotonic()
            self._refusals.warn(**self._about(error))
        except FAULTS:
            pass
        return None

    # Sending ----------------------------------------------------------------------------------------

    async def _send(self) -> None:
        while True:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(HEARTBEAT):
                    await self._some.wait()
            try:
                await self._flush()
            except FAULTS:
                self._outgoing, self._commands = [], []
                await asyncio.sleep(_AGAIN)
            except Exception as error:  # it must go on telling
                logger.error("fault in telling redis", exc_info=error)

    async def _flush(self) -> None:
        self._some.clear()
        lines, self._outgoing = self._outgoing, []
        commands, self._commands = self._commands, []
        bundle = b"\n".join((self._name, *lines))
        if not commands:
            await self.client.publish(self._channel, bundle)
            return
        pipe = self.client.pipeline(transaction=False)
        for command in commands:
            pipe.execute_command(*command)
        pipe.publish(self._channel, bundle)
        await pipe.execute(raise_on_error=False)

    # Listening --------------------------------------------------------------------------------------

    async def _listen(self) -> None:
        while True:
            try:
                await self._listen_once()
            except FAULTS as fault:
                if self.is_well:
                    self._complain(fault)
                self._heard_at = float("-inf")
            except Exception as error:  # it must go on listening
                logger.error("fault in listening to redis", exc_info=error)
            await asyncio.sleep(_AGAIN)

    async def _listen_once(self) -> None:
        """Until the connection breaks, or nothing is heard for too long: a half-open one never breaks."""
        async with self.client.pubsub() as ear:
            await ear.subscribe(self._channel)
            last = time.monotonic()
            while time.monotonic() - last < SILENCE:
                message = await ear.get_message(timeout=HEARTBEAT)
                if message is None:
                    continue
                last = time.monotonic()
                self._note(last, is_new=message["type"] == "subscribe")
                if message["type"] == "message":
                    self._take(message["data"])
        raise ConnectionError("nothing was heard for a while")

    def _note(self, now: float, is_new: bool) -> None:
        """Something was heard; after a silence, or on a new connection, other things were perhaps not."""
        missed = is_new or not self.is_well
        self._heard_at = now
        if missed:
            self.back()

    def _take(self, bundle: bytes) -> None:
        name, *lines = bundle.split(b"\n")
        if name == self._name:  # our own heart
            return
        for line in lines:
            try:
                self.hear(line)
            except Exception as error:
                logger.error("fault in hearing a neighbour", exc_info=error)

    def _complain(self, fault: Exception) -> None:
        logger.warning("redis is away", extra={"fields": self._about(fault)})

    def _about(self, fault: Exception) -> dict[str, str]:
        return {"redis": self._shown, "problem": f"{type(fault).__name__}: {fault}"}
