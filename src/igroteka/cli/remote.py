"""A server over HTTP, as far as a terminal needs it, and what it says that cannot be understood."""

import contextlib
import json
import urllib.error
import urllib.request
from collections.abc import Iterator
from http.client import HTTPException
from typing import Any, Final
from urllib.parse import urlsplit

import msgspec

from igroteka.core import Refusal, Refused

MOST_BYTES: Final = 2**22
"""Of one answer, and of one message: a table has some kilobytes."""


class Server:
    """What is asked of it, and answered."""

    def __init__(self, address: str) -> None:
        self.address = address.rstrip("/")

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        """The answer as plain data, or Refused in the server's own words."""
        data = None if body is None else json.dumps(body).encode()
        headers = {"Content-Type": "application/json"}
        request = urllib.request.Request(self.address + path, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=10) as answer:
                return msgspec.json.decode(answer.read(MOST_BYTES), type=dict[str, Any])
        except urllib.error.HTTPError as error:
            raise _refusal(error.read(MOST_BYTES), self.address, error.code) from None
        except (
            OSError,
            ValueError,
            HTTPException,
            OverflowError,
            RecursionError,
            msgspec.MsgspecError,
        ) as error:
            raise Refused("server-unreachable", None, address=self.address, problem=str(error)) from None


def _refusal(body: bytes, address: str, status: int) -> Refused:
    try:
        said = msgspec.json.decode(body, type=Refusal)
        return Refused(said.reason, said.clause, **said.parameters)
    except (msgspec.MsgspecError, TypeError):
        return Refused("server-unreachable", None, address=address, problem=f"HTTP {status}")


@contextlib.contextmanager
def understood(server: Server) -> Iterator[None]:
    """What a server says that is none of ours, or of another version, is refused by its address."""
    try:
        yield
    except (
        LookupError,
        TypeError,
        ValueError,
        AttributeError,
        RecursionError,
        msgspec.MsgspecError,
    ) as error:
        problem = f"it speaks otherwise than this version of Igroteka ({type(error).__name__})"
        raise Refused("server-unreachable", None, address=server.address, problem=problem) from error


def split(link: str) -> tuple[str, str | None]:
    """The server's address and the table's id in a link; the id is None for a bare address."""
    try:
        parts = urlsplit(link if "//" in link else f"http://{link}")
    except ValueError:
        raise Refused("not-a-table-link", None, link=link) from None
    words = [word for word in parts.path.split("/") if word]
    if parts.scheme not in ("http", "https") or not parts.netloc or len(words) not in (0, 2):
        raise Refused("not-a-table-link", None, link=link)
    if words and words[0] != "t":
        raise Refused("not-a-table-link", None, link=link)
    return f"{parts.scheme}://{parts.netloc}", words[1] if words else None
