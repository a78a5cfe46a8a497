"""A family's own parts file, read into the content that a table's options take; the game judges it there."""

import asyncio
import json
import tomllib
from typing import Any, Final

import msgspec

from igroteka.core import Refused

LONGEST: Final = 16_384
"""Bytes of a parts file; ours have some hundred."""
_DOTS: Final = 32
"""Dots in one line: the time and memory that tomllib needs grow with the square of a dotted key's length."""
_BRACKETS: Final = 500
"""Opening brackets in one line: each may be a list in a list."""
_SECONDS: Final = 5.0


async def read_parts(text: str, slowly: asyncio.Semaphore) -> dict[str, Any]:
    """The content of the file, read beside the event loop, or Refused with what is wrong and where."""
    _need_short(text)
    try:
        async with asyncio.timeout(_SECONDS), slowly:
            return await asyncio.to_thread(_read, text)
    except TimeoutError:
        raise Refused("one-moment") from None


def _need_short(text: str) -> None:
    """Bounds that hold before any parser sees the text."""
    if len(text.encode("utf-8", "replace")) > LONGEST:
        raise Refused("parts-file-too-long", None, most=LONGEST)
    for number, line in enumerate(text.splitlines(), 1):
        if line.count(".") > _DOTS or line.count("[") + line.count("{") > _BRACKETS:
            raise Refused("parts-file-unreadable", None, problem=f"too much in line {number}")


def _read(text: str) -> dict[str, Any]:
    """TOML, or JSON if it begins like JSON."""
    try:
        content = msgspec.json.decode(text) if text.lstrip().startswith("{") else tomllib.loads(text)
        json.dumps(content, allow_nan=False)  # TOML also knows dates and infinities, which no parts list has
    except (msgspec.DecodeError, tomllib.TOMLDecodeError, TypeError, ValueError, RecursionError) as error:
        raise Refused("parts-file-unreadable", None, problem=str(error)[:200]) from None
    if not isinstance(content, dict):
        raise Refused("parts-file-unreadable", None, problem="")
    return content
