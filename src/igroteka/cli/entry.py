"""Where the `igroteka` command begins: the rest of it needs the extra `cli`."""

import os
import signal
import sys
from collections.abc import Callable
from typing import Final

import igroteka
from igroteka.core.extras import need

_INTERRUPTED: Final = 128 + signal.SIGINT


def main() -> None:
    """Run the command, or say in one sentence what it needs; its version needs nothing."""
    _open_what_is_closed()
    if sys.argv[1:] == ["--version"]:
        print(f"igroteka {igroteka.__version__}")
        return
    try:
        need("The igroteka command", "cli", "typer", "rich", "yaml")
    except ModuleNotFoundError as missing:
        print(missing, file=sys.stderr)
        raise SystemExit(2) from None
    try:
        _loaded()()
    except KeyboardInterrupt:  # a command says itself what it has done so far; this was before, or after
        raise SystemExit(_INTERRUPTED) from None


def _open_what_is_closed() -> None:
    """Started with nobody to listen or talk to (`>&- 2>&-`), a server would have a socket in that place."""
    for usual in range(3):
        if not _is_open(usual):
            os.open(os.devnull, os.O_RDWR)  # takes the lowest that is free


def _is_open(number: int) -> bool:
    try:
        os.fstat(number)
    except OSError:
        return False
    return True


def _loaded() -> Callable[[], None]:
    """The command. Ctrl-C while it is loaded ends it as it ends any program, without a word about modules."""
    heard = signal.getsignal(signal.SIGINT)
    if heard is not signal.default_int_handler:  # somebody has other plans
        return _main()
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        return _main()
    finally:
        signal.signal(signal.SIGINT, heard)


def _main() -> Callable[[], None]:
    from igroteka.cli.main import main as run

    return run


if __name__ == "__main__":
    main()
