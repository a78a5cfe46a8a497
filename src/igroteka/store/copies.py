"""Copies of a store: taken while a server runs, checked before they replace anything."""

import errno
import os
import secrets
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import apsw

from igroteka.core import Refused
from igroteka.store import lock
from igroteka.store.owner import make
from igroteka.store.schema import for_reading, for_writing, known, refusing

SIDE_FILES = ("-wal", "-shm", "-journal")


def backup(source: Path, to: Path) -> None:
    """A consistent copy of a file, also while a server writes to it; Refused if it is not whole.

    It replaces an older backup, but nothing that a server uses.
    """
    need_two_files(source, to)
    if Path(f"{to}.lock").exists():
        lock.hold(to).close()
    with refusing(source), closing(for_reading(source)) as db:
        known(db, source)
        with replacing(to) as fresh:
            _copy(db, fresh)
            need_whole(fresh, source)


def restore(backup: Path, to: Path) -> None:
    """Put a backup in place if it is whole and nobody uses the file; else Refused, and nothing changed."""
    need_two_files(backup, to)
    with refusing(backup), closing(for_reading(backup)) as db:
        known(db, backup)
        with refusing(to):
            to = to.resolve()
            to.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with closing(lock.hold(to)), replacing(to) as fresh:
            _copy(db, fresh)
            need_whole(fresh, backup)
            _settle(to)


def shrink(file: Path) -> None:
    """Give the room of what was deleted back to the disk; nobody may use the file meanwhile."""
    with closing(lock.hold(file.resolve())), refusing(file), closing(for_writing(file)) as db:
        db.execute("VACUUM")
        db.pragma("wal_checkpoint", "truncate")


def need_two_files(source: Path, to: Path) -> None:
    """Refused if the two are one file, by whatever names, or one is what SQLite keeps beside the other."""
    beside = (Path(f"{source}{side}") for side in (*SIDE_FILES, ".lock"))
    if any(_is_one(file, to) for file in (source, *beside)):
        raise Refused("copy-onto-itself", None, file=str(to))


def _is_one(file: Path, other: Path) -> bool:
    if file.resolve() == other.resolve():
        return True
    return file.exists() and other.exists() and file.samefile(other)


def _copy(db: apsw.Connection, fresh: Path) -> None:
    """All pages in one step, hence of one moment; in WAL mode those who write need not wait."""
    with closing(apsw.Connection(str(fresh))) as copy:
        with copy.backup("main", db, "main") as pages:
            pages.step()
        copy.pragma("journal_mode", "delete")  # one file, that can be read from anywhere


def need_whole(fresh: Path, backup: Path) -> None:
    """A copy that can be restored; Refused, in the name of the file that it is of, if it cannot."""
    with refusing(backup), closing(for_reading(fresh)) as db:
        if not known(db, backup):
            raise Refused("data-unusable", None, file=str(backup), problem="an empty database")
        for check in ("integrity_check", "foreign_key_check"):
            if (found := db.pragma(check)) not in ("ok", None):
                raise Refused("data-unusable", None, file=str(backup), problem=str(found))


def _settle(old: Path) -> None:
    """Fold the old WAL into the old file, then drop it: it would be replayed into the new one."""
    there = apsw.SQLITE_OPEN_READWRITE
    # It may be missing, or broken: hence a restore.
    with suppress(apsw.Error), closing(apsw.Connection(str(old), flags=there)) as db:
        db.pragma("wal_checkpoint", "truncate")
    for side in SIDE_FILES:
        Path(f"{old}{side}").unlink(missing_ok=True)
    sync_folder(old.parent)


@contextmanager
def replacing(to: Path) -> Iterator[Path]:
    """A fresh file that takes this name once it is written and on disk, or is gone.

    A link stays, and what it leads to is replaced, and belongs to whom it did; what is no file is left alone:
    root could put one in the place of /dev/null.
    """
    with refusing(to):
        to = to.resolve()
        if to.exists() and not to.is_file():
            raise OSError(errno.EINVAL, "it is no file")
        fresh = to.with_name(f".{to.name}.{secrets.token_hex(4)}")
        try:
            make(fresh, to)
            yield fresh
            _sync(fresh, os.O_RDWR)
            fresh.replace(to)
            sync_folder(to.parent)
        finally:
            for side in ("", *SIDE_FILES):
                Path(f"{fresh}{side}").unlink(missing_ok=True)


def sync_folder(folder: Path) -> None:
    """A new name is on disk only when its folder is; Windows has no such call and needs none."""
    if os.name == "posix":
        _sync(folder, os.O_RDONLY)


def _sync(path: Path, flags: int) -> None:
    handle = os.open(path, flags)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
