"""Tables of all games, with bots and people, while servers, Redis and PostgreSQL are killed at random."""

import asyncio
import random
import signal
import time
from collections import Counter
from pathlib import Path

import httpx
import msgspec

from igroteka.games import SHELF
from igroteka.store.postgres import PostgresStore
from igroteka.table.record import read_record
from igroteka.table.verify import verify
from scale.judging import Verdict, judge
from scale.people import Client
from scale.stack import Stack, postgres, redis
from server.serving import Server

KINDS = (
    ("upturn", 2, (1,)), ("etazhiki", 2, ()), ("sequence", 2, (1,)), ("upturn", 2, ()), ("sequence", 2, ()),
    ("etazhiki", 3, (1, 2)), ("sequence", 3, (2,)), ("upturn", 3, (1, 2)), ("etazhiki", 2, (1,)),
)  # fmt: skip
"""Game, seats, and the seats of bots."""
PATIENCE = 180.0
OF_THE_STORE = ("the store cannot write", "the store cannot read")
"""What a server says of a database that is away."""


class Chaos:
    """Kills servers and services, and brings them back."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.stack = Stack(folder, bot_pace=0.2, log_level="warning")
        self.chance = random.Random(seed)
        self.seed = seed
        self.clients: list[Client] = []
        self.kills: Counter[str] = Counter()
        self._tables: list[str] = []
        self._deck: list[str] = []

    async def open(self, tables: int) -> None:
        """Tables with people at them, every one of them begun."""
        socket_url = self.stack.socket_url
        async with httpx.AsyncClient(base_url=self.stack.url, timeout=30) as http:

            async def post(path: str, body: dict[str, object]) -> dict[str, str]:
                answer = await http.post(path, json=body)
                assert answer.is_success, answer.text
                said: dict[str, str] = answer.json()
                return said

            for at in range(tables):
                game, seats, bots = KINDS[at % len(KINDS)]
                table = (await post("/api/tables", {"game": game, "seats": seats, "bots": bots}))["table"]
                self._tables.append(table)
                for seat in (seat for seat in range(seats) if seat not in bots):
                    token = (await post(f"/api/tables/{table}/people", {"name": f"P{seat}"}))["token"]
                    name = f"{self.seed}-{at}-{seat}"
                    self.clients.append(Client(socket_url, table, game, token, seat, name))
                if at % 5 == 0:
                    self.clients.append(Client(socket_url, table, game, None, None, f"{self.seed}-{at}-s"))
        hosts = [client for client in self.clients if client.seat == 0]
        await asyncio.gather(*(client.start_game() for client in hosts))

    async def run(self, seconds: float, pace: float) -> None:
        """Everyone plays while things break; then whatever is not over by itself is ended by its host."""
        stop = asyncio.Event()
        playing = [asyncio.create_task(client.play(stop, pace)) for client in self.clients]
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            await asyncio.sleep(self.chance.uniform(0.2, 2.0))
            await self._break()
        stop.set()
        done, late = await asyncio.wait(playing, timeout=PATIENCE)
        for task in late:
            task.cancel()
        for task in done:
            task.result()

    async def _break(self) -> None:
        if not self._deck:  # all kinds, in ever another order
            kinds = ["server", "postgres", "redis", "server", "ask", "freeze", "server"]
            self._deck = self.chance.sample(kinds, len(kinds))
        what = self._deck.pop()
        self.kills[what] += 1
        outage = self.chance.uniform(0.0, 2.5)
        if what == "redis":
            await asyncio.to_thread(redis().kill)
            await asyncio.sleep(outage)
            await asyncio.to_thread(redis().start)
        elif what == "postgres":
            await asyncio.to_thread(self.chance.choice((postgres().crash, postgres().kill)))
            await asyncio.sleep(outage)
            await asyncio.to_thread(postgres().start)
        else:
            await self._break_server(what, self.chance.choice(self.stack.servers), outage)

    async def _break_server(self, how: str, server: Server, outage: float) -> None:
        """Killed, asked to go, or frozen until others have taken over what it was about to do."""
        if how == "freeze":
            server.signal(signal.SIGSTOP)
            await asyncio.sleep(4.0 + outage)
            server.signal(signal.SIGCONT)
            return
        await asyncio.to_thread(server.kill if how == "server" else server.stop)
        await asyncio.sleep(outage)
        await asyncio.to_thread(server.start)

    async def verdict(self) -> Verdict:
        store = await PostgresStore.connected(self.stack.database)
        logs = {table: await store.read(table) for table in self._tables}
        await store.close()
        return judge(logs, self.clients)

    def verified(self, most: int) -> int:
        """How many of some tables' records the rules themselves find true."""
        some = self.chance.sample(self._tables, min(most, len(self._tables)))
        with httpx.Client(base_url=self.stack.url, timeout=60) as http:
            records = [
                read_record(http.get(f"/api/tables/{table}/rounds/1/record").content) for table in some
            ]
        assert all(verify(record, SHELF[record.game]).verified for record in records)
        return len(records)


def run(folder: Path, tables: int, seconds: float, seed: int, pace: float = 1.0) -> str:
    """A run of so many seconds; a story of it in figures, or an assertion that fails."""
    chaos = Chaos(folder, seed)
    try:
        chaos.stack.start()
        verdict = asyncio.run(_run(chaos, tables, seconds, pace))
        told = report(chaos, verdict)
        print(told, flush=True)
        assert verdict.is_clean
        verified = chaos.verified(12)
        errors = [line for line in chaos.stack.log() if line["level"] == "error"]
        faults = [line for line in errors if line["event"] not in OF_THE_STORE]  # we have crashed it
        assert not faults, faults[:2]
    finally:
        chaos.stack.close()
    return f"{verified} records fetched, all of them true"


async def _run(chaos: Chaos, tables: int, seconds: float, pace: float) -> Verdict:
    await chaos.open(tables)
    await chaos.run(seconds, pace)
    return await chaos.verdict()


def report(chaos: Chaos, verdict: Verdict) -> str:
    kills = ", ".join(f"{what} {count}" for what, count in sorted(chaos.kills.items()))
    clients = chaos.clients
    figures = "\n".join(
        f"  {n.replace('_', ' '):24}{v:>10,}" for n, v in msgspec.structs.asdict(verdict).items()
    )
    lines = (
        f"seed {chaos.seed}: {len(chaos._tables)} tables, {len(clients)} connections; broken: {kills}",
        figures,
        f"  {'connections made':24}{sum(client.connections for client in clients):>10,}",
        f"  {'asked again':24}{sum(client.resent for client in clients):>10,}",
        f"  {'longest outage, s':24}{max(client.longest_outage for client in clients):>10.1f}",
    )
    return "\n".join(lines)
