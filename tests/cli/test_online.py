"""Two people in two terminals: `igroteka serve`, `igroteka play --join`, a whole game, backup and restore."""

import asyncio
import contextlib
import json
import os
import re
import resource
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import IO, Any

import pytest
from websockets.asyncio.server import ServerConnection, serve
from websockets.datastructures import Headers
from websockets.http11 import Request, Response

from igroteka.cli.speech import Speech
from igroteka.cli.tokens import Tokens
from igroteka.core import Refusal
from igroteka.games import game as on_shelf
from igroteka.table.record import read_record
from igroteka.table.verify import verify
from server.client import come, open_table
from server.serving import serving

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


def asked(address: str | urllib.request.Request) -> Any:
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
    ann.wait_for(r"(wins?: five in a row|Drawn).*\(rule SQ-")
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


def test_who_plays_in_a_terminal_goes_on_where_the_host_chooses_another_game(tmp_path: Path) -> None:
    """It ended with words about a server that speaks otherwise."""
    with serving() as server, come(server, open_table(server, "upturn", 2), "Ann") as ann:
        bob = Terminal(
            tmp_path, "play", "--join", f"{server.url}/t/{ann.id}", "--name", "Bob", "--lang", "en"
        )
        ann.until(lambda: len(ann.table["people"]) == 2)
        ann.done("start")
        bob.wait_for("Your turn, Bob|Ann thinks")
        ann.done("stop_game")
        ann.done("change_game", game="etazhiki", seats=2)
        bob.wait_for("Etazhiki")
        eve = Terminal(
            tmp_path, "play", "--join", f"{server.url}/t/{ann.id}", "--name", "Eve", "--lang", "en"
        )
        ann.until(lambda: sum(one["present"] for one in ann.table["people"]) == 3)
        ann.done("start")
        bob.wait_for("(?s)Etazhiki.*(Your turn, Bob|Bob, you may act now|Ann thinks)")
        eve.wait_for("(Bob|Ann) thinks")
        for person in (bob, eve):
            person.type("q")
            assert person.ended() == 0, person.screen


@pytest.mark.parametrize(
    ("link", "message"),
    [
        ("http://127.0.0.1:9", "no answer from http://127.0.0.1:9"),
        ("ftp://somewhere", "neither the address of a server nor the link"),
        ("http://127.0.0.1:9/what/ever", "neither the address of a server nor the link"),
        ("http://[::1", "neither the address of a server nor the link"),
        ("http://127.0.0.1:no", "no answer from http://127.0.0.1:no"),
        ("http://127.0.0.1:99999", "no answer from http://127.0.0.1:99999"),
        ("http://some where", "no answer from http://some where"),
    ],
)
def test_a_link_that_leads_nowhere_is_refused_in_plain_words(link: str, message: str) -> None:
    done = subprocess.run(
        [*COMMAND, "play", "sequence", "--join", link, "--lang", "en"],
        capture_output=True, text=True, timeout=600, check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert message in done.stderr


def test_what_the_game_refuses_is_refused_in_its_own_words(server: tuple[str, Path]) -> None:
    words = ["play", "sequence", "--join", server[0], "--seats", "8", "-o", "sides=4", "--lang", "en"]
    done = subprocess.run([*COMMAND, *words], capture_output=True, text=True, timeout=600, check=False)
    assert (done.returncode, done.stderr.strip()) == (
        2,
        "There are chips for three sides at most, not for 4. (rule SQ-04)",
    )


def test_a_reason_of_another_version_is_said_as_it_came() -> None:
    assert Speech("en").refusal(Refusal("not-known-here", "XX-1", {"reason": 1})) == "not-known-here"


class Other(BaseHTTPRequestHandler):
    """Another program, that answers whatever is asked with what it has in mind."""

    answer = b""

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        self.wfile.write(self.answer)

    def log_message(self, format: str, *args: Any) -> None:
        """It has nothing to say."""


HEAD = b"HTTP/1.0 200 OK\r\n\r\n"


@pytest.mark.parametrize(
    "answer",
    [
        b"SSH-2.0-OpenSSH_9.2\r\n",
        b"",
        HEAD + b"<html>",
        HEAD + b"[]",
        HEAD + b"{}",
        HEAD + b"[" * 100_000,
        b"HTTP/1.0 400 No\r\n\r\n" + b'{"kind":"refused","reason":"x","parameters":{"reason":1}}',
        b"HTTP/1.0 200 OK\r\nContent-Length: 90\r\n\r\n{",
    ],
)
def test_another_program_at_that_address_is_no_server_and_no_fault_of_ours(answer: bytes) -> None:
    with HTTPServer(("127.0.0.1", 0), type("One", (Other,), {"answer": answer})) as other:
        threading.Thread(target=other.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{other.server_address[1]}"
        done = subprocess.run(
            [*COMMAND, "play", "sequence", "--join", address, "--lang", "en"],
            capture_output=True, text=True, timeout=600, check=False,
        )  # fmt: skip
        other.shutdown()
    assert done.returncode == 2, done.stderr
    assert f"no answer from {address}" in done.stderr


@pytest.mark.parametrize("told", ['[{"kind": "told", "number": "many"}]', "[" * 100_000])
def test_a_server_of_another_version_is_said_to_be_one(
    server: tuple[str, Path], tmp_path: Path, told: str
) -> None:
    """It lets one in, and then says something that nobody here understands."""

    async def hear(socket: ServerConnection) -> None:
        await socket.recv()
        await socket.send(told)
        await socket.wait_closed()

    table = asked_to_open(server[0])
    seen = asked(f"{server[0]}/api/tables/{table}")

    async def other() -> tuple[int, str]:
        def answer(_: ServerConnection, request: Request) -> Response | None:
            if request.path.startswith("/ws/"):
                return None
            return Response(200, "OK", Headers(), json.dumps(seen).encode())

        async with serve(hear, "127.0.0.1", 0, process_request=answer) as listening:
            port = listening.sockets[0].getsockname()[1]
            (tmp_path / "igroteka").mkdir()
            (tmp_path / "igroteka" / "seats.json").write_text(
                json.dumps({f"http://127.0.0.1:{port} {table} Ann": "token"})
            )
            words = ["play", "--join", f"http://127.0.0.1:{port}/t/{table}", "--name", "Ann", "--lang", "en"]
            child = await asyncio.create_subprocess_exec(
                *COMMAND, *words, stdin=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.DEVNULL, env={**os.environ, "XDG_STATE_HOME": str(tmp_path)},
            )  # fmt: skip
            assert child.stderr
            said = (await child.stderr.read()).decode()
            return await child.wait(), said

    status, said = asyncio.run(other())
    assert status == 2
    assert "speaks otherwise than this version of Igroteka" in said


def asked_to_open(address: str) -> str:
    body = json.dumps({"game": "upturn", "seats": 2}).encode()
    request = urllib.request.Request(f"{address}/api/tables", body, {"Content-Type": "application/json"})
    return str(asked(request)["table"])


def test_keys_to_seats_are_kept_together_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    file = tmp_path / "igroteka" / "seats.json"
    for content in ("[1]", "{", '{"a": 1}', "\x00"):
        file.parent.mkdir(exist_ok=True)
        file.write_text(content)
        assert Tokens().find("http://s", "t", "Ann") is None
        Tokens().keep("http://s", "t", "Ann", "secret")
        assert Tokens().find("http://s", "t", "Ann") == "secret"
    Tokens().keep("http://s", "u", "Ann", "other")
    assert Tokens().find("http://s", "t", "Ann") == "secret"
    assert Tokens().find("http://s", "u", "Ann") == "other"
    assert file.stat().st_mode & 0o777 == 0o600
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (8, before[1]))  # as a disk that is full
    try:
        with pytest.raises(OSError, match="too large"):
            Tokens().keep("http://s", "v", "Ann", "third")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert Tokens().find("http://s", "t", "Ann") == "secret"
    assert [path.name for path in file.parent.iterdir()] == ["seats.json"]


def test_the_key_to_a_seat_is_told_to_the_server_that_gave_it_and_to_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A link of somebody at the same table, to a server of theirs that names it, gave them the seat."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    Tokens().keep("https://games.example", "t", "Ann", "secret")
    assert Tokens().find("https://games.example", "t", "Ann") == "secret"
    assert Tokens().find("https://other.example", "t", "Ann") is None


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


@pytest.mark.parametrize("command", ["import", "restore", "verify"])
def test_the_name_of_a_file_does_not_steer_the_terminal(tmp_path: Path, command: str) -> None:
    name = tmp_path / "\x1b[31mred"
    asked = subprocess.run([*COMMAND, command, str(name)], capture_output=True, text=True, check=False)
    assert asked.returncode == 2
    assert "[31mred" in asked.stderr
    assert "\x1b" not in asked.stderr
