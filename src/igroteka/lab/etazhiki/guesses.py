"""Decks that the rulebook allows: it counts nothing but the six balls with a blue mark (ET-06)."""

from typing import Any

import msgspec

from igroteka.core import Chance
from igroteka.games.etazhiki.parts import SHIPPED, Manifest, check


def guess(chance: Chance) -> dict[str, Any]:
    """ET-A01: kinds, values and marks as shipped, every count but that of the blue balls from half to double.

    Floors of one sort keep one count for all ten storeys, so that sums stay as likely as they look.
    """
    made = msgspec.to_builtins(SHIPPED)
    per_storey = {kind: _near(chance, 4 if kind == "floor" else 2) for kind in ("floor", "night")}
    for lot in made["cards"]:
        if lot["kind"] in per_storey:
            lot["count"] = per_storey[lot["kind"]]
        elif "blue" not in lot.get("marks", ()):
            lot["count"] = _near(chance, lot["count"])
    check(msgspec.convert(made, Manifest))
    return dict(made)


def _near(chance: Chance, count: int) -> int:
    """From half of it to double."""
    return count // 2 + chance.below(2 * count - count // 2 + 1)
