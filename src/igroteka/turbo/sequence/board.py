"""The board of Sequence for networks: a cell's chip, and how many of its card one holds and sees played."""

from typing import Final

import numpy as np

from igroteka.turbo.board import Board
from igroteka.turbo.sequence.actions import LIFT, PLACE_SHOWN, PLACE_WILD
from igroteka.turbo.sequence.observation import CELLS_AT, HAND_AT, PLAYED_AT
from igroteka.turbo.sequence.tables import CARD_AT, FIVE_CELLS, PACKS

_CELLS: Final = np.arange(100, dtype=np.int32)
_CORNERS: Final = np.isin(_CELLS, (0, 9, 90, 99))
_CORNER: Final = 4
"""A free cell in a completed sequence: there is no such cell otherwise."""

BOARD: Final = Board(
    lines=FIVE_CELLS.astype(np.int32),
    told=np.stack([CELLS_AT + _CELLS, HAND_AT + CARD_AT, PLAYED_AT + CARD_AT], axis=1).astype(np.int32),
    kinds=(8, PACKS + 1, PACKS + 1),
    fixed=np.where(_CORNERS, _CORNER, -1).astype(np.int32),
    answers=np.stack(
        [start + _CELLS for start in (PLACE_SHOWN, PLACE_WILD, PLACE_WILD + 100, LIFT, LIFT + 100)]
    ),
    hand=1,
)
