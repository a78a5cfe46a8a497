"""What is to be seen of a table, line by line: a twin draws its own in `turbo/<game>/scene.py`."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple, Protocol


class Part(NamedTuple):
    """A card, tile or cell: what is written on it, the colour of its paper, and the chip that lies on it."""

    label: str
    paper: str = "plain"
    mark: str = ""
    """What the colour of the paper tells in a picture, as a letter for a text."""
    chip: str | None = None
    locked: bool = False


class Line(NamedTuple):
    words: str
    parts: tuple[Part, ...] = ()
    board: bool = False
    """Part of a board: cells stand under one another, whatever is written on them."""


class Scene(Protocol):
    """How the positions of a game are drawn."""

    @property
    def LINES(self) -> int:  # noqa: N802
        """How many lines a picture has room for, besides three for every seat."""
        ...

    def scene(self, position: Mapping[str, Any]) -> Iterator[Line]:
        """The truth, with all hands."""
        ...


def seat_words(position: Mapping[str, Any], seat: int) -> str:
    """How the line of a seat begins."""
    return f"{'▶' if position['turn'] == seat else ' '} SEAT {seat}"
