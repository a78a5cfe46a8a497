"""PostgreSQL and Redis for tests: on free ports in a temporary folder, killed and started at will."""

import asyncio
import os
import pwd
import secrets
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

import asyncpg
import pytest
import redis

from igroteka.store.postgres import migrated

PATIENCE = 60.0
PASSWORD = "hush-hush-9c1f"
"""Must never be seen in anything that is printed."""


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def program(name: str, package: str) -> str:
    """Where a program is; a test that needs it fails in plain words if it is nowhere."""
    places = [Path(path) for path in os.environ["PATH"].split(os.pathsep)]
    places += [Path("/usr/sbin"), *sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)]
    found = next((place / name for place in places if os.access(place / name, os.X_OK)), None)
    if found is None:
        pytest.fail(f"These tests need {name}, and it is not here. On Debian: apt install {package}")
    return str(found)


class Service:
    """A program in a folder."""

    def __init__(self, prefix: str) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix=f"igroteka-{prefix}-"))
        self.port = free_port()
        self._child: subprocess.Popen[bytes] | None = None

    def command(self) -> list[str]:
        raise NotImplementedError

    def is_up(self) -> bool:
        raise NotImplementedError

    def as_whom(self) -> dict[str, Any]:
        """Under which user it runs, if not ours."""
        return {}

    def start(self) -> None:
        """Return when it answers; a leftover of its last life may be in the way for a while."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            if self._child is None or self._child.poll() is not None:
                with (self.folder / "output").open("ab") as output:
                    self._child = subprocess.Popen(
                        self.command(), stdout=output, stderr=output, cwd=self.folder, **self.as_whom()
                    )
            if self.is_up():
                return
            time.sleep(0.05)
        raise AssertionError(f"did not start: {(self.folder / 'output').read_text()[-2000:]}")

    def kill(self, how: signal.Signals = signal.SIGKILL) -> None:
        if self._child is not None:
            self._child.send_signal(how)
            self._child.wait(PATIENCE)
            self._child = None

    def close(self) -> None:
        self.kill()
        until = time.monotonic() + PATIENCE
        while self.folder.exists() and time.monotonic() < until:
            shutil.rmtree(self.folder, ignore_errors=True)  # its children may still be leaving


class Postgres(Service):
    """A cluster; databases are made from a template that has our tables, and emptied to be used again."""

    def __init__(self) -> None:
        super().__init__("postgres")
        self._used: list[str] = []
        self._free: list[str] = []
        self._postgres = program("postgres", "postgresql")
        if os.getuid() == 0:  # it refuses to run as root
            shutil.chown(self.folder, *self.user())
        secret = self.folder / "password"
        secret.write_text(PASSWORD)
        secret.chmod(0o644)  # within a folder of its own
        command = [
            program("initdb", "postgresql"), "-D", str(self.folder / "data"), "-U", "igroteka",
            "-A", "scram-sha-256", "--pwfile", str(secret), "-E", "UTF8", "--locale", "C", "--no-sync",
        ]  # fmt: skip
        subprocess.run(command, check=True, capture_output=True, cwd=self.folder, **self.as_whom())
        self.start()
        asyncio.run(self._make("template"))
        asyncio.run(migrated(self.url("template")))

    def command(self) -> list[str]:
        settings = {
            "port": self.port,
            "listen_addresses": "127.0.0.1",
            "unix_socket_directories": self.folder,
            "shared_buffers": "32MB",
            "max_connections": 90,
            "recovery_init_sync_method": "syncfs",  # after a crash, not file by file
            "dynamic_shared_memory_type": "mmap",  # a killed one leaves nothing in /dev/shm
        }
        said = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        return [self._postgres, "-D", str(self.folder / "data"), *said]

    def as_whom(self) -> dict[str, Any]:
        if os.getuid():
            return {}
        user, group = self.user()
        return {"user": user, "group": group, "extra_groups": []}

    def user(self) -> tuple[int, int]:
        known = pwd.getpwnam("postgres" if _has_user("postgres") else "nobody")
        return known.pw_uid, known.pw_gid

    def is_up(self) -> bool:
        async def knock() -> bool:
            try:
                db = await asyncpg.connect(self.url("postgres"), timeout=5)
            except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError):
                return False
            await db.close(timeout=5)
            return True

        return asyncio.run(knock())

    def crash(self) -> None:
        """As after a power cut: nothing is tidied up, the next start goes through the WAL."""
        self.kill(signal.SIGQUIT)

    def url(self, database: str) -> str:
        return f"postgresql://igroteka:{PASSWORD}@127.0.0.1:{self.port}/{database}"

    def fresh(self) -> str:
        """The address of a database with our tables in it, and nothing in them."""
        if self._free:
            name = self._free.pop()
            asyncio.run(self._empty(name))
        else:
            name = self.made().rsplit("/", 1)[1]
        self._used.append(name)
        return self.url(name)

    def made(self, template: str = "template") -> str:
        """The address of a database that is not used again, because something will be done to it."""
        name = f"tables_{secrets.token_hex(4)}"
        asyncio.run(self._make(name, template))
        if template == "template":
            asyncio.run(self._empty(name))
        return self.url(name)

    def recycle(self) -> None:
        """Nobody uses the databases that `fresh` has given away."""
        self._free += self._used
        self._used = []

    async def _empty(self, name: str) -> None:
        db = await asyncpg.connect(self.url("postgres"))
        await db.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1", name)
        await db.close()
        db = await asyncpg.connect(self.url(name))
        await db.execute("TRUNCATE igroteka.tables, igroteka.log, igroteka.reviews, igroteka.archive")
        await db.execute("UPDATE igroteka.identity SET id = gen_random_uuid()")
        await db.close()

    async def _make(self, name: str, template: str = "template0") -> None:
        db = await asyncpg.connect(self.url("postgres"))
        await db.execute(f'CREATE DATABASE "{name}" TEMPLATE "{template}"')
        await db.close()


class Redis(Service):
    """Keeps nothing on disk: what it knows is gone when it is."""

    def __init__(self) -> None:
        super().__init__("redis")
        self._redis = program("redis-server", "redis-server")
        self.start()

    @property
    def url(self) -> str:
        return f"redis://:{PASSWORD}@127.0.0.1:{self.port}/0"

    def command(self) -> list[str]:
        secret = ["--requirepass", PASSWORD]
        return [self._redis, "--port", str(self.port), "--bind", "127.0.0.1", "--save", "", *secret]

    def is_up(self) -> bool:
        try:
            with redis.Redis.from_url(self.url, socket_timeout=2) as client:
                return bool(client.ping())
        except (redis.RedisError, OSError):
            return False


def _has_user(name: str) -> bool:
    try:
        pwd.getpwnam(name)
    except KeyError:
        return False
    return True
