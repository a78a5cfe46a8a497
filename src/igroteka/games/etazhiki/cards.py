"""What is on a card of Etazhiki: its kind, its number, and which floors may follow it."""

from functools import cache
from typing import Final, TypeAlias

Card: TypeAlias = str

STOREYS: Final = 10  # ET-30: tens are dropped
LARGEST_BALL: Final = 99

DAY: Final = tuple(f"F{number}" for number in range(STOREYS))
NIGHT: Final = tuple(f"N{number}" for number in range(STOREYS))
NUMBERED: Final = tuple(f"B{number}" for number in range(1, LARGEST_BALL + 1))
NEAR: Final = "NEAR"
EVEN: Final = "EVEN"
ODD: Final = "ODD"
SKIP: Final = "SKIP"

_FLOORS: Final = frozenset((*DAY, *NIGHT))
_NIGHT: Final = frozenset(NIGHT)
_NUMBERED: Final = frozenset(NUMBERED)
_BALLS: Final = frozenset((*NUMBERED, NEAR, EVEN, ODD, SKIP))


def is_card(card: Card) -> bool:
    return is_floor(card) or is_ball(card)


def is_floor(card: Card) -> bool:
    """ET-05, ET-40: by day or by night."""
    return card in _FLOORS


def is_night(card: Card) -> bool:
    return card in _NIGHT


def is_ball(card: Card) -> bool:
    return card in _BALLS


def is_numbered(card: Card) -> bool:
    return card in _NUMBERED


def number_of(card: Card) -> int:
    """The number of a floor or of a numbered ball."""
    return int(card[1:])


@cache
def fitting(floor: int, ball: Card, *, strict: bool) -> frozenset[int]:
    """The numbers that fit on an open floor with this ball on top; `strict` is about parity (ET-A14)."""
    match ball:
        case "NEAR":  # ET-44, ET-A15
            return _away(floor, 0, 1, 2)
        case "EVEN" | "ODD":  # ET-45, ET-A02: 0 is even; ET-20, ET-A14: the same number too
            parity = frozenset(range(ball == ODD, STOREYS, 2))
            return parity if strict else parity | {floor}
        case "SKIP":  # ET-47, ET-A18
            return _away(floor, 0)
        case _:  # ET-20, ET-21, ET-30, ET-A16
            return _away(floor, 0, number_of(ball))


@cache
def neighbours(floor: int) -> frozenset[int]:
    """ET-65, ET-68, ET-A39: for beginners, the same number and the two beside it."""
    return _away(floor, 0, 1)


def _away(floor: int, *steps: int) -> frozenset[int]:
    """ET-30, ET-31: so many floors up or down, tens dropped."""
    return frozenset((floor + way * step) % STOREYS for step in steps for way in (1, -1))
