"""Seats are numbered from 0 and sit clockwise; the house is a seat too."""

from collections.abc import Sequence
from typing import Annotated, Any, Final, TypeAlias

import msgspec
from msgspec import inspect

from igroteka.core.kinds import alternatives

_SEAT: Final = {"seat": True}

Seat: TypeAlias = Annotated[int, msgspec.Meta(extra=_SEAT)]
"""A number in the code and on the wire; sentences and screens put a name in its place."""

HOUSE: Final = -1
"""Deals, and may stop a game; nobody sits there."""


def usual_number(fit: Sequence[int]) -> int:
    """For how many a table is where nothing is said: for the fewest that are not alone, if any are not."""
    return min((seats for seats in fit if seats > 1), default=1)


def seat_fields(*kinds: Any) -> frozenset[str]:
    """The names of the fields of these structs, or unions of structs, that hold a seat or several."""
    return frozenset(
        field.name
        for kind in kinds
        for struct in alternatives(kind)
        if isinstance(struct, inspect.StructType)
        for field in struct.fields
        if _is_seat(field.type)
    )


def _is_seat(info: inspect.Type) -> bool:
    match info:
        case inspect.Metadata(extra=extra):
            return extra == _SEAT
        case inspect.UnionType(types=types):
            return any(map(_is_seat, types))
        case inspect.VarTupleType(item_type=item) | inspect.ListType(item_type=item):
            return _is_seat(item)
    return False
