"""The game with which servers are measured: one in which two seats can repeat a turn without end."""

from importlib import import_module
from importlib.util import find_spec
from typing import NamedTuple

from igroteka.games import SHELF


class Steady(NamedTuple):
    """A game, and the kinds of the intents of such a turn; the last one passes the turn on."""

    game: str
    turn: tuple[bytes, ...]


def steady() -> Steady:
    """The first game on the shelf that has such a turn: `lab/<game>/steady.py`."""
    for name in SHELF:
        module = f"{__package__}.{name}"
        if find_spec(module) and find_spec(f"{module}.steady"):
            return Steady(name, import_module(f"{module}.steady").TURN)
    raise LookupError("no game on the shelf has a turn that can be repeated without end")
