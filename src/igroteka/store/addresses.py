"""Addresses of databases and other services: read with care, shown without their passwords."""

import re
from typing import Final
from urllib.parse import urlsplit, urlunsplit

from igroteka.core import Refused

POSTGRES: Final = ("postgresql", "postgres")
REDIS: Final = ("redis", "rediss", "unix")
_SECRETS: Final = re.compile(r"(?i)((?:password|passfile|sslpassword)=)[^&\s]*")


def need_address(url: str, schemes: tuple[str, ...]) -> str:
    """The same address, or Refused if it can be none of these kinds."""
    try:
        parts = urlsplit(url)
        valid = parts.scheme in schemes and (parts.port is None or parts.port > 0)
    except ValueError:
        valid = False
    if not valid or not (parts.netloc or parts.path.strip("/") or parts.query):
        raise Refused("address-unreadable", None, url=shown(url), example=f"{schemes[0]}://host/name")
    return url


def shown(url: str) -> str:
    """An address as people and logs may see it."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return "…"
    user, at, place = parts.netloc.rpartition("@")
    if at:
        name, colon, _ = user.partition(":")
        user = f"{name}:…" if colon else name
    return _SECRETS.sub(r"\1…", urlunsplit(parts._replace(netloc=f"{user}{at}{place}")))
