"""What Player thinks of the end of a turn in UpTurn, compiled: turns to go, and how near the others are."""

from typing import Final

import numpy as np

from igroteka.games.upturn import turn_end
from igroteka.games.upturn.sense import FIRST_TO_MOVE
from igroteka.turbo.bits import first, size
from igroteka.turbo.compiling import kernel
from igroteka.turbo.machine import Array, Int, State
from igroteka.turbo.targets import room
from igroteka.turbo.upturn.tables import (
    ACTION_KINDS,
    ALLOWED,
    FIRST_SKIP,
    JOKER_TILE,
    MOST_SEATS,
    NO_TREND,
    NONE,
    NUMBERS,
    UP,
    VALUES,
    WORD,
)

# A point of a turn: the numbers of the rack by word, action tiles by a byte a kind, how many tiles in all,
# the number that binds, trend, order, gifts, seats skipped, and how many jokers more are thought through.
FIRST, SECOND, ACTIONS, HELD, REF, TREND, ORDER, GIFTS, SKIPS, DEPTH = range(10)
FIELDS: Final = 10

_FREE, _NO_NUMBER, _STUCK, _AGAINST = turn_end.FREE, turn_end.NO_NUMBER, turn_end.STUCK, turn_end.AGAINST
_TUCKED, _LATER, _GIFT = turn_end.TUCKED, turn_end.LATER, turn_end.GIFT
_NEAR, _FIRST_TO_MOVE = turn_end.NEAR, FIRST_TO_MOVE
_ALMOST_OUT: Final = np.array([turn_end.ALMOST_OUT.get(count, 0.0) for count in range(256)])
_AHEAD: Final = np.array(
    [
        [turn_end.fits_later(beyond, 0, "up", max(1, others)) for beyond in range(VALUES)]
        for others in range(MOST_SEATS)
    ]
)
"""By other seats and by how far a number lies beyond the last one: how likely it still fits later."""
_AGAINST_TREND: Final = turn_end.fits_later(0, 0, "up", 1)
_NO_TREND_YET: Final = turn_end.fits_later(0, 0, None, 1)
_STARTS: Final = np.array([turn_end.START["up"], turn_end.START["down"]])


@kernel
def end(s: State, seat: Int, at: Array, hidden: Array) -> Int:
    """Fewer turns for oneself, fewer chances for others."""
    return _GIFT * at[GIFTS] / (s.seats - 1) - _turns(s, at) - _threat(s, seat, at, hidden)


@kernel
def _turns(s: State, at: Array) -> Int:
    """How many turns the rack may still take."""
    numbers, actions, cost = 0, 0, 0.0
    for kind in range(ACTION_KINDS):
        held = (at[ACTIONS] >> (8 * kind)) & 255
        actions += held
        is_free = kind == JOKER_TILE or (kind >= FIRST_SKIP and s.seats == 2)
        cost += held * (_FREE if is_free else 1.0)
    stuck, against = 1.0, 0.0
    for part in range(2):
        bits = at[FIRST + part]
        while bits:
            fits = _fits_later(s, at, first(bits) + WORD * part)
            bits &= bits - 1
            stuck *= 1.0 - fits
            against += _AGAINST * (1.0 - fits)
            numbers += 1
    turns = numbers + cost + (0.0 if numbers else _NO_NUMBER) + against
    if actions == 0 or at[HELD] == 1:
        turns += _STUCK * stuck
    return turns - _TUCKED * _tuckable(s, at)


@kernel
def _fits_later(s: State, at: Array, slot: Int) -> Int:
    """How likely a number still fits when the others have moved."""
    trend = at[TREND]
    if trend == NO_TREND:
        return _NO_TREND_YET
    start = np.int64(_STARTS[trend]) if at[REF] == NONE else np.int64(s.value[at[REF]])
    number = np.int64(s.value[slot])
    beyond = number - start if trend == UP else start - number
    return _AHEAD[s.seats - 1, beyond] if beyond > 0 else _AGAINST_TREND


@kernel
def _tuckable(s: State, at: Array) -> Int:
    """Numbers that lie within reach of a twin."""
    most = np.int64(0)
    for part in range(2):
        twins = at[FIRST + part] & s.twins[part]
        while twins:
            twin = np.int64(s.value[first(twins) + WORD * part])
            twins &= twins - 1
            most = max(most, _near(s, at, twin))
    return most


@kernel
def _near(s: State, at: Array, twin: Int) -> Int:
    near = np.int64(0)
    for part in range(2):
        bits = at[FIRST + part] & ~s.twins[part]
        while bits:
            near += abs(np.int64(s.value[first(bits) + WORD * part]) - twin) < _NEAR
            bits &= bits - 1
    return near


@kernel
def _threat(s: State, seat: Int, at: Array, hidden: Array) -> Int:
    """Seats that are almost out, the sooner they move the worse; gifts go to the worst of them."""
    sizes = room(MOST_SEATS, np.int64)
    least = np.int64(255)
    for other in range(s.seats):
        sizes[other] = s.held[other]
        if other != seat:
            least = min(least, sizes[other])
    if _ALMOST_OUT[least] == 0.0:
        return 0.0
    for _ in range(at[GIFTS]):
        fewest = np.int64(-1)
        for other in range(s.seats):
            if other != seat and (fewest < 0 or sizes[other] < sizes[fewest]):
                fewest = np.int64(other)
        sizes[fewest] += 1
    step = 1 if at[ORDER] == 0 else s.seats - 1
    threat, weight = 0.0, 1.0
    for n in range(1 + at[SKIPS], s.seats):
        other = (seat + step * n) % s.seats
        near = _ALMOST_OUT[sizes[other]]
        if near > 0:
            threat += weight * near * _fits_them(at, sizes[other], hidden)
        weight *= _LATER
    return threat / (s.seats - 1)


@kernel
def _fits_them(at: Array, count: Int, hidden: Array) -> Int:
    """How likely a number that we have not seen fits; with more than one tile there is often a way."""
    numbers = size(hidden[0]) + size(hidden[1])
    if at[REF] == NONE or at[TREND] == NO_TREND or numbers == 0:
        return 1.0
    allowed0 = ALLOWED[at[TREND], at[REF], 0]
    allowed1 = ALLOWED[at[TREND], at[REF], 1] & NUMBERS[1]
    share = (size(hidden[0] & allowed0) + size(hidden[1] & allowed1)) / numbers
    return share if count == 1 else 0.5 + 0.5 * share


@kernel
def danger(s: State, seat: Int, other: Int) -> Int:
    """Who is nearest to winning, and of equals who moves first."""
    if s.held[other] == 0:
        return 0.0
    step = 1 if s.order == 0 else s.seats - 1
    away = (other - seat + s.seats) * step % s.seats
    return 1.0 / s.held[other] - _FIRST_TO_MOVE * away
