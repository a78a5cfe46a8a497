"""The other side of `igroteka bench server`: as lean a client as can be, playing real tables in lockstep."""

import asyncio
import base64
import os
import random
import time
from collections.abc import Callable
from functools import partial
from typing import Final, cast

from igroteka.lab.steady import steady

GAME_LENGTH: Final = 40
"""Intents of a game before the host stops it and asks for a rematch."""
_PATIENCE: Final = 10.0
"""Seconds after which a table that waits for its seats to be told is stuck."""


class Link(asyncio.Protocol):
    """A client's end of a WebSocket, as lean as it can be; puts together bytes that arrive in pieces."""

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
    """One table of two seats: an intent, both told, the next one."""

    def __init__(self, times: list[float], pause: float = 0.0) -> None:
        """`pause`: seconds that people think before an intent, on average."""
        self._pause = pause
        self.links: list[Link] = []
        self._kinds = steady().turn
        self.going = True
        self.intents = 0
        self.waiting = False
        self._times = times
        self._turn = 0
        self._mover = 0
        self._step = 0
        self._length = random.randint(1, GAME_LENGTH)  # tables do not all begin anew in the same second
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
        if self._step < self._length and self._pause:
            asyncio.get_running_loop().call_later(2 * self._pause * random.random(), self._play)
        elif self._step < self._length:
            self._play()
        elif self._step == self._length:
            self._step += 1
            self._host(b"stop_game", self._told[0] + 1)
        else:
            self._step, self._length = 0, GAME_LENGTH
            self._host(b"rematch", self._told[0] + 2)

    def _play(self) -> None:
        """The same turn again and again, one seat after the other."""
        if not self.going:  # it has ended while they thought
            return
        at = self._step % len(self._kinds)
        self._mover = self._turn
        if at == len(self._kinds) - 1:
            self._turn = 1 - self._turn
        self._step += 1
        number = self._told[self._mover]
        self._in_play, self._awaited = True, number + 1
        self._send(
            self._mover,
            b'{"kind":"ask","id":"%d","number":%d,"intent":{"kind":"%s"}}',
            number,
            number,
            self._kinds[at],
        )

    def _host(self, kind: bytes, awaited: int) -> None:
        self._in_play, self._awaited = False, awaited
        self._send(0, b'{"kind":"do","id":"%s%d","intent":{"kind":"%s"}}', kind, self._told[0], kind)

    def _send(self, seat: int, form: bytes, *values: bytes | int) -> None:
        self.waiting, self._sent_at = True, time.perf_counter()
        self.links[seat].send(form % values)


async def connected(
    ports: tuple[int, int], table: str, tokens: tuple[str, str], times: list[float], pause: float = 0.0
) -> Lockstep:
    """Both seats are at the table, each at its server, and have heard from it."""
    played = Lockstep(times, pause)
    for seat, (token, port) in enumerate(zip(tokens, ports, strict=True)):
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


async def end(tables: list[Lockstep]) -> int:
    """Let every table finish its step; how many could not."""
    for table in tables:
        table.going = False
    until = time.perf_counter() + _PATIENCE
    while any(table.waiting for table in tables) and time.perf_counter() < until:
        await asyncio.sleep(0.05)
    return sum(table.waiting for table in tables)
