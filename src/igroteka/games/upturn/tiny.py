"""A tiny deal of UpTurn: four tiles on an upward row (docs/envs.md)."""

from typing import Final

from igroteka.core import Tiny

TINY: Final = Tiny(
    options={"announce": "automatic"},
    parts=("34", "56", "78", "S1"),
    hand=2,
    hands="racks",
    stock="bag",
    position={"rows": [["45"]], "trend": "up", "order": "cw", "turn": 0},
    steps=8,
)
