"""Cards that people talk about: the jacks (SQ-26, SQ-27)."""

from typing import Any, Final

from igroteka.games.sequence.parts import PARTS

KINDS: Final = ("two-eyed jacks", "one-eyed jacks")
_CARDS: Final = {KINDS[0]: PARTS.jacks.wild, KINDS[1]: PARTS.jacks.remove}


def count(state: Any, seat: int, kind: str) -> int:
    """How many cards of a kind a seat holds."""
    return sum(card in _CARDS[kind] for card in state.hands[seat])
