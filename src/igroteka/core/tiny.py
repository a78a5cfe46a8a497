"""A tiny deal of a game: so few parts that whole game trees can be walked (docs/envs.md, OpenSpiel)."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import msgspec


class Tiny(msgspec.Struct, frozen=True, kw_only=True):
    """A position in which some parts are still to be dealt: to two seats in turn, the rest to the stock.

    `hands` and `stock` are the names of these places in a position; `position` is all the rest of it, with
    what lies in the stock underneath.
    """

    options: dict[str, Any] = {}
    parts: tuple[str, ...]
    hand: int
    """How many parts each of the two seats gets."""
    hands: str
    stock: str
    position: dict[str, Any]
    steps: int
    """After so many answers the game is drawn."""

    @property
    def kinds(self) -> tuple[str, ...]:
        return tuple(sorted(set(self.parts)))

    def left(self, dealt: Sequence[str]) -> dict[str, int]:
        """What may be dealt next, and how many of it there are."""
        left = Counter(self.parts) - Counter(dealt)
        return {kind: left[kind] for kind in self.kinds if left[kind]}

    def filled(self, dealt: Sequence[str]) -> dict[str, Any]:
        """The position after all parts are dealt."""
        hands = [[*dealt[: self.hand]], [*dealt[self.hand : 2 * self.hand]]]
        stock = [*dealt[2 * self.hand :], *self.position.get(self.stock, [])]
        return {**self.position, self.hands: hands, self.stock: stock}
