"""Who comes through a proxy: counted by the address that a proxy of ours names, and by no other word."""

import asyncio
import ipaddress
from collections.abc import Iterable
from functools import lru_cache
from typing import Any, Final

import msgspec
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Receive, Scope, Send
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from igroteka.core import Refused
from igroteka.server.connection.rush import KEPT_WAITING, Rush

_WHY: Final = msgspec.json.encode(Refused("too-many-requests").told())
_HEADERS: Final = [
    (b"content-type", b"application/json"),
    (b"content-length", str(len(_WHY)).encode()),
    (b"retry-after", b"60"),
    (b"cache-control", b"no-store"),
]
_MOST_WAITING: Final = 512
"""Requests that are kept waiting at once; one more is refused at once, since a proxy has few connections."""


class Proxies:
    """Those whose X-Forwarded-For is believed; what others say of where they come from is not looked at."""

    def __init__(self, trusted: Iterable[str], rush: Rush) -> None:
        self._trusted = list(trusted)
        self._rush = rush
        self._known = self._naming(None).trusted_hosts
        self._waiting = 0

    def __contains__(self, host: str) -> bool:
        return bool(self._trusted) and unmapped(host) in self._known

    def around(self, app: ASGIApp) -> ASGIApp:
        """The application, told who is behind a proxy; who asks without end through one is kept waiting.

        Who comes without one was counted before anything was read (`http_protocol`).
        """
        named = self._naming(self._unhurried(app))

        async def answer(scope: Scope, receive: Receive, send: Send) -> None:
            client = scope.get("client")
            if client is None or client[0] not in self:
                await app(scope, receive, send)
                return
            scope["client"] = (unmapped(client[0]), client[1])
            await named(scope, receive, send)

        return answer

    def _naming(self, app: Any) -> Any:
        """Types of uvicorn and Litestar differ in names alone."""
        return ProxyHeadersMiddleware(app, self._trusted)

    def _unhurried(self, app: ASGIApp) -> ASGIApp:
        async def answer(scope: Scope, receive: Receive, send: Send) -> None:
            client = scope.get("client")
            if scope["type"] == ScopeType.HTTP and client and not self._rush.lets_in(client[0]):
                await self._send_away(send)
            else:
                await app(scope, receive, send)

        return answer

    async def _send_away(self, send: Send) -> None:
        if self._waiting < _MOST_WAITING:
            self._waiting += 1
            try:
                await asyncio.sleep(KEPT_WAITING)
            finally:
                self._waiting -= 1
        await send({"type": "http.response.start", "status": 429, "headers": _HEADERS})
        await send({"type": "http.response.body", "body": _WHY, "more_body": False})


@lru_cache(1_000)
def unmapped(host: str) -> str:
    """As a proxy is written in the settings: who listens on :: sees 127.0.0.1 as ::ffff:127.0.0.1."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return host if mapped is None else str(mapped)
