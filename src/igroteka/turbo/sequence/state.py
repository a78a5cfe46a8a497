"""The state of Sequence as one flat record (docs/turbo.md)."""

from collections.abc import Mapping
from typing import Any, Final

import numpy as np

from igroteka.turbo.header import layout
from igroteka.turbo.sequence.tables import ALL_CARDS, CARDS, MOST_SEATS, MOST_SIDES, RUNS

MOST_LINES: Final = 16
DRAWN: Final = 3
"""The winner of a drawn game."""

UNKNOWN: Final = 0
FILLED: Final = 1
"""`went_in` and `taken` tell of the last filling."""
WHOLE_BOX: Final = 2
"""The same, and it was the whole box: the deal."""

STATE: Final = layout(
    [
        ("sides", np.uint8),
        ("automatic", np.uint8),  # draw: automatic
        ("hard", np.uint8),
        ("talk", np.uint8),  # SQ-A24: table talk, at a table of teams
        ("exchanged", np.uint8),
        ("choosing", np.int8),  # a seat or -1
        ("winner", np.int8),  # a side, DRAWN or -1
        ("stopped", np.uint8),
        ("passes", np.int32),
        ("claim", np.int8),  # the accused side or -1
        ("denied", np.int16),  # seats, as bits
        ("due", np.int16),
        ("accused", np.int16),
        ("owes", np.uint8),  # how many seats in `owed`
        ("laid", np.uint8),  # how many cards in `pile`
        ("top", np.uint8),  # the deck is deck[top:bottom], next card first
        ("bottom", np.uint8),
        ("held", np.uint8),  # how many in `lines`
        ("pooled", np.uint8),  # what is known of the deck: UNKNOWN, FILLED or WHOLE_BOX
        ("fillings", np.uint8),  # how often the deck was filled, round and round
        ("owed", np.int8, MOST_SEATS),  # oldest first
        ("went_in", np.uint8, CARDS),  # pool: how many of each card went into the deck
        ("taken", np.uint8, MOST_SEATS),  # pool: cards taken by each seat since the deck was filled
        ("hand", np.int64, MOST_SEATS),  # cards of which the seat holds one or two, as bits
        ("pair", np.int64, MOST_SEATS),  # cards of which it holds two
        ("chips", np.int64, (MOST_SIDES, 2)),  # by side: cards whose first, second cell it covers
        ("locked", np.int64, 2),  # SQ-28: cells of completed sequences, the same way
        ("runs", np.uint16, (MOST_SIDES, RUNS)),  # chips and corners along every line of the board
        ("lines", np.uint8, MOST_LINES),  # completed sequences: fives, oldest first
        ("line_sides", np.uint8, MOST_LINES),
        ("pile", np.uint8, ALL_CARDS),  # played cards, oldest first
        ("pile_seats", np.uint8, ALL_CARDS),  # and whose pile each is on
        ("deck", np.uint8, ALL_CARDS),
    ]
)


def needed(table: Any) -> Mapping[str, tuple[int, ...]]:
    """How much of its arrays a table can use."""
    seats, sides = int(table["seats"]), int(table["sides"])
    each = dict.fromkeys(("owed", "taken", "hand", "pair"), (seats,))
    return {**each, "runs": (sides, RUNS)}
