"""Answers over HTTP that are asked for and not read take no memory without end."""

import socket
import time
from urllib.parse import urlsplit

import pytest

from igroteka.server.connection.unread import Unread
from igroteka.server.http import python_files
from server.client import get
from server.serving import Server, serving

MOST_KILOBYTES = 40_000


class Line:
    """A connection that notes that it was closed."""

    is_open = True

    def make_room(self) -> None:
        self.is_open = False


def test_where_too_much_waits_the_oldest_makes_room() -> None:
    unread, lines = Unread(most=100), [Line() for _ in range(4)]
    for line in lines[:3]:
        unread.waits(line, 40)
    assert [line.is_open for line in lines] == [False, True, True, True]
    unread.reads(lines[1])
    unread.waits(lines[3], 60)
    assert [line.is_open for line in lines] == [False, True, True, True]


def test_what_is_larger_than_everything_may_be_read_alone() -> None:
    unread, small, large = Unread(most=100), Line(), Line()
    unread.waits(small, 10)
    unread.waits(large, 500)
    assert (small.is_open, large.is_open) == (False, True)
    unread.waits(large, 400)  # it reads, a little
    assert large.is_open


def asked_and_not_read(server: Server, path: str, times: int) -> list[socket.socket]:
    where, asking = urlsplit(server.url), []
    for _ in range(times):
        raw = socket.socket()
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        raw.connect((where.hostname, where.port))
        raw.sendall(f"GET {path} HTTP/1.1\r\nHost: {where.netloc}\r\n\r\n".encode())
        asking.append(raw)
    return asking


@pytest.mark.alone  # nginx reads what it is told, and waits for the client itself
def test_who_asks_for_large_files_and_reads_none_costs_little_memory() -> None:
    """Sixty times the largest file of Python would be a hundred megabytes."""
    largest = max(python_files.listed(), key=lambda one: one.bytes)
    with serving() as server:
        whole = python_files.file(largest.name)
        assert get(server, f"/python/{largest.name}").content == whole  # in pieces, and all of them
        before = server.memory()
        asking = asked_and_not_read(server, f"/python/{largest.name}", 60)
        for raw in asking:
            assert raw.recv(12) == b"HTTP/1.1 200"
        time.sleep(0.2)
        assert server.memory() - before < MOST_KILOBYTES
        assert get(server, f"/python/{largest.name}").content == whole
        for raw in asking:
            raw.close()
