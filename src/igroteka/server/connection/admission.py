"""Who is let in, and how often: limits of an address, and from which pages."""

import ipaddress
from functools import lru_cache
from itertools import count
from typing import Any, TypeAlias
from urllib.parse import urlsplit

from litestar.connection import ASGIConnection

from igroteka.core import Refused
from igroteka.server.cluster.neighbours import ALONE, Neighbours
from igroteka.server.connection.limits import Bucket, Buckets, Places
from igroteka.server.entropy import Entropy
from igroteka.server.settings import Settings, is_web_address

AnyConnection: TypeAlias = ASGIConnection[Any, Any, Any, Any]
"""A request or a WebSocket."""

_HARMLESS = ("GET", "HEAD", "OPTIONS")
_LONGEST_ADDRESS = 300
_THIS_MACHINE = ("localhost", "127.0.0.1", "::1")


class Admission:
    """Counts what comes from where."""

    def __init__(self, settings: Settings, entropy: Entropy, neighbours: Neighbours = ALONE) -> None:
        self._settings = settings
        self._neighbours = neighbours
        self._places = count(1)
        self._entropy = entropy
        self._requests = Buckets(settings.requests_per_minute)
        self._tables = Buckets(settings.tables_per_minute)
        self._reviews = Buckets(settings.reviews_per_minute)
        self._joins = Buckets(settings.joins_per_minute)
        self._addresses = Places(settings.sockets_per_address)

    async def need_request(self, request: AnyConnection, weight: float = 1.0) -> None:
        """Refused if too much has come from this address, or if another site's page is asking."""
        most = self._settings.requests_per_minute
        await self._need(self._requests, "requests", address_of(request), most, weight)
        if request.scope.get("method") not in _HARMLESS and not self.is_own_origin(request):
            raise Refused("wrong-origin")

    async def need_table(self, request: AnyConnection) -> None:
        """Refused if too many tables were opened from this address."""
        await self._need(self._tables, "tables", address_of(request), self._settings.tables_per_minute, 1.0)

    async def need_review(self, request: AnyConnection) -> None:
        """Refused if too many reviews were asked for from this address."""
        most = self._settings.reviews_per_minute
        await self._need(self._reviews, "reviews", address_of(request), most, 1.0)

    async def need_join(self, table: str, address: str) -> None:
        """Refused if too many people have come to this table from this address."""
        most = self._settings.joins_per_minute
        await self._need(self._joins, "joins", f"{table}:{address}", most, 1.0)

    async def _need(self, buckets: Buckets, what: str, address: str, most: int, amount: float) -> None:
        """By what was counted here, and by what all servers have counted together, if that is known."""
        if (
            not buckets.take(address, self._entropy.monotonic(), amount)
            or await self._neighbours.take(what, address, most, most / 60, amount) is False
        ):
            raise Refused("too-many-requests")

    def need_socket(self, socket: AnyConnection) -> None:
        """Refused if too many requests have come from this address, as far as this server has counted them.

        How many sockets there are at all servers is asked once it says hello (`is_let_in`).
        """
        if not self._requests.take(address_of(socket), self._entropy.monotonic()):
            raise Refused("too-many-requests")

    def enter(self, address: str) -> str | None:
        """A place for one more connection from this address at this server; None if there is none."""
        return f"a{next(self._places)}" if self._addresses.enter(address) else None

    async def is_let_in(self, address: str, place: str) -> bool:
        """Whether this place is not one too many, of all servers together."""
        most = self._settings.sockets_per_address
        return await self._neighbours.enter(address, place, most) is not False

    def leave(self, address: str, place: str) -> None:
        self._addresses.leave(address)
        self._neighbours.leave(address, place)

    def bucket(self) -> Bucket:
        rate = self._settings.messages_per_second
        return Bucket(rate, 3 * rate, self._entropy.monotonic())

    def is_own_origin(self, connection: AnyConnection) -> bool:
        """A browser says from which page it comes: it must be ours. Other programs say nothing."""
        origin = connection.headers.get("origin")
        if origin is None:
            return True
        place = _place(origin)
        return bool(place) and place in {connection.headers.get("host"), _place(self._settings.public_url)}

    def origin(self, connection: AnyConnection, said: str | None = None) -> str:
        """Where people reach the server: as it is set; else as this page has, if not from this machine."""
        page = (said or connection.headers.get("origin") or "")[:_LONGEST_ADDRESS]
        own = is_web_address(page) and _place(page) == connection.headers.get("host")
        if own and not self._settings.public_url and urlsplit(page).hostname not in _THIS_MACHINE:
            return page.rstrip("/")
        return self._settings.origin()


def _place(url: str) -> str:
    """Host and port of an address; empty if it has none."""
    try:
        return urlsplit(url).netloc
    except ValueError:
        return ""


def address_of(connection: AnyConnection) -> str:
    """Who is counted together: one IPv4 address, or the 2^64 addresses of one IPv6 network."""
    return _counted(connection.client.host if connection.client else "unknown")


@lru_cache(10_000)
def _counted(host: str) -> str:
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv4Address):
        return host
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((address, 64), strict=False).network_address)
