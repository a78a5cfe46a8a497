"""Igroteka: table games on every screen, by the book.

Open a table, see a view, play an intent:

    >>> import igroteka
    >>> first, *others = igroteka.games.names()
    >>> match = igroteka.open(first, seats=3, seed=7)
    >>> view = match.view(match.turn)
    >>> row = match.ask(match.turn, view.legal[0])
    >>> row.seat == view.seat, match.outcome
    (True, None)

What the rules do not allow raises `igroteka.Refused`, and nothing has changed.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from igroteka import bots, core, games, table
    from igroteka.core import Refused, Seeded
    from igroteka.table import Match, Row, play_out

__all__ = ["Match", "Refused", "Row", "Seeded", "bots", "core", "games", "open", "play_out", "table"]

_WHERE: Final = {
    "Match": "igroteka.table",
    "Refused": "igroteka.core",
    "Row": "igroteka.table",
    "Seeded": "igroteka.core",
    "play_out": "igroteka.table",
}
"""Names are imported when they are asked for: `import igroteka` alone costs nothing."""
_ROOMS: Final = frozenset(("bots", "core", "games", "table"))


def open(game: str, seats: int | None = None, seed: bytes | int = 0, **options: Any) -> "Match":
    """A table of this game, dealt and ready; options are told by name: `open(game, seats=4, draws="one")`.

    Without `seats` as few as the game allows sit down. The same seed deals the same game. A game, a number
    of seats or an option that cannot be is Refused.
    """
    from igroteka.core import read
    from igroteka.games import game as on_shelf
    from igroteka.table import Match

    played = on_shelf(game)
    match = Match(played, played.SEATS[0] if seats is None else seats, read(options, played.Options), seed)
    match.deal()
    return match


def __getattr__(name: str) -> Any:
    if name == "__version__":
        return import_module("importlib.metadata").version("igroteka")
    if name in _ROOMS:
        return import_module(f"igroteka.{name}")
    if name in _WHERE:
        return getattr(import_module(_WHERE[name]), name)
    raise AttributeError(f"igroteka has no {name}")


def __dir__() -> list[str]:
    return sorted(__all__)
