"""A WebSocket written byte by byte, for what no client library would send."""

import contextlib
import json
import socket
import time
from typing import Any
from urllib.parse import urlsplit

from server.serving import Server

TEXT, PING, PONG, CONTINUED = 0x1, 0x9, 0xA, 0x0
LAST = 0x80


def shaken(server: Server, table: str) -> socket.socket:
    """A bare TCP connection that has become a WebSocket."""
    where = urlsplit(server.url)
    raw = socket.socket()
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)  # what is not read soon fills all buffers
    raw.connect((where.hostname, where.port))
    raw.sendall(
        f"GET /ws/{table} HTTP/1.1\r\nHost: {where.netloc}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    head = b""
    while b"\r\n\r\n" not in head:
        head += raw.recv(1)
    assert b" 101 " in head
    return raw


def send_for(raw: socket.socket, bytes: bytes, seconds: float) -> int:
    """Send this again and again until the other side has had enough; how many bytes it took."""
    raw.settimeout(0.2)
    sent, end = 0, time.monotonic() + seconds
    with contextlib.suppress(OSError):
        while time.monotonic() < end:
            try:
                sent += raw.send(bytes)
            except TimeoutError:
                continue
    return sent


def text(message: dict[str, Any]) -> bytes:
    body = json.dumps(message).encode()
    assert len(body) < 126
    return bytes((0x81, 0x80 | len(body))) + b"\0\0\0\0" + body


def frame(opcode: int, body: bytes = b"", last: bool = True) -> bytes:
    """One masked frame, the mask of which changes nothing."""
    assert len(body) < 126
    return bytes((LAST * last | opcode, 0x80 | len(body))) + b"\0\0\0\0" + body


def close_code(raw: socket.socket, seconds: float = 10.0) -> int | None:
    """Read frames until the server closes; the code it gives, None if it just hangs up."""
    raw.settimeout(seconds)
    held = b""
    while True:
        while (size := _whole(held)) is not None:
            if held[0] & 0xF == 0x8:
                return int.from_bytes(held[2:4], "big") if size > 2 else None
            held = held[size:]
        try:
            got = raw.recv(65536)
        except ConnectionResetError:
            return None
        if not got:
            return None
        held += got


def _whole(held: bytes) -> int | None:
    """The size of the frame at the beginning, once all of it is there."""
    if len(held) < 2:
        return None
    size, head = held[1] & 0x7F, 2
    if size == 126:
        size, head = int.from_bytes(held[2:4], "big"), 4
    elif size == 127:
        size, head = int.from_bytes(held[2:10], "big"), 10
    return head + size if len(held) >= head + size else None
