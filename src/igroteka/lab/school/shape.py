"""What a network is given and what it says, by game: places of observations and masks that are ever used."""

from typing import Any, Final

import msgspec
import numpy as np
import numpy.typing as npt

from igroteka.envs import VectorEnv
from igroteka.envs.layout import fields
from igroteka.turbo import twin
from igroteka.turbo.board import board_of

HIDDEN: Final = (384, 192)
BOARD_HIDDEN: Final = (48, 128)
"""Of a line and a cell, and of the whole (`body.BoardBody`)."""
OTHERS: Final = 3
"""The hands of so many following seats are shown to the critic."""
_LOOKS: Final = 200

Table = tuple[int, dict[str, Any] | None]
"""Seats and options."""


class Shape(msgspec.Struct, frozen=True):
    """Inputs: amounts at `shown` places, one of many for `names` (place, how many), the mask at `allowed`.

    Where the game has a board, its cells are looked at instead of names and mask (`turbo/board.py`).
    """

    game: str
    shown: list[int]
    names: list[tuple[int, int]]
    allowed: list[int]
    actions: int
    hidden: tuple[int, int] = HIDDEN

    @property
    def inputs(self) -> int:
        return len(self.shown) + sum(count for _, count in self.names) + len(self.allowed)


def shape_of(game: str, tables: list[Table], hidden: tuple[int, int] | None = None) -> Shape:
    """What random play shows at these tables; all else is left out."""
    shown = np.zeros(twin(game).OBSERVED, np.bool_)
    allowed = np.zeros(twin(game).ACTIONS, np.bool_)
    for seats, options in tables:
        env = VectorEnv(game, 256, seats, options, seed=1, check=False, relative=True)
        seen, _ = env.reset()
        for _ in range(_LOOKS):
            shown |= seen["observation"].any(axis=0)
            allowed |= seen["action_mask"].any(axis=0)
            seen, *_ = env.step(env.sample())
    names = named_places(game)
    shown[[place for place, _ in names]] = False
    board = board_of(game)
    wide = hidden or (BOARD_HIDDEN if board else HIDDEN)
    return Shape(game, _places(shown), [] if board else names, _places(allowed), twin(game).ACTIONS, wide)


def _places(used: npt.NDArray[np.bool_]) -> list[int]:
    return [int(place) for place in np.flatnonzero(used)]


def named_places(game: str) -> list[tuple[int, int]]:
    """Where an observation has a name rather than an amount, and how many names there are."""
    return [
        (start + at, field.names)
        for start, field in begins(game)
        if field.names
        for at in range(field.length)
    ]


def own_places(game: str) -> list[int]:
    """Hand or rack: what only the seat itself is told."""
    found: list[int] = []
    for start, field in begins(game):
        if field.own and field.length > 1:
            found += range(start, start + field.length)
    return found


def begins(game: str) -> list[tuple[int, Any]]:
    """The fields of an observation and where each begins."""
    found, start = [], 0
    for field in fields(game):
        found.append((start, field))
        start += field.length
    return found
