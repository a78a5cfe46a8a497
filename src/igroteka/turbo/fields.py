"""What an observation consists of: a twin lists its fields in `turbo/<game>/fields.py`."""

from typing import Literal, NamedTuple, TypeAlias

Turned: TypeAlias = Literal["", "by seat", "seat", "seat + 1", "bits of seats", "side + 1"]
"""Whether a field speaks of seats or sides, and how: then it looks different from every seat."""


class Field(NamedTuple):
    """So many numbers of an observation."""

    name: str
    length: int
    tells: str
    own: bool = False
    """Whether only the seat itself is told it."""
    turned: Turned = ""
    names: int = 0
    """How many names there are, if its numbers are names rather than amounts."""


def numbers(*, own: bool = False, **tells: str) -> tuple[Field, ...]:
    """Fields of one number each."""
    return tuple(Field(name, 1, said, own) for name, said in tells.items())


def turning(fields: tuple[Field, ...], how: dict[str, Turned]) -> tuple[Field, ...]:
    """The same fields, with what is said of some of them by name."""
    unknown = how.keys() - {field.name for field in fields}
    assert not unknown, unknown
    return tuple(field._replace(turned=how.get(field.name, "")) for field in fields)


def naming(fields: tuple[Field, ...], how: dict[str, int]) -> tuple[Field, ...]:
    """The same fields, with how many names some of them choose from."""
    unknown = how.keys() - {field.name for field in fields}
    assert not unknown, unknown
    return tuple(field._replace(names=how.get(field.name, 0)) for field in fields)
