"""Seats are numbered from 0 and sit clockwise; the house is a seat too."""

from collections.abc import Sequence
from typing import Annotated, Any, Final, TypeAlias

import msgspec
from msgspec import inspect

from igroteka.core.kinds import alternatives, alternatives_of

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


def fields_by_seat(kind: Any) -> frozenset[str]:
    """The names of the fields of this struct with an entry for each seat, None where nothing is told of it:
    `tuple[int | None, ...]`, or the same with seats or yes and no.
    """
    return frozenset(
        field.name
        for struct in alternatives(kind)
        if isinstance(struct, inspect.StructType)
        for field in struct.fields
        if any(map(_has_gaps, alternatives_of(field.type)))
    )


def _has_gaps(info: inspect.Type) -> bool:
    """Whether it is a list of numbers, seats, or yes and no, in which any may be None."""
    if not isinstance(info, inspect.VarTupleType | inspect.ListType):
        return False
    kinds = {type(one) for one in alternatives_of(info.item_type)}
    return inspect.NoneType in kinds and len(kinds) == 2 and bool(kinds & _BESIDE)


_BESIDE: Final = {inspect.IntType, inspect.BoolType}


def _is_seat(info: inspect.Type) -> bool:
    match info:
        case inspect.Metadata(extra=extra):
            return extra == _SEAT
        case inspect.UnionType(types=types):
            return any(map(_is_seat, types))
        case inspect.VarTupleType(item_type=item) | inspect.ListType(item_type=item):
            return _is_seat(item)
    return False
