"""What a seat may do now in Etazhiki, as a list, as one of it by chance and as the seats that can act.

The order of the list: cards to lay (for beginners pile by pile), or balls to shed, or night floors, as they
are numbered; then the one of DRAW, PASS and END that there is.
"""

import numpy as np

from igroteka.turbo.bits import first, nth, size
from igroteka.turbo.chance import below
from igroteka.turbo.compiling import kernel
from igroteka.turbo.etazhiki.actions import DRAW, END, INTERCEPT, LAY, ON_PILE, PASS, SHED
from igroteka.turbo.etazhiki.tables import (
    AS_USUAL,
    BALL_BITS,
    BEGINNER,
    FLOORS,
    NIGHT_BITS,
    REACH,
    UNUSUAL_BITS,
    WORD,
)
from igroteka.turbo.header import WAIT
from igroteka.turbo.machine import ONE, Array, Bool, Int, State, Stream
from igroteka.turbo.targets import note, set_apart


@kernel
def kinds_of_balls(hand: Int, more: Int) -> Int:
    """The balls of a hand as a set of the nine that they count as."""
    kinds = (hand & ~UNUSUAL_BITS) >> FLOORS
    rest = hand & UNUSUAL_BITS
    while rest:
        kinds |= ONE << AS_USUAL[first(rest)]
        rest &= rest - 1
    while more:
        kinds |= ONE << AS_USUAL[WORD + first(more)]
        more &= more - 1
    return kinds


@kernel
def within_reach(s: State, hand: Int, more: Int) -> Int:
    """ET-A11, ET-B7: the floors of the hand that fit under one of its balls."""
    number = s.floor[0] % 10
    return hand & REACH[s.rule, number, kinds_of_balls(hand, more)]


@kernel
def can_take_turn(s: State, seat: Int) -> Int:
    """ET-41, ET-43, ET-A25, ET-B6: the night floors by which the seat could take the turn."""
    if s.full and not s.shedding:
        return s.hand[seat] & s.fits[0] & NIGHT_BITS
    return np.int64(0)


@kernel
def actors(s: State) -> Int:
    """The seats that have a legal action, as bits."""
    if s.over:
        return 0
    seats = np.int64(can_go_on(s)) << s.turn
    if s.full and not s.shedding:
        fits = s.fits[0] & NIGHT_BITS
        for seat in range(s.seats):
            if seat != s.turn and s.hand[seat] & fits:
                seats |= ONE << seat
    return seats


@kernel
def can_go_on(s: State) -> Int:
    """Whether the seat on turn can do anything; in play it always can, a position may say otherwise."""
    if s.floors_laid == 0 and s.balls_laid and not s.shedding:
        cards, more = to_lay(s, np.int64(s.turn))
        return np.int64(cards | more != 0)
    if s.shedding:
        return np.int64(s.hand[s.turn] & BALL_BITS | s.more[s.turn] != 0)
    return 1


@kernel
def to_lay(s: State, seat: Int) -> tuple[Int, Int]:
    """ET-20..ET-24: the cards that the seat on turn may lay, in two words; beginners see `to_pile`."""
    hand, more = s.hand[seat], s.more[seat]
    if s.rule == BEGINNER:  # ET-61, ET-64
        return hand & (s.fits[0] | s.fits[1]), np.int64(0)
    if s.floors_laid or within_reach(s, hand, more):
        return hand & (s.fits[0] | BALL_BITS), more
    return hand & s.fits[0], np.int64(0)


@kernel
def last_offer(s: State, cards: Int) -> Int:
    """The DRAW, PASS or END that goes with the cards that may be laid; 0 if there is none."""
    if s.floors_laid:  # ET-A10
        return END
    if s.balls_laid:  # ET-A11
        return 0
    if s.drew or s.rule == BEGINNER:  # ET-15, ET-67, ET-A38
        return PASS
    return 0 if cards else DRAW  # ET-14, ET-A08


@kernel
def has_choice(s: State, seat: Int) -> Bool:
    """Several cards to lay, or one and something else; who sheds or takes the turn is left to the list."""
    if s.over or s.shedding or s.turn != seat or s.rule == BEGINNER:
        return False
    cards, more = to_lay(s, seat)
    return size(cards) + size(more) + (last_offer(s, cards | more) != 0) > 1


@kernel
def legal(s: State, seat: Int, out: Array) -> Int:
    set_apart()
    if s.over:
        return 0
    if seat != s.turn:
        return _write(out, 0, INTERCEPT - 10, can_take_turn(s, seat))
    if s.shedding:
        count = _write(out, 0, SHED - FLOORS, s.hand[seat] & BALL_BITS)
        return _write(out, count, SHED - FLOORS + WORD, s.more[seat])
    if s.rule == BEGINNER:
        count = _write(out, 0, ON_PILE, s.hand[seat] & s.fits[0])
        count = _write(out, count, ON_PILE + FLOORS, s.hand[seat] & s.fits[1])
        last = last_offer(s, 0)
    else:
        cards, more = to_lay(s, seat)
        count = _write(out, 0, LAY, cards)
        count = _write(out, count, LAY + WORD, more)
        last = last_offer(s, cards | more)
    if last:
        note(out, count, last)
        count += 1
    return count


@kernel
def _write(out: Array, count: Int, base: Int, cards: Int) -> Int:
    while cards:
        note(out, count, base + first(cards))
        cards &= cards - 1
        count += 1
    return count


@kernel
def random_action(s: State, seat: Int, may_wait: Int, rng: Stream, out: Array) -> Int:
    """As picked from the list, but without writing it."""
    if seat != s.turn:
        nights = can_take_turn(s, seat)
        count = size(nights)
        at = below(rng, count + may_wait)
        return INTERCEPT - 10 + nth(nights, at) if at < count else WAIT
    if s.shedding:
        return _one_of(s.hand[seat] & BALL_BITS, s.more[seat], SHED - FLOORS, 0, rng)
    if s.rule == BEGINNER:
        here, there = s.hand[seat] & s.fits[0], s.hand[seat] & s.fits[1]
        return _one_of(here | (there << FLOORS), np.int64(0), ON_PILE, last_offer(s, 0), rng)
    cards, more = to_lay(s, seat)
    return _one_of(cards, more, LAY, last_offer(s, cards | more), rng)


@kernel
def _one_of(cards: Int, more: Int, base: Int, last: Int, rng: Stream) -> Int:
    """One of the cards in two words, or the last offer."""
    count, rest = size(cards), size(more)
    at = below(rng, count + rest + (last != 0))
    if at < count:
        return base + nth(cards, at)
    if at < count + rest:
        return base + WORD + nth(more, at - count)
    return last
