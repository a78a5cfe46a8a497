"""A family's own parts file, read into the content that a table's options take; the game judges it there."""

import json
import tomllib
from typing import Any

import msgspec

from igroteka.core import Refused


def read_parts(text: str) -> dict[str, Any]:
    """TOML, or JSON if it begins like JSON; Refused with what is wrong and where."""
    try:
        content = msgspec.json.decode(text) if text.lstrip().startswith("{") else tomllib.loads(text)
        json.dumps(content, allow_nan=False)  # TOML also knows dates and infinities, which no parts list has
    except (msgspec.DecodeError, tomllib.TOMLDecodeError, TypeError, ValueError, RecursionError) as error:
        raise Refused("parts-file-unreadable", None, problem=str(error)[:200]) from None
    if not isinstance(content, dict):
        raise Refused("parts-file-unreadable", None, problem="")
    return content
