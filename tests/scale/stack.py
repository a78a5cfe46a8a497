"""Three servers on PostgreSQL and Redis behind nginx, that look to a test like one server."""

import atexit
import signal
from functools import cache
from pathlib import Path
from typing import Any

import httpx

from scale.nginx import Nginx
from scale.services import Postgres, Redis, Service, free_port
from server.serving import PATIENCE, Server

SERVERS = 3


_running: list[Service] = []


def close_services() -> None:
    """Called at the end of the tests, and of the process: whichever comes."""
    while _running:
        _running.pop().close()


atexit.register(close_services)


@cache
def postgres() -> Postgres:
    """One for everything that runs in this process."""
    running = Postgres()
    _running.append(running)
    return running


@cache
def redis() -> Redis:
    running = Redis()
    _running.append(running)
    return running


class Stack(Server):
    """Servers that share a database."""

    def __init__(self, folder: Path, **settings: Any) -> None:
        super().__init__(folder, **settings)
        self._port = free_port()
        self.url = f"http://127.0.0.1:{self._port}"
        shared = {"database": postgres().fresh(), "redis": redis().url, "trusted_proxies": "127.0.0.1"}
        given = {
            name: value
            for name, value in {**self._settings, "public_url": self.url, **settings}.items()
            if name not in ("data", "port")
        }
        self.database = shared["database"]
        self.servers = [
            Server(self.folder, **{**given, **shared, "port": free_port()}) for _ in range(SERVERS)
        ]
        self._nginx: Nginx | None = None

    def start(self) -> "Stack":
        for server in self.servers:
            server.start()
        if self._nginx is None:
            self._nginx = Nginx(self._port, [int(server.url.rsplit(":", 1)[1]) for server in self.servers])
        self.http = httpx.Client(base_url=self.url, timeout=PATIENCE)
        return self

    def stop(self, how: signal.Signals = signal.SIGTERM, seconds: float = 60) -> int:
        """Ask all of them to end; the worst exit code."""
        self.http.close()
        for server in self.servers:
            server.signal(how)
        return max(abs(server.wait(seconds)) for server in self.servers)

    def close(self) -> None:
        self.http.close()
        for server in self.servers:
            server.close()
        if self._nginx is not None:
            self._nginx.close()
            self._nginx = None

    def memory(self) -> int:
        return sum(server.memory() for server in self.servers)
