"""A tiny deal of Etazhiki: five cards, and whoever lays the last of its own wins (docs/envs.md)."""

from typing import Final

from igroteka.core import Tiny

TINY: Final = Tiny(
    options={"variant": "medium"},
    parts=("F1", "F2", "F3", "B1", "B2"),
    hand=2,
    hands="hands",
    stock="deck",
    position={"floors": ["F0"], "balls": ["B1"], "turn": 0, "stars": [4, 4]},
    steps=12,
)
