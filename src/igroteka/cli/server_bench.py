"""`igroteka bench server`: real tables over WebSocket in lockstep, driven from another process."""

import asyncio
import base64
import gc
import http.client
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Final, cast

import msgspec
import typer
from rich.console import Console
from rich.table import Table as RichTable

_GAME_LENGTH: Final = 40
"""Intents of a game before the host stops it and asks for a rematch."""
_WARM_UP: Final = 1.0
_PATIENCE: Final = 10.0
"""Seconds after which a table that waits for its seats to be told is stuck."""
_SERVER: Final = """
import os
from igroteka.server.serving import serve
from igroteka.server.settings import from_environment
serve(from_environment(os.environ, {}), lambda address: print(address, flush=True))
"""
_UNLIMITED: Final = {
    "IGROTEKA_TABLES_PER_MINUTE": "100000000",
    "IGROTEKA_REQUESTS_PER_MINUTE": "100000000",
    "IGROTEKA_MESSAGES_PER_SECOND": "100000000",
    "IGROTEKA_SOCKETS_PER_ADDRESS": "100000000",
    "IGROTEKA_LOG_LEVEL": "warning",
}


class ServerSpeed(msgspec.Struct, frozen=True):
    """Times are from an intent's sending to the view that the other seat is told; CPU is all threads'."""

    tables: int
    seconds: float
    intents: int
    intents_per_s: float
    p50_ms: float
    p99_ms: float
    cpu_us_per_intent: float
    cpu_share: float
    """CPU seconds of the server per second: 1 is one core."""
    driver_share: float
    commit_ms: float
    """Mean, from decided to on disk."""
    rss_mb: float
    kb_per_connection: float
    stuck: int


def bench_server(
    tables: Annotated[int, typer.Option("--tables", min=1, help="Tables of two seats at once.")] = 100,
    seconds: Annotated[float, typer.Option("--seconds", min=0.1, help="How long to measure.")] = 5.0,
    folder: Annotated[Path | None, typer.Option("--folder", help="The disk to measure.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object instead of a table.")] = False,
) -> None:
    """How fast a server answers at real UpTurn tables over WebSocket, every intent durable before told."""
    told = measure(tables, seconds, folder)
    if as_json:
        print(msgspec.json.format(msgspec.json.encode(told)).decode())
    else:
        grid = RichTable("figure", "value")
        for name, value in msgspec.structs.asdict(told).items():
            grid.add_row(name, f"{value:,.2f}" if isinstance(value, float) else f"{value:,}")
        Console().print(grid)
    raise SystemExit(1 if told.stuck else 0)


def measure(tables: int, seconds: float, folder: Path | None = None) -> ServerSpeed:
    with tempfile.TemporaryDirectory(dir=folder) as data, _server(Path(data)) as (port, pid):
        doors = _open_tables(port, tables)
        before = _rss(pid)
        gc.disable()  # the driver's pauses are not the server's
        try:
            with asyncio.Runner(loop_factory=_loop()) as runner:
                return runner.run(_drive(port, pid, doors, seconds, before))
        finally:
            gc.enable()


# The server ---------------------------------------------------------------------------------------------


@contextmanager
def _server(data: Path) -> Iterator[tuple[int, int]]:
    """A server of its own on a free port, as a child process; its port and process id."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    settings = {**_UNLIMITED, "IGROTEKA_DATA": str(data), "IGROTEKA_PORT": str(port)}
    command = [sys.executable, "-c", _SERVER]
    with subprocess.Popen(command, env={**os.environ, **settings}, stdout=subprocess.PIPE) as child:
        try:
            if not child.stdout or not child.stdout.readline():
                raise RuntimeError("the server did not start")
            yield port, child.pid
        finally:
            child.send_signal(signal.SIGTERM)
            try:
                child.wait(20)
            except subprocess.TimeoutExpired:
                child.kill()


def _open_tables(port: int, tables: int) -> list[tuple[str, tuple[str, str]]]:
    """Tables with two people each: their ids and both tokens."""
    door = http.client.HTTPConnection("127.0.0.1", port)

    def post(path: str, body: dict[str, Any]) -> dict[str, Any]:
        door.request("POST", path, msgspec.json.encode(body), {"Content-Type": "application/json"})
        answer = door.getresponse()
        said: dict[str, Any] = msgspec.json.decode(answer.read())
        if answer.status >= 400:
            raise RuntimeError(f"{path}: {said}")
        return said

    def seat(table: str, name: str) -> str:
        return str(post(f"/api/tables/{table}/people", {"name": name, "nonce": "00" * 16})["token"])

    opened = [post("/api/tables", {"game": "upturn", "seats": 2})["table"] for _ in range(tables)]
    return [(table, (seat(table, "Anna"), seat(table, "Boris"))) for table in opened]


def _cpu(pid: int) -> float:
    """CPU seconds of all threads of a process so far, the kernel's part included."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _rss(pid: int) -> float:
    """Resident memory in KB."""
    found = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{pid}/status").read_text())
    return float(found[1]) if found else 0.0


def _commits(port: int) -> tuple[float, float]:
    """Seconds spent between decided and on disk, and how many rows."""
    door = http.client.HTTPConnection("127.0.0.1", port)
    door.request("GET", "/metrics")
    text = door.getresponse().read().decode()
    door.close()
    total, count = (re.search(rf"^igroteka_commit_seconds_{n} (\S+)", text, re.M) for n in ("sum", "count"))
    return float(total[1]) if total else 0.0, float(count[1]) if count else 0.0


def _loop() -> Callable[[], asyncio.AbstractEventLoop] | None:
    try:
        import uvloop
    except ImportError:
        return None
    return uvloop.new_event_loop


# The driver ---------------------------------------------------------------------------------------------


class Link(asyncio.Protocol):
    """A client's end of a WebSocket, as lean as it can be; mutable because bytes arrive in pieces."""

    def __init__(self, knock: bytes, hello: bytes, heard: Callable[[bytes], None]) -> None:
        self._knock = knock
        self._hello = hello
        self._heard = heard
        self._bytes = bytearray()
        self._upgraded = False
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)
        self._transport.write(self._knock)

    def send(self, text: bytes) -> None:
        """One short text frame, masked with zeros."""
        assert self._transport is not None
        size = bytes((0x80 | len(text),)) if len(text) < 126 else b"\xfe" + len(text).to_bytes(2, "big")
        self._transport.write(b"\x81" + size + b"\0\0\0\0" + text)

    def close(self) -> None:
        if self._transport is not None:
            self._transport.close()

    def data_received(self, data: bytes) -> None:
        self._bytes += data
        if not self._upgraded:
            head, found, rest = bytes(self._bytes).partition(b"\r\n\r\n")
            if not found:
                return
            if b" 101 " not in head:
                raise RuntimeError(head.decode())
            self._upgraded, self._bytes = True, bytearray(rest)
            self.send(self._hello)
        while frame := self._frame():
            self._heard(frame)

    def _frame(self) -> bytes:
        """The next whole text frame of the server; pings are left unanswered, a bench is short."""
        held = self._bytes
        while len(held) >= 2:
            size, begin = held[1], 2
            if size >= 126:
                begin = 4 if size == 126 else 10
                size = int.from_bytes(held[2:begin], "big")
            if len(held) < begin + size:
                return b""
            payload, opcode = bytes(held[begin : begin + size]), held[0] & 15
            del held[: begin + size]
            if opcode == 1:
                return payload
        return b""


class Lockstep:
    """One table of two seats: an intent, both told, the next one; mutable because it is played."""

    def __init__(self, times: list[float]) -> None:
        self.links: list[Link] = []
        self.going = True
        self.intents = 0
        self.waiting = False
        self._times = times
        self._turn = 0
        self._mover = 0
        self._step = 0
        self._told = [0, 0]
        self._awaited = 0
        self._sent_at = 0.0
        self._in_play = False

    def heard(self, seat: int, frame: bytes) -> None:
        at = frame.find(b'"kind":"told","number":')
        if at < 0:
            if b'"not_possible"' in frame or b'"complaint"' in frame or b'"bye"' in frame:
                raise RuntimeError(frame.decode())
            return
        number = int(frame[at + 23 : frame.index(b",", at + 23)])
        self._told[seat] = number
        if number < self._awaited:
            return
        if self._in_play and seat != self._mover:
            self._times.append(time.perf_counter() - self._sent_at)
        if not self._in_play:
            self._turn = int(frame[frame.rindex(b'"turn":') + 7 :][:1])
        if min(self._told) >= self._awaited:
            self._go_on()

    def start(self) -> None:
        """The host begins; the rows are: opened, two people, started, dealt."""
        self._host(b"start", 5)

    def _go_on(self) -> None:
        self.waiting = False
        self.intents += self._in_play
        if not self.going:
            return
        if self._step < _GAME_LENGTH:
            self._play()
        elif self._step == _GAME_LENGTH:
            self._step += 1
            self._host(b"stop_game", self._told[0] + 1)
        else:
            self._step = 0
            self._host(b"rematch", self._told[0] + 2)

    def _play(self) -> None:
        """Draw, end, draw, end …"""
        kind = b"end" if self._step % 2 else b"draw"
        self._mover = self._turn
        if self._step % 2:
            self._turn = 1 - self._turn
        self._step += 1
        number = self._told[self._mover]
        self._in_play, self._awaited = True, number + 1
        self._send(
            self._mover, b'{"kind":"ask","id":"%d","number":%d,"intent":{"kind":"%s"}}', number, number, kind
        )

    def _host(self, kind: bytes, awaited: int) -> None:
        self._in_play, self._awaited = False, awaited
        self._send(0, b'{"kind":"do","id":"%s%d","intent":{"kind":"%s"}}', kind, self._told[0], kind)

    def _send(self, seat: int, form: bytes, *values: bytes | int) -> None:
        self.waiting, self._sent_at = True, time.perf_counter()
        self.links[seat].send(form % values)


async def _drive(
    port: int, pid: int, doors: list[tuple[str, tuple[str, str]]], seconds: float, before: float
) -> ServerSpeed:
    times: list[float] = []
    tables = [await _connected(port, table, tokens, times) for table, tokens in doors]
    await asyncio.sleep(0.5)
    each = (_rss(pid) - before) / (2 * len(tables))
    for table in tables:
        table.start()
    await asyncio.sleep(_WARM_UP)
    commits, cpu, own = _commits(port), _cpu(pid), time.process_time()
    times.clear()
    played, begun = sum(table.intents for table in tables), time.perf_counter()
    await asyncio.sleep(seconds)
    passed = time.perf_counter() - begun
    played = sum(table.intents for table in tables) - played
    spent, own = _cpu(pid) - cpu, time.process_time() - own
    latencies = sorted(times) or [0.0]
    stuck = await _end(tables)
    waited, rows = (after - was for after, was in zip(_commits(port), commits, strict=True))
    rss = _rss(pid)
    for link in (link for table in tables for link in table.links):
        link.close()
    return ServerSpeed(
        tables=len(tables),
        seconds=round(passed, 3),
        intents=played,
        intents_per_s=round(played / passed, 1),
        p50_ms=round(1000 * latencies[len(latencies) // 2], 2),
        p99_ms=round(1000 * latencies[int(len(latencies) * 0.99)], 2),
        cpu_us_per_intent=round(1e6 * spent / max(1, played), 1),
        cpu_share=round(spent / passed, 3),
        driver_share=round(own / passed, 3),
        commit_ms=round(1000 * waited / max(1.0, rows), 2),
        rss_mb=round(rss / 1024, 1),
        kb_per_connection=round(each, 1),
        stuck=stuck,
    )


async def _connected(port: int, table: str, tokens: tuple[str, str], times: list[float]) -> Lockstep:
    """Both seats are at the table and have heard from it."""
    played = Lockstep(times)
    for seat, token in enumerate(tokens):
        first: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        link = Link(
            _knock(port, table), b'{"kind":"hello","token":"%s"}' % token.encode(), _ear(played, seat, first)
        )
        await asyncio.get_running_loop().create_connection(partial(_same, link), "127.0.0.1", port)
        played.links.append(link)
        await asyncio.wait_for(first, _PATIENCE)
    return played


def _ear(played: Lockstep, seat: int, first: asyncio.Future[None]) -> Callable[[bytes], None]:
    def hear(frame: bytes) -> None:
        if not first.done():
            first.set_result(None)
        played.heard(seat, frame)

    return hear


def _same(link: Link) -> Link:
    return link


def _knock(port: int, table: str) -> bytes:
    key = base64.b64encode(os.urandom(16)).decode()
    return (
        f"GET /ws/{table} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
        f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n"
    ).encode()


async def _end(tables: list[Lockstep]) -> int:
    """Let every table finish its step; how many could not."""
    for table in tables:
        table.going = False
    until = time.perf_counter() + _PATIENCE
    while any(table.waiting for table in tables) and time.perf_counter() < until:
        await asyncio.sleep(0.05)
    return sum(table.waiting for table in tables)


if __name__ == "__main__":
    typer.run(bench_server)
