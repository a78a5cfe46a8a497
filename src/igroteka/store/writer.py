"""The one thread that writes: whatever waits goes into one transaction, and is told after its commit."""

import asyncio
import time
from collections.abc import Iterator, Sequence
from itertools import groupby
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Final, TypeAlias

import apsw

from igroteka.store.changes import Append, Change, append_all
from igroteka.store.gathering import Gathering
from igroteka.store.schema import transaction
from igroteka.store.store import Conflict, StoreFailed

MOST: Final = 1000
"""Changes in one transaction; more would only make the first of them wait."""

OWN_FAULT: Final = (Conflict, apsw.ConstraintError, apsw.TooBigError, ValueError, TypeError, OverflowError)
"""What is wrong with one change and not with the disk: the others of its batch must not suffer."""

TAKEN: Final = (apsw.SQLITE_CONSTRAINT_UNIQUE, apsw.SQLITE_CONSTRAINT_PRIMARYKEY)

Told: TypeAlias = "asyncio.Future[int]"
Job: TypeAlias = tuple[Told, Change]
Outcome: TypeAlias = int | Exception


class Writer:
    """Owns the writing connection."""

    def __init__(self, db: apsw.Connection) -> None:
        self._db = db
        self._queue: SimpleQueue[Job | None] = SimpleQueue()
        self._closed = False
        self._gathering = Gathering()
        self._thread = Thread(target=self._run, name="igroteka-writer", daemon=True)
        self._thread.start()

    def ask(self, change: Change) -> Told:
        """Done when the change is on disk."""
        if self._closed:
            raise StoreFailed("the store is closed")
        told: Told = asyncio.get_running_loop().create_future()
        self._queue.put((told, change))
        return told

    def stop(self) -> None:
        """Take nothing more; called in the event loop, so that nobody asks in between."""
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
                tell(jobs, self._perform(jobs))

    def _waiting(self) -> tuple[list[Job], bool]:
        """All that waits, at least one, and whether to go on afterwards."""
        job = self._queue.get()
        if job is not None and (seconds := self._gathering.wait(1 + self._queue.qsize(), time.monotonic())):
            time.sleep(seconds)
        jobs, going = self._drained(job)
        self._gathering.took(len(jobs), time.monotonic())
        return jobs, going

    def _drained(self, job: Job | None) -> tuple[list[Job], bool]:
        jobs: list[Job] = []
        try:
            while job is not None:
                jobs.append(job)
                if len(jobs) >= MOST:
                    return jobs, True
                job = self._queue.get_nowait()
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

    def _make(self, changes: list[Change]) -> list[int]:
        if appends := [change for change in changes if isinstance(change, Append)]:
            append_all(self._db, appends)
            return [0] * len(appends)
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
    """One call into the event loop for the whole batch: waking it is dearer than the rows."""
    try:
        jobs[0][0].get_loop().call_soon_threadsafe(settle, jobs, outcomes)
    except RuntimeError:  # the loop has ended, and with it everyone who asked
        return


def settle(jobs: Sequence[Job], outcomes: Sequence[Outcome]) -> None:
    for (told, _), outcome in zip(jobs, outcomes, strict=True):
        if told.done():  # the asker gave up waiting
            continue
        if isinstance(outcome, int):
            told.set_result(outcome)
        else:
            told.set_exception(outcome)
