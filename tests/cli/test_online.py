"""Two people in two terminals: `igroteka serve`, `igroteka play --join`, a whole game, backup and restore."""

import contextlib
import json
import os
import re
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

import pytest

from igroteka.games import game as on_shelf
from igroteka.table.record import read_record
from igroteka.table.verify import verify

COMMAND = [sys.executable, "-m", "igroteka.cli.main"]


class Terminal:
    """A running command with a keyboard and a screen."""

    def __init__(self, folder: Path, *words: str) -> None:
        state = {"XDG_STATE_HOME": str(folder), "PYTHONUTF8": "1", "PYTHONUNBUFFERED": "1", "COLUMNS": "200"}
        self.process = subprocess.Popen(
            [*COMMAND, *words], env={**os.environ, **state}, text=True, bufsize=1,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip
        self.screen = ""
        self._watching = threading.Thread(target=self._watch, args=(self.process.stdout,), daemon=True)
        self._watching.start()

    def _watch(self, stream: IO[str]) -> None:
        with stream:
            for line in stream:
                self.screen += line

    def type(self, line: str) -> None:
        assert self.process.stdin
        try:
            self.process.stdin.write(line + "\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            raise AssertionError(self.screen[-2000:]) from None

    def wait_for(self, pattern: str, seconds: float = 120) -> re.Match[str]:
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            if found := re.search(pattern, self.screen):
                return found
            time.sleep(0.02)
        raise AssertionError(f"{pattern!r} never came:\n{self.screen[-3000:]}")

    def close(self) -> int:
        self.process.terminate()
        return self.ended()

    def ended(self) -> int:
        status = self.process.wait(15)
        self._watching.join(5)
        assert self.process.stdin
        with contextlib.suppress(BrokenPipeError):
            self.process.stdin.close()
        return status


@pytest.fixture
def server(tmp_path: Path) -> Iterator[tuple[str, Path]]:
    data = tmp_path / "data"
    terminal = Terminal(
        tmp_path, "serve", "--data", str(data), "--port", "0", "--lang", "en", "--bot-pace", "0"
    )
    address = terminal.wait_for(r"ready: (http://\S+)")[1]
    yield address, data
    assert terminal.close() == 0, terminal.screen
    terminal.wait_for("The server has stopped")
    assert "Traceback" not in terminal.screen


def asked(address: str) -> Any:
    with urllib.request.urlopen(address, timeout=60) as answer:
        return json.load(answer)


def test_two_people_in_two_terminals_finish_a_game(server: tuple[str, Path], tmp_path: Path) -> None:
    address, data = server
    words = ("play", "sequence", "-o", "draw=automatic", "--join", address, "--name", "Ann", "--lang", "en")
    ann = Terminal(tmp_path / "a", *words)
    link = ann.wait_for(r"Your table: (\S+/t/\S+)")[1]
    ann.wait_for("Free seats: 1")
    bob = Terminal(tmp_path / "b", "play", "--join", link, "--name", "Боря", "--lang", "ru")
    ann.wait_for("Everyone is here")
    ann.type("start")
    until = time.monotonic() + 600
    turns = {ann: 0, bob: 0}
    while "Type again" not in ann.screen and time.monotonic() < until:
        for person, words in ((ann, "Your turn, Ann"), (bob, "Боря, твой ход")):
            if person.screen.count(words) > turns[person]:
                turns[person] = person.screen.count(words)
                person.type("1")
        time.sleep(0.01)
    ann.wait_for(r"(wins?: the sequences are complete|Drawn).*\(rule SQ-")
    bob.wait_for(r"(Победа|Ничья).*\(правило SQ-")
    assert "Боря places a chip" in ann.screen
    assert "Ann ставит жетон" in bob.screen
    for person in (ann, bob):
        person.type("q")
        assert person.ended() == 0
        assert "Traceback" not in person.screen
    table = link.rsplit("/", 1)[1]
    with urllib.request.urlopen(f"{address}/api/tables/{table}/rounds/1/record", timeout=60) as answer:
        record = read_record(answer.read())
    assert verify(record, on_shelf("sequence")).verified
    saved = tmp_path / "copy.sqlite3"
    done = subprocess.run(
        [*COMMAND, "backup", str(saved), "--data", str(data)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    restored = tmp_path / "restored"
    restored.mkdir()
    again = subprocess.run(
        [*COMMAND, "restore", str(saved), "--data", str(restored)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert again.returncode == 0, again.stderr
    second = Terminal(tmp_path, "serve", "--data", str(restored), "--port", "0", "--lang", "en")
    where = second.wait_for(r"ready: (http://\S+)")[1]
    assert asked(f"{where}/api/tables/{table}")["results"]
    assert second.close() == 0


def test_one_person_plays_with_bots_and_comes_back_to_the_same_seat(
    server: tuple[str, Path], tmp_path: Path
) -> None:
    address, _ = server
    words = ("--join", address, "--name", "Ann", "--lang", "en")
    ann = Terminal(tmp_path / "a", "play", "upturn", "--seats", "3", *words)
    link = ann.wait_for(r"Your table: (\S+/t/\S+)")[1]
    ann.wait_for("Type bots")
    ann.type("bots")
    ann.wait_for("Your turn, Ann")
    ann.type("1")
    ann.wait_for("Ann ")
    ann.type("q")
    assert ann.ended() == 0
    back = Terminal(tmp_path / "a", "play", "--join", link, "--name", "Ann", "--lang", "en")
    back.wait_for("Ann  ▯")
    back.type("q")
    assert back.ended() == 0
    people = asked(f"{address}/api/tables/{link.rsplit('/', 1)[1]}")["people"]
    assert [person["name"] for person in people] == ["Ann"]


@pytest.mark.parametrize(
    ("link", "message"),
    [
        ("http://127.0.0.1:9", "no answer from http://127.0.0.1:9"),
        ("ftp://somewhere", "neither the address of a server nor the link"),
        ("http://127.0.0.1:9/what/ever", "neither the address of a server nor the link"),
    ],
)
def test_a_link_that_leads_nowhere_is_refused_in_plain_words(link: str, message: str) -> None:
    done = subprocess.run(
        [*COMMAND, "play", "sequence", "--join", link, "--lang", "en"],
        capture_output=True, text=True, timeout=600, check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert message in done.stderr


def test_a_table_that_is_gone_is_refused_in_plain_words(server: tuple[str, Path]) -> None:
    done = subprocess.run(
        [*COMMAND, "play", "--join", f"{server[0]}/t/nothing", "--lang", "en"],
        capture_output=True, text=True, timeout=600, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr.strip()) == (2, "There is no such table.")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["prune", "--older", "soon"], "not a span of time"),
        (["prune", "--older", "9" * 5000 + "d"], "not a span of time"),
        (["archive", "--older", "9" * 400 + "h"], "not a span of time"),
        (["prune", "--older", "90d"], "igroteka.sqlite3 cannot be read: No such file or directory"),
        (["prune", "--older", "3d"], "kept for 30 days at least"),
        (["restore", "no-such-file"], "no-such-file"),
        (["serve", "--port", "99999"], "port (IGROTEKA_PORT) cannot be “99999”. Possible: ≥ 0, ≤ 65535"),
        (["serve", "--tls-cert", "x.pem", "--tls-key", "x.pem", "--port", "0"], "x.pem cannot be read"),
        (["serve", "--tls-cert", "x.pem"], "both --tls-cert and --tls-key"),
    ],
)
def test_bad_words_for_keeping_data_are_refused(tmp_path: Path, words: list[str], message: str) -> None:
    done = subprocess.run(
        [*COMMAND, *words, "--data", str(tmp_path), "--lang", "en"],
        capture_output=True, text=True, timeout=600, check=False,
    )  # fmt: skip
    assert done.returncode == 2, done.stdout + done.stderr
    assert message in done.stderr
    assert "Traceback" not in done.stderr
