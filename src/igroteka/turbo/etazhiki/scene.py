"""A table of Etazhiki drawn: the piles, the hands with their stars, the deck."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from igroteka.games.etazhiki.cards import is_floor, is_night, is_numbered, number_of
from igroteka.turbo.scene import Line, Part, seat_words

LINES: Final = 6
_SHOWN: Final = 12
"""How many of a pile are drawn: the top, which is open, last."""


def scene(position: Mapping[str, Any]) -> Iterator[Line]:
    piles = position["floors"]
    for pile in piles if piles and isinstance(piles[0], list) else [piles]:
        yield Line("FLOORS", tuple(map(_card, pile[-_SHOWN:])))
    if position["balls"]:
        yield Line("BALLS", tuple(map(_card, position["balls"][-_SHOWN:])))
    for seat, hand in enumerate(position["hands"]):
        stars = "★" * position["stars"][seat]
        yield Line(f"{seat_words(position, seat)} {stars}", tuple(map(_card, hand)))
    yield Line(f"DECK {len(position['deck'])}")


def _card(card: str) -> Part:
    if is_floor(card):
        return Part(str(number_of(card)), *(("midnight", "n") if is_night(card) else ("sun", "")))
    return Part(f"±{number_of(card)}" if is_numbered(card) else card, "leaf")
