"""The state of UpTurn as one flat record (docs/turbo.md)."""

from collections.abc import Mapping
from typing import Any, Final

import numpy as np

from igroteka.turbo.header import layout
from igroteka.turbo.upturn.tables import IN_BOX, MOST_SEATS, MOST_TILES, MOST_TWOFOLD, SLOTS, VALUES

OWNER: Final = 7
"""Bits of `owner`: who laid a tile since the bag was filled."""
NOBODY_LAID: Final = 4
ROW: Final = 8
"""Bit of `owner`: a row begins here."""

UNKNOWN: Final = 0
FILLED: Final = 1
"""`bag` and `taken` tell of the last filling."""
WHOLE_BOX: Final = 2
"""The same, and nothing was on a rack then: the deal."""

STATE: Final = layout(
    [
        ("order", np.uint8),  # 0 clockwise, 1 counterclockwise
        ("trend", np.uint8),  # UP, DOWN or NO_TREND
        ("drawn", np.uint8),
        ("extra", np.uint8),
        ("gifts", np.uint8),
        ("tucking", np.uint8),
        ("tuck_from", np.uint8),  # values
        ("tuck_to", np.uint8),
        ("announced", np.uint8),  # seats, as bits
        ("silent", np.uint8),
        ("winners", np.uint8),
        ("shared", np.uint8),  # the winners are told as a list
        ("stopped", np.uint8),
        ("ref", np.uint8),  # the slot of the number that binds, or NONE
        ("laid", np.uint8),  # how many tiles in `pile`
        ("loose", np.uint8),  # UT-A35: how many of them may go back into the bag
        ("row", np.uint8),  # where in `pile` the current row begins
        ("filled", np.uint8),  # bag[filled:bottom] went in when the bag was last filled,
        ("top", np.uint8),  # bag[top:bottom] is still there, next tile first
        ("bottom", np.uint8),
        ("pooled", np.uint8),  # what is known of the bag: UNKNOWN, FILLED or WHOLE_BOX
        ("bound", np.uint8),  # new_row: bound
        ("automatic", np.uint8),  # announce: automatic
        ("lone", np.uint8),  # lone_twin_gift
        ("starter", np.int8),  # a seat or -1
        ("odd", np.uint8),  # some number is there twice, or of two kinds
        ("mixed", np.uint16),  # how often `pile` has changed otherwise than at its end, round and round
        ("idle", np.int32),
        ("taken", np.uint8, MOST_SEATS),  # pool: tiles taken by each seat since the bag was filled
        ("held", np.uint8, MOST_SEATS),  # tiles on each rack
        ("fit", np.int64, 2),  # what may be laid on the row, as bits of a rack
        ("tuck", np.int64, 2),  # what may be tucked
        ("rack", np.int64, (MOST_SEATS, 2)),
        ("actions", np.int64, MOST_SEATS),  # action tiles on each rack, a byte a kind
        ("penalties", np.int64, 2),  # slots of penalty tiles
        ("twins", np.int64, 2),
        ("twofold", np.int64, 2),  # slots of which there are several
        ("box", np.int64, 2),  # slots that are in the box
        ("box_copies", np.uint8, MOST_TWOFOLD),  # of the slots in `twofold`, in their order
        ("copies", np.uint8, (MOST_SEATS, MOST_TWOFOLD)),
        ("value", np.uint8, SLOTS),  # of each slot
        ("slot", np.uint8, VALUES),  # the first slot of each value, or NONE
        ("pile", np.uint8, MOST_TILES),  # tiles on the table, row by row
        ("owner", np.uint8, MOST_TILES),
        ("bag", np.uint8, MOST_TILES),
    ]
)


def needed(table: Any) -> Mapping[str, tuple[int, ...]]:
    """How much of its arrays a table can use."""
    seats = int(table["seats"])
    each = {**dict.fromkeys(("taken", "held", "actions"), (seats,)), "rack": (seats, 2)}
    if table["odd"]:
        return {**each, "copies": (seats, MOST_TWOFOLD)}
    tiles = sum(int(word).bit_count() for word in table["box"]) + int(IN_BOX.sum())
    lists = dict.fromkeys(("pile", "owner", "bag"), (tiles + 1,))
    return {**each, **lists, "box_copies": (1,), "copies": (seats, 1)}
