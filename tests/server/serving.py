"""A real server in a process of its own, for tests: started, asked to stop, killed, started again."""

import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

UNLIMITED: dict[str, Any] = {
    "port": 0,
    "bot_pace": 0.0,
    "bot_patience": 0.0,
    "bot_takes": 0.0,
    "bot_taken": 0.0,
    "tables_per_minute": 1_000_000,
    "requests_per_minute": 1_000_000,
    "messages_per_second": 100_000,
    "joins_per_minute": 1_000_000,
    "reviews_per_minute": 1_000_000,
    "review_playouts": 2000,
    "people_per_address": 1_000_000,
    "sockets_per_address": 100_000,
}


PATIENCE = 60.0
"""Seconds for an answer: a busy machine is no fault of the server."""


class Server:
    """A server that is started and stopped on the same data folder."""

    program = __file__

    def __init__(self, folder: Path, **settings: Any) -> None:
        self.folder = folder
        self.url = ""
        self._settings = {**UNLIMITED, "data": str(folder / "data"), **settings}
        self._child: subprocess.Popen[str] | None = None

    def start(self) -> "Server":
        log = (self.folder / "log").open("a")
        command = [sys.executable, self.program, json.dumps(self._settings)]
        self._child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True, env=clean())
        log.close()
        assert self._child.stdout
        said = self._child.stdout.readline().strip()
        assert said.startswith("http"), f"the server did not start: {said} {self.log()}"
        if not self._settings["port"]:
            self._settings["port"] = int(said.rsplit(":", 1)[1])
        scheme = "https" if self._settings.get("tls_cert") else "http"
        self.url = f"{scheme}://127.0.0.1:{self._settings['port']}"  # what it says may be its public address
        self.http = httpx.Client(base_url=self.url, verify=False, timeout=PATIENCE)
        return self

    def stop(self, how: signal.Signals = signal.SIGTERM, seconds: float = 60) -> int:
        """Ask it to end; its exit code."""
        self.signal(how)
        return self.wait(seconds)

    def wait(self, seconds: float) -> int:
        """Until it has ended; its exit code."""
        code = self._need_child().wait(seconds)
        self._gone()
        return code

    def signal(self, how: signal.Signals) -> None:
        self._need_child().send_signal(how)

    def kill(self) -> None:
        self.stop(signal.SIGKILL)

    def revive(self) -> None:
        """Up and running, whatever has been done to it."""
        if self._child is None:
            self.start()
        else:
            self.signal(signal.SIGCONT)

    def restart(self) -> "Server":
        self.stop()
        return self.start()

    def close(self) -> None:
        if self._child is not None:
            self.kill()

    def log(self) -> list[dict[str, Any]]:
        """What it has written about itself."""
        lines = (self.folder / "log").read_text().splitlines()
        assert all(line.startswith("{") for line in lines), [line for line in lines if line[:1] != "{"][:20]
        return [json.loads(line) for line in lines]

    def memory(self) -> int:
        """Resident memory, in KiB."""
        status = Path(f"/proc/{self._need_child().pid}/status").read_text()
        return int(status.split("VmRSS:")[1].split()[0])

    def cpu(self) -> float:
        """Seconds of processor time that it has used."""
        fields = Path(f"/proc/{self._need_child().pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    @property
    def pid(self) -> int:
        return self._need_child().pid

    @property
    def socket_url(self) -> str:
        return self.url.replace("http", "ws", 1)

    def _need_child(self) -> "subprocess.Popen[str]":
        assert self._child is not None
        return self._child

    def _gone(self) -> None:
        child = self._need_child()
        assert child.stdout
        child.stdout.close()
        self.http.close()
        self._child = None


def clean() -> dict[str, str]:
    """The environment without settings of whoever runs the tests."""
    return {name: value for name, value in os.environ.items() if not name.startswith("IGROTEKA_")}


def made(folder: Path, **settings: Any) -> Server:
    """One server, or with IGROTEKA_TEST_STACK=scale three of them on PostgreSQL and Redis behind nginx."""
    if os.environ.get("IGROTEKA_TEST_STACK") != "scale":
        return Server(folder, **settings)
    from scale.stack import Stack

    return Stack(folder, **settings)


@contextmanager
def serving(**settings: Any) -> Iterator[Server]:
    """A server of one's own."""
    with tempfile.TemporaryDirectory() as folder:
        server = made(Path(folder), **settings).start()
        try:
            yield server
        finally:
            server.close()


if __name__ == "__main__":
    from igroteka.core import Refused
    from igroteka.server.run import serve
    from igroteka.server.settings import from_environment

    signal.signal(signal.SIGHUP, signal.SIG_DFL)  # behind `nohup` it would be deaf
    try:
        serve(from_environment(os.environ, json.loads(sys.argv[1])), lambda url: print(url, flush=True))
    except Refused as refused:
        print(refused, flush=True)
        sys.exit(2)
