"""What `igroteka serve` says to a terminal, to a pipe that nobody reads, and to a disk that is full."""

import os
import pty
import re
import shlex
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

PATIENCE = 60
FULL = Path("/dev/full")
COMMAND = [sys.executable, "-m", "igroteka.cli.main"]


@contextmanager
def serve(folder: Path, *more: str, **ways: Any) -> Iterator[subprocess.Popen[bytes]]:
    words = ["serve", "--port", "0", "--lang", "en", "--data", str(folder), *more]
    with subprocess.Popen([*COMMAND, *words], **ways) as server:
        try:
            yield server
        finally:
            server.kill()


def test_a_terminal_reads_sentences_and_times_and_no_json(tmp_path: Path) -> None:
    near, far = pty.openpty()
    with serve(tmp_path, stdout=far, stderr=far) as server:
        os.close(far)
        said = read(near, "Ctrl-C stops the server.")
        assert said.startswith("Igroteka is ready: http://localhost:")
        address = said.split()[3].replace("localhost", "127.0.0.1")
        httpx.post(f"{address}/api/tables", json={"game": "upturn", "seats": 2}).raise_for_status()
        server.send_signal(signal.SIGTERM)
        said += read(near, "All tables are kept.")
        assert server.wait(PATIENCE) == 0
    assert "{" not in said
    lines = said.split("\r\n")
    assert lines[1] == f"Tables are kept in {tmp_path}. Ctrl-C stops the server."
    assert re.fullmatch(r"\d\d:\d\d:\d\d table opened game=upturn seats=2", lines[2])
    assert lines[3] == "The server has stopped. All tables are kept."


def test_the_address_for_phones_has_the_port_that_was_free(tmp_path: Path) -> None:
    with serve(tmp_path, "--lan", stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as server:
        assert server.stdout
        said = server.stdout.readline().decode()
        port = int(said.strip().rsplit(":", 1)[1])
        assert httpx.get(f"http://127.0.0.1:{port}/healthz").status_code == 200


def read(terminal: int, until: str) -> str:
    said = ""
    while until not in said:
        said += os.read(terminal, 65536).decode()
    return said


@pytest.mark.skipif(not FULL.exists(), reason="there is no disk here that is always full")
def test_it_serves_on_where_its_words_cannot_be_written(tmp_path: Path) -> None:
    with (
        FULL.open("wb") as full,
        (tmp_path / "log").open("wb") as log,
        serve(tmp_path / "data", stdout=full, stderr=log) as server,
    ):
        is_up(tmp_path)
        server.send_signal(signal.SIGTERM)
        assert server.wait(PATIENCE) == 0
    assert "Traceback" not in (tmp_path / "log").read_text()


def test_it_serves_on_where_nobody_reads(tmp_path: Path) -> None:
    reads, writes = os.pipe()
    os.close(reads)
    with (tmp_path / "log").open("wb") as log, serve(tmp_path / "data", stdout=writes, stderr=log) as server:
        os.close(writes)
        is_up(tmp_path)
        server.send_signal(signal.SIGTERM)
        assert server.wait(PATIENCE) == 0
    assert "Traceback" not in (tmp_path / "log").read_text()


@pytest.mark.skipif(os.name != "posix", reason="nothing can be closed before a start there")
def test_started_with_nothing_to_say_it_to_it_gives_those_places_to_no_socket(tmp_path: Path) -> None:
    """A service manager may close all three; what libraries complain of went to whoever was connected."""
    port = free_port()
    words = ["serve", "--port", str(port), "--data", str(tmp_path)]
    command = shlex.join([sys.executable, "-m", "igroteka", *words])
    with subprocess.Popen(["sh", "-c", f"exec {command} <&- >&- 2>&-"]) as server:
        try:
            until = time.monotonic() + PATIENCE
            while not is_answered(port):
                assert time.monotonic() < until
                time.sleep(0.05)
            server.send_signal(signal.SIGTERM)
            assert server.wait(PATIENCE) == 0
        finally:
            server.kill()


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def is_answered(port: int) -> bool:
    try:
        return httpx.get(f"http://127.0.0.1:{port}/healthz").status_code == 200
    except httpx.TransportError:
        return False


def is_up(folder: Path) -> None:
    """Asked for longer than it takes to print two lines."""
    deadline = time.monotonic() + PATIENCE
    while "server started" not in (said := (folder / "log").read_text()):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    address = said.split('"origin":"')[1].split('"')[0].replace("localhost", "127.0.0.1")
    with httpx.Client(transport=httpx.HTTPTransport(retries=8)) as asking:  # it listens a moment later
        asking.get(f"{address}/healthz")
    for _ in range(5):
        time.sleep(0.1)
        assert httpx.get(f"{address}/healthz").status_code == 200


def test_names_of_folders_are_no_markup(tmp_path: Path) -> None:
    folder = tmp_path / "a[" / "b]:smile:"
    with serve(folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as server:
        assert server.stdout
        server.stdout.readline()
        assert str(folder) in server.stdout.readline().decode()


@pytest.mark.skipif(not FULL.exists(), reason="there is no disk here that is always full")
def test_a_full_disk_is_no_fault_of_ours() -> None:
    with FULL.open("wb") as full:
        done = subprocess.run(
            [*COMMAND, "rules", "upturn"], stdout=full, stderr=subprocess.PIPE, timeout=600, check=False
        )
    said = done.stderr.decode()
    assert (done.returncode, said.count("\n")) == (74, 1)
    assert "No space left on device" in said


def test_a_mistyped_setting_is_named_also_where_another_one_is_refused(tmp_path: Path) -> None:
    said = {**os.environ, "IGROTEKA_PRT": "8001", "IGROTEKA_BOT_PACE": "fast"}
    with serve(tmp_path / "data", stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=said) as server:
        _, complained = server.communicate(timeout=PATIENCE)
    assert server.returncode == 2
    lines = complained.decode().splitlines()
    assert ["IGROTEKA_PORT" in lines[0], "IGROTEKA_BOT_PACE" in lines[1]] == [True, True]
    assert not (tmp_path / "data").exists()
