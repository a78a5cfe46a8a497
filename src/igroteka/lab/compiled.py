"""Numba for what the lab does once in a while."""

from collections.abc import Callable
from importlib import import_module
from typing import Any, TypeVar, cast

F = TypeVar("F", bound=Callable[..., Any])


def compiled(work: F) -> F:
    """Compiled in every run: what is kept on disk belongs to play."""
    return cast("F", import_module("numba").njit(nogil=True, error_model="numpy")(work))
