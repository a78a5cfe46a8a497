"""Things of a view: structs that lie in zones of the plain table, as a card with its owner."""

from collections.abc import Iterator

from msgspec import inspect

EACH = ".each"
"""`[zones]` says by `trick.each` what stands beside every thing of the zone `trick`."""


def things_in(kind: type) -> dict[str, tuple[type, ...]]:
    """The structs that may lie in each field of a view, an intent or an event; others are left out."""
    word = inspect.type_info(kind)
    assert isinstance(word, inspect.StructType)
    found = {field.name: tuple(_structs(field.type)) for field in word.fields}
    return {name: structs for name, structs in found.items() if structs}


def yes_or_no(kind: type) -> frozenset[str]:
    """The fields of a struct that are true or false."""
    word = inspect.type_info(kind)
    assert isinstance(word, inspect.StructType)
    return frozenset(field.name for field in word.fields if _is_bool(field.type))


def numbers_by_seat(kind: type) -> frozenset[str]:
    """The fields of a view with a list of numbers, or of yes and no: one for each seat."""
    word = inspect.type_info(kind)
    assert isinstance(word, inspect.StructType)
    return frozenset(field.name for field in word.fields if _is_list_of_numbers(field.type))


def _is_list_of_numbers(info: inspect.Type) -> bool:
    match info:
        case inspect.UnionType(types=types):
            return any(map(_is_list_of_numbers, types))
        case inspect.VarTupleType(item_type=item) | inspect.ListType(item_type=item):
            return isinstance(item, inspect.IntType | inspect.FloatType | inspect.BoolType)
    return False


def _is_bool(info: inspect.Type) -> bool:
    match info:
        case inspect.Metadata(type=inner):
            return _is_bool(inner)
        case inspect.UnionType(types=types):
            return any(map(_is_bool, types))
    return isinstance(info, inspect.BoolType)


def _structs(info: inspect.Type) -> Iterator[type]:
    match info:
        case inspect.StructType(cls=cls):
            yield cls
        case inspect.Metadata(type=inner):
            yield from _structs(inner)
        case inspect.UnionType(types=types) | inspect.TupleType(item_types=types):
            for one in types:
                yield from _structs(one)
        case inspect.VarTupleType(item_type=item) | inspect.ListType(item_type=item):
            yield from _structs(item)
