"""What a sound player thinks of in Etazhiki, and what stars and hands are worth: Player's ideas, compiled.

A floor laid should let as many of one's own floors follow as can be; a ball is laid where it opens a way, a
SKIP where the turn ends; a turn is taken when it can be, and not ended while floors fit.
"""

from collections.abc import Callable, Sequence
from typing import Final

import numpy as np

from igroteka.games.etazhiki.view import View
from igroteka.turbo.bits import first, size
from igroteka.turbo.compiling import kernel
from igroteka.turbo.etazhiki.actions import DRAW, END, INTERCEPT, LAY, ON_PILE, PASS, SHED
from igroteka.turbo.etazhiki.deal import hand_size
from igroteka.turbo.etazhiki.legal import can_take_turn, last_offer, to_lay
from igroteka.turbo.etazhiki.search.belief import deal_likely, told
from igroteka.turbo.etazhiki.search.player import MOST_CARDS, chosen
from igroteka.turbo.etazhiki.search.standing import FEATURES, features, judge
from igroteka.turbo.etazhiki.tables import (
    AS_USUAL,
    BALL_BITS,
    BEGINNER,
    FITS,
    FLOOR_BITS,
    FLOORS,
    SKIPS,
    WORD,
)
from igroteka.turbo.header import WAIT
from igroteka.turbo.machine import ONE, Array, Int, State, Stream

MOST: Final = 12
"""Answers after the tree; then stars and hands are compared."""
READS: Final = True
ADVISED: Final = True

_FOLLOW: Final = np.array([1.6**count for count in range(64)])
"""How much better a floor is for every own floor that can follow it."""

__all__ = [
    "ADVISED",
    "FEATURES",
    "MOST",
    "READS",
    "believe",
    "deal_likely",
    "features",
    "foreseen",
    "judge",
    "sensible",
]


def believe(views: Sequence[View], root: Callable[[View], Array], rng: Stream) -> Array:
    """What others left undone between these views, the last of which is now."""
    return told(views, root(views[-1])["rule"][0])


@kernel
def foreseen(s: State, seat: Int) -> Int:
    """What Player would answer; -1 where its turn is not thought through."""
    if s.wide or hand_size(s, seat) > MOST_CARDS:
        return np.int64(-1)
    return chosen(s, seat)


@kernel
def sensible(s: State, seat: Int, out: Array, weights: Array) -> Int:
    if seat != s.turn:
        return _interceptions(s, seat, out, weights)
    if s.shedding:
        return _sheddings(s, seat, out, weights)
    if s.rule == BEGINNER:
        return _on_piles(s, seat, out, weights)
    cards, more = to_lay(s, seat)
    fits = s.hand[seat] & s.fits[0]
    count = 0
    floors = cards & FLOOR_BITS
    while floors:
        card = first(floors)
        floors &= floors - 1
        out[count] = LAY + card
        weights[count] = _floor(s, seat, card)
        count += 1
    count = _balls(s, seat, cards & BALL_BITS, 0, size(fits), out, weights, count)
    count = _balls(s, seat, more, WORD, size(fits), out, weights, count)
    last = last_offer(s, cards | more)
    if last in (DRAW, PASS):
        out[count] = last
        weights[count] = 0.2
        count += 1
    elif last == END:
        out[count] = END
        weights[count] = 0.05 if fits else 1.0
        count += 1
    return count


@kernel
def _floor(s: State, seat: Int, card: Int) -> Int:
    """By what can follow; a night floor could take a turn later."""
    hand = s.hand[seat] if s.held[seat, card] > 1 else s.hand[seat] & ~(ONE << card)
    weight = _FOLLOW[size(hand & FITS[s.rule, AS_USUAL[s.ball], card])]
    if hand & FLOOR_BITS == 0:
        weight *= 20.0
    return weight * (0.7 if card >= 10 else 1.0)


@kernel
def _balls(
    s: State, seat: Int, balls: Int, base: Int, fit: Int, out: Array, weights: Array, count: Int
) -> Int:
    """Those under which more floors fit than now; where the turn is as good as over, a SKIP."""
    while balls:
        ball = base + first(balls)
        balls &= balls - 1
        reach = size(s.hand[seat] & FITS[s.rule, AS_USUAL[ball], s.floor[0]])
        weight: Int = 0.05
        if reach > fit:
            weight = _FOLLOW[reach] * (0.15 if fit else 1.0)
        elif fit == 0 and s.floors_laid and ball == SKIPS and not s.armed:
            weight = 4.0
        out[count] = LAY + ball
        weights[count] = weight
        count += 1
    return count


@kernel
def _interceptions(s: State, seat: Int, out: Array, weights: Array) -> Int:
    nights = can_take_turn(s, seat)
    count = 0
    while nights:
        card = first(nights)
        nights &= nights - 1
        out[count] = INTERCEPT - 10 + card
        weights[count] = _floor(s, seat, card)
        count += 1
    if s.may_wait:
        out[count] = WAIT
        weights[count] = 0.5
        count += 1
    return count


@kernel
def _sheddings(s: State, seat: Int, out: Array, weights: Array) -> Int:
    count = 0
    for part in range(2):
        balls = s.hand[seat] & BALL_BITS if part == 0 else s.more[seat]
        while balls:
            ball = WORD * part + first(balls)
            balls &= balls - 1
            out[count] = SHED + ball - FLOORS
            weights[count] = 5.0 if ball == SKIPS else 1.0
            count += 1
    return count


@kernel
def _on_piles(s: State, seat: Int, out: Array, weights: Array) -> Int:
    """ET-64..ET-67: by what can follow on both piles; passing costs two cards."""
    count = 0
    for pile in range(2):
        other = np.int64(s.fits[1 - pile])
        cards = s.hand[seat] & s.fits[pile]
        while cards:
            card = first(cards)
            cards &= cards - 1
            hand = s.hand[seat] if s.held[seat, card] > 1 else s.hand[seat] & ~(ONE << card)
            out[count] = ON_PILE + FLOORS * pile + card
            weights[count] = _FOLLOW[size(hand & (FITS[s.rule, AS_USUAL[s.ball], card] | other))]
            count += 1
    out[count] = END if s.floors_laid else PASS
    weights[count] = 0.03
    return count + 1
