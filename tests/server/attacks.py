"""What a stranger could try against a server, one function for each thing; most need no seat at a table."""

import contextlib
import secrets
import socket
import time
from collections.abc import Callable
from typing import Any, Final
from urllib.parse import urlsplit

import httpx

from server.client import Place, come, get, open_table, post
from server.raw import CONTINUED, PING, PONG, TEXT, frame, send_for, shaken, text
from server.serving import Server

SECONDS: Final = 3.0
"""How long each of them goes on."""


def dotted_keys(server: Server) -> str:
    said = [post(server, "/api/parts", {"text": "a." * length + "a=1"}) for length in (32_000, 8_000) * 5]
    return _codes(said)


def nested_bodies(server: Server) -> str:
    texts = ["a=" + "[" * 8_000, '{"a":' * 3_000 + "1" + "}" * 3_000, "a=" + "{a=" * 4_000]
    return _codes([post(server, "/api/parts", {"text": text}) for text in texts * 4])


def broken_bodies(server: Server) -> str:
    header = {"Content-Type": "application/json"}
    bodies = (b"\xff\xfe", b'{"name": "\xc3"}', b"[" * 60_000, secrets.token_bytes(5_000))
    paths = ("/api/tables", "/api/parts", "/api/tables/again")
    said = [server.http.post(path, content=body, headers=header) for body in bodies for path in paths]
    return _codes(said)


def pongs(server: Server) -> str:
    return _flood(server, frame(PONG) * 10_000)


def unread_pings(server: Server) -> str:
    return _flood(server, frame(PING, b"x" * 125) * 500)


def empty_fragments(server: Server) -> str:
    return _flood(server, frame(TEXT, last=False) + frame(CONTINUED, last=False) * 10_000)


def messages(server: Server) -> str:
    return _flood(server, frame(TEXT) * 10_000)


def slow_readers(server: Server) -> str:
    """Twenty who say hello and ask, and never read."""
    table = open_table(server, bots=[1])
    ask = text({"kind": "why", "id": "x", "intent": {"kind": "fly"}})
    with contextlib.ExitStack() as opened:
        raws = [opened.enter_context(contextlib.closing(shaken(server, table))) for _ in range(20)]
        sent = sum(send_for(raw, text({"kind": "hello"}) + ask * 500, SECONDS / 20) for raw in raws)
    return f"{sent // 1024} kB sent"


def idle_connections(server: Server) -> str:
    """A thousand connections that say nothing, half of them half a request."""
    where = urlsplit(server.url)
    opened = []
    with contextlib.suppress(OSError):
        for at in range(1_000):
            raw = socket.create_connection((where.hostname or "", where.port or 0), timeout=2)
            opened.append(raw)
            if at % 2:
                raw.sendall(b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99\r\n\r\n{")
    time.sleep(SECONDS)
    for raw in opened:
        raw.close()
    return f"{len(opened)} connections"


def health_checks(server: Server) -> str:
    return _many(server, "/healthz")


def listings(server: Server) -> str:
    for _ in range(30):
        open_table(server, listed=True)
    return _many(server, "/api/tables")


def long_addresses(server: Server) -> str:
    path = f"/api/tables/{open_table(server)}/qr.svg"
    hosts = ("a" * 300, "a" * 5_000)
    said = [get(server, path, params={"at": f"http://{host}"}, headers={"Host": host}) for host in hosts]
    return _codes(said)


def claims(server: Server) -> str:
    """A watcher asks for the host's role, for seats and for the end of the table."""
    with come(server, open_table(server)) as anna, come(server, anna.id, "Eve", watch=True) as eve:
        said = [
            eve.refused("claim_host"),
            eve.refused("delete"),
            eve.refused("remove_person", person=anna.me),
        ]
        header = {"Authorization": f"Bearer {eve.token}"}
        theft = post(server, f"/api/tables/{anna.id}/moves", {"person": anna.me}, headers=header)
        assert theft.status_code == 403, theft.text
    return ", ".join(sorted(set(said)))


def joins(server: Server) -> str:
    table = open_table(server)
    said = [post(server, f"/api/tables/{table}/people", {"name": f"P{at}"}) for at in range(80)]
    return _codes(said)


def wrong_tokens(server: Server) -> str:
    table = open_table(server)
    for _ in range(20):
        with Place(server, table, secrets.token_urlsafe(32)) as eve:
            assert eve.bye() == "wrong-token"
    return "20 refused"


ATTACKS: Final[tuple[Callable[[Server], str], ...]] = (
    dotted_keys, nested_bodies, broken_bodies, pongs, unread_pings, empty_fragments, messages, slow_readers,
    idle_connections, health_checks, listings, long_addresses, claims, joins, wrong_tokens,
)  # fmt: skip


def _codes(answers: list[httpx.Response]) -> str:
    codes = [answer.status_code for answer in answers]
    assert not [code for code in codes if code >= 500 and code != 503], codes
    return ", ".join(f"{codes.count(code)} times {code}" for code in sorted(set(codes)))


def _flood(server: Server, bytes: bytes) -> str:
    """Again and again from new connections: who is sent away comes back."""
    table, sent, tries, end = open_table(server), 0, 0, time.monotonic() + SECONDS
    while time.monotonic() < end:
        with contextlib.closing(shaken(server, table)) as raw:
            sent += send_for(raw, bytes, 0.5)
        tries += 1
    return f"{sent // 1024} kB in {tries} connections"


def _many(server: Server, path: str) -> str:
    answers: list[Any] = []
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        answers.append(get(server, path))
    return _codes(answers)
