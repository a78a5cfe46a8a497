"""`igroteka bench server`: real tables over WebSocket in lockstep, driven from another process."""

import asyncio
import gc
import http.client
import os
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Annotated, Any, Final, TypeAlias

import msgspec
import typer
from rich.console import Console
from rich.table import Table as RichTable

from igroteka.cli.bench_client import Lockstep, connected, end
from igroteka.cli.bench_used import Server, Used, commits, rss
from igroteka.lab.steady import steady

_WARM_UP: Final = 1.0
_SERVER: Final = """
import os
from igroteka.server.run import serve
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

Door: TypeAlias = tuple[str, tuple[str, str]]
"""A table and the tokens of its two seats."""


class ServerSpeed(msgspec.Struct, frozen=True):
    """Times are from an intent's sending to the view that the other seat is told; CPU is all threads'."""

    processes: int
    tables: int
    seconds: float
    intents: int
    intents_per_s: float
    p50_ms: float
    p99_ms: float
    cpu_us_per_intent: float
    """Of all servers together; a database of its own is not in it."""
    cpu_share: float
    """CPU seconds of the servers per second: 1 is one core."""
    driver_share: float
    machine_share: float
    """Of the whole machine, with everything that runs on it."""
    commit_ms: float
    """Mean, from decided to on disk."""
    rss_mb: float
    kb_per_connection: float
    stuck: int


def bench_server(
    tables: Annotated[int, typer.Option("--tables", min=1, help="Tables of two seats at once.")] = 100,
    seconds: Annotated[float, typer.Option("--seconds", min=0.1, help="How long to measure.")] = 5.0,
    folder: Annotated[Path | None, typer.Option("--folder", help="The disk to measure.")] = None,
    database: Annotated[
        str, typer.Option("--database", help="postgresql://…, migrated; its tables are left alone.")
    ] = "",
    redis: Annotated[str, typer.Option("--redis", help="redis://…, for several processes.")] = "",
    processes: Annotated[int, typer.Option("--processes", min=1, help="Servers on the database.")] = 1,
    apart: Annotated[
        bool, typer.Option("--apart", help="The two seats of a table at different servers.")
    ] = False,
    pause: Annotated[
        float,
        typer.Option("--pause", min=0.0, help="Seconds that people think before an intent."),
    ] = 0.0,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object instead of a table.")] = False,
) -> None:
    """How fast a server answers at real tables over WebSocket, every intent durable before told."""
    if processes > 1 and not database:
        raise typer.BadParameter("several processes need --database")
    told = measure(tables, seconds, folder, {"database": database, "redis": redis}, processes, apart, pause)
    if as_json:
        print(msgspec.json.format(msgspec.json.encode(told)).decode())
    else:
        grid = RichTable("figure", "value")
        for name, value in msgspec.structs.asdict(told).items():
            grid.add_row(name, f"{value:,.2f}" if isinstance(value, float) else f"{value:,}")
        Console().print(grid)
    raise SystemExit(1 if told.stuck else 0)


def measure(
    tables: int,
    seconds: float,
    folder: Path | None = None,
    shared: dict[str, str] | None = None,
    processes: int = 1,
    apart: bool = False,
    pause: float = 0.0,
    warm_up: float = _WARM_UP,
) -> ServerSpeed:
    with tempfile.TemporaryDirectory(dir=folder) as data, ExitStack() as running:
        start = [_server(Path(data), shared or {}) for _ in range(processes)]
        servers = [running.enter_context(one) for one in start]
        doors = _open_tables(servers[0][0], tables)
        before = rss(servers)
        gc.disable()  # the driver's pauses are not the server's
        try:
            with asyncio.Runner(loop_factory=_loop()) as runner:
                told = runner.run(_drive(servers, doors, (warm_up, seconds), before, apart, pause))
        finally:
            gc.enable()
    if shared and shared.get("database"):
        asyncio.run(_tidy(shared["database"], [table for table, _ in doors]))
    return told


async def _tidy(database: str, tables: list[str]) -> None:
    """Nothing of the bench stays in a database that others use."""
    from igroteka.store.postgres import PostgresStore

    store = await PostgresStore.connected(database)
    await asyncio.gather(*(store.delete(table) for table in tables))
    await store.close()


# The servers --------------------------------------------------------------------------------------------


@contextmanager
def _server(data: Path, shared: dict[str, str]) -> Iterator[Server]:
    """A server of its own on a free port, as a child process."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    named = {f"IGROTEKA_{name.upper()}": value for name, value in shared.items() if value}
    settings = {**_UNLIMITED, **named, "IGROTEKA_DATA": str(data), "IGROTEKA_PORT": str(port)}
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


def _open_tables(port: int, tables: int) -> list[Door]:
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

    opened = [post("/api/tables", {"game": steady().game, "seats": 2})["table"] for _ in range(tables)]
    return [(table, (seat(table, "Anna"), seat(table, "Boris"))) for table in opened]


def _loop() -> Callable[[], asyncio.AbstractEventLoop] | None:
    try:
        import uvloop
    except ImportError:
        return None
    return uvloop.new_event_loop


# The run ------------------------------------------------------------------------------------------------


async def _drive(
    servers: list[Server],
    doors: list[Door],
    spans: tuple[float, float],
    before: float,
    apart: bool,
    pause: float,
) -> ServerSpeed:
    """`spans`: seconds before it is measured, and while it is."""
    times: list[float] = []
    tables = await _seated(servers, doors, apart, times, pause)
    await asyncio.sleep(0.5)
    each = (rss(servers) - before) / (2 * len(tables))
    for played in tables:
        played.start()
    await asyncio.sleep(spans[0])
    written = commits(servers)
    times.clear()
    begun = Used.by_now(servers, sum(table.intents for table in tables))
    await asyncio.sleep(spans[1])
    used = Used.by_now(servers, sum(table.intents for table in tables)).since(begun)
    latencies = sorted(times) or [0.0]
    stuck = await end(tables)
    waited, rows = (after - was for after, was in zip(commits(servers), written, strict=True))
    memory = rss(servers)
    for link in (link for table in tables for link in table.links):
        link.close()
    return ServerSpeed(
        processes=len(servers),
        tables=len(tables),
        seconds=round(used.clock, 3),
        intents=used.intents,
        intents_per_s=round(used.intents / used.clock, 1),
        p50_ms=round(1000 * latencies[len(latencies) // 2], 2),
        p99_ms=round(1000 * latencies[int(len(latencies) * 0.99)], 2),
        cpu_us_per_intent=round(1e6 * used.servers / max(1, used.intents), 1),
        cpu_share=round(used.servers / used.clock, 3),
        driver_share=round(used.driver / used.clock, 3),
        machine_share=round(used.machine / used.clock, 3),
        commit_ms=round(1000 * waited / max(1.0, rows), 2),
        rss_mb=round(memory / 1024, 1),
        kb_per_connection=round(each, 1),
        stuck=stuck,
    )


async def _seated(
    servers: list[Server], doors: list[Door], apart: bool, times: list[float], pause: float
) -> list[Lockstep]:
    """Two people at each table, at one server or at two."""
    ports = [port for port, _ in servers]
    tables = []
    for at, (table, tokens) in enumerate(doors):
        places = ports[at % len(ports)], ports[(at + apart) % len(ports)]
        tables.append(await connected(places, table, tokens, times, pause))
    return tables


if __name__ == "__main__":
    typer.run(bench_server)
