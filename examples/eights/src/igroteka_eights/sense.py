"""What a sound player thinks of an offer: keep eights for later, and suits that can be followed."""

from collections.abc import Sequence
from typing import Any, Final

from msgspec import UNSET

from igroteka_eights.cards import Card, is_wild, rank, suit
from igroteka_eights.moves import Announce, Catch, Draw, Lay, Pass
from igroteka_eights.view import View

FORGOTTEN: Final = (Announce,)
LETTING_GO: Final = (Draw, Pass)
LATE: Final = (Catch,)


def weigh(view: View, offers: Sequence[Any]) -> list[float]:
    """A number for each offer, the more the better; out of turn, nought or less is left alone."""
    return [_worth(view, offer) for offer in offers]


def _worth(view: View, offer: Any) -> float:
    match offer:
        case Announce() | Catch():
            return 10.0
        case Lay(card, named):
            rest = without(view.hand or (), card)
            follows = suit(card) if named is UNSET else named
            kept = 0.0 if is_wild(card) else 2.0
            return 1.0 + kept + sum(goes_on(other, card, follows) for other in rest) / (len(rest) or 1)
        case Draw():
            return 0.5
    return 0.0


def without(hand: Sequence[Card], card: Card) -> list[Card]:
    rest = list(hand)
    rest.remove(card)
    return rest


def goes_on(other: Card, laid: Card, follows: str) -> bool:
    """Whether this card could be laid next, if the others leave things as they are."""
    return is_wild(other) or suit(other) == follows or rank(other) == rank(laid)
