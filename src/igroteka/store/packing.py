"""Logs of games that are over, packed: all rows of a table in one piece, equal to the byte when unpacked."""

import zlib
from collections.abc import Sequence
from typing import Any, Final, TypeAlias

import msgspec

from igroteka.store.store import Damaged, StoredRow

Plain: TypeAlias = tuple[Any, ...]
"""A row as the database has it: number, time, who, seat, intent, events, asked."""

_LEVEL: Final = 9
_MOST_BYTES: Final = 1 << 28
"""Of a log that is unpacked: games have some megabytes, and a file to import may be anybody's."""
_ROWS: Final = msgspec.msgpack.Decoder(
    list[tuple[int, float, str | None, int | None, bytes, bytes, str | None]]
)


def pack(rows: Sequence[Plain]) -> bytes:
    """Rows of one game are much alike: together they take a tenth of their room in a log with its index."""
    return zlib.compress(msgspec.msgpack.encode([tuple(row) for row in rows]), _LEVEL)


def unpack(packed: bytes) -> list[Plain]:
    """The rows, one at least; Damaged if that is not what is in it."""
    unpacking = zlib.decompressobj()
    try:
        rows: list[Plain] = _ROWS.decode(unpacking.decompress(packed, _MOST_BYTES))
    except (zlib.error, msgspec.MsgspecError, RecursionError) as error:
        raise Damaged(f"a packed log is damaged: {error}") from error
    if not rows or not unpacking.eof:
        raise Damaged("a packed log is not whole")
    return rows


def packed_anew(packed: bytes | None, rows: Sequence[Plain]) -> tuple[int, bytes]:
    """A whole log, packed and appended since: its last number, and all of it in one piece."""
    log = [*(unpack(packed) if packed else ()), *rows]
    return log[-1][0], pack(log)


def unpacked_after(packed: bytes, after: int) -> list[StoredRow]:
    return [StoredRow(*row) for row in unpack(packed) if row[0] > after]


def whole(packed: Sequence[StoredRow], rows: Sequence[StoredRow]) -> list[StoredRow]:
    """A log that was read in two steps: what lay in it at the first may be packed at the second."""
    last = packed[-1].number if packed else 0
    return [*packed, *(row for row in rows if row.number > last)]
