"""The pack of Crazy Eights: 52 cards, written as rank and suit (`8H`, `TC`)."""

from typing import Final, Literal, TypeAlias

from igroteka.core import Seat

Card: TypeAlias = str
Suit: TypeAlias = Literal["C", "D", "H", "S"]

SUITS: Final[tuple[Suit, ...]] = ("C", "D", "H", "S")
RANKS: Final = "23456789TJQKA"
PACK: Final[tuple[Card, ...]] = tuple(rank + suit for suit in SUITS for rank in RANKS)  # CE-01
SEATS: Final = (2, 3, 4, 5)  # CE-01
WILD: Final = "8"  # CE-07
CAUGHT: Final = 2  # CE-13: cards taken by whoever is caught


def dealt_to_each(seats: int) -> int:
    """CE-03."""
    return 7 if seats == 2 else 5


def rank(card: Card) -> str:
    return card[0]


def suit(card: Card) -> Suit:
    return next(suit for suit in SUITS if suit == card[1])


def is_wild(card: Card) -> bool:
    """CE-07."""
    return rank(card) == WILD


def next_seat(seat: Seat, seats: int) -> Seat:
    """CE-05: play goes clockwise."""
    return (seat + 1) % seats
