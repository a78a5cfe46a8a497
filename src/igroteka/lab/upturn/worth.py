"""Tiles that people talk about: twins, jokers, penalty tiles, arrows and skips."""

from collections.abc import Callable
from typing import Any, Final

from igroteka.games.upturn.tiles import JOKER, SKIPS, TRENDS, is_penalty, is_twin

_KINDS: Final[dict[str, Callable[[str], bool]]] = {
    "twins": is_twin,
    "jokers": lambda tile: tile == JOKER,
    "penalty tiles": is_penalty,
    "arrows": lambda tile: tile in TRENDS and tile != JOKER,
    "skips": lambda tile: tile in SKIPS,
}
KINDS: Final = tuple(_KINDS)


def count(state: Any, seat: int, kind: str) -> int:
    """How many tiles of a kind are on a rack."""
    return sum(map(_KINDS[kind], state.racks[seat]))
