"""What could stand at a place of untrusted data, for whoever put something else there."""

import re
from collections.abc import Iterator
from typing import Any, Final

from msgspec import inspect

from igroteka.core.kinds import alternatives, alternatives_of

_STEP: Final = re.compile(r"\.(?P<name>\w+)|\[(?P<at>\d+|\.\.\.)\]")
_LONGEST: Final = 200
_NUMBERS: Final = "0, 1, 2…"
"""Beside words that are listed, as with `random` or a seat's number."""


def values_at(kind: Any, data: Any, at: str) -> str:
    """`none, pairs`: the values that are possible at a place (`$.teams`); "" where they cannot be listed."""
    kinds = _kinds_at(kind, data, at)
    numbers = [_NUMBERS for one in kinds if isinstance(one, inspect.IntType)]
    told = [value for one in kinds if not isinstance(one, inspect.IntType) for value in _values(one)]
    return _listed(value for value in (*numbers[:1], *told) if value) if told and all(told) else ""


def fields_at(kind: Any, data: Any, at: str) -> str:
    """The names that the object at a place may have; "" where it is none."""
    structs = [one for one in _kinds_at(kind, data, at) if isinstance(one, inspect.StructType)]
    return _listed(field.encode_name for one in structs for field in one.fields)


def _listed(names: Iterator[str]) -> str:
    said = ", ".join(dict.fromkeys(names))
    return said if len(said) <= _LONGEST else ""


def _values(kind: inspect.Type) -> Iterator[str | None]:
    """As they are written in JSON, texts without quotes; None for any number of them."""
    match kind:
        case inspect.LiteralType(values=values):
            yield from map(str, values)
        case inspect.BoolType():
            yield from ("true", "false")
        case inspect.NoneType():
            yield "null"
        case _:
            yield None


def _kinds_at(kind: Any, data: Any, at: str) -> tuple[inspect.Type, ...]:
    """The types that are possible there, () where the way is not known."""
    kinds = _said(alternatives(kind), data)
    for step in _STEP.finditer(at):
        kinds = tuple(inner for one in kinds for inner in _inside(one, step))
        data = _part(data, step)
        kinds = _said(kinds, data)
    return kinds


def _said(kinds: tuple[inspect.Type, ...], data: Any) -> tuple[inspect.Type, ...]:
    """Of several objects the one that the data says it is."""
    fits = [
        one
        for one in kinds
        if isinstance(one, inspect.StructType)
        and isinstance(data, dict)
        and data.get(one.tag_field) == one.tag
    ]
    return tuple(fits) or kinds


def _inside(kind: inspect.Type, step: re.Match[str]) -> Iterator[inspect.Type]:
    match kind:
        case inspect.StructType(fields=fields):
            for field in fields:
                if field.encode_name == step["name"]:
                    yield from alternatives_of(field.type)
        case inspect.ListType(item_type=item) | inspect.VarTupleType(item_type=item):
            yield from alternatives_of(item)
        case inspect.DictType(value_type=value):
            yield from alternatives_of(value)


def _part(data: Any, step: re.Match[str]) -> Any:
    try:
        return data[step["name"] or int(step["at"])]
    except (LookupError, TypeError, ValueError):
        return None
