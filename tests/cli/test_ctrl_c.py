"""Ctrl-C in a terminal: long commands keep what is there, say how much that is, and leave nobody behind."""

import os
import pty
import re
import signal
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path

import pytest

PATIENCE = 600
SMALL = ["--game", "etazhiki", "--processes", "2"]
LISTENING = """
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)
from igroteka.cli.main import main
main()
"""
"""Tests in the background of a shell are started deaf to Ctrl-C, and so would be those whom they start."""


class Terminal:
    """A command with a terminal for its messages, in a group of its own, as a shell starts it.

    What it says is read all the time: a bar that nobody reads fills the terminal, and whoever draws it waits.
    """

    def __init__(self, folder: Path, *words: str) -> None:
        self._near, far = pty.openpty()
        self.said, self._ended = "", False
        self._more = threading.Condition()
        self.process = subprocess.Popen(
            [sys.executable, "-c", LISTENING, *words],
            cwd=folder, stdout=subprocess.PIPE, stderr=far, text=True, start_new_session=True,
        )  # fmt: skip
        os.close(far)
        self._reader = threading.Thread(target=self._read)
        self._reader.start()

    def wait_for(self, count: int) -> None:
        """Until so many pieces of the work are done, as the bar tells; it must not end before that."""
        with self._more:
            assert self._more.wait_for(lambda: self._ended or self._told() >= count, PATIENCE), self.said
        assert self._told() >= count, f"it ended by itself: {self.said}"

    def interrupt(self) -> tuple[str, int]:
        """Ctrl-C goes to everybody in the group; what the command printed, and its status."""
        os.killpg(self.process.pid, signal.SIGINT)
        printed, _ = self.process.communicate(timeout=PATIENCE)
        self._reader.join(PATIENCE)
        assert not self._reader.is_alive(), f"somebody is still there: {self.said}"
        return printed, self.process.returncode

    def _told(self) -> int:
        return max((int(done) for done in re.findall(r"(\d+)/\d+", self.said)), default=0)

    def _read(self) -> None:
        """Until all who could write here are gone, the workers included."""
        with suppress(OSError):
            while more := os.read(self._near, 65536):
                with self._more:
                    self.said += more.decode(errors="replace")
                    self._more.notify()
        with self._more:
            self._ended = True
            self._more.notify()

    def close(self) -> None:
        with suppress(ProcessLookupError):  # nobody is left, as it should be
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.communicate()
        self._reader.join()
        os.close(self._near)


@pytest.fixture
def begin(tmp_path):
    made = []

    def run(*words: str) -> Terminal:
        made.append(Terminal(tmp_path, *words))
        return made[-1]

    yield run
    for one in made:
        one.close()


def interrupted(terminal: Terminal, what: str, after: int) -> tuple[str, int]:
    terminal.wait_for(after)
    printed, status = terminal.interrupt()
    assert re.search(rf"Interrupted: \d+ of \d+ {what} are there\.", terminal.said)
    assert "Traceback" not in terminal.said
    return printed, status


def test_the_arena_tells_of_the_deals_that_were_played_from_every_place(begin):
    arena = begin("arena", *SMALL, "--bots", "player,beginner", "--seats", "2", "--games", "4000")
    printed, status = interrupted(arena, "games", 10)
    assert status == 1
    deals, lineups = map(
        int, re.search(r"(\d+) deals from seed 0 on, each in (\d) lineups", printed).groups()
    )
    assert f"{deals * lineups} games" in printed
    assert 0 < deals < 2000
    assert lineups == 2


@pytest.mark.long  # the same way as in the arena
def test_random_games_are_summed_up_as_far_as_they_came(begin):
    printed, status = interrupted(begin("soak", *SMALL, "--games", "20000"), "games of etazhiki", 16)
    assert status == 1
    assert 16 <= int(re.search(r"etazhiki: (\d+) random games", printed)[1]) < 20000


def test_a_data_set_keeps_whole_parts_and_nothing_else(begin, tmp_path):
    words = ["--bots", "random,random", "--seats", "2", "--games", "8000", "--part-games", "4"]
    data = begin("dataset", *SMALL, *words, "--out", "games")
    _, status = interrupted(data, "parts", 2)
    assert status == 1
    assert "The same command goes on." in data.said
    kept = sorted(file.name for file in (tmp_path / "games").iterdir())
    assert kept[0] == "dataset.json"
    assert len(kept) > 2
    assert all(name.endswith(".parquet") for name in kept[1:])


@pytest.mark.long
def test_a_study_reports_what_is_there(begin, tmp_path):
    study = begin("study", "worth", *SMALL, "--games", "4000", "--out", "studies", "--no-html")
    _, status = interrupted(study, "games", 16)
    assert status == 0
    assert re.search(r"games of 8,000 \(interrupted\)", (tmp_path / "studies" / "worth.md").read_text())


def test_advice_is_held_to_the_games_so_far_and_no_other_kind_of_table_begins(begin):
    words = ["--seats", "2", "--seats", "3", "-o", "variant=medium", "--looks", "20", "--games", "4000"]
    bench = begin("bench", "bots", "--calibration", *SMALL, *words)
    printed, status = interrupted(bench, "games of etazhiki 2 variant=medium", 8)
    assert status == 1
    assert 8 <= int(re.search(r"etazhiki 2 variant=medium: (\d+) games", printed)[1]) < 4000
    assert "etazhiki 3" not in printed + bench.said


INTERRUPTED = """
import os, signal, sys, threading
signal.signal(signal.SIGINT, signal.default_int_handler)
from igroteka.cli.entry import main
threading.Timer(float(sys.argv.pop(1)), os.kill, (os.getpid(), signal.SIGINT)).start()
main()
"""
"""A command that hears Ctrl-C so many seconds after it was begun."""


@pytest.mark.parametrize("seconds", [0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 0.8])
def test_at_any_moment_it_ends_a_command_without_a_traceback(seconds):
    """While it is loaded, too, which takes half a second: that is when people see what they have mistyped."""
    words = [str(seconds), "soak", "--game", "etazhiki", "--games", "20000"]
    command = [sys.executable, "-c", INTERRUPTED, *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode in (1, 130, -signal.SIGINT)
    assert "Traceback" not in done.stderr
