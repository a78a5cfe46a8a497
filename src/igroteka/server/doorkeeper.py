"""Who may come in, and how often: addresses, origins, limits."""

from typing import Any, TypeAlias
from urllib.parse import urlsplit

from litestar.connection import ASGIConnection

from igroteka.core import Refused
from igroteka.server.entropy import Entropy
from igroteka.server.limits import Bucket, Buckets, Places
from igroteka.server.settings import Settings

AnyConnection: TypeAlias = ASGIConnection[Any, Any, Any, Any]
"""A request or a socket."""


class Doorkeeper:
    """Counts what comes from where; mutable because it counts."""

    def __init__(self, settings: Settings, entropy: Entropy) -> None:
        self._settings = settings
        self._entropy = entropy
        self._requests = Buckets(settings.requests_per_minute)
        self._tables = Buckets(settings.tables_per_minute)
        self.addresses = Places(settings.sockets_per_address)
        self.seats = Places(settings.sockets_per_seat)

    def need_request(self, request: AnyConnection, weight: float = 1.0) -> None:
        if not self._requests.take(address_of(request), self._entropy.now(), weight):
            raise Refused("too-many-requests")

    def need_table(self, request: AnyConnection) -> None:
        self.need_request(request)
        if not self._tables.take(address_of(request), self._entropy.now()):
            raise Refused("too-many-requests")

    def bucket(self) -> Bucket:
        rate = self._settings.messages_per_second
        return Bucket(rate, 3 * rate, self._entropy.now())

    def is_own_origin(self, socket: AnyConnection) -> bool:
        """A browser says from which page it comes: it must be ours. Other programs say nothing."""
        origin = socket.headers.get("origin")
        if origin is None:
            return True
        public = urlsplit(self._settings.public_url).netloc
        return urlsplit(origin).netloc in {socket.headers.get("host"), public} - {"", None}


def address_of(connection: AnyConnection) -> str:
    return connection.client.host if connection.client else "unknown"
