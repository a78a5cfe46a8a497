"""A Sequence table drawn as a picture, and what comes of asking at it."""

from collections.abc import Sequence
from typing import Any, Final

from games.asking import Asking
from igroteka.games import sequence
from igroteka.games.sequence import Options, State, from_position
from igroteka.games.sequence.parts import CORNERS, GRID, LETTERS

_SIDES: Final = {"b": "blue", "g": "green", "r": "red"}
_LONG_DECK: Final = ("KH", "3C", "9D", "4S", "8D", "5D")

_asking: Final = Asking(sequence)
told, after, why_not = _asking.told, _asking.after, _asking.why_not


def draw(picture: str, hands: Sequence[Sequence[str]], options: Options | None = None, **rest: Any) -> State:
    """The state of a picture: `.` free, `b g r` chips, `*` corners; rows that are not drawn are free.

    The rest (deck, turn, owed, lines, ...) is as in a position; a line is written "blue c3 d3 e3 f3 g3".
    """
    rows = [line.split() for line in picture.strip().splitlines()]
    chips: dict[str, list[str]] = {}
    for number, row in enumerate(rows, 1):
        assert len(row) == 10, f"row {number} of the picture has {len(row)} cells"
        for letter, mark in zip(LETTERS, row, strict=True):
            cell = f"{letter}{number}"
            assert (mark == "*") == (cell in CORNERS), f"{cell} is drawn as {mark}"
            if mark in _SIDES:
                chips.setdefault(_SIDES[mark], []).append(cell)
            else:
                assert mark in ".*", f"{cell} is drawn as {mark}"
    lines = [
        {"side": side, "cells": cells} for side, *cells in (text.split() for text in rest.pop("lines", ()))
    ]
    data = {"deck": _LONG_DECK, "hands": hands, "chips": chips, "lines": lines, **rest}
    return from_position(data, options or Options())


def empty(hands: Sequence[Sequence[str]], options: Options | None = None, **rest: Any) -> State:
    """A board without chips."""
    return draw("", hands, options, **rest)


def lines(state: State) -> set[tuple[str, str]]:
    """The completed sequences, each as its side and its cells from the top, then the left."""
    return {(line.side, " ".join(line.cells)) for line in state.lines}


def full(free: Sequence[str] = ()) -> str:
    """A picture with a chip on every cell but the corners and the free ones; nobody has five in line."""
    marks = {
        cell: "*"
        if cell in CORNERS
        else "."
        if cell in free
        else "bbgg"[(place % 10 + 2 * (place // 10)) % 4]
        for place, cell in enumerate(GRID)
    }
    return "\n".join(" ".join(marks[f"{letter}{row}"] for letter in LETTERS) for row in range(1, 11))
