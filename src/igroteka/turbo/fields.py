"""What an observation consists of: a twin lists its fields in `turbo/<game>/fields.py`."""

from typing import NamedTuple


class Field(NamedTuple):
    """So many numbers of an observation."""

    name: str
    length: int
    tells: str
    own: bool = False
    """Whether only the seat itself is told it."""


def numbers(*, own: bool = False, **tells: str) -> tuple[Field, ...]:
    """Fields of one number each."""
    return tuple(Field(name, 1, said, own) for name, said in tells.items())
