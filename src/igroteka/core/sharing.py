"""Fields that state, view and position have in common, so that a game declares them once."""

from collections.abc import Callable
from functools import cache
from operator import attrgetter
from typing import Any, TypeVar

import msgspec

T = TypeVar("T")
V = TypeVar("V")


def remembered(make: Callable[[T], V]) -> Callable[[T], V]:
    """`make`, which is not called again for the very table that it was last called for.

    What is told of a table is told to one seat after the other: what all of them may see is made once.
    """
    last: tuple[T, V] | None = None

    def remember(table: T) -> V:
        nonlocal last
        known = last  # read once: bots think in other threads
        if known is None or known[0] is not table:
            known = last = table, make(table)
        return known[1]

    return remember


def shared(kind: type[msgspec.Struct], table: msgspec.Struct) -> dict[str, Any]:
    """The fields of `kind` as `table` has them, by name; to be handed on to another struct that extends it.

    A game declares what everyone may see as a struct of its own, and its State, View and Position extend it:
    `View(**shared(Public, state), hand=...)`. What is hidden stands in State alone and has to be named.
    """
    return dict(zip(kind.__struct_fields__, _values(kind)(table), strict=True))


@cache
def _values(kind: type[msgspec.Struct]) -> Callable[[msgspec.Struct], tuple[Any, ...]]:
    """Reads all of them in one go: a view is made of them for every seat after every move."""
    first, *others = kind.__struct_fields__
    if others:
        return attrgetter(first, *others)
    return lambda table: (getattr(table, first),)
