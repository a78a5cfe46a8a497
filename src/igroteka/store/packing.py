"""Logs of games that are over, packed: all rows of a table in one piece, equal to the byte when unpacked."""

import zlib
from collections.abc import Sequence
from typing import Any, Final, TypeAlias

import msgspec

from igroteka.store.store import StoredRow

Plain: TypeAlias = tuple[Any, ...]
"""A row as the database has it: number, time, who, seat, intent, events, asked."""

_LEVEL: Final = 9


def pack(rows: Sequence[Plain]) -> bytes:
    """Rows of one game are much alike: together they take a tenth of their room in a log with its index."""
    return zlib.compress(msgspec.msgpack.encode([tuple(row) for row in rows]), _LEVEL)


def unpack(packed: bytes) -> list[Plain]:
    return [tuple(row) for row in msgspec.msgpack.decode(zlib.decompress(packed))]


def joined(packed: bytes | None, rows: Sequence[Plain]) -> list[Plain]:
    """A whole log: what is packed, and what was appended since."""
    return [*(unpack(packed) if packed else ()), *map(tuple, rows)]


def unpacked_after(packed: bytes, after: int) -> list[StoredRow]:
    return [StoredRow(*row) for row in unpack(packed) if row[0] > after]
