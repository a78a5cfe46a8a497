"""The fields that the states of all twins begin with: who is on turn, who is asked, is it over."""

from collections.abc import Mapping
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


def fitted(wide: np.dtype[Any], sizes: Mapping[str, tuple[int, ...]]) -> np.dtype[Any]:
    """The same record with some of its arrays cut down to what a table needs.

    It takes an odd number of 64-bit words: threads that read the same field of neighbours then use different
    banks of a card's shared memory.
    """
    fields: list[tuple[Any, ...]] = []
    for name in wide.names or ():
        kind = wide[name]
        fields.append((name, kind.base, sizes.get(name, kind.shape)))
    narrow = np.dtype(fields, align=True)
    words = -(-narrow.itemsize // 8) | 1
    parts = {
        "names": list(narrow.names or ()),
        "formats": [narrow[name] for name in narrow.names or ()],
        "offsets": [narrow.fields[name][1] for name in narrow.names or ()] if narrow.fields else [],
        "itemsize": 8 * words,
    }
    return np.dtype(parts, align=True)  # type: ignore[call-overload, no-any-return]


def refitted(states: np.ndarray[Any, Any], like: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """The same states as records of another width; what the narrower has no room for is as in `like[0]`."""
    made = np.repeat(like[:1], len(states))
    for name in like.dtype.names or ():
        source, target = states[name], made[name]
        common = tuple(slice(min(a, b)) for a, b in zip(source.shape, target.shape, strict=True))
        target[common] = source[common]
    return made
