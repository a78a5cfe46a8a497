"""Threads for the code of others: nobody waits for them at the end; what does not come back is cut short."""

import asyncio
import contextlib
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future
from functools import partial
from threading import Lock, Thread, get_ident, main_thread
from typing import Any, Final, TypeVar

T = TypeVar("T")

_LOOK: Final = 0.25
_AGAIN: Final = 1.0
"""Seconds after which it is tried once more, should the first go unheard."""


class TooSlow(BaseException):
    """Raised within a function of a guest that does not answer; not to be caught there by mistake."""


class LeavingThreads(Executor):
    """A thread for each call, which nobody waits for at the end: a bot of one's own may never come back."""

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        future = Future[T]()

        def run() -> None:
            if future.set_running_or_notify_cancel():
                try:
                    future.set_result(fn(*args, **kwargs))
                except BaseException as error:  # as executors do: it is raised where it was asked
                    future.set_exception(error)

        Thread(target=run, name="searching-bots", daemon=True).start()
        return future


LEAVING: Final = LeavingThreads()


async def apart(work: Callable[..., T], *given: Any) -> T:
    """As `asyncio.to_thread`, for what may take long: a server that stops does not wait for it.

    Each has a thread: who calls this takes care that they are few at once.
    """
    return await asyncio.get_running_loop().run_in_executor(LEAVING, partial(work, *given))


class _Work:
    """Something that is done in a thread, and until when."""

    __slots__ = ("is_cut", "thread", "until")

    def __init__(self, seconds: float) -> None:
        self.thread = get_ident()
        self.until = time.monotonic() + seconds
        self.is_cut = False


class Scissors:
    """Raises TooSlow in threads that have worked for too long.

    A signal only reaches the main thread. Here it comes when the next line of Python is begun: what waits in
    the system, or counts in C, is not reached.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._working: set[_Work] = set()
        self._watching: Thread | None = None

    def within(self, seconds: float, work: Callable[[], T]) -> T:
        """What the work answers, or TooSlow; on the main thread it takes as long as it takes."""
        if get_ident() == main_thread().ident:
            return work()
        one = _Work(seconds)
        self._begin(one)
        try:
            return work()
        finally:
            while one in self._working:
                with contextlib.suppress(TooSlow):  # it came when the work was done already
                    self._end(one)

    def _begin(self, one: _Work) -> None:
        with self._lock:
            self._working.add(one)
            if self._watching is None:
                self._watching = Thread(target=self._watch, name="scissors", daemon=True)
                self._watching.start()

    def _end(self, one: _Work) -> None:
        """From here on nobody cuts, and what was on its way does not come: the thread has other work next."""
        with self._lock:
            self._working.discard(one)
            if one.is_cut:
                _raise_in(one.thread, None)

    def _watch(self) -> None:
        while True:
            time.sleep(_LOOK)
            now = time.monotonic()
            with self._lock:
                for one in self._working:
                    if now >= one.until:
                        one.until, one.is_cut = now + _AGAIN, True
                        _raise_in(one.thread, TooSlow)


def _raise_in(thread: int, error: type[BaseException] | None) -> None:
    """None takes back what has not been raised yet."""
    import ctypes  # seldom needed, and not for browsers

    raised = None if error is None else ctypes.py_object(error)
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), raised)


SCISSORS: Final = Scissors()
