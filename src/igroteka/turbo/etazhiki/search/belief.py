"""What stops tell of hands in Etazhiki, compiled: who could have laid another floor would have done so.

Hands are dealt evenly and then chosen by how well they agree with what their seats left undone. No hand is
ever ruled out but by the rules, since people overlook a card, or keep it.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np

from igroteka.games.etazhiki.memory import DEEP, Stop, stops
from igroteka.games.etazhiki.view import View
from igroteka.turbo.bits import size
from igroteka.turbo.chance import shuffle, word
from igroteka.turbo.compiling import kernel
from igroteka.turbo.etazhiki.imagine import determinize
from igroteka.turbo.etazhiki.legal import kinds_of_balls
from igroteka.turbo.etazhiki.tables import AS_USUAL, CARD, FITS, FLOOR_BITS, MOST_SEATS, NO_BALL, REACH
from igroteka.turbo.machine import Array, Int, State, Stream

_LEFT: Final = 0.05
"""How likely a floor that fits is left in the hand, beside one that does not."""
_FEW: Final = 1 / 16
"""When fewer than this part of the deals would count, doubts are softened."""
_SCALE: Final = 2.0**-32


def told(views: Sequence[View], rule: Int) -> Array:
    """By seat and stop: how likely a card was held then, which floors fitted, and the open floor or -1."""
    belief, now = np.zeros((MOST_SEATS, DEEP, 3)), views[-1]
    for seat, its in stops(views).items():
        if seat != now.seat:
            for at, stop in enumerate(its):
                belief[seat, at] = _row(stop, now.hand_sizes[seat], rule)
    return belief


def _row(stop: Stop, cards: int, rule: Int) -> tuple[float, float, float]:
    then = max(cards - stop.taken + stop.laid, 0)
    ball = NO_BALL if stop.ball is None else CARD[stop.ball]
    floors = [CARD[floor] for floor in stop.floors]
    fits = 0
    for floor in floors:
        fits |= int(FITS[rule, AS_USUAL[ball], floor])
    held = then / (then + stop.taken) if then else 0.0
    return held, float(fits), float(floors[0] % 10) if stop.ball else -1.0


@kernel
def deal_likely(deals: Array, seat: Int, rng: Stream, belief: Array, worlds: Array) -> None:
    """Every deal anew, and of them so many worlds as there is room for, by how likely they are."""
    weights = np.empty(deals.shape[0])
    for at in range(deals.shape[0]):
        determinize(deals[at], seat, rng)
        weights[at] = _agreement(deals[at], seat, belief)
    while weights.sum() ** 2 < _FEW * deals.shape[0] * (weights**2).sum():
        weights = np.sqrt(weights)
    step = weights.sum() / worlds.shape[0]
    lot = np.float64(word(rng)) * _SCALE * step
    at, passed = 0, weights[0]
    for number in range(worlds.shape[0]):
        while passed <= lot + number * step and at + 1 < deals.shape[0]:
            at += 1
            passed += weights[at]
        worlds[number] = deals[at]
        world = worlds[number]
        shuffle(world.deck[world.top : world.bottom], np.int64(world.bottom) - world.top, rng)


@kernel
def _agreement(s: State, seat: Int, belief: Array) -> Int:
    """How well the hands of a deal agree with where their seats stopped: 1 if wholly."""
    found = 1.0
    for other in range(s.seats):
        for at in range(belief.shape[1]):
            held = belief[other, at, 0]
            if other == seat or held == 0.0:
                continue
            fits, floor = np.int64(belief[other, at, 1]), np.int64(belief[other, at, 2])
            found *= (1 - held * (1 - _LEFT)) ** size(s.hand[other] & fits)
            if floor >= 0:  # a ball would have led there, if both were held
                reach = REACH[s.rule, floor, kinds_of_balls(s.hand[other], s.more[other])]
                near = s.hand[other] & FLOOR_BITS & reach & ~fits
                found *= (1 - held * held * (1 - _LEFT)) ** size(near)
    return found
