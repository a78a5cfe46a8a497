"""The same work in processes of this machine; Ctrl-C is for the process that handed it out.

Each process has a line of its own to this one and nothing else in common with the others, so that one that
is ended in the middle of a word leaves nothing locked and nobody waiting: its line is at its end, and that is
heard. So it is where this process is gone: then the others go too.
"""

import atexit
import os
import pickle
import signal
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import islice
from multiprocessing import get_context, resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from threading import current_thread, main_thread
from time import monotonic
from typing import Any, Final, NoReturn, TypeAlias, TypeVar, cast

from igroteka.core import Refused

T = TypeVar("T")
_Line: TypeAlias = "Connection[Any, Any]"

_PATIENCE: Final = 10.0
"""Seconds for a process to put its things away when it is ended; then it is ended without."""


def spread(work: Callable[..., T], jobs: Iterable[tuple[Any, ...]], processes: int) -> Iterator[T]:
    """`work(*job)` of every job as it is finished; whoever leaves early leaves no process behind."""
    todo, crew = iter(jobs), _Crew()
    atexit.register(crew.end)  # whoever forgets it half done
    try:
        begun = pickle.dumps(work)
        for line, job in [(crew.begin(begun), job) for job in islice(todo, processes)]:
            crew.hand_out(line, job)
        while crew.busy:
            done = crew.finished()
            for (line, _), job in zip(done, todo, strict=False):
                crew.hand_out(line, job)  # before anybody looks at what was done: nobody waits for that
            yield from (_result(said) for _, said in done)
        crew.dismiss()
    finally:
        crew.end()
        atexit.unregister(crew.end)


class _Crew:
    """Processes with a line to each; a line is busy while a job is at its other end."""

    def __init__(self) -> None:
        self.workers, self.busy = dict[_Line, BaseProcess](), set[_Line]()

    def begin(self, work: bytes) -> _Line:
        """One more process, fresh: threads of a compiled kernel do not survive a fork."""
        context = get_context("spawn")
        line, far = context.Pipe()
        worker = context.Process(target=_serve, args=(far, work, sys.path))
        with _deaf():
            self.workers[line] = worker
            worker.start()
        far.close()
        return line

    def hand_out(self, line: _Line, job: tuple[Any, ...]) -> None:
        self.busy.add(line)
        with suppress(BrokenPipeError, ConnectionResetError):  # the end of the line will be heard of
            line.send_bytes(pickle.dumps(job))

    def finished(self) -> list[tuple[_Line, bytes]]:
        """What has come in, at least one piece; Refused if a process is gone that nobody has ended."""
        return [(line, self._heard(line)) for line in cast("list[_Line]", wait(list(self.busy)))]

    def _heard(self, line: _Line) -> bytes:
        try:
            said = line.recv_bytes()
        except (EOFError, ConnectionResetError):
            gone = self.workers[line]
            gone.join(_PATIENCE)
            raise Refused("worker-died", None, status=gone.exitcode) from None
        self.busy.discard(line)
        return said

    def dismiss(self) -> None:
        """All is done: they may go, each in its own time."""
        for line in self.workers:
            line.close()
        _join(self._begun())

    def end(self) -> None:
        """Nobody is left, whatever they are doing."""
        for worker in self._begun():
            worker.terminate()
        _join(self._begun())
        for worker in self._begun():
            worker.kill()
            worker.join()
        for line in self.workers:
            line.close()
        self.busy.clear()

    def _begun(self) -> list[BaseProcess]:
        return [worker for worker in self.workers.values() if worker.pid and worker.exitcode is None]


def _join(workers: list[BaseProcess]) -> None:
    """Wait for them, with patience for all together."""
    deadline = monotonic() + _PATIENCE
    for worker in workers:
        worker.join(max(0.0, deadline - monotonic()))


@contextmanager
def _deaf() -> Iterator[None]:
    """Processes that begin now never hear Ctrl-C, which terminals tell to all; here it is heard later."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    resource_tracker.ensure_running()  # who begins with the first process and would let Ctrl-C through to it
    with _heard_later():
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def _heard_later() -> Iterator[None]:
    """What this thread is deaf to another one takes, as a progress bar's; Python would raise it here."""
    usual = signal.getsignal(signal.SIGINT)
    if not callable(usual) or current_thread() is not main_thread():
        yield
        return
    missed = list[int]()
    signal.signal(signal.SIGINT, lambda number, _: missed.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, usual)
    if missed:
        signal.raise_signal(signal.SIGINT)


def _result(said: bytes) -> Any:
    value, told = pickle.loads(said)
    if told is None:
        return value
    raise value from Whence(f"\n{told}")


class Whence(Exception):  # noqa: N818 - it is no error by itself
    """Where an error was raised in the process that did the work."""


class _Ended(KeyboardInterrupt):
    """This process is to end; like Ctrl-C it passes through the code of bots, which may not keep it."""


def _serve(line: _Line, work: bytes, path: Sequence[str]) -> None:
    """In a process: one job after the other, until the line is at its end.

    Modules of one's own are found where they were found before; being ended leaves nothing half done.
    """
    signal.signal(signal.SIGTERM, _leave)
    sys.unraisablehook = _unraised
    sys.path[:] = path
    with suppress(EOFError, OSError):
        while True:
            line.send_bytes(_done(work, line.recv_bytes()))


def _done(work: bytes, job: bytes) -> bytes:
    """What came of it: a value, or an error with where it was raised."""
    try:
        signal.signal(signal.SIGTERM, _end)
        try:
            return pickle.dumps((pickle.loads(work)(*pickle.loads(job)), None))
        except Exception as error:
            return _told(error, "".join(traceback.format_exception(error)))
        finally:
            signal.signal(signal.SIGTERM, _leave)
    except _Ended:
        os._exit(1)  # at once: the next piece of work may be waiting


def _told(error: Exception, where: str) -> bytes:
    """An error as it travels; one that cannot is told by its name and its words."""
    try:
        said = pickle.dumps((error, where))
        pickle.loads(said)
    except Exception:
        return pickle.dumps((RuntimeError(f"{type(error).__name__}: {error}"), where))
    return said


def _leave(*_: Any) -> NoReturn:
    """Who waits for work has nothing to put away, and would only say where it was waiting."""
    os._exit(1)


def _end(*_: Any) -> NoReturn:
    raise _Ended


def _unraised(told: "sys.UnraisableHookArgs") -> None:
    """What is raised where something is taken apart passes no further; an end is an end there too."""
    if isinstance(told.exc_value, _Ended):
        os._exit(1)
    sys.__unraisablehook__(told)
