"""Making room on a disk that has hardly any left: that is when somebody prunes."""

import asyncio
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from igroteka.server.settings import DATABASE
from igroteka.store.sqlite import SqliteStore
from server.disks import small_disk
from server.serving import clean
from store.rows import need_intact, query, row, table, using

OLD = 40


@pytest.fixture
def data(tmp_path: Path) -> Iterator[Path]:
    """A folder with 1.5 MB of tables that nobody has touched since 1970, and one of as much that is new."""
    with small_disk(tmp_path / "disk") as mounted:
        if not mounted:
            pytest.skip("no file system of a few megabytes can be mounted here")
        made = tmp_path / DATABASE
        using(made, fill)
        (tmp_path / "disk" / DATABASE).write_bytes(made.read_bytes())
        yield tmp_path / "disk"


async def fill(store: SqliteStore) -> None:
    for name in map(str, range(OLD)):
        await store.open(table(name, touched=1.0), row(1, time=1.0))
    for first in range(0, OLD, 4):  # those that are played at the same time lie side by side
        for number in range(2, 100):
            one = row(number, time=1.0, events=b"x" * 300)
            await asyncio.gather(*(store.append(str(n), one, True) for n in range(first, first + 4)))
    await store.open(table("new", touched=2e9), row(1, time=2e9))
    await asyncio.gather(*(store.append("new", row(n, time=2e9, events=b"x" * 5000)) for n in range(2, 300)))


def igroteka(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "igroteka", *words, "--lang", "en"]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, env=clean(), check=False)


def leave(folder: Path, size: int) -> None:
    """So many bytes of the disk."""
    disk = os.statvfs(folder)
    (folder / "ballast").write_bytes(bytes(disk.f_bavail * disk.f_bsize - size))


def test_pruning_needs_less_room_than_it_makes_and_says_why_the_disk_has_it_not(data: Path) -> None:
    """To give room back the file is written anew, for which there is none; what is deleted is deleted."""
    leave(data, 800_000)
    done = igroteka("prune", "--older", "90d", "--data", str(data))
    assert done.returncode == 0, done.stderr
    assert f"{OLD} tables deleted." in done.stdout
    assert "new tables will use it" in done.stderr
    assert "full" in done.stderr
    assert query(data / DATABASE, "SELECT id FROM tables") == [("new",)]
    need_intact(data / DATABASE)


@pytest.mark.parametrize("words", [("prune", "--older", "90d"), ("archive", "--older", "90d")])
def test_without_any_room_it_is_said_and_is_no_fault_of_ours(data: Path, words: tuple[str, ...]) -> None:
    leave(data, 60_000)
    done = igroteka(*words, "--data", str(data))
    assert done.returncode == 2, done.stderr
    assert f"{DATABASE} cannot be used: " in done.stderr
    assert "full" in done.stderr
