"""The address under which people reach a server, as browsers write it."""

from urllib.parse import SplitResult, urlsplit

from igroteka.core import Refused


def read_public_url(said: str) -> str:
    """The address as browsers write it: small letters, игры.example as xn--…; or Refused.

    Links and QR codes are made of it, and what a browser says of itself is compared with it.
    """
    try:
        parts = urlsplit(said.strip())
        place = _place(parts)
    except ValueError:  # a port that is none, a bracket that is open; a UnicodeError is one
        place = ""
    if not place or parts.scheme not in ("http", "https") or parts.query or parts.fragment:
        raise Refused("public-url-unreadable", None, url=said)
    if parts.path.strip("/"):
        raise Refused("public-url-with-path", None, path=parts.path, url=f"{parts.scheme}://{place}")
    return f"{parts.scheme}://{place}"


def _place(parts: SplitResult) -> str:
    """Host and port; empty where there is no host, or somebody's name and password beside it."""
    host = parts.hostname or ""
    if parts.username is not None or not host or any(sign.isspace() for sign in parts.netloc):
        return ""
    if ":" in host:
        host = f"[{host}]"
    else:
        host = host.encode("idna").decode()
        if not all(letter.isalnum() or letter in ".-_" for letter in host):
            return ""
    return host if parts.port is None else f"{host}:{parts.port}"
