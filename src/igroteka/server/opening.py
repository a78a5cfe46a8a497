"""A table that does not exist yet: what it is to be, and how its log begins."""

from typing import Any

import msgspec

from igroteka.bots import DEFAULT
from igroteka.core import Refused, read
from igroteka.server.entropy import Entropy
from igroteka.server.guests import game as on_shelf
from igroteka.server.people import hosting, names
from igroteka.server.people.events import BotSat, Given, Opened
from igroteka.server.people.start import full_options
from igroteka.store import StoredRow, TableInfo
from igroteka.table.shuffle import SECRET_BYTES, commitment


class Open(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a new table is to be."""

    game: str
    seats: int
    options: dict[str, Any] = {}
    listed: bool = False
    chat: bool = False
    bots: tuple[int, ...] = ()
    """Seats that bots take at once."""
    level: str = DEFAULT
    """Of these bots."""


def need_table(asked: Open) -> Open:
    """The same with the game's own name and all options; Refused if there cannot be such a table."""
    game = on_shelf(names.clean(asked.game, names.LONGEST_NAME))
    if asked.listed and asked.chat:
        raise Refused("chat-is-for-private-tables")
    game.start(asked.seats, read(asked.options, game.Options))
    for seat in asked.bots:
        if not 0 <= seat < asked.seats:
            raise Refused("no-such-seat", None, seat=seat)
    hosting.need_level(asked.level, game.NAME)
    return msgspec.structs.replace(asked, game=game.NAME, options=full_options(game, asked.options))


def begun(asked: Open, given: Given | None, entropy: Entropy) -> tuple[TableInfo, StoredRow]:
    """A table with an id, a code and a secret of its own, and the first row of its log."""
    secret, now = entropy.bytes(SECRET_BYTES), entropy.now()
    opened = Opened(
        entropy.word(16),
        entropy.code(),
        asked.game,
        asked.seats,
        asked.options,
        asked.listed,
        asked.chat,
        secret.hex(),
        commitment(secret),
        given,
    )
    bots = [BotSat(seat, asked.level) for seat in dict.fromkeys(asked.bots)]
    row = StoredRow(1, now, None, None, b'{"kind":"open"}', msgspec.json.encode([opened, *bots]), None)
    return TableInfo(opened.id, opened.code, opened.game, opened.listed, now, now, False, 1), row
