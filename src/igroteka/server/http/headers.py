"""Around every answer: the security headers, and the names under which the server may be addressed."""

import ipaddress
from collections.abc import Iterator
from typing import Final
from urllib.parse import urlsplit

import msgspec
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from igroteka.core import Refusal
from igroteka.server.settings import Settings

HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; "
        "img-src 'self' data:; "
        "connect-src 'self'; font-src 'self'; manifest-src 'self'; worker-src 'self'; "
        "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Cache-Control": "no-store",
}
_HTTPS: Final = {"Strict-Transport-Security": "max-age=31536000"}
_MISDIRECTED: Final = 421
_PIECE: Final = 65_536
_CONNECTIONS: Final = (ScopeType.HTTP, ScopeType.WEBSOCKET)


def with_headers(app: ASGIApp, settings: Settings) -> ASGIApp:
    """Every answer carries the security headers, those to unknown paths and faults included.

    HEAD is answered as GET is: those who watch servers and those who preview links ask so. That the answer is
    without its body is the business of the HTTP protocol, which knows what was asked.
    """
    known = {**HEADERS, **(_HTTPS if settings.origin().startswith("https:") else {})}
    ours = [(name.lower().encode(), value.encode()) for name, value in known.items()]

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        is_file = False

        async def send_with_headers(message: Message) -> None:
            nonlocal is_file
            if message["type"] == "http.response.start":
                said = list(message.get("headers", []))
                given = {name.lower() for name, _ in said}
                is_file = b"cache-control" in given
                message["headers"] = said + [header for header in ours if header[0] not in given]
            for piece in _pieces(message) if is_file else (message,):
                await send(piece)

        sending = send_with_headers if scope["type"] == ScopeType.HTTP else send
        if scope["type"] == ScopeType.HTTP and scope["method"] == "HEAD":
            scope = {**scope, "method": "GET"}
        if scope["type"] in _CONNECTIONS and not is_known_host(_host(scope), settings.public_url):
            await _misdirected(scope, sending)
        else:
            await app(scope, receive, sending)

    return answer


def _pieces(message: Message) -> Iterator[Message]:
    """A file of the page, which is in memory once, bit by bit: the next one when the last was nearly read.

    In one go it would be copied for everyone who asks for it and reads slowly, or not at all.
    """
    if message["type"] != "http.response.body" or len(message["body"]) <= _PIECE:
        yield message
        return
    body = memoryview(message["body"])
    for at in range(0, len(body), _PIECE):
        more = at + _PIECE < len(body) or message["more_body"]
        yield {"type": "http.response.body", "body": bytes(body[at : at + _PIECE]), "more_body": more}


def is_known_host(host: str, public_url: str) -> bool:
    """Whether the server may be addressed so: if it has a public address, by that; by a bare IP always.

    A page of somebody else whose name was made to lead here says its own name.
    """
    if not public_url:
        return True
    name = _name(host)
    return name in (_name(urlsplit(public_url).netloc), "localhost") or _is_address(name)


def _name(host: str) -> str:
    try:
        return (urlsplit(f"//{host}").hostname or "").rstrip(".")
    except ValueError:
        return ""


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _host(scope: Scope) -> str:
    return next((value.decode("latin-1") for name, value in scope["headers"] if name == b"host"), "")


async def _misdirected(scope: Scope, send: Send) -> None:
    if scope["type"] != ScopeType.HTTP:
        await send({"type": "websocket.close", "code": 1008, "reason": "wrong-host"})
        return
    body = msgspec.json.encode(Refusal("wrong-host"))
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": _MISDIRECTED, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})
