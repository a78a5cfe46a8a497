"""The cards of Etazhiki as numbers, and as tables which floors fit: sets of numbers are bits.

A hand is a set of cards in two words: `hand` has the floors and all shipped balls, and room up to B39;
`more` has B40 to B99, which only a family's own box can hold. Balls that lead to the same floors count as
one of nine: B1 to B5 and the four special ones (a ball that leads nowhere counts as SKIP).
"""

from typing import Final

import numpy as np

from igroteka.games.etazhiki.cards import (
    DAY,
    EVEN,
    LARGEST_BALL,
    NEAR,
    NIGHT,
    NUMBERED,
    ODD,
    SKIP,
    STOREYS,
    fitting,
    neighbours,
)
from igroteka.games.etazhiki.parts import NUMBERS

_USUAL: Final = (*NUMBERED[:5], EVEN, NEAR, ODD, SKIP)
"""Balls as different as balls can be, by name."""

CARDS: Final = (*DAY, *NIGHT, *_USUAL, *NUMBERED[5:])
CARD: Final = {card: number for number, card in enumerate(CARDS)}
KINDS: Final = len(CARDS)
FLOORS: Final = len(DAY) + len(NIGHT)
BALLS: Final = KINDS - FLOORS
USUAL: Final = FLOORS + len(_USUAL)
"""Cards from here on are found in a family's own box only."""
WORD: Final = 63
"""Cards from here on are in the second word."""
NO_BALL: Final = KINDS
SKIPS: Final = CARD[SKIP]
MOST_CARDS: Final = 500
MOST_SEATS: Final = max(NUMBERS.stars)
NEW_HAND: Final = NUMBERS.hand
DRAWN: Final = NUMBERS.draw
PENALTY: Final = NUMBERS.penalty

DAY_BITS: Final = np.int64(2**STOREYS - 1)
NIGHT_BITS: Final = np.int64(DAY_BITS << STOREYS)
FLOOR_BITS: Final = np.int64(DAY_BITS | NIGHT_BITS)
BALL_BITS: Final = np.int64((1 << WORD) - 1 - int(FLOOR_BITS))
UNUSUAL_BITS: Final = np.int64((1 << WORD) - (1 << USUAL))
NUMBERED_BITS: Final = np.int64(int(BALL_BITS) - sum(1 << CARD[ball] for ball in (EVEN, NEAR, ODD, SKIP)))

BY_NAME: Final = np.array([CARD[card] for card in sorted(CARDS)], np.uint8)
USUAL_BY_NAME: Final = BY_NAME[BY_NAME < USUAL]
"""The order of the box and of balls that are shed."""

LENIENT, STRICT, BEGINNER = range(3)
"""What fits is a matter of the table: parity (ET-A14), or the rules for beginners (ET-65)."""


def _usual(ball: str) -> int:
    """Which of the nine it counts as; ET-30: ball 13 leads where ball 3 does, ball 8 where ball 2 does."""
    if ball in _USUAL:
        return _USUAL.index(ball)
    steps = int(ball[1:]) % STOREYS
    return _USUAL.index(SKIP) if steps == 0 else min(steps, STOREYS - steps) - 1


AS_USUAL: Final = np.array([0] * FLOORS + [_usual(ball) for ball in CARDS[FLOORS:]] + [0], np.uint8)


def _bits(numbers: frozenset[int]) -> int:
    return sum(1 << number for number in numbers)


def _fits(rule: int, ball: str, floor: int) -> int:
    """By day and by night."""
    number = floor % STOREYS
    numbers = neighbours(number) if rule == BEGINNER else fitting(number, ball, strict=rule == STRICT)
    return _bits(numbers) * (1 + (1 << STOREYS))


FITS: Final = np.array(
    [[[_fits(rule, ball, floor) for floor in range(FLOORS)] for ball in _USUAL] for rule in range(3)],
    np.int32,
)
"""By rule, ball on top and open floor: the floors that fit."""


def _reach(rule: int) -> list[list[int]]:
    """By open floor and set of balls."""
    rows = []
    for floor in range(STOREYS):
        row = [0]
        for balls in range(1, 1 << len(_USUAL)):
            lowest = (balls & -balls).bit_length() - 1
            row.append(row[balls & (balls - 1)] | int(FITS[rule, lowest, floor]))
        rows.append(row)
    return rows


REACH: Final = np.array([_reach(LENIENT), _reach(STRICT)], np.int32)
"""ET-A08: by parity, open floor and set of balls in hand: the floors that fit under one of them."""

if list(USUAL_BY_NAME[USUAL_BY_NAME >= FLOORS]) != list(range(FLOORS, USUAL)):
    raise AssertionError("the usual balls must be numbered by name")
if len(NUMBERED) != LARGEST_BALL or WORD + 60 != KINDS:
    raise AssertionError("two words must hold every kind of card")
