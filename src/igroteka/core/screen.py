"""What a terminal screen of a game is given and what it offers."""

from typing import Any, Protocol

from igroteka.core.seats import Seat


class Speech(Protocol):
    """One language at one table, for a screen to speak."""

    def line(self, key: str, **parameters: Any) -> str:
        """A sentence of the table `lines` of the texts."""
        ...

    def word(self, value: str) -> str:
        """The word for a value (a side, a trend); the value itself where there is none."""
        ...

    def name(self, seat: Seat) -> str: ...


class Screen(Protocol):
    """A game's own screen; `draw` answers with Rich markup."""

    def part(self, name: str) -> str:
        """A card, a tile or the like as people write it."""
        ...

    def draw(self, view: Any, speech: Speech) -> str:
        """The whole table as the view tells it."""
        ...
