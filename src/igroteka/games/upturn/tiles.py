"""Tiles as they are written: 40 plain, 41h penalty, 44t twin, U D UD arrows, S1 S2 skips, J joker."""

import re
from functools import lru_cache
from typing import Final, Literal, TypeAlias

Tile: TypeAlias = str
Trend: TypeAlias = Literal["up", "down"]
Order: TypeAlias = Literal["cw", "ccw"]
Place: TypeAlias = Literal["append", "new"]

JOKER: Final = "J"
SKIPS: Final[dict[Tile, int]] = {"S1": 1, "S2": 2}  # UT-42, UT-43
TRENDS: Final[dict[Tile, tuple[Trend, ...]]] = {
    "U": ("up",),  # UT-38
    "D": ("down",),  # UT-40
    "UD": ("up", "down"),  # UT-41
    JOKER: ("up", "down"),  # UT-44
}
"""The tiles that steer, arrows and jokers, and the trends that each may set."""

ACTIONS: Final[tuple[Tile, ...]] = (*TRENDS, *SKIPS)
_ACTIONS: Final = frozenset(ACTIONS)

_WRITTEN: Final = re.compile(r"(0|[1-9][0-9]{0,8})[ht]?")


def is_tile(written: str) -> bool:
    """Any value may be written; the suffix alone decides the kind."""
    return written in ACTIONS or _WRITTEN.fullmatch(written) is not None


def is_number(tile: Tile) -> bool:
    return tile not in _ACTIONS


def is_penalty(tile: Tile) -> bool:
    return tile.endswith("h")


def is_twin(tile: Tile) -> bool:
    return tile.endswith("t")


@lru_cache(maxsize=512)
def value(tile: Tile) -> int:
    """What a number tile is worth."""
    return int(tile.rstrip("ht"))


def is_beyond(number: int, ref: int, trend: Trend) -> bool:
    """UT-16, UT-A08: strictly further on in the trend; UT-A09: by any gap."""
    return number > ref if trend == "up" else number < ref


def is_between(number: int, one: int, other: int) -> bool:
    """UT-A18: strictly."""
    return min(one, other) < number < max(one, other)
