"""One server at a time: a lock that ends with the process that holds it."""

from pathlib import Path

import apsw

from igroteka.core import Refused
from igroteka.store.owner import make
from igroteka.store.schema import refusing

PATIENCE = 500
"""Milliseconds to wait for a server that is just leaving."""


def hold(file: Path) -> apsw.Connection:
    """Hold this file until the lock is closed; Refused if somebody else does.

    The lock is SQLite's own, on an empty database beside the file: it works wherever SQLite works, and
    backups may read the file itself meanwhile.
    """
    with refusing(file):
        _make(Path(f"{file}.lock"), file)
        lock = apsw.Connection(f"{file}.lock")
        try:
            lock.set_busy_timeout(PATIENCE)
            lock.pragma("journal_mode", "memory")  # nothing is ever written: no third file
            lock.execute("BEGIN EXCLUSIVE")
        except apsw.BusyError as busy:
            lock.close()
            raise Refused("data-in-use", None, file=str(file)) from busy
        return lock


def _make(empty: Path, beside: Path) -> None:
    """Whoever comes first: root may come before the server that owns the file."""
    try:
        make(empty, beside)
    except FileExistsError:
        empty.touch()
