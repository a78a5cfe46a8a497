"""A board whose cells make lines, as networks look at it: a twin has one in `turbo/<game>/board.py`."""

from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from igroteka.turbo import beside

SHARE: Final = 1 / 16
"""So much of what all lines or all cells say together goes on: sums stay about as large as other inputs."""

Places = npt.NDArray[np.int32]


class Board(NamedTuple):
    """What stands on a cell is a code: what the observation tells at several places, put together."""

    lines: Places
    """A row of cells each."""
    told: Places
    """By cell the places of an observation that tell of it, counted from one's own seat."""
    kinds: tuple[int, ...]
    """How many values each of those places is told apart in; what is more counts as the last."""
    fixed: Places
    """By cell the code that it always has; -1: it is told."""
    answers: Places
    """Kinds of answers by cell: the action of each."""
    hand: int
    """Which column of `told` only the seat itself is told."""

    @property
    def codes(self) -> int:
        return int(np.prod(self.kinds))

    def through(self) -> npt.NDArray[np.float32]:
        """Lines by cells: 1 where the line goes through the cell."""
        found = np.zeros((len(self.lines), len(self.told)), np.float32)
        found[np.arange(len(self.lines))[:, None], self.lines] = 1
        return found


def board_of(game: str) -> Board | None:
    """The board that a game's networks look at; None where they look at plain numbers alone."""
    module: Any = beside(game, "board")
    return module.BOARD if module else None
