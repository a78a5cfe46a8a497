"""SIGTERM, and a terminal that is closed: what writes a file leaves nothing half written behind."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from igroteka.server.settings import DATABASE
from igroteka.store.copies import backup
from igroteka.store.sqlite import SqliteStore
from store.rows import row, table, using

PATIENCE = 60.0
LONG = 400
"""Rows of a hundred kilobytes: copying them takes some hundred milliseconds."""


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    async def fill(store: SqliteStore) -> None:
        await store.open(table(), row(1))
        for number in range(2, LONG):
            await store.append("t", row(number, events=os.urandom(50_000).hex().encode()))

    folder = tmp_path_factory.mktemp("data")
    using(folder / DATABASE, fill)
    backup(folder / DATABASE, folder / "copy")
    return folder


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGHUP])
@pytest.mark.parametrize("command", ["backup", "restore", "export"])
def test_nothing_half_written_stays(data: Path, tmp_path: Path, command: str, how: signal.Signals) -> None:
    """It was a hidden file of the size of all tables, one more each time, until the disk was full."""
    into = tmp_path / "into"
    into.mkdir()
    words = ["restore", str(data / "copy"), "--data", str(into)]
    if command != "restore":
        words = [command, str(into / "copy"), "--data", str(data)]
    with subprocess.Popen([sys.executable, "-m", "igroteka.cli.entry", *words]) as child:
        until = time.monotonic() + PATIENCE
        while child.poll() is None and not half_written(into) and time.monotonic() < until:
            time.sleep(0.001)
        child.send_signal(how)
        assert child.wait(PATIENCE) in (0, 128 + how)  # 0: it was there before it heard
    assert half_written(into) == []


def half_written(folder: Path) -> list[str]:
    return [file.name for file in folder.iterdir() if file.name.startswith(".")]
