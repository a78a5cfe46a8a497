"""Player in Etazhiki, compiled: a turn thought through to its end, card by card (`games/etazhiki/sense.py`).

Every point that the turn can come to is looked at once, and the best end of all says how to begin. Tests hold
this to the readable heuristics.
"""

from typing import Final

import numpy as np

from igroteka.games.etazhiki import sense
from igroteka.turbo.bits import first, size
from igroteka.turbo.compiling import kernel
from igroteka.turbo.etazhiki.actions import INTERCEPT, LAY, ON_PILE, SHED
from igroteka.turbo.etazhiki.deal import hand_size, kinds_of
from igroteka.turbo.etazhiki.legal import can_take_turn, last_offer, to_lay
from igroteka.turbo.etazhiki.tables import (
    AS_USUAL,
    BALL_BITS,
    BEGINNER,
    FITS,
    FLOORS,
    NIGHT_BITS,
    SKIPS,
)
from igroteka.turbo.header import WAIT
from igroteka.turbo.machine import ONE, Array, Int, State
from igroteka.turbo.targets import room

MOST_CARDS: Final = 20
"""Larger hands are not thought through."""
_POINTS: Final = 256
"""How many points of a turn are looked at."""
_PLACES: Final = 1024
_NEVER: Final = -1e9
_SKIP: Final = AS_USUAL[SKIPS]
_WIN, _STAR = sense.WIN, sense.STAR
_FLOOR, _NIGHT, _PAIR = sense.FLOOR, sense.NIGHT, sense.PAIR
_BALL, _MOST_BALLS, _SKIP_KEPT = sense.BALL, sense.MOST_BALLS, sense.SKIP_KEPT
_SKIPPED, _READY, _WORTH_A_NIGHT = sense.SKIPPED, sense.READY, sense.WORTH_A_NIGHT
_ALMOST_OUT: Final = np.array(sense.ALMOST_OUT)

# A point of a turn in one number: which cards are left (by their places in a list), the open numbers of both
# piles, the open ball, whether a SKIP on top is armed, and whether a floor lies.
_TOP: Final = MOST_CARDS
_SECOND: Final = _TOP + 4
_OPEN: Final = _SECOND + 4
_ARMED: Final = _OPEN + 4
_LAID: Final = _ARMED + 1
_MIX: Final = np.uint64(0x9E3779B97F4A7C15)
_DOWN: Final = np.uint64(54)


@kernel
def chosen(s: State, seat: Int) -> Int:
    """What Player would answer, with at most MOST_CARDS of the shipped box in hand."""
    if seat != s.turn:
        return _taking(s, seat)
    if s.shedding:
        return _shedding(s, seat)
    cards, more = to_lay(s, seat)
    last = np.int64(last_offer(s, cards | more))
    if cards == 0:
        return last
    hand = room(MOST_CARDS, np.int64)
    count = _list(s, seat, hand)
    now = _point(
        (1 << count) - 1, s.floor[0] % 10, s.floor[1] % 10, AS_USUAL[s.ball], s.armed, s.floors_laid > 0
    )
    return _begin(s, seat, hand, count, now, last)[0]


@kernel
def _list(s: State, seat: Int, hand: Array) -> Int:
    count = 0
    for card in range(kinds_of(s)):
        for _ in range(s.held[seat, card]):
            hand[count] = card
            count += 1
    return count


@kernel
def _point(left: Int, top: Int, second: Int, ball: Int, armed: Int, laid: Int) -> Int:
    return (
        np.int64(left)
        | (np.int64(top) << _TOP)
        | (np.int64(second) << _SECOND)
        | (np.int64(ball) << _OPEN)
        | (np.int64(armed) << _ARMED)
        | (np.int64(laid) << _LAID)
    )


@kernel
def _begin(s: State, seat: Int, hand: Array, count: Int, now: Int, last: Int) -> tuple[Int, Int]:
    """How to begin from here and what the best end is worth; `last` is what ends the turn here, or 0."""
    points, begun = room(_POINTS, np.int64), room(_POINTS, np.int64)
    places = room(_PLACES, np.int16)
    for place in range(_PLACES):
        places[place] = 0
    near = _nearness(s, seat)
    known = _go_on(s, hand, count, now, 0, points, begun, places, 0)
    choice, best = last, _NEVER
    if last:
        best = _stop(s, seat, hand, count, now, near)
        if (now >> _LAID) & 1:
            for at in range(count):
                if hand[at] >= FLOORS and (now >> at) & 1:
                    worth = _stop(s, seat, hand, count, _with_ball(now, at, hand[at]), near)
                    if worth > best:
                        choice, best = LAY + hand[at], worth
    at = 0
    while at < known:
        worth = _end(s, seat, hand, count, points[at], near)
        if worth > best:
            choice, best = begun[at], worth
        if known < _POINTS:
            known = _go_on(s, hand, count, points[at], begun[at], points, begun, places, known)
        at += 1
    return choice, best


@kernel
def _with_ball(point: Int, at: Int, card: Int) -> Int:
    point &= ~((15 << _OPEN) | (1 << _ARMED) | (1 << at))
    return point | (np.int64(AS_USUAL[card]) << _OPEN) | (np.int64(card == SKIPS) << _ARMED)


@kernel
def _go_on(
    s: State,
    hand: Array,
    count: Int,
    point: Int,
    label: Int,
    points: Array,
    begun: Array,
    places: Array,
    known: Int,
) -> Int:
    """A floor; or a ball and a floor that it makes fit. How many points are known then."""
    known = _floors(s, hand, count, point, label, np.int64(0), points, begun, places, known)
    if s.rule == BEGINNER:
        return known
    for at in range(count):
        card = hand[at]
        if card < FLOORS or not (point >> at) & 1 or AS_USUAL[card] == (point >> _OPEN) & 15:
            continue
        if at and hand[at - 1] == card and (point >> (at - 1)) & 1:
            continue
        first_of = label if label else LAY + card
        known = _floors(
            s, hand, count, _with_ball(point, at, card), label, first_of, points, begun, places, known
        )
    return known


@kernel
def _floors(
    s: State,
    hand: Array,
    count: Int,
    point: Int,
    label: Int,
    by_ball: Int,
    points: Array,
    begun: Array,
    places: Array,
    known: Int,
) -> Int:
    ball = (point >> _OPEN) & 15
    for pile in range(1 + (s.rule == BEGINNER)):
        shift = _SECOND if pile else _TOP
        fits = np.int64(FITS[s.rule, ball, (point >> shift) & 15])
        for at in range(count):
            card = hand[at]
            if card >= FLOORS:
                break
            if not (point >> at) & 1 or not (fits >> card) & 1:
                continue
            if at and hand[at - 1] == card and (point >> (at - 1)) & 1:
                continue
            after = (point & ~((15 << shift) | (1 << at))) | ((card % 10) << shift) | (ONE << _LAID)
            begin = by_ball
            if begin == 0:
                begin = label
            if begin == 0:
                begin = ON_PILE + FLOORS * pile + card if s.rule == BEGINNER else LAY + card
            known = _note(after, begin, points, begun, places, known)
    return known


@kernel
def _note(point: Int, begin: Int, points: Array, begun: Array, places: Array, known: Int) -> Int:
    """The point, unless it is known or there is no room; how many there are then."""
    place = np.int64((np.uint64(point) * _MIX) >> _DOWN)
    while places[place]:
        if points[places[place] - 1] == point:
            return known
        place = (place + 1) & (_PLACES - 1)
    if known == _POINTS:
        return known
    points[known], begun[known] = point, begin
    places[place] = known + 1
    return known + 1


# ------------------------------------------------------------------ what an end is worth


@kernel
def _nearness(s: State, seat: Int) -> tuple[Int, Int]:
    """How much the next seat threatens, and the one behind it (0 if that is the seat itself)."""
    after = (seat + 1) % s.seats
    behind = (after + 1) % s.seats
    return _near(s, after), (_near(s, behind) if behind != seat else 0.0)


@kernel
def _near(s: State, seat: Int) -> Int:
    cards = hand_size(s, seat)
    near = _ALMOST_OUT[cards] if cards < _ALMOST_OUT.shape[0] else 1.0
    return 2 * near if s.stars[seat] + 1 >= s.winning else near


@kernel
def _end(s: State, seat: Int, hand: Array, count: Int, point: Int, near: tuple[Int, Int]) -> Int:
    """The turn ends here: with a SKIP on top if there is one and it helps, or out of floors."""
    floors, skip = False, -1
    for at in range(count):
        if (point >> at) & 1:
            floors = floors or hand[at] < FLOORS
            if hand[at] == SKIPS:
                skip = at
    if not floors:
        return _shed(s, seat, hand, count, point, near)
    worth = _stop(s, seat, hand, count, point, near)
    if skip >= 0:
        worth = max(worth, _stop(s, seat, hand, count, _with_ball(point, skip, SKIPS), near))
    return worth


@kernel
def _stop(s: State, seat: Int, hand: Array, count: Int, point: Int, near: tuple[Int, Int]) -> Int:
    return _kept(s, hand, count, point) - _threat(s, point, near)


@kernel
def _kept(s: State, hand: Array, count: Int, point: Int) -> Int:
    """What is left in the hand: floors are a burden, balls are of use."""
    left = np.int64(0)
    floors = 0
    cost = 0.0
    for at in range(count):
        if (point >> at) & 1:
            left |= ONE << hand[at]
            if hand[at] < FLOORS:
                floors += 1
                cost += _NIGHT if hand[at] >= 10 else _FLOOR
    numbers = size((left | left >> 10) & 1023)
    cost -= _PAIR * (floors - numbers)
    useful = size(left & BALL_BITS) if floors else 0
    kept = _BALL * min(useful, _MOST_BALLS)
    if (left >> SKIPS) & 1:
        kept += _SKIP_KEPT
    if left & NIGHT_BITS & FITS[s.rule, (point >> _OPEN) & 15, (point >> _TOP) & 15]:
        kept += _READY
    return kept - cost


@kernel
def _threat(s: State, point: Int, near: tuple[Int, Int]) -> Int:
    """The next seat, the fewer cards it has and the more numbers fit, the worse; skipped, a relief."""
    ball = (point >> _OPEN) & 15
    fits = np.int64(FITS[s.rule, ball, (point >> _TOP) & 15])
    if s.rule == BEGINNER:
        fits |= np.int64(FITS[s.rule, ball, (point >> _SECOND) & 15])
    share = 0.5 + size(fits & 1023) / 10
    fires = s.rule != BEGINNER and ball == _SKIP and ((point >> _ARMED) & 1 or s.repeats)
    if fires and (point >> _LAID) & 1:
        return near[1] * share - _SKIPPED - near[0] * share
    return near[0] * share


@kernel
def _shed(s: State, seat: Int, hand: Array, count: Int, point: Int, near: tuple[Int, Int]) -> Int:
    """The last floor is laid: all balls go, and the best of them comes to lie on top."""
    if not (point >> _LAID) & 1:
        return -_WIN
    best, balls = _NEVER, 0
    for at in range(count):
        if (point >> at) & 1:
            balls += 1
            best = max(best, _out(s, seat, _with_ball(point, at, hand[at]), near))
    return best if balls else _out(s, seat, point, near)


@kernel
def _out(s: State, seat: Int, point: Int, near: tuple[Int, Int]) -> Int:
    """A star, and perhaps the game."""
    if s.stars[seat] + 1 >= s.winning:
        return _WIN
    return _STAR - _threat(s, point, near)


# ------------------------------------------------------------------ other answers


@kernel
def _shedding(s: State, seat: Int) -> Int:
    """Which of the balls comes to lie on top."""
    near = _nearness(s, seat)
    now = _point(0, s.floor[0] % 10, s.floor[1] % 10, AS_USUAL[s.ball], s.armed, 1)
    choice, best = np.int64(0), _NEVER
    balls = s.hand[seat] & BALL_BITS
    while balls:
        card = first(balls)
        balls &= balls - 1
        worth = _out(s, seat, _with_ball(now, 0, card), near)
        if worth > best:
            choice, best = np.int64(SHED + card - FLOORS), worth
    return choice


@kernel
def _taking(s: State, seat: Int) -> Int:
    """A turn is taken where that brings enough; else it is let be, if that may be."""
    nights = can_take_turn(s, seat)
    hand = room(MOST_CARDS, np.int64)
    count = _list(s, seat, hand)
    now = _point((1 << count) - 1, s.floor[0] % 10, s.floor[1] % 10, AS_USUAL[s.ball], s.armed, 0)
    here = _stop(s, seat, hand, count, now, _nearness(s, seat)) + _WORTH_A_NIGHT
    choice, best = np.int64(WAIT), here if s.may_wait else _NEVER
    for at in range(count):
        card = hand[at]
        if card < FLOORS and (nights >> card) & 1:
            taken = (now & ~((15 << _TOP) | (ONE << at))) | ((card % 10) << _TOP) | (ONE << _LAID)
            worth = max(
                _end(s, seat, hand, count, taken, _nearness(s, seat)),
                _begin(s, seat, hand, count, taken, 0)[1],
            )
            if worth > best:
                choice, best = INTERCEPT - 10 + card, worth
    return choice
