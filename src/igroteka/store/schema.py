"""The tables inside a SQLite file, how they came to be, and connections to them."""

import errno
import os
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

import apsw

from igroteka.core import Refused

OURS: Final = 0x4947524F
"""`application_id` of our files ("IGRO"), so that another program's database is not written into."""

# Bytes of a log lie where they were appended and the index holds only numbers: 32 tables that each get a
# row dirty a handful of pages. Clustered by table they would dirty 32, at more than twice the CPU.
# No index holds `touched`, which every append changes.
FIRST: Final = """
CREATE TABLE tables (
    key      INTEGER PRIMARY KEY,
    id       TEXT    NOT NULL UNIQUE,
    code     TEXT    NOT NULL UNIQUE,
    game     TEXT    NOT NULL,
    listed   INTEGER NOT NULL,
    born     REAL    NOT NULL,
    touched  REAL    NOT NULL,
    finished INTEGER NOT NULL,
    rows     INTEGER NOT NULL
) STRICT;
CREATE INDEX in_play ON tables (listed, id) WHERE finished = 0;
CREATE TABLE log (
    key    INTEGER NOT NULL REFERENCES tables ON DELETE CASCADE,
    number INTEGER NOT NULL,
    time   REAL    NOT NULL,
    who    TEXT,
    seat   INTEGER,
    intent BLOB    NOT NULL,
    events BLOB    NOT NULL,
    asked  TEXT,
    PRIMARY KEY (key, number)
) STRICT;
"""

# Reviews of finished games, the newest with the highest id; they go with their table.
REVIEWS: Final = """
CREATE TABLE reviews (
    id     INTEGER PRIMARY KEY AUTOINCREMENT,
    key    INTEGER NOT NULL REFERENCES tables ON DELETE CASCADE,
    round  INTEGER NOT NULL,
    review BLOB    NOT NULL,
    UNIQUE (key, round)
) STRICT;
"""

# Games that are over, packed (`packing.py`): rows 1 up to, and with, `upto` of their logs.
ARCHIVE: Final = """
CREATE TABLE archive (
    key    INTEGER PRIMARY KEY REFERENCES tables ON DELETE CASCADE,
    upto   INTEGER NOT NULL,
    packed BLOB    NOT NULL
) STRICT;
"""

MIGRATIONS: Final = (FIRST, REVIEWS, ARCHIVE)
"""Number n brings a file from version n - 1 to n; written once, never changed."""

VERSION: Final = len(MIGRATIONS)
WITH_ARCHIVE: Final = 3
"""From this version on a file may have logs that are packed."""


_FORGOTTEN: Final[dict[type[Exception], str]] = {
    apsw.FullError: "database or disk is full",
    apsw.IOError: "disk I/O error",
    apsw.CorruptError: "database disk image is malformed",
    apsw.NotADBError: "file is not a database",
    apsw.ReadOnlyError: "attempt to write a readonly database",
}
"""SQLite's own words, which it forgets after a backup."""


@contextmanager
def refusing(file: Path) -> Iterator[None]:
    """What SQLite or the disk has against this file, as a refusal."""
    try:
        yield
    except (apsw.Error, OSError) as fault:
        raise Refused("data-unusable", None, file=str(file), problem=problem(fault)) from fault


def problem(fault: Exception) -> str:
    """A fault in its own words, without the path that the sentence names anyway."""
    if isinstance(fault, OSError) and fault.strerror:
        return fault.strerror
    said = str(fault)
    if said not in ("", "not an error"):
        return said
    return _FORGOTTEN.get(type(fault), type(fault).__name__)


@contextmanager
def transaction(db: apsw.Connection) -> Iterator[None]:
    """All of it or nothing, and the write lock from the beginning."""
    db.execute("BEGIN IMMEDIATE")
    try:
        yield
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:  # after a full disk SQLite has rolled back by itself
            db.execute("ROLLBACK")
        raise


def for_writing(file: Path) -> apsw.Connection:
    """The connection that appends: whatever it commits is on disk."""
    file.touch(mode=0o600)  # the log holds secrets; SQLite gives its side files the same rights
    db = apsw.Connection(str(file), flags=apsw.SQLITE_OPEN_READWRITE)
    if db.readonly("main"):  # SQLite falls back to this without a word
        raise PermissionError(13, "The file may only be read")
    db.set_busy_timeout(5000)
    known(db, file)
    db.pragma("journal_mode", "wal")
    db.pragma("synchronous", "full")
    db.pragma("fullfsync", True)  # macOS: plain fsync leaves data in the drive's cache
    db.pragma("foreign_keys", True)
    db.pragma("temp_store", "memory")  # what a statement of many rows would undo is not written to a file
    db.pragma("journal_size_limit", 64 * 1024 * 1024)  # a long backup lets the WAL grow
    return db


def for_reading(file: Path) -> apsw.Connection:
    """A connection that can do no harm, also beside a running server."""
    if not file.exists():  # SQLite only says that it cannot open it
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))
    if file.is_dir():  # and of this, that there was an error on the disk
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    db = apsw.Connection(str(file), flags=apsw.SQLITE_OPEN_READONLY)
    db.set_busy_timeout(5000)
    return db


def known(db: apsw.Connection, file: Path) -> int:
    """The version of this file; Refused if it is another program's, or from a later Igroteka."""
    version = int(db.pragma("user_version"))
    empty = not version and not db.execute("SELECT 1 FROM sqlite_schema").fetchall()
    if not empty and db.pragma("application_id") != OURS:
        problem = "a database of another program"
        raise Refused("data-unusable", None, file=str(file), problem=problem)
    if version > VERSION:
        raise Refused("data-newer", None, file=str(file), version=version, known=VERSION)
    return version


_MADE: Final = (
    "SELECT name, sql FROM sqlite_schema WHERE type <> 'index' AND name NOT LIKE 'sqlite^_%' ESCAPE '^'"
)


def need_tables(db: apsw.Connection, file: Path) -> None:
    """Refused where they were not made as ours are: what is called so may be a view with rows without end."""
    with closing(apsw.Connection(":memory:")) as ours:
        for made in MIGRATIONS[: known(db, file)]:
            ours.execute(made)
        wanted = ours.execute(_MADE).fetchall()
    if sorted(db.execute(_MADE).fetchall()) != sorted(wanted):
        raise Refused("data-unusable", None, file=str(file), problem="a database of another program")


def migrate(db: apsw.Connection, file: Path) -> tuple[int, int]:
    """Bring a file to this version: from which, to which. Those who come second find it done."""
    with transaction(db):
        before = known(db, file)
        for number in range(before + 1, VERSION + 1):
            db.execute(MIGRATIONS[number - 1])
            db.pragma("application_id", OURS)
            db.pragma("user_version", number)
    return before, VERSION
