"""The same work in processes of this machine; Ctrl-C is for the process that handed it out."""

import os
import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from multiprocessing import active_children, get_context
from typing import Any, NoReturn, TypeVar

T = TypeVar("T")


def spread(work: Callable[..., T], jobs: Iterable[tuple[Any, ...]], processes: int) -> Iterator[T]:
    """`work(*job)` of every job as it is finished; whoever leaves early leaves no process behind."""
    before = set(active_children())
    # fresh processes: threads of a compiled kernel do not survive a fork
    with ProcessPoolExecutor(processes, get_context("spawn"), _prepare, (sys.path,)) as pool:
        try:
            with _deaf():
                handed_out = [pool.submit(_do, work, job) for job in jobs]
            for done in as_completed(handed_out):
                yield done.result()
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            for worker in set(active_children()) - before:
                worker.terminate()
            raise


@contextmanager
def _deaf() -> Iterator[None]:
    """Processes that begin now never hear Ctrl-C, which terminals tell to all; here it is heard later."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class _Ended(BaseException):
    """This process is to end."""


def _prepare(path: Sequence[str]) -> None:
    """Modules of one's own are found where they were found before; being ended leaves nothing half done."""
    sys.path[:] = path
    signal.signal(signal.SIGTERM, _leave)


def _leave(*_: Any) -> NoReturn:
    """Who waits for work has nothing to put away, and would only say where it was waiting."""
    os._exit(1)


def _end(*_: Any) -> NoReturn:
    raise _Ended


def _do(work: Callable[..., T], job: tuple[Any, ...]) -> T:
    signal.signal(signal.SIGTERM, _end)
    try:
        return work(*job)
    except _Ended:
        os._exit(1)  # at once: the next piece of work may be waiting
    finally:
        signal.signal(signal.SIGTERM, _leave)
