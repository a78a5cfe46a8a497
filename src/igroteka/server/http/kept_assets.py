"""Hashed files of former versions: a page that was opened before an upgrade still fetches its parts."""

import os
import re
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from igroteka.server.logs import logger

_NAME: Final = re.compile(r"\w[\w.-]{0,120}")
_DAYS: Final = 30.0
"""How long the files of a version are kept after its last start; pages are not left open for longer."""


class KeptAssets:
    """A folder with the files of this version and of those before it; servers of one machine may share it.

    The name of a file has the hash of its content in it: files of two versions never differ under one name.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def keep(self, files: Mapping[str, bytes]) -> None:
        """Put these beside what is there, and forget what no version has had for long."""
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            new = [name for name in files if not self._is_here(name)]
            self._forget(time.time() - 86_400 * _DAYS)  # first: where a disk is full, that makes room
            self._add({name: files[name] for name in new})
        except OSError as error:
            fields = {"folder": str(self._folder), "problem": error.strerror or ""}
            logger.warning("files of former versions are not kept", extra={"fields": fields})

    def read(self, name: str) -> bytes | None:
        """A file by its name; None if it was never there, or is not any more."""
        if not _NAME.fullmatch(name):
            return None
        try:
            return (self._folder / name).read_bytes()
        except OSError:
            return None

    def _is_here(self, name: str) -> bool:
        """Whether it is; then it is kept for longer."""
        file = self._folder / name
        if file.exists():
            os.utime(file)
            return True
        return False

    def _add(self, files: Mapping[str, bytes]) -> None:
        """All of them or none: the last room of a disk is for tables."""
        added: list[Path] = []
        try:
            for name, content in files.items():
                self._write(self._folder / name, content)
                added.append(self._folder / name)
        except OSError:
            for file in added:
                file.unlink(missing_ok=True)
            raise

    def _write(self, file: Path, content: bytes) -> None:
        handle, fresh = tempfile.mkstemp(dir=self._folder, prefix=".new-")
        try:
            with open(handle, "wb") as written:
                written.write(content)
            os.replace(fresh, file)
        except OSError:
            os.unlink(fresh)
            raise

    def _forget(self, before: float) -> None:
        for file in self._folder.iterdir():
            if file.stat().st_mtime < before:
                file.unlink(missing_ok=True)
