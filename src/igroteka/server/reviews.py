"""Reviews of finished games: one at a time, in a process of the lowest priority, so that play never waits."""

import asyncio
import contextlib
import sys
from collections import OrderedDict
from importlib.util import find_spec
from typing import Any, Final

import msgspec

from igroteka.core import Refusal, Refused
from igroteka.server.logs import logger
from igroteka.table.record import Record

_MOST_WAITING: Final = 20
_KEPT: Final = 500
"""Reviews that are remembered, and refusals that nobody has come back for."""
_SECONDS: Final = 300.0
"""So long a review may take, on a busy machine; then it is given up."""
_LONGEST: Final = 1 << 24


class ReviewTold(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How far a review is: `review` grows until its `done` is 1; `ahead` are those that come before it."""

    ahead: int
    review: dict[str, Any] | None
    """As docs/review.md describes it; null before it has begun."""


class Reviews:
    """The queue of a server, and what has come of it."""

    def __init__(self, playouts: int = 0) -> None:
        self._playouts = playouts
        self._found: OrderedDict[str, dict[str, Any]] = OrderedDict()
        self._failed: OrderedDict[str, Refused] = OrderedDict()
        self._waiting: OrderedDict[str, bytes] = OrderedDict()
        self._worker: asyncio.Task[None] | None = None

    def is_known(self, key: str) -> bool:
        """Whether asking for it costs nothing more."""
        return key in self._found or key in self._waiting or key in self._failed

    def begin(self, key: str, record: Record) -> None:
        """Into the queue, or Refused where it is full, or where nothing can be reviewed."""
        if find_spec("numba") is None:
            raise Refused("no-review-here")
        if len(self._waiting) >= _MOST_WAITING:
            raise Refused("one-moment")
        self._waiting[key] = msgspec.json.encode(record)
        if self._worker is None or self._worker.done():
            self._worker = asyncio.get_running_loop().create_task(self._work())

    def told(self, key: str) -> ReviewTold:
        """What there is of it; Refused, once, where it could not be made."""
        if key in self._failed:
            raise self._failed.pop(key)
        ahead = list(self._waiting).index(key) if key in self._waiting else 0
        return ReviewTold(ahead, self._found.get(key))

    async def _work(self) -> None:
        while self._waiting:
            key, record = next(iter(self._waiting.items()))
            try:
                await asyncio.wait_for(self._review(key, record), _SECONDS)
            except Refused as refused:
                self._failed[key] = refused
            except (TimeoutError, OSError, ValueError) as error:
                logger.warning("a review failed", extra={"fields": {"error": type(error).__name__}})
                self._failed[key] = Refused("no-review-here")
            finally:
                self._waiting.pop(key, None)
                if self._found.get(key, {}).get("done") != 1:
                    self._found.pop(key, None)
                for kept in (self._found, self._failed):
                    while len(kept) > _KEPT:
                        kept.popitem(last=False)

    async def _review(self, key: str, record: bytes) -> None:
        """Line by line what the process tells; it ends with us."""
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "igroteka.lab.review", str(self._playouts)),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            limit=_LONGEST,
        )
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(record)
            process.stdin.write_eof()
            async for line in process.stdout:
                self._hear(key, msgspec.json.decode(line))
            if await process.wait() != 0 or self._found.get(key, {}).get("done") != 1:
                raise OSError("the process ended too early")
        finally:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.communicate()  # its pipes are closed before anybody goes on

    def _hear(self, key: str, told: dict[str, Any]) -> None:
        if "refused" in told:
            why = msgspec.convert(told["refused"], Refusal)
            raise Refused(why.reason, why.clause, **why.parameters)
        self._found[key] = told

    async def close(self) -> None:
        if self._worker is not None:
            self._worker.cancel()
            await asyncio.gather(self._worker, return_exceptions=True)
