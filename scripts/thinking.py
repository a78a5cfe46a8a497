"""Tables full of Masters beside one of people: how long a bot's move takes, how quick the server stays."""

import argparse
import asyncio
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from igroteka.games import SHELF
from server.serving import Server


class Busy(msgspec.Struct, frozen=True):
    """Seconds by the clock, but CPU where it is said."""

    tables: int
    moves: int
    moves_per_table_and_second: float
    move_p50: float
    move_p99: float
    move_longest: float
    person_p50: float
    person_p99: float
    server_cpu_per_second: float
    hurried: float
    lost: float


class Watched:
    """A table of Masters that somebody looks at; when each move came."""

    def __init__(self) -> None:
        self.last = 0.0
        self.between: list[float] = []

    async def run(self, url: str, table: str, token: str, host: bool) -> None:
        async with at_table(url, table, token) as socket:
            if host:
                await socket.send(b'{"kind":"do","id":"s","intent":{"kind":"start"}}'.decode())
            async for frame in socket:
                for message in msgspec.json.decode(frame):
                    if message["kind"] == "told":
                        self._note()
                    if message["kind"] == "table" and message["table"]["results"]:
                        id = f"r{message['number']}"
                        rematch = {"kind": "do", "id": id, "intent": {"kind": "rematch"}}
                        await socket.send(msgspec.json.encode(rematch).decode())
                        self.last = 0.0

    def _note(self) -> None:
        now = time.monotonic()
        if self.last:
            self.between.append(now - self.last)
        self.last = now


@asynccontextmanager
async def at_table(url: str, table: str, token: str) -> AsyncIterator[ClientConnection]:
    async with connect(f"{url.replace('http', 'ws', 1)}/ws/{table}", max_size=2**24) as socket:
        await socket.send(msgspec.json.encode({"kind": "hello", "token": token}).decode())
        yield socket


async def person(url: str, table: str, token: str, waits: list[float]) -> None:
    """Somebody at a table without bots, who asks for something four times a second."""
    async with at_table(url, table, token) as socket:
        for at in range(1_000_000):
            begun = time.monotonic()
            intent = {"kind": "rename", "name": f"Anna {at}"}
            await socket.send(msgspec.json.encode({"kind": "do", "id": f"p{at}", "intent": intent}).decode())
            while not any(m["kind"] == "answer" for m in msgspec.json.decode(await socket.recv())):
                pass
            waits.append(time.monotonic() - begun)
            await asyncio.sleep(0.25)


async def opened(http: httpx.AsyncClient, **asked: Any) -> tuple[str, str]:
    table = (await http.post("/api/tables", json=asked)).json()["table"]
    told = (await http.post(f"/api/tables/{table}/people", json={"name": "Anna"})).json()
    return table, told["token"]


async def measure(server: Server, game: str, tables: int, seconds: float, warm_up: float) -> Busy:
    async with httpx.AsyncClient(base_url=server.url, timeout=60) as http:
        busy = [await opened(http, game=game, seats=3, bots=[0, 1, 2], level="master") for _ in range(tables)]
        quiet = await opened(http, game=game, seats=2)
        watched, waits = [Watched() for _ in busy], list[float]()
        tasks = [
            asyncio.create_task(one.run(server.url, *door, True))
            for one, door in zip(watched, busy, strict=True)
        ]
        tasks.append(asyncio.create_task(person(server.url, *quiet, waits)))
        await asyncio.sleep(warm_up)
        for one in watched:
            one.between.clear()
        waits.clear()
        cpu, begun = server.cpu(), time.monotonic()
        await asyncio.sleep(seconds)
        passed, spent = time.monotonic() - begun, server.cpu() - cpu
        figures = (await http.get("/metrics")).text
        for task in tasks:
            task.cancel()
        ended = await asyncio.gather(*tasks, return_exceptions=True)
    for fault in ended:
        if isinstance(fault, Exception):
            raise fault
    moves = sorted(wait for one in watched for wait in one.between) or [float("nan")]
    waits.sort()
    return Busy(
        tables=tables,
        moves=len(moves),
        moves_per_table_and_second=round(len(moves) / tables / passed, 3),
        move_p50=round(moves[len(moves) // 2], 2),
        move_p99=round(moves[int(len(moves) * 0.99)], 2),
        move_longest=round(moves[-1], 2),
        person_p50=round(waits[len(waits) // 2], 4),
        person_p99=round(waits[int(len(waits) * 0.99)], 4),
        server_cpu_per_second=round(spent / passed, 3),
        hurried=figure(figures, "igroteka_hurried_choices_total"),
        lost=figure(figures, "igroteka_thoughts_lost_total"),
    )


def figure(text: str, name: str) -> float:
    found = re.search(rf"^{name} (\S+)", text, re.M)
    return float(found[1]) if found else float("nan")


@contextmanager
def workers(url: str, processes: int) -> Iterator[None]:
    command = [sys.executable, "-m", "igroteka.cli.entry", "think", "--processes", str(processes)]
    with subprocess.Popen(
        command, env={**os.environ, "IGROTEKA_REDIS": url}, stdout=subprocess.PIPE
    ) as child:
        assert child.stdout is not None
        child.stdout.readline()
        try:
            yield
        finally:
            child.terminate()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=30, help="with three Masters each")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--warm-up", type=float, default=30.0, help="until the search is compiled")
    parser.add_argument("--game", default=sorted(SHELF)[1])
    parser.add_argument("--workers", type=int, default=0, help="processes of `igroteka think` over Redis")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, ExitStack() as running:
        settings: dict[str, Any] = {"bot_pace": 1.2}
        if asked.workers:
            from scale.stack import redis

            settings["redis"] = redis().url
            running.enter_context(workers(redis().url, asked.workers))
        server = Server(Path(folder), **settings).start()
        try:
            told = asyncio.run(measure(server, asked.game, asked.tables, asked.seconds, asked.warm_up))
        finally:
            server.close()
    for name, value in msgspec.structs.asdict(told).items():
        print(f"  {name.replace('_', ' '):28}{value!s:>12}")
    print(f"  {'load of the machine':28}{' '.join(f'{load:.1f}' for load in os.getloadavg()):>12}")


if __name__ == "__main__":
    main()
