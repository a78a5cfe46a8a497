"""Addresses of databases and other services: read with care, shown without their passwords."""

import re
from typing import Final
from urllib.parse import SplitResult, urlsplit

from igroteka.core import Refused

POSTGRES: Final = ("postgresql", "postgres")
REDIS: Final = ("redis", "rediss", "unix")
_SCHEME: Final = re.compile(r"(?i)[a-z][a-z0-9+.-]*:?//")
_SECRETS: Final = re.compile(r"(?i)((?:password|passfile|sslpassword)=)[^&\s]*")


def need_address(url: str, schemes: tuple[str, ...]) -> str:
    """The same address, or Refused if it can be none of these kinds."""
    try:
        parts = urlsplit(url)
        valid = parts.scheme in schemes and all(map(_may_be_reached, _places(parts)))
    except ValueError:
        valid = False
    if not valid or not (parts.netloc or parts.path.strip("/") or parts.query):
        raise Refused("address-unreadable", None, url=shown(url), example=f"{schemes[0]}://host/name")
    return url


def _places(parts: SplitResult) -> list[str]:
    """Hosts with their ports: several of a database and its standbys, of which one answers."""
    place = parts.netloc.rpartition("@")[2]
    return place.split(",") if parts.scheme in POSTGRES else [place]


def _may_be_reached(place: str) -> bool:
    port = urlsplit(f"//{place}").port
    return port is None or port > 0


def shown(url: str) -> str:
    """An address as people and logs may see it, also one that can be none: a password may have any signs in
    it, and whoever has not written / ? # as %2F %3F %23 is told so without it."""
    said = _SECRETS.sub(r"\1…", url)
    scheme = _SCHEME.match(said)
    start = scheme.end() if scheme else 0
    user, at, place = said[start:].rpartition("@")
    if at:
        name, colon, _ = user.partition(":")
        user = f"{name}:…" if colon else name
    return f"{said[:start]}{user}{at}{place}"
