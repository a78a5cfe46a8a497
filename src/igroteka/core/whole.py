"""Numbers of whoever calls from Python: NumPy's become plain ones, which JSON can write."""

from operator import index
from typing import Any


def whole(what: str, number: Any) -> int:
    """The number as a plain int, or TypeError that says what it should have been."""
    try:
        return int(index(number))
    except TypeError:
        raise TypeError(f"{what}, not {number!r}") from None
