"""What a game of the house tells studies: `lab/<game>/worth.py` and `lab/<game>/guesses.py`."""

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from igroteka.core import Chance
from igroteka.table import Match


@cache
def brought(game: str, name: str) -> Any | None:
    """The module of this name that the lab has for a game."""
    package = f"igroteka.lab.{game}"
    if find_spec(package) is None or find_spec(f"{package}.{name}") is None:
        return None
    return import_module(f"{package}.{name}")


def held_by(match: Match) -> dict[str, tuple[int, ...]]:
    """By kind of part how many each side holds now; nothing where the game names no kinds."""
    worth = brought(match.game.NAME, "worth")
    if worth is None:
        return {}
    sides = match.game.sides(match.state)
    return {
        kind: tuple(sum(worth.count(match.state, seat, kind) for seat in side) for side in sides)
        for kind in worth.KINDS
    }


def guess(game: str, chance: Chance) -> dict[str, Any] | None:
    """Other parts, as its rulebook allows them, for a game whose list of parts is a reconstruction."""
    guesses = brought(game, "guesses")
    return None if guesses is None else guesses.guess(chance)
