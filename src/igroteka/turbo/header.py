"""The fields that the states of all twins begin with: who is on turn, who is asked, is it over."""

from typing import Any, Final

import numpy as np

WAIT: Final = 0
"""The action "let it be": number 0 in every game."""

NOBODY: Final = -1

HONOUR: Final = 1
"""Mode bit: matters of honour (`game.HONOUR`) are offered too."""

EVERYONE: Final = 2
"""Mode bit: every off-turn seat is asked, able or not, so that being asked says nothing."""

FRESH: Final = 0
CHANGED: Final = 1
ANEW: Final = 2
"""What has become of an observation: it still holds, the game has gone on, it is another game."""

HEADER: Final[list[tuple[Any, ...]]] = [
    ("seats", np.uint8),
    ("turn", np.int8),  # the seat on turn
    ("over", np.uint8),  # 1 when the game has an outcome
    ("mode", np.uint8),  # HONOUR | EVERYONE
    ("deciding", np.int8),  # the seat that is asked now; NOBODY before `ask` and after the end
    ("may_wait", np.uint8),  # 1 if WAIT is one of its answers
    ("asked", np.int16),  # bits: off-turn seats that have let it be since the last change
]


def layout(fields: list[tuple[Any, ...]]) -> np.dtype[Any]:
    """The record of a game: the common header, then the game's own fields, each where machines like it."""
    return np.dtype([*HEADER, *fields], align=True)
