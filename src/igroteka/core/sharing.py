"""Fields that state, view and position have in common, so that a game declares them once."""

from typing import Any

import msgspec


def shared(kind: type[msgspec.Struct], table: msgspec.Struct) -> dict[str, Any]:
    """The fields of `kind` as `table` has them, by name; to be handed on to another struct that extends it.

    A game declares what everyone may see as a struct of its own, and its State, View and Position extend it:
    `View(**shared(Public, state), hand=...)`. What is hidden stands in State alone and has to be named.
    """
    return {name: getattr(table, name) for name in kind.__struct_fields__}
