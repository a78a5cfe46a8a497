"""A command that is asked to end while it writes a file: nothing half written stays behind."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Final, NoReturn

_ASKED: Final = ("SIGTERM", "SIGHUP")
"""What `systemctl stop` sends, and a terminal that is closed; Windows has no second one."""


@contextmanager
def tidily() -> Iterator[None]:
    """Meanwhile these end the command as Ctrl-C does, unless it was started deaf to them (`nohup`)."""
    known = [getattr(signal, name) for name in _ASKED if hasattr(signal, name)]
    heard = [one for one in known if signal.getsignal(one) is signal.SIG_DFL]
    for one in heard:
        signal.signal(one, _end)
    try:
        yield
    finally:
        for one in heard:
            signal.signal(one, signal.SIG_DFL)


def _end(how: int, _frame: FrameType | None) -> NoReturn:
    raise SystemExit(128 + how)
