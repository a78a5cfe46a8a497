"""A table as an array of pixels: parts are paper with a few letters on it, chips are discs."""

from collections.abc import Iterator
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from igroteka.envs.drawing.letters import LETTERS
from igroteka.envs.drawing.scene import drawn_by, scene
from igroteka.envs.table import Table
from igroteka.turbo.scene import Line, Part

Picture = npt.NDArray[np.uint8]

_DOT: Final = 2  # pixels to a dot of a letter
_WIDE: Final = 44
_HIGH: Final = 26
_GAP: Final = 3
_MARGIN: Final = 8
_WORDS: Final = 128  # room for the words before the parts
_ACROSS: Final = 12  # parts before a line is broken
_GROUND: Final = (32, 64, 48)
_INK: Final = (24, 24, 24)
_LIGHT: Final = (240, 240, 240)
_PAPER: Final = {
    "plain": (246, 240, 224),
    "warm": (246, 240, 224),
    "gold": (232, 200, 96),
    "bare": _GROUND,
    "sky": (128, 184, 224),
    "rose": (240, 176, 200),
    "coral": (240, 128, 112),
    "sun": (248, 220, 112),
    "midnight": (40, 56, 112),
    "leaf": (152, 208, 136),
}
_LETTERING: Final = {"warm": (192, 24, 24), "midnight": _LIGHT, "bare": _LIGHT}
_CHIPS: Final = {"blue": (32, 80, 208), "green": (16, 136, 64), "red": (208, 32, 48)}


def as_picture(table: Table) -> Picture:
    """Always as large for the same game and seats; what does not fit is left out from the top."""
    lines = [*_broken(scene(table))][-_most_lines(table) :]
    height = 2 * _MARGIN + _most_lines(table) * (_HIGH + _GAP)
    width = 2 * _MARGIN + _WORDS + _ACROSS * (_WIDE + _GAP)
    picture: Picture = np.full((height, width, 3), _GROUND, np.uint8)
    for number, line in enumerate(lines):
        _draw(picture, line, _MARGIN + number * (_HIGH + _GAP))
    return picture


def _most_lines(table: Table) -> int:
    return drawn_by(table.game).LINES + 3 * table.seats


def _broken(lines: list[Line]) -> Iterator[Line]:
    for line in lines:
        yield Line(line.words, line.parts[:_ACROSS])
        for start in range(_ACROSS, len(line.parts), _ACROSS):
            yield Line("", line.parts[start : start + _ACROSS])


def _draw(picture: Picture, line: Line, top: int) -> None:
    _write(picture, line.words, top + (_HIGH - 5 * _DOT) // 2, _MARGIN, _LIGHT)
    for number, part in enumerate(line.parts):
        _draw_part(picture, part, top, _MARGIN + _WORDS + number * (_WIDE + _GAP))


def _draw_part(picture: Picture, part: Part, top: int, left: int) -> None:
    picture[top : top + _HIGH, left : left + _WIDE] = _PAPER.get(part.paper, _PAPER["plain"])
    start = left + (3 if part.chip else (_WIDE - _length(part.label)) // 2)
    _write(picture, part.label, top + (_HIGH - 5 * _DOT) // 2, start, _LETTERING.get(part.paper, _INK))
    if part.chip:
        _disc(picture, top + _HIGH // 2, left + _WIDE - 10, 8, _CHIPS.get(part.chip, _INK))
        if part.locked:
            _disc(picture, top + _HIGH // 2, left + _WIDE - 10, 3, _LIGHT)


def _length(words: str) -> int:
    return sum(len(_dots(letter)[0]) + 1 for letter in words) * _DOT - _DOT


def _dots(letter: str) -> tuple[str, ...]:
    return LETTERS.get(letter, LETTERS["?"])


def _write(picture: Picture, words: str, top: int, left: int, ink: tuple[int, int, int]) -> None:
    for letter in words:
        dots = np.array([[dot == "#" for dot in row] for row in _dots(letter)])
        shape = dots.repeat(_DOT, 0).repeat(_DOT, 1)
        room: Any = picture[top : top + shape.shape[0], left : left + shape.shape[1]]
        room[shape[:, : room.shape[1]]] = ink
        left += shape.shape[1] + _DOT


def _disc(picture: Picture, middle: int, across: int, radius: int, ink: tuple[int, int, int]) -> None:
    rows, columns = np.ogrid[: picture.shape[0], : picture.shape[1]]
    picture[(rows - middle) ** 2 + (columns - across) ** 2 <= radius**2] = ink
