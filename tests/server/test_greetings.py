"""When many come at once few are greeted at a time; the rest are told when to come, each another moment."""

import asyncio
import socket
import time
from collections.abc import Awaitable, Callable
from contextlib import ExitStack
from pathlib import Path

import pytest

from igroteka.server.cluster.balance import surplus
from igroteka.server.connection.greetings import (
    _AT_ONCE,
    _COMING,
    _FIRST_RATE,
    _LATEST,
    _LONGEST,
    Greetings,
)
from igroteka.server.metrics import Metrics
from server.client import Place, come, join, open_table
from server.serving import serving

KNOCK = (
    b"GET /ws/AAAAAAAAAAAAAAAAAAAAAA HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
    b"Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


def play(scene: Callable[[Greetings, Metrics], Awaitable[None]]) -> None:
    async def run() -> None:
        metrics = Metrics()
        await scene(Greetings(metrics), metrics)

    asyncio.run(run())


def test_few_are_greeted_at_once_and_the_next_when_one_is_done() -> None:
    async def scene(greetings: Greetings, _metrics: Metrics) -> None:
        assert [await greetings.turn() for _ in range(_AT_ONCE)] == [None] * _AT_ONCE
        waiting = asyncio.create_task(greetings.turn())
        await asyncio.sleep(0)
        assert not waiting.done()
        greetings.done()
        assert await waiting is None

    play(scene)


def test_who_would_wait_for_long_is_told_a_time_that_nobody_else_is_told() -> None:
    async def scene(greetings: Greetings, metrics: Metrics) -> None:
        room = _AT_ONCE + int(_LONGEST * _FIRST_RATE) + 1
        waiting = [asyncio.create_task(greetings.turn()) for _ in range(room)]
        await asyncio.sleep(0)
        told = [await greetings.turn() for _ in range(1000)]
        times = [time for time in told if time is not None]
        assert len(times) == len(set(times)) == metrics.greetings_put_off == 1000
        assert min(times) >= _LONGEST
        assert max(times) <= _LATEST
        assert max(times) > _LONGEST + 0.9 * 1000 / _FIRST_RATE  # as many a second as are greeted
        for task in waiting:
            task.cancel()

    play(scene)


def test_who_comes_while_too_many_are_on_their_way_is_turned_away_at_once() -> None:
    async def scene(greetings: Greetings, metrics: Metrics) -> None:
        room = int(_COMING * _FIRST_RATE) + 1
        assert all(greetings.knock() for _ in range(room))
        assert not greetings.knock()
        assert metrics.greetings_put_off == 1
        greetings.came()
        assert greetings.knock()

    play(scene)


@pytest.mark.alone
def test_those_who_hang_up_at_the_door_leave_their_place() -> None:
    """More than may be on their way, and none says hello: the next one is greeted all the same."""
    with serving() as server:
        place = int(server.url.rsplit(":", 1)[1])
        for _ in range(4):
            knocking = [socket.create_connection(("127.0.0.1", place)) for _ in range(500)]
            for one in knocking:
                one.sendall(KNOCK)
            for one in knocking:
                assert b" 101 " in one.recv(4096)
                one.close()
        table = open_table(server, "upturn", 2)
        with Place(server, table, join(server, table, "Anna")) as anna:
            assert anna.table


@pytest.mark.alone
def test_those_who_are_sent_away_and_stay_hold_up_nobody() -> None:
    """One stranger with more sockets than may be on their way; each is refused, and none hangs up."""
    with serving(sockets_per_address=2) as server, ExitStack() as opened:
        port, table = int(server.url.rsplit(":", 1)[1]), open_table(server, "upturn", 2)
        for _ in range(int(_COMING * _FIRST_RATE) + 100):
            one = opened.enter_context(socket.create_connection(("127.0.0.1", port), 30, ("127.0.0.2", 0)))
            one.sendall(KNOCK)
        with come(server, table) as anna:
            assert anna.table
            assert len(list(Path(f"/proc/{server.pid}/fd").iterdir())) < 1000  # most had to make room


UNREADABLE = {
    "a name that is none": KNOCK.replace(b"Host:", b"\xff\xfe: a\r\nHost:"),
    "a path that is none": KNOCK.replace(b"AAAA HTTP", b"\xd1\x8f HTTP"),
    "too many lines": KNOCK.replace(b"Host:", b"X: a\r\n" * 300 + b"Host:"),
    "a line that is too long": KNOCK.replace(b"Host:", b"X: " + b"a" * 30_000 + b"\r\nHost:"),
    "a body": KNOCK.replace(b"Host:", b"Content-Length: 5\r\nHost:") + b"hello",
    "a body that comes later": KNOCK.replace(b"Host:", b"Content-Length: 5\r\nHost:"),
}


@pytest.mark.alone
def test_a_head_that_cannot_be_read_is_not_waited_for_and_holds_up_nobody() -> None:
    with serving(hello_seconds=60) as server, ExitStack() as opened:
        port, table = int(server.url.rsplit(":", 1)[1]), open_table(server, "upturn", 2)
        for why, head in UNREADABLE.items():
            with socket.create_connection(("127.0.0.1", port), timeout=15) as one:
                one.sendall(head)
                while one.recv(4096):  # until the server hangs up
                    pass
                assert why
        for at in range(int(_COMING * _FIRST_RATE) + 100):
            one = opened.enter_context(socket.create_connection(("127.0.0.1", port)))
            one.sendall(list(UNREADABLE.values())[at % len(UNREADABLE)])
        with come(server, table) as anna:
            assert anna.table
        assert not [line for line in server.log() if line["level"] == "error"]


@pytest.mark.alone
def test_those_who_say_nothing_are_not_on_their_way_for_long() -> None:
    with serving(hello_seconds=60) as server, ExitStack() as opened:
        port, table = int(server.url.rsplit(":", 1)[1]), open_table(server, "upturn", 2)
        for _ in range(int(_COMING * _FIRST_RATE) + 100):
            opened.enter_context(socket.create_connection(("127.0.0.1", port))).sendall(KNOCK)
        time.sleep(1.5)
        with come(server, table) as anna:
            assert anna.table


@pytest.mark.alone
def test_a_head_that_comes_in_pieces_is_let_in_like_one_that_comes_whole() -> None:
    with serving() as server:
        port = int(server.url.rsplit(":", 1)[1])
        for cut in (3, 20, len(KNOCK) - 2, len(KNOCK)):
            with socket.create_connection(("127.0.0.1", port), timeout=30) as one:
                one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                one.sendall(KNOCK[:cut])
                time.sleep(0.02)
                one.sendall(KNOCK[cut:])
                assert one.recv(4096).startswith(b"HTTP/1.1 101 "), cut


@pytest.mark.alone
def test_a_way_to_a_table_that_is_no_websocket_gets_the_headers_of_every_answer() -> None:
    with serving() as server:
        answer = server.http.get("/ws/AAAAAAAAAAAAAAAAAAAAAA")
        assert answer.status_code == 405
        assert answer.headers["x-content-type-options"] == "nosniff"


def test_a_server_has_too_many_sockets_only_far_above_the_average() -> None:
    assert surplus(40, [40, 40]) == surplus(45, [40, 35]) == surplus(3, [0, 0]) == surplus(100, []) == 0
    assert surplus(90, [30, 0]) == 50
    assert surplus(56, [56, 8]) == 16
    assert surplus(8, [56, 56]) == surplus(44, [44, 32]) == 0
