"""The one thread that writes: whatever waits goes into one transaction, and is told after its commit."""

import asyncio
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import groupby
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, Final, TypeAlias

import apsw

from igroteka.store.changes import Append, Change, append_all
from igroteka.store.gathering import Gathering
from igroteka.store.schema import transaction
from igroteka.store.store import Conflict, Damaged, StoreFailed

MOST: Final = 1000
"""Changes in one transaction; more would only make the first of them wait."""

OWN_FAULT: Final = (
    Conflict, Damaged, apsw.ConstraintError, apsw.TooBigError, ValueError, TypeError, OverflowError,
)  # fmt: skip
"""What is wrong with one change and not with the disk: the others of its batch must not suffer."""

TAKEN: Final = (apsw.SQLITE_CONSTRAINT_UNIQUE, apsw.SQLITE_CONSTRAINT_PRIMARYKEY)

Outcome: TypeAlias = int | Exception | None
"""What a change says that it has made (an append says None), or a fault."""
Told: TypeAlias = Callable[[Any], None]
"""Called in the event loop with what came of a change."""
Job: TypeAlias = tuple[Told, Change]
Batch: TypeAlias = tuple[list[Job], bool]
"""Jobs of one step of the event loop, and whether they may wait for more."""


class Writer:
    """Owns the writing connection."""

    def __init__(self, db: apsw.Connection) -> None:
        self._db = db
        self._queue: SimpleQueue[Batch | None] = SimpleQueue()
        self._asked: list[Job] = []
        """What is handed over at the end of this step of the event loop: to wake the thread is dear."""
        self._may_wait = True
        self._closed = False
        self._loop: asyncio.AbstractEventLoop | None = None
        self._gathering = Gathering()
        self._thread = Thread(target=self._run, name="igroteka-writer", daemon=True)
        self._thread.start()

    def ask(self, change: Change) -> asyncio.Future[int]:
        """Done when the change is on disk."""
        done: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self.ask_then(change, partial(settle, done))
        return done

    def ask_then(self, change: Change, told: Told, may_wait: bool = True) -> None:
        """Without a future; who has gathered what there is may say that there is nothing to wait for."""
        if self._closed:
            told(StoreFailed("the store is closed"))
            return
        if not self._asked:
            self._loop = asyncio.get_running_loop()
            self._loop.call_soon(self._hand_over)
        self._asked.append((told, change))
        self._may_wait &= may_wait

    def _hand_over(self) -> None:
        if self._asked:
            self._queue.put((self._asked, self._may_wait))
            self._asked, self._may_wait = [], True

    def stop(self) -> None:
        """Take nothing more; called in the event loop, so that nobody asks in between."""
        self._hand_over()
        self._closed = True
        self._queue.put(None)

    def join(self) -> None:
        """Wait for everything queued; blocks, so call it from a thread."""
        self._thread.join()

    def _run(self) -> None:
        going = True
        while going:
            jobs, going = self._waiting()
            if jobs:
                self._tell(jobs, self._perform(jobs))

    def _tell(self, jobs: Sequence[Job], outcomes: Sequence[Outcome]) -> None:
        """One call into the event loop for the whole batch: waking it is dearer than the rows."""
        assert self._loop is not None
        try:
            self._loop.call_soon_threadsafe(tell, jobs, outcomes)
        except RuntimeError:  # the loop has ended, and with it everyone who asked
            return

    def _waiting(self) -> tuple[list[Job], bool]:
        """All that waits, at least one, and whether to go on afterwards."""
        batch = self._queue.get()
        if batch is not None and batch[1]:
            self._gather(len(batch[0]))
        jobs, going = self._drained(batch)
        self._gathering.took(len(jobs), time.monotonic())
        return jobs, going

    def _gather(self, count: int) -> None:
        if seconds := self._gathering.wait(count, time.monotonic()):
            time.sleep(seconds)

    def _drained(self, batch: Batch | None) -> tuple[list[Job], bool]:
        jobs: list[Job] = []
        try:
            while batch is not None:
                jobs += batch[0]
                if len(jobs) >= MOST:
                    return jobs, True
                batch = self._queue.get_nowait()
        except Empty:
            return jobs, True
        return jobs, False

    def _perform(self, jobs: Sequence[Job]) -> Sequence[Outcome]:
        try:
            try:
                return self._together(jobs)
            except OWN_FAULT:
                return self._apart(jobs)
        except Exception as fault:  # the thread must outlive whatever the disk does
            return [failed(fault) for _ in jobs]

    def _together(self, jobs: Sequence[Job]) -> list[Outcome]:
        outcomes: list[Outcome] = []
        with transaction(self._db):
            for changes in alike(jobs):
                outcomes += self._make(changes)
        return outcomes

    def _make(self, changes: list[Change]) -> list[int | None]:
        if appends := [change for change in changes if isinstance(change, Append)]:
            append_all(self._db, appends)
            return [None] * len(appends)
        return [change.make(self._db) for change in changes]

    def _apart(self, jobs: Sequence[Job]) -> list[Outcome]:
        """One by one with a savepoint each; still one commit, so a bad row costs the others little."""
        with transaction(self._db):
            return [self._try(change) for _, change in jobs]

    def _try(self, change: Change) -> Outcome:
        try:
            with self._db:
                outcome = change.make(self._db)
        except OWN_FAULT as fault:
            return fault if isinstance(fault, Conflict) else failed(fault)
        return outcome


def alike(jobs: Sequence[Job]) -> Iterator[list[Change]]:
    """The changes in order, appends that follow one another together."""
    for _, group in groupby((change for _, change in jobs), type):
        yield list(group)


def failed(fault: Exception) -> Exception:
    """What the asker is told of a fault."""
    if isinstance(fault, apsw.ConstraintError) and getattr(fault, "extendedresult", 0) in TAKEN:
        told: Exception = Conflict("the id or code is taken")
    else:
        told = StoreFailed(f"{type(fault).__name__}: {fault}")
    told.__cause__ = fault
    return told


def tell(jobs: Sequence[Job], outcomes: Sequence[Outcome]) -> None:
    for (told, _), outcome in zip(jobs, outcomes, strict=True):
        try:
            told(outcome)
        except Exception as error:  # the others of the batch must hear all the same
            asyncio.get_running_loop().call_exception_handler(
                {"message": "fault in telling", "exception": error}
            )


def settle(done: asyncio.Future[int], outcome: Outcome) -> None:
    if done.done():  # the asker gave up waiting
        return
    if isinstance(outcome, Exception):
        done.set_exception(outcome)
    else:
        done.set_result(outcome or 0)
