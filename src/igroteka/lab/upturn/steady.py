"""A turn that can be repeated without end: one draws a tile and lets it be."""

from typing import Final

TURN: Final = (b"draw", b"end")
