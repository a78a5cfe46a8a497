"""The kinds of table whose rules differ: each game as it is, and with each other value of an option."""

from collections.abc import Iterator
from typing import Any

from igroteka.core import AnyGame, Refused, read
from igroteka.games import game as on_shelf
from igroteka.lab.random_games import Table, option_values


def kinds(name: str) -> Iterator[Table]:
    """The smallest table with the default options, then with each value of each option that is a rule.

    A number is a rule only where it changes the sides; such tables come at the smallest size that has both.
    """
    game = on_shelf(name)
    yield Table(name, game.SEATS[0])
    for option, value in option_values(game):
        if not isinstance(value, int) or isinstance(value, bool):
            yield Table(name, game.SEATS[0], {option: value})
    yield from _by_sides(game)


def _by_sides(game: AnyGame) -> Iterator[Table]:
    """The first size of table that can have different numbers of sides, with each of them."""
    numbers = [
        (option, value)
        for option, value in option_values(game)
        if isinstance(value, int) and not isinstance(value, bool)
    ]
    for seats in game.SEATS:
        found: dict[int, Table] = {}
        for option, value in numbers:
            sides = _sides(game, seats, {option: value})
            if sides and sides not in found:
                found[sides] = Table(game.NAME, seats, {option: value})
        if len(found) > 1:
            yield from found.values()
            return


def _sides(game: AnyGame, seats: int, options: dict[str, Any]) -> int | None:
    try:
        return len(game.sides(game.start(seats, read(options, game.Options))))
    except Refused:
        return None


def rules_of(table: Table) -> str:
    """What tells a table from the default one: `hard=True`, or `as it is`."""
    said = " ".join(f"{name}={value}" for name, value in table.options.items())
    return said or "as it is"
