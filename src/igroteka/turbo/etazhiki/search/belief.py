"""What others left undone in Etazhiki tells of their hands, compiled: who could have laid another floor, or
taken the turn, would have done so.

Hands are dealt evenly, and then cards change places by how well hands agree with that. No hand is ever ruled
out but by the rules, since people overlook a card, or keep it.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np

from igroteka.games.etazhiki.cards import EVEN, NEAR, ODD, SKIP
from igroteka.games.etazhiki.memory import DEEP, Stop, read
from igroteka.games.etazhiki.view import View
from igroteka.turbo.bits import size
from igroteka.turbo.chance import below, word
from igroteka.turbo.compiling import kernel
from igroteka.turbo.etazhiki.imagine import agrees, determinize, lay_out, put_down
from igroteka.turbo.etazhiki.legal import kinds_of_balls
from igroteka.turbo.etazhiki.state import UNKNOWN, WHOLE_BOX
from igroteka.turbo.etazhiki.tables import (
    AS_USUAL,
    CARD,
    FITS,
    FLOOR_BITS,
    KINDS,
    MOST_CARDS,
    MOST_SEATS,
    NIGHT_BITS,
    NO_BALL,
    REACH,
    WORD,
)
from igroteka.turbo.machine import ONE, Array, Int, State, Stream
from igroteka.turbo.targets import room

_LEFT: Final = 0.05
"""How likely a floor that fits is left in the hand, beside one that does not."""
_LET_BE: Final = 0.2
"""How likely a night floor that would have taken the turn is in the hand, beside one that would not have."""
_SPECIAL: Final = np.array([CARD[ball] for ball in (SKIP, NEAR, EVEN, ODD)])
_KEPT: Final = np.array([0.1, 0.3, 0.4, 0.4])
"""Such balls, and how likely each is still there when a turn has ended, beside other cards."""
_FRESH: Final = 6
"""So many deals by chance are tried, where it is not known which cards a hand has had since the filling."""
_PASSES: Final = 8
"""So often each card of a hand is offered another place."""
_SCALE: Final = 2.0**-32

_DOUBTS: Final = DEEP
"""The row of a seat that has its doubts, by card; before it, stop by stop, how likely a card was held then,
which floors fitted, and the open floor or -1."""


def told(views: Sequence[View], rule: Int) -> Array:
    """By seat what it left undone."""
    belief, now = np.zeros((MOST_SEATS, DEEP + 1, KINDS)), views[-1]
    stops, let_be = read(views)
    for seat in range(now.seats):
        if seat == now.seat:
            continue
        for at, stop in enumerate(stops[seat]):
            belief[seat, at, :3] = _row(stop, now.hand_sizes[seat], rule)
            if stop.ended:
                doubts = belief[seat, _DOUBTS, _SPECIAL]
                belief[seat, _DOUBTS, _SPECIAL] = np.maximum(doubts, belief[seat, at, 0] * (1 - _KEPT))
        for stop in let_be[seat]:
            _doubt(belief[seat, _DOUBTS], *_row(stop, now.hand_sizes[seat], rule)[:2])
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


def _doubt(doubts: Array, held: float, fits: float) -> None:
    """Whether such night floors were held while they fitted."""
    nights = int(fits) & int(NIGHT_BITS)
    while nights:
        card = (nights & -nights).bit_length() - 1
        nights &= nights - 1
        doubts[card] = max(doubts[card], held * (1 - _LET_BE))


class _Hands(NamedTuple):
    """The hidden cards in two lots, new and old since the filling, as they lie for the moment."""

    parts: Array
    shares: Array
    begins: Array
    """By lot and seat: where its cards begin in the lot, and how many they are."""
    counts: Array
    agreement: Array
    """By seat: how well its hand agrees with what it left undone."""


@kernel
def deal_likely(worlds: Array, seat: Int, rng: Stream, belief: Array) -> None:
    """Every world dealt anew, as likely as it is."""
    for at in range(worlds.shape[0]):
        _deal(worlds[at], seat, rng, belief)


@kernel
def _deal(s: State, seat: Int, rng: Stream, belief: Array) -> None:
    """A deal by chance, then others of it or of its neighbours, each taken as is likely (Metropolis)."""
    if s.pooled == UNKNOWN:
        determinize(s, seat, rng)
        return
    now, new = _empty(), _empty()
    best = 0.0
    for _ in range(1 if s.pooled == WHOLE_BOX else _FRESH):
        found = _fresh(s, seat, new, rng, belief)
        if found > 0.0 and np.float64(word(rng)) * _SCALE * best < found:
            now, new, best = new, now, found
    if best == 0.0:
        return
    for _ in range(_PASSES):
        for lot in range(2):
            for other in range(np.int64(s.seats)):
                if other != seat:
                    _offer_others(s, seat, other, lot, now, rng, belief)
    put_down(s, seat, now.parts[0], now.parts[1], now.shares)


@kernel
def _empty() -> _Hands:
    return _Hands(
        room((2, MOST_CARDS), np.uint8),
        room((2, MOST_SEATS), np.int64),
        room((2, MOST_SEATS), np.int64),
        room(2, np.int64),
        room(MOST_SEATS, np.float64),
    )


@kernel
def _fresh(s: State, seat: Int, hands: _Hands, rng: Stream, belief: Array) -> Int:
    """A deal by chance, and how well all of its hands agree; 0 if there is none."""
    hands.counts[0], hands.counts[1] = lay_out(s, seat, hands.parts[0], hands.parts[1], hands.shares, rng)
    if hands.counts[0] < 0:
        return 0.0
    for lot in range(2):
        at = hands.shares[lot, s.turn]
        for other in range(np.int64(s.seats)):
            if other == s.turn:
                hands.begins[lot, other] = 0
            elif other != seat:
                hands.begins[lot, other] = at
                at += hands.shares[lot, other]
    found = 1.0
    for other in range(np.int64(s.seats)):
        if other != seat:
            hands.agreement[other] = _agreement(s, other, hands, belief)
            found *= hands.agreement[other]
    return found


@kernel
def _offer_others(
    s: State, seat: Int, other: Int, lot: Int, hands: _Hands, rng: Stream, belief: Array
) -> None:
    """Every card of a hand for that of another place, if it is so likely."""
    begin = hands.begins[lot, other]
    for at in range(begin, begin + hands.shares[lot, other]):
        there, lies = below(rng, hands.counts[lot]), np.float64(word(rng)) * _SCALE
        owner = _owner(s, seat, lot, there, hands)
        if owner == other or hands.parts[lot, at] == hands.parts[lot, there]:
            continue
        _swap(hands.parts[lot], at, there)
        now, then = _agreement(s, other, hands, belief), 1.0
        likely = now / hands.agreement[other]
        if owner >= 0:
            then = _agreement(s, owner, hands, belief)
            likely *= then / hands.agreement[owner]
        if lies >= likely:
            _swap(hands.parts[lot], at, there)
            continue
        hands.agreement[other] = now
        if owner >= 0:
            hands.agreement[owner] = then


@kernel
def _swap(parts: Array, at: Int, there: Int) -> None:
    card = parts[at]
    parts[at] = parts[there]
    parts[there] = card


@kernel
def _owner(s: State, seat: Int, lot: Int, place: Int, hands: _Hands) -> Int:
    """Whose hand the place is; -1 in the deck."""
    for other in range(np.int64(s.seats)):
        begin = hands.begins[lot, other]
        if other != seat and begin <= place < begin + hands.shares[lot, other]:
            return other
    return np.int64(-1)


@kernel
def _agreement(s: State, other: Int, hands: _Hands, belief: Array) -> Int:
    """How well a hand agrees with what its seat left undone: 1 if wholly; 0 if the rules forbid it."""
    hand, more, found = np.int64(0), np.int64(0), 1.0
    for lot in range(2):
        begin = hands.begins[lot, other]
        for at in range(begin, begin + hands.shares[lot, other]):
            card = np.int64(hands.parts[lot, at])
            found *= 1 - belief[other, _DOUBTS, card]
            if card < WORD:
                hand |= ONE << card
            else:
                more |= ONE << (card - WORD)
    if other == s.turn and not agrees(s, hand, more):
        return 0.0
    for at in range(_DOUBTS):
        held = belief[other, at, 0]
        if held == 0.0:
            continue
        fits, floor = np.int64(belief[other, at, 1]), np.int64(belief[other, at, 2])
        found *= (1 - held * (1 - _LEFT)) ** size(hand & fits)
        if floor >= 0:  # a ball would have led there, if both were held
            reach = REACH[s.rule, floor, kinds_of_balls(hand, more)]
            found *= (1 - held * held * (1 - _LEFT)) ** size(hand & FLOOR_BITS & reach & ~fits)
    return found
