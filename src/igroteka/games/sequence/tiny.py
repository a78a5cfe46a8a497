"""A tiny deal of Sequence: both sides lack one cell, and four cards decide who gets it (docs/envs.md)."""

from typing import Final

from igroteka.core import Tiny

_BLUE: Final = ["a2", "b2", "c2", "d2", "e2"]
_GREEN: Final = ["a9", "b9", "c9", "d9", "e9"]

TINY: Final = Tiny(
    options={"draw": "automatic"},
    parts=("5S", "10D", "JH", "7H"),  # e1 and e10, where the corner rows lack one; one that takes away
    hand=2,
    hands="hands",
    stock="deck",
    position={
        "chips": {"blue": [*_BLUE, "b1", "c1", "d1"], "green": [*_GREEN, "b10", "c10", "d10"]},
        "lines": [{"side": "blue", "cells": _BLUE}, {"side": "green", "cells": _GREEN}],
        "piles": [[], []],
        "deck": ["QC", "KC", "QC", "KC"],
        "turn": 0,
    },
    steps=3,
)
