"""A family's own parts file, read into the content that a table's options take; the game judges it there."""

import asyncio
from typing import Any, Final

from igroteka.core import Refused
from igroteka.server.turns import Turns
from igroteka.table.parts_file import need_short, parts_from

_SECONDS: Final = 5.0


async def read_parts(text: str, slowly: Turns) -> dict[str, Any]:
    """The content of the file, read beside the event loop, or Refused with what is wrong and where."""
    need_short(text)
    try:
        async with asyncio.timeout(_SECONDS), slowly:
            return await asyncio.to_thread(parts_from, text)
    except TimeoutError:
        raise Refused("one-moment") from None
