"""The state of Etazhiki as one flat record (docs/turbo.md)."""

from collections.abc import Mapping
from typing import Any, Final

import numpy as np

from igroteka.games.etazhiki.parts import box
from igroteka.turbo.etazhiki.tables import KINDS, MOST_CARDS, MOST_SEATS, USUAL
from igroteka.turbo.header import layout

UNKNOWN: Final = 0
"""What went into the deck is not known: a position set up by hand."""
FILLED: Final = 1
"""`deck`, from its very beginning to `bottom`, is what went in when it was last filled."""
WHOLE_BOX: Final = 2
"""The same, and hands were empty then: the deal."""

NO_OWNER: Final = 7
_SHIPPED: Final = len(box(None, "full"))

# An entry of `laid`: the card, whose it was, and the pile of a floor (ET-62).
CARD_BITS: Final = 127
OWNER_AT: Final = 7
PILE_AT: Final = 10
PILE_BIT: Final = 1 << PILE_AT

STATE: Final = layout(
    [
        ("rule", np.uint8),  # LENIENT, STRICT or BEGINNER
        ("full", np.uint8),  # ET-B6: turns can be taken
        ("repeats", np.uint8),  # skip: repeats
        ("wide", np.uint8),  # there are cards that are not in the shipped box
        ("winning", np.uint8),  # stars that win
        ("starter", np.int8),  # a seat, or -1
        ("pooled", np.uint8),  # what is known of the deck: UNKNOWN, FILLED or WHOLE_BOX
        ("stopped", np.uint8),
        ("winners", np.uint8),  # seats, as bits
        ("drew", np.uint8),
        ("shedding", np.uint8),
        ("armed", np.uint8),  # the SKIP on top has been laid and has not fired yet
        ("floor", np.uint8, 2),  # the open floor of each pile
        ("ball", np.uint8),  # the open ball or NO_BALL
        ("floors_laid", np.int16),
        ("balls_laid", np.int16),
        ("idle", np.int16),
        ("fillings", np.uint16),  # how often the deck was rebuilt, for observations
        ("top", np.uint16),  # the deck is deck[top:bottom], next card first; taken cards stay before it
        ("bottom", np.uint16),
        ("lying", np.uint16),  # how many entries in `laid`
        ("fits", np.int32, 2),  # by pile: the floors that fit now
        ("hand", np.int64, MOST_SEATS),  # cards up to B39 that the seat holds, as bits
        ("more", np.int64, MOST_SEATS),  # the others
        ("stars", np.int16, MOST_SEATS),
        ("taken", np.uint16, MOST_SEATS),  # pool: cards taken by each seat since the deck was filled
        ("held", np.uint16, (MOST_SEATS, KINDS)),  # how many of each card
        ("laid", np.uint16, MOST_CARDS),  # all piles together, oldest first
        ("deck", np.uint8, MOST_CARDS),
        ("box", np.uint16, KINDS),  # how many of each card take part
    ]
)


def needed(table: Any) -> Mapping[str, tuple[int, ...]]:
    """How much of its arrays a table can use; lists are written one place beyond what they hold.

    All variants of the shipped box have the same record: for every other one the card's kernels would be
    compiled anew.
    """
    seats, kinds = int(table["seats"]), KINDS if table["wide"] else USUAL
    cards = max(int(table["box"].sum()), _SHIPPED) + 1
    each = dict.fromkeys(("hand", "more", "stars", "taken"), (seats,))
    return {**each, "held": (seats, kinds), "box": (kinds,), "laid": (cards,), "deck": (cards,)}
