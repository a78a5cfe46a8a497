"""Whose a file is: what root writes in the place of a server's file, or beside it, is the server's too."""

import os
from pathlib import Path


def make(file: Path, like: Path) -> None:
    """An empty file that only its owner can read: whose the other one is, if that is there.

    Only root can give a file away, and nobody else needs to; SQLite does so with what it keeps beside a file.
    """
    handle = os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    try:
        if hasattr(os, "geteuid") and os.geteuid() == 0 and like.exists():
            whose = like.stat()
            os.chown(handle, whose.st_uid, whose.st_gid)
    finally:
        os.close(handle)
