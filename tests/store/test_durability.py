"""What was acknowledged is there after a kill or a power cut, at whatever moment."""

import random
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from store.rows import need_intact, query

APPENDER = Path(__file__).with_name("appender.py")


def acknowledged_until_killed(seconds: float, *arguments: Path) -> dict[str, int]:
    """Let a process append, kill it that long after its first word, and say what it was promised."""
    command = [sys.executable, str(APPENDER), *map(str, arguments)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        said = [process.stdout.readline()]
        timer = threading.Timer(seconds, process.kill)
        timer.start()
        said += process.stdout
        timer.join()
    assert process.returncode == -9, said
    return {id: int(number) for id, number in (line.split() for line in said)}


def need_kept(path: Path, promised: dict[str, int]) -> None:
    kept = dict(query(path, "SELECT id, rows FROM tables"))
    assert promised
    lost = {id: (number, kept.get(id)) for id, number in promised.items() if kept.get(id, 0) < number}
    assert not lost
    need_intact(path)


def test_five_kills_lose_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    path = tmp_path / "igroteka.db"
    promised: dict[str, int] = {}
    for moment in range(5):
        seconds = random.Random(f"kill {moment}").uniform(0.0, 0.5)
        promised |= acknowledged_until_killed(seconds, path)
        need_kept(path, promised)


@pytest.mark.parametrize("moment", range(3))
def test_a_power_cut_loses_nothing_that_was_acknowledged(tmp_path: Path, moment: int) -> None:
    path, image = tmp_path / "igroteka.db", tmp_path / "synced"
    image.mkdir()
    seconds = random.Random(f"cut {moment}").uniform(0.0, 0.8)
    promised = acknowledged_until_killed(seconds, path, image)
    need_kept(image / "igroteka.db", promised)
