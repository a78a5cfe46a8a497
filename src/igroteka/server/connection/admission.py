"""Who is let in, and how often: limits of an address, and from which pages."""

import ipaddress
from functools import lru_cache
from itertools import count
from typing import Any, TypeAlias
from urllib.parse import urlsplit

import msgspec
from litestar.connection import ASGIConnection

from igroteka.core import Refused
from igroteka.server.cluster.neighbours import ALONE, Neighbours
from igroteka.server.connection.limits import AT_ONCE, Bucket, Buckets, Guests, Places
from igroteka.server.entropy import Entropy, hashed
from igroteka.server.settings import Settings, is_web_address, listed

AnyConnection: TypeAlias = ASGIConnection[Any, Any, Any, Any]
"""A request or a WebSocket."""

_HARMLESS = ("GET", "HEAD", "OPTIONS")
_LONGEST_ADDRESS = 300
_THIS_MACHINE = ("localhost", "127.0.0.1", "::1")


class Entered(msgspec.Struct, frozen=True):
    """The place of a connection among those of its address."""

    address: str
    place: str
    lacks: str = ""
    """Why there was no place but for somebody who has been at a table here: a reason, or nothing."""


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
        self._beside = Places(settings.sockets_per_address)
        self._guests = Guests(settings.sockets_per_address)

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

    async def give_back(self, request: AnyConnection, amount: float) -> None:
        """Of what a request has counted for: one that could have been a guess, and was none."""
        address, most = address_of(request), self._settings.requests_per_minute
        self._requests.give_back(address, amount)
        await self._neighbours.take("requests", address, AT_ONCE * most, most / 60, -min(amount, most))

    async def _need(self, buckets: Buckets, what: str, address: str, most: int, amount: float) -> None:
        """By what was counted here, and by what all servers have counted together, if that is known."""
        amount = min(amount, most)
        if (
            not buckets.take(address, self._entropy.monotonic(), amount)
            or await self._neighbours.take(what, address, AT_ONCE * most, most / 60, amount) is False
        ):
            raise Refused("too-many-requests")

    def enter(self, socket: AnyConnection) -> Entered:
        """A place for one more connection from this address at this server, or Refused.

        Where too many requests or sockets have come from there, it waits beside the others for its hello:
        who has been at a table here may come back to it. How many there are at all servers is asked then.
        """
        address, lacks = address_of(socket), ""
        if not self._requests.take(address, self._entropy.monotonic()):
            lacks = "too-many-requests"
        elif not self._addresses.enter(address):
            lacks = "too-many-sockets"
        if lacks and not self._beside.enter(address):
            raise Refused(lacks)
        return Entered(address, f"a{next(self._places)}", lacks)

    def need_guest(self, entered: Entered, token: str | None) -> None:
        """Refused where there was no place, unless this is the token of somebody who comes back."""
        if entered.lacks and not self._is_guest(entered.address, token):
            raise Refused(entered.lacks)

    def _is_guest(self, address: str, token: str | None) -> bool:
        return token is not None and self._guests.take(address, hashed(token), self._entropy.monotonic())

    async def need_place(self, entered: Entered) -> None:
        """Refused for one too many, of all servers together."""
        most = self._settings.sockets_per_address * (2 if entered.lacks else 1)
        if await self._neighbours.enter(entered.address, entered.place, most) is False:
            raise Refused("too-many-sockets")

    def greeted(self, address: str, kept: str) -> None:
        """Somebody from there is at a table now; `kept` is what is kept of the token."""
        self._guests.note(address, kept, self._entropy.monotonic())

    def leave(self, entered: Entered) -> None:
        places = self._beside if entered.lacks else self._addresses
        places.leave(entered.address)
        self._neighbours.leave(entered.address, entered.place)

    def may_read_figures(self, request: AnyConnection) -> bool:
        """On a quiet server they tell who looks at the right moment what another seat was refused.

        Where a proxy is not known, nobody is who comes through one.
        """
        allowed = listed(self._settings.metrics_from)
        is_unknown = not self._settings.trusted_proxies and "x-forwarded-for" in request.headers
        return "*" in allowed or (not is_unknown and _is_one_of(request, allowed))

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
    return counted(connection.client.host if connection.client else "unknown")


def _is_one_of(connection: AnyConnection, networks: list[str]) -> bool:
    try:
        address = ipaddress.ip_address(connection.client.host if connection.client else "")
    except ValueError:
        return False
    if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped:
        address = address.ipv4_mapped
    return any(address in ipaddress.ip_network(network) for network in networks)


@lru_cache(10_000)
def counted(host: str) -> str:
    """Under which address a host is counted."""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv4Address):
        return host
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((address, 64), strict=False).network_address)
