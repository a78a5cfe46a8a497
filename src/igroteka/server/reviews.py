"""Reviews of finished games: one at a time, in turn for every address that asks, in a process of the lowest
priority, so that play never waits."""

import asyncio
import contextlib
import sys
import zlib
from collections import OrderedDict
from importlib.util import find_spec
from typing import Any, Final, TypeAlias

import msgspec

from igroteka.core import Refusal, Refused
from igroteka.server.logs import logger
from igroteka.server.thinking.fair import FairQueue
from igroteka.server.turns import ASKER
from igroteka.store import Store, StoreFailed
from igroteka.table.record import Record

Round: TypeAlias = tuple[str, int]
"""A table's id and the number of a round of it."""

_MOST_WAITING: Final = 20
_KEPT: Final = 50
"""Reviews that are at hand, and refusals that nobody has come back for; the store keeps more."""
_FORMAT: Final = 1
"""Of reviews in the store; those of another one are made anew."""
_SECONDS: Final = 300.0
"""So long a review may take, on a busy machine; then it is given up."""
_LONGEST: Final = 1 << 24


class ReviewTold(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How far a review is: `review` grows until its `done` is 1; `ahead` are those that come before it."""

    ahead: int
    review: dict[str, Any] | None
    """As docs/review.md describes it; null before it has begun."""


class Reviews:
    """The queue of a server, and what has come of it: that is kept with the table."""

    def __init__(self, store: Store, playouts: int = 0) -> None:
        self._store = store
        self._playouts = playouts
        self._found: OrderedDict[Round, dict[str, Any]] = OrderedDict()
        self._failed: OrderedDict[Round, Refused] = OrderedDict()
        self._waiting: dict[Round, bytes] = {}
        """Records of which a review is being made, or waits to be."""
        self._turns: FairQueue[Round] = FairQueue()
        self._made: Round | None = None
        self._worker: asyncio.Task[None] | None = None

    async def is_known(self, key: Round) -> bool:
        """Whether asking for it costs nothing more: it was made, is being made, or cannot be."""
        if key in self._found or key in self._waiting or key in self._failed:
            return True
        kept = await self._store.review(*key)
        found = None if kept is None else _unpacked(kept)
        if found is None or key in self._waiting:
            return key in self._waiting
        self._found[key] = found
        self._forget()
        return True

    def begin(self, key: Round, record: Record) -> None:
        """Into the queue, or Refused where it is full, or where nothing can be reviewed.

        Whoever asks for many waits behind those who ask for few, and makes room for them where it is full.
        """
        if find_spec("numba") is None:
            raise Refused("no-review-here")
        if key in self._waiting:
            return
        self._waiting[key] = msgspec.json.encode(record)
        gone = self._turns.put(ASKER.get(), 1.0, key, _MOST_WAITING)
        if gone is not None:
            del self._waiting[gone]
            self._failed[gone] = Refused("review-too-slow")
        if gone == key:
            raise self._failed.pop(key)
        if self._worker is None or self._worker.done():
            self._worker = asyncio.get_running_loop().create_task(self._work())

    def told(self, key: Round) -> ReviewTold:
        """What there is of it; Refused, once, where it could not be made."""
        if key in self._failed:
            raise self._failed.pop(key)
        is_next = self._made in (None, key) or key not in self._waiting
        return ReviewTold(self._turns.before(key) + (not is_next), self._found.get(key))

    async def _work(self) -> None:
        while len(self._turns):
            self._made = key = self._turns.take()
            try:
                whole = await asyncio.wait_for(self._review(key, self._waiting[key]), _SECONDS)
                await self._keep(key, whole)
            except Refused as refused:
                self._failed[key] = refused
            except TimeoutError:
                self._failed[key] = Refused("review-too-slow")
            except (OSError, ValueError) as error:
                logger.warning("a review failed", extra={"fields": {"error": type(error).__name__}})
                self._failed[key] = Refused("no-review-here")
            finally:
                self._made = None
                del self._waiting[key]
                if self._found.get(key, {}).get("done") != 1:
                    self._found.pop(key, None)
                self._forget()

    async def _keep(self, key: Round, whole: dict[str, Any]) -> None:
        """Whoever has been told all of it finds it after a restart too, unless the store fails."""
        with contextlib.suppress(StoreFailed):  # which is logged already
            await self._store.keep_review(*key, _packed(whole))
        self._found[key] = whole

    def _forget(self) -> None:
        """The oldest, so that what is at hand stays bounded."""
        for known in (self._found, self._failed):
            while len(known) > _KEPT:
                known.popitem(last=False)

    async def _review(self, key: Round, record: bytes) -> dict[str, Any]:
        """Line by line what the process tells, the whole at last; it ends with us.

        `-P`: what lies in the folder where somebody has started the server is no code of ours.
        """
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-P", "-m", "igroteka.lab.review", str(self._playouts)),
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
            told: dict[str, Any] = {}
            async for line in process.stdout:
                told = msgspec.json.decode(line)
                self._hear(key, told)
            if await process.wait() != 0 or told.get("done") != 1:
                raise OSError("the process ended too early")
            return told
        finally:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.communicate()  # its pipes are closed before anybody goes on

    def _hear(self, key: Round, told: dict[str, Any]) -> None:
        if "refused" in told:
            why = msgspec.convert(told["refused"], Refusal)
            raise Refused(why.reason, why.clause, **why.parameters)
        if told["done"] < 1:
            self._found[key] = told

    async def close(self) -> None:
        if self._worker is not None:
            self._worker.cancel()
            await asyncio.gather(self._worker, return_exceptions=True)


class _Kept(msgspec.Struct, frozen=True):
    """A review as the store has it."""

    format: int
    review: dict[str, Any]


def _packed(review: dict[str, Any]) -> bytes:
    return zlib.compress(msgspec.json.encode(_Kept(_FORMAT, review)))


def _unpacked(kept: bytes) -> dict[str, Any] | None:
    """None for a review of another format, or a spoilt one."""
    try:
        told = msgspec.json.decode(zlib.decompress(kept), type=_Kept)
    except (zlib.error, msgspec.DecodeError):
        return None
    return told.review if told.format == _FORMAT else None
