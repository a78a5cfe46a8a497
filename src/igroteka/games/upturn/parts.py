"""The tiles of UpTurn, read from a manifest (parts.toml or a family's own) and checked on load."""

import tomllib
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

import msgspec

from igroteka.core import Refused
from igroteka.folder import folder_of
from igroteka.games.upturn.tiles import Tile

_NUMBERS: Final = 80  # UT-02
_TWINS: Final = (11, 22, 33, 44, 55, 66, 77, 88, 99)  # UT-04
_VALUES: Final = range(1, 100)  # UT-04


class Numbers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    plain: tuple[int, ...]
    penalty: tuple[int, ...]
    twins: tuple[int, ...]


class Actions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    U: int
    D: int
    UD: int
    S1: int
    S2: int
    J: int


_PRINTED: Final = Actions(U=6, D=6, UD=6, S1=3, S2=3, J=2)  # UT-03


class Manifest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """UT-A01: which tiles are in the box is data."""

    numbers: Numbers
    actions: Actions


class Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    seats: tuple[int, ...]
    rack: int
    forgotten: int


def load(text: str) -> Manifest:
    """The manifest that this TOML text holds, or Refused with what is wrong about it."""
    try:
        manifest = msgspec.convert(tomllib.loads(text), Manifest)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise Refused("parts-unreadable", "UT-A01", problem=str(error)) from None
    check(manifest)
    return manifest


def check(manifest: Manifest) -> None:
    """UT-02..UT-04, UT-A01, UT-A02: the most telling fault first."""
    numbers = manifest.numbers
    kinds = (numbers.plain, numbers.penalty, numbers.twins)
    if wrong := {n for kind in kinds for n in kind if n not in _VALUES}:
        raise Refused("values-out-of-range", "UT-04", values=_told(sorted(wrong)))
    _check_twins(numbers.twins)
    seen = [n for kind in kinds for n in set(kind)]
    if twofold := {n for n in seen if seen.count(n) > 1}:
        raise Refused("values-of-two-kinds", "UT-A02", values=_told(sorted(twofold)))
    _check_actions(manifest.actions)
    if (count := sum(map(len, kinds))) != _NUMBERS:
        raise Refused("numbers-miscounted", "UT-02", count=count, wanted=_NUMBERS)


def _check_twins(twins: tuple[int, ...]) -> None:
    """UT-04: these nine, each once."""
    missing = [n for n in _TWINS if n not in twins]
    surplus = list(twins)
    for n in _TWINS:
        if n in surplus:
            surplus.remove(n)
    if surplus:
        raise Refused("twins-too-many", "UT-04", values=_told(surplus), count=len(twins))
    if missing:
        raise Refused("twins-missing", "UT-04", values=_told(missing), count=len(twins))


def _check_actions(actions: Actions) -> None:
    for tile in Actions.__struct_fields__:
        count, wanted = getattr(actions, tile), getattr(_PRINTED, tile)
        if count != wanted:
            raise Refused("actions-miscounted", "UT-03", tile=tile, count=count, wanted=wanted)


def _told(values: Iterable[int]) -> str:
    return ", ".join(str(value) for value in values)


@lru_cache(maxsize=32)
def _tiles(manifest: Manifest) -> tuple[Tile, ...]:
    numbers = manifest.numbers
    return (
        *(str(n) for n in numbers.plain),
        *(f"{n}h" for n in numbers.penalty),
        *(f"{n}t" for n in numbers.twins),
        *(tile for tile in Actions.__struct_fields__ for _ in range(getattr(manifest.actions, tile))),
    )


SHIPPED: Final = load(folder_of(__package__).joinpath("parts.toml").read_text("utf-8"))
TABLE: Final = msgspec.toml.decode(
    folder_of(__package__).joinpath("table.toml").read_text("utf-8"), type=Table
)


def box(manifest: Manifest | None) -> tuple[Tile, ...]:
    """UT-02: every tile, as it lies in the box; None is the shipped manifest."""
    return _tiles(manifest or SHIPPED)
