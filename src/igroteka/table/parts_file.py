"""The text of a family's own parts file, from a stranger's browser or a file on the disk, as plain data."""

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


def need_short(text: str) -> None:
    """Bounds that hold before any parser sees the text; Refused beyond them."""
    if len(text.encode("utf-8", "replace")) > LONGEST:
        raise Refused("parts-file-too-long", None, most=LONGEST)
    for number, line in enumerate(text.splitlines(), 1):
        if line.count(".") > _DOTS or line.count("[") + line.count("{") > _BRACKETS:
            raise Refused("parts-file-unreadable", None, problem=f"too much in line {number}")


def parts_from(text: str) -> dict[str, Any]:
    """What it says in TOML, or in JSON if it begins like JSON; Refused if that cannot be read."""
    need_short(text)
    try:
        content = msgspec.json.decode(text) if text.lstrip().startswith("{") else tomllib.loads(text)
        json.dumps(content, allow_nan=False)  # TOML also knows dates and infinities, which no parts list has
    except (msgspec.DecodeError, tomllib.TOMLDecodeError, TypeError, ValueError, RecursionError) as error:
        raise Refused("parts-file-unreadable", None, problem=str(error)[:200]) from None
    if not isinstance(content, dict):
        raise Refused("parts-file-unreadable", None, problem="")
    return content
