"""Disks that are full: a small file system where one may be mounted, else a bound on what files may hold."""

import contextlib
import resource
import subprocess
from collections.abc import Iterator
from pathlib import Path

from server.serving import Server

_MEGABYTES = 4


@contextlib.contextmanager
def small_disk(folder: Path) -> Iterator[bool]:
    """A file system of four megabytes at this folder; whether it could be mounted."""
    folder.mkdir()
    options = f"size={_MEGABYTES}m"
    mount = ["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(folder)]
    mounted = subprocess.run(mount, capture_output=True, check=False).returncode == 0
    try:
        yield mounted
    finally:
        if mounted:
            subprocess.run(["umount", "-l", str(folder)], check=True)


@contextlib.contextmanager
def filled(folder: Path) -> Iterator[None]:
    """Not one byte more goes onto the file system of this folder."""
    ballast = folder / "ballast"
    size = 1 << 20
    with ballast.open("wb", buffering=0) as file:
        while size:
            try:
                file.write(b"x" * size)
            except OSError:
                size //= 2
    try:
        yield
    finally:
        ballast.unlink()


@contextlib.contextmanager
def files_bounded(server: Server, size: int = 1) -> Iterator[None]:
    """No file of this server grows: every write fails, as on a full disk."""
    before = resource.prlimit(server.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, before)
