"""The games: every one is a module that offers the names of igroteka.core.Game."""

from typing import Final

from igroteka.core import AnyGame, Refused
from igroteka.games.shelf import Shelf

SHELF: Final = Shelf()
"""All installed games by name."""


def names() -> tuple[str, ...]:
    """The names of all installed games, in the order of the shelf."""
    return tuple(SHELF)


def game(name: str) -> AnyGame:
    """The game of that name, or Refused."""
    if name not in SHELF:
        raise Refused("unknown-game", None, game=name, games=", ".join(SHELF))
    return SHELF[name]


def is_of_the_house(game: AnyGame) -> bool:
    """Whether it comes with Igroteka; the page has drawings of those."""
    return game.__name__.startswith(f"{__name__}.")


def left_out() -> tuple[str, ...]:
    """One plain line for every package that wanted to bring a game and could not."""
    return SHELF.left_out
