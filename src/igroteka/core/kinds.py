"""What a type allows, for code that goes through the options or words of any game."""

from functools import lru_cache
from typing import Any

from msgspec import inspect


@lru_cache(256)
def alternatives(kind: Any) -> tuple[inspect.Type, ...]:
    """The types that a value may have, one for each part of a union, without what is said about them.

    Looked at once: it takes half a millisecond, and a stranger may send twenty wrong messages a second.
    """
    return alternatives_of(inspect.type_info(kind))


def alternatives_of(info: inspect.Type) -> tuple[inspect.Type, ...]:
    """The same for a type that has been looked at."""
    kinds = info.types if isinstance(info, inspect.UnionType) else (info,)
    return tuple(one.type if isinstance(one, inspect.Metadata) else one for one in kinds)
