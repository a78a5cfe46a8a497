"""Whose a file is: what root writes in the place of a server's file, or beside it, is the server's too."""

import os
from pathlib import Path


def as_owned(handle: int, by: Path) -> None:
    """Give an open file to whom this one belongs, if it is there: root can, and nobody else needs to.

    SQLite does so with what it keeps beside a file.
    """
    if hasattr(os, "geteuid") and os.geteuid() == 0 and by.exists():
        whose = by.stat()
        os.chown(handle, whose.st_uid, whose.st_gid)
