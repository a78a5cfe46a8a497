"""Cards that people talk about: night floors, numbered balls, balls with a task."""

from collections.abc import Callable
from typing import Any, Final

from igroteka.games.etazhiki.cards import is_ball, is_night, is_numbered

_KINDS: Final[dict[str, Callable[[str], bool]]] = {
    "night floors": is_night,
    "numbered balls": is_numbered,
    "special balls": lambda card: is_ball(card) and not is_numbered(card),
}
KINDS: Final = tuple(_KINDS)


def count(state: Any, seat: int, kind: str) -> int:
    """How many cards of a kind are in a hand."""
    return sum(map(_KINDS[kind], state.hands[seat]))
