"""A crowd of pages at tables, thousands in one process: they come back as the page does, and note waits."""

import asyncio
import json
import random
import time
from collections import Counter
from typing import Any, Final, cast

import msgspec

CONNECT: Final = 12.0
"""As web/src/lib/line.svelte.ts has it; the waits are those of web/src/lib/waits.ts."""
PING, TEXT, CLOSE = 9, 1, 8


def wait_after(failures: int, chance: float) -> float:
    if failures <= 1:
        return 0.3 * chance
    return min(0.5 * 2 ** (failures - 1), 10.0) * (0.5 + chance / 2)


class Guest(asyncio.Protocol):
    """One page at a table; `port` is that of a server or of nginx."""

    def __init__(self, port: int, table: str, token: str) -> None:
        self.port, self.table, self.token = port, table, token
        self.greeted_at: float | None = None
        self.lost_at = time.monotonic()
        self.longest_away = 0.0
        self.longest_wait = 0.0
        self.acknowledged: list[str] = []
        self.asked = 0
        self.byes: Counter[str] = Counter()
        self.going = True
        self._transport: asyncio.Transport | None = None
        self._bytes = bytearray()
        self._upgraded = False
        self._failures = 0
        self._after: float | None = None
        self._waiting: tuple[str, bytes, float] | None = None
        self._patience: asyncio.TimerHandle | None = None

    @property
    def is_here(self) -> bool:
        return self.greeted_at is not None

    async def connect(self) -> None:
        """One try; what comes of it is heard."""
        loop = asyncio.get_running_loop()
        self._bytes, self._upgraded = bytearray(), False
        try:
            await loop.create_connection(lambda: self, "127.0.0.1", self.port)
        except OSError:
            self._failed()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)
        self._patience = asyncio.get_running_loop().call_later(CONNECT, self._transport.abort)
        self._transport.write(
            f"GET /ws/{self.table} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
            "Sec-WebSocket-Version: 13\r\n\r\n".encode()
        )

    def connection_lost(self, exc: Exception | None) -> None:
        self._transport = None
        if self._patience is not None:
            self._patience.cancel()
        if self.greeted_at is not None:
            self.greeted_at, self.lost_at, self._failures = None, time.monotonic(), 0
        self._failed()

    def _failed(self) -> None:
        if not self.going:
            return
        self._failures += 1
        chance = random.random()
        wait = wait_after(self._failures, chance) if self._after is None else self._after + 0.3 * chance
        self._after = None
        loop = asyncio.get_running_loop()
        loop.call_later(wait, lambda: loop.create_task(self.connect()))

    def leave(self) -> None:
        self.going = False
        if self._transport is not None:
            self._transport.abort()

    # Asking -----------------------------------------------------------------------------------------

    @property
    def is_waiting(self) -> bool:
        return self._waiting is not None

    def ask(self) -> None:
        """One more intent about the table; said again after a lost line, under the same id."""
        self.asked += 1
        id = f"{id_of(self)}-{self.asked}"
        intent = {"kind": "rename", "name": f"G{self.asked}"}
        text = json.dumps({"kind": "do", "id": id, "intent": intent}).encode()
        self._waiting = id, text, time.monotonic()
        self._send(text)

    def _send(self, text: bytes) -> None:
        if self._transport is not None and self._upgraded:
            size = bytes((0x80 | len(text),)) if len(text) < 126 else b"\xfe" + len(text).to_bytes(2, "big")
            self._transport.write(b"\x81" + size + b"\0\0\0\0" + text)

    # Hearing ----------------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        self._bytes += data
        if not self._upgraded:
            head, found, rest = bytes(self._bytes).partition(b"\r\n\r\n")
            if not found:
                return
            if b" 101 " not in head:
                assert self._transport is not None
                self._transport.abort()
                return
            self._upgraded, self._bytes = True, bytearray(rest)
            self._send(b'{"kind":"hello","token":"%s"}' % self.token.encode())
        while self._frame():
            pass

    def _frame(self) -> bool:
        held = self._bytes
        if len(held) < 2:
            return False
        size, begin = held[1], 2
        if size >= 126:
            begin = 4 if size == 126 else 10
            size = int.from_bytes(held[2:begin], "big")
        if len(held) < begin + size:
            return False
        payload, opcode = bytes(held[begin : begin + size]), held[0] & 15
        del held[: begin + size]
        self._heard(opcode, payload)
        return True

    def _heard(self, opcode: int, payload: bytes) -> None:
        if opcode == PING and self._transport is not None:
            self._transport.write(b"\x8a" + bytes((0x80 | len(payload),)) + b"\0\0\0\0" + payload)
        elif opcode == CLOSE and self._transport is not None:
            self._transport.close()
        elif opcode == TEXT:
            if b'"bye"' in payload:
                self._take_leave(payload)
            elif self.greeted_at is None and len(payload) > 2:
                self._greeted()
            if self._waiting is not None and self._waiting[0].encode() in payload:
                self._answered(payload)

    def _take_leave(self, payload: bytes) -> None:
        for message in msgspec.json.decode(payload):
            if message["kind"] == "bye":
                self.byes[message["reason"]] += 1
                self._after = message.get("after")

    def _greeted(self) -> None:
        self.greeted_at = time.monotonic()
        if self._patience is not None:
            self._patience.cancel()
        self.longest_away = max(self.longest_away, self.greeted_at - self.lost_at)
        if self._waiting is not None:
            self._send(self._waiting[1])

    def _answered(self, payload: bytes) -> None:
        assert self._waiting is not None
        id, text, since = self._waiting
        for message in msgspec.json.decode(payload):
            if message.get("id") != id:
                continue
            if message["kind"] == "not_possible":
                assert message["refusal"]["reason"] == "one-moment", message
                asyncio.get_running_loop().call_later(0.2, self._send, text)
                return
            self.longest_wait = max(self.longest_wait, time.monotonic() - since)
            self.acknowledged.append(id)
            self._waiting = None


def id_of(guest: Guest) -> str:
    return f"{id(guest):x}"


async def brought(guests: list[Guest], at_once: int, seconds: float) -> None:
    """All of them at their tables, so many tries at a time."""
    few = asyncio.Semaphore(at_once)

    async def come(guest: Guest) -> None:
        async with few:
            await guest.connect()
            until = time.monotonic() + 2.0
            while not guest.is_here and time.monotonic() < until:
                await asyncio.sleep(0.01)

    await asyncio.gather(*(come(guest) for guest in guests))
    await all_here(guests, seconds)


async def all_here(guests: list[Guest], seconds: float) -> float:
    """When the last one is greeted; how many seconds that took."""
    begun = time.monotonic()
    while missing := sum(not guest.is_here for guest in guests):
        assert time.monotonic() - begun < seconds, (
            f"{missing} of {len(guests)} are not here after {seconds} s"
        )
        await asyncio.sleep(0.05)
    return time.monotonic() - begun


def sockets(text: str) -> int:
    """The figure of a server's /metrics."""
    line: Any = next(line for line in text.splitlines() if line.startswith("igroteka_sockets "))
    return int(float(line.split()[1]))
