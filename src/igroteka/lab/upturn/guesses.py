"""Boxes that the rulebook allows: it prints neither which numbers are missing nor which bring a penalty."""

from typing import Any, Final

import msgspec

from igroteka.core import Chance
from igroteka.games.upturn.parts import SHIPPED, Manifest, check

_FEWEST: Final = 8
_MOST: Final = 28
"""Penalty tiles; ours has 18."""
_COUNT: Final = 80  # UT-02


def guess(chance: Chance) -> dict[str, Any]:
    """UT-02..UT-04: the printed action tiles and twins; other numbers, and 8 to 28 penalty tiles, at random.

    Every other value is there once at most, as in ours (UT-A01 would allow it twice).
    """
    twins = SHIPPED.numbers.twins
    others = chance.shuffled([value for value in range(1, 100) if value not in twins])[: _COUNT - len(twins)]
    penalties = _FEWEST + chance.below(_MOST - _FEWEST + 1)
    made = msgspec.to_builtins(SHIPPED)
    made["numbers"] |= {"plain": sorted(others[penalties:]), "penalty": sorted(others[:penalties])}
    check(msgspec.convert(made, Manifest))
    return dict(made)
