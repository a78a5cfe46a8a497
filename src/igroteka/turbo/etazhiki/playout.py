"""Random play of Etazhiki to its end, turn by turn in one piece: what a turn needs stays in registers.

Cards that are not in the shipped box go the common way. The same stream gives the same game as single steps.
"""

import numpy as np

from igroteka.turbo.bits import first, nth, size
from igroteka.turbo.chance import below
from igroteka.turbo.compiling import kernel
from igroteka.turbo.etazhiki.legal import to_lay
from igroteka.turbo.etazhiki.state import OWNER_AT
from igroteka.turbo.etazhiki.tables import (
    BALL_BITS,
    BEGINNER,
    DRAWN,
    FITS,
    FLOOR_BITS,
    FLOORS,
    NEW_HAND,
    NIGHT_BITS,
    PENALTY,
    REACH,
    SKIPS,
)
from igroteka.turbo.etazhiki.turns import (
    begin_turn,
    go_out,
    lay_floor,
    next_turn,
    pass_turn,
    shed,
    take,
    take_turn,
)
from igroteka.turbo.header import EVERYONE
from igroteka.turbo.machine import ONE, Bool, Int, State, Stream
from igroteka.turbo.targets import set_apart


@kernel
def rush(s: State, rng: Stream) -> Int:
    """Random turns; none where a position lets nobody go on, or somebody was asked already."""
    if s.asked or s.wide or s.mode & EVERYONE:
        return 0
    steps = 0
    while not s.over:
        seat = np.int64(s.turn)
        if s.shedding:
            done = _shed_any(s, seat, rng)
        elif s.rule == BEGINNER:
            done = _lay_on_piles(s, seat, rng)
        else:
            done = _lay_on(s, seat, rng)
        if done == 0:
            break
        steps += done
    return steps


@kernel
def will_mix(s: State) -> Bool:
    """The deck is too short, and nothing can be laid: the seat on turn draws."""
    if (
        s.bottom - s.top >= DRAWN
        or s.drew
        or s.floors_laid
        or s.balls_laid
        or s.shedding
        or s.rule == BEGINNER
    ):
        return False
    cards, more = to_lay(s, np.int64(s.turn))
    return cards | more == 0


@kernel
def hop(s: State, rng: Stream) -> Int:
    """One step, where `rush` would take it."""
    if s.asked or s.wide or s.mode & EVERYONE:
        return 0
    if s.shedding:
        return _shed_any(s, np.int64(s.turn), rng)
    if s.rule == BEGINNER:
        return _lay_on_piles(s, np.int64(s.turn), rng)
    return _one_step(s, rng)


@kernel
def _one_step(s: State, rng: Stream) -> Int:
    """Laid, drawn, ended, passed or taken: all by the same instructions, so that a card's threads agree.

    First who moves and what; then the card that is laid, if one is; then the cards that somebody takes; then
    the next turn.
    """
    seat, taken = np.int64(s.turn), np.int64(-1)
    fits, floors_laid, hand = np.int64(s.fits[0]), np.int64(s.floors_laid), s.hand[s.turn]
    cards = hand & (fits | BALL_BITS if floors_laid else fits)
    if floors_laid == 0 and hand & REACH[s.rule, s.floor[0] % 10, hand >> FLOORS]:
        cards |= hand & BALL_BITS
    count = size(cards)
    ends = np.int64(floors_laid != 0 or (s.balls_laid == 0 and (s.drew != 0 or count == 0)))
    if count + ends == 0:
        return 0
    if s.full:
        seat, taken = _taker(s, seat, fits & NIGHT_BITS, rng)
    card = taken
    if taken < 0:
        at = below(rng, count + ends)
        card = nth(cards, at) if at < count else np.int64(-1)
    ends = np.int64(card < 0)
    drawn = ends and floors_laid == 0 and not s.drew
    passed = ends and floors_laid == 0 and not drawn
    star = np.int64(0)
    if card >= 0:
        star = _lay_one(s, seat, card, taken >= 0)
        if s.shedding:
            _shed_by_itself(s, seat, rng)
            return 1
    if passed:
        s.idle += 1
        if s.idle >= s.seats:
            s.idle -= 1
            pass_turn(s, seat, rng)
            return 1
    _take_and_turn(s, seat, drawn, passed, star, np.int64(ends and not drawn), rng)
    return 1


@kernel
def _taker(s: State, turn: Int, nights: Int, rng: Stream) -> tuple[Int, Int]:
    """Who takes the turn and with which night floor; else the seat on turn, and -1.

    The others are asked in a random order.
    """
    waiting = np.int64(0)
    for seat in range(s.seats):
        waiting |= np.int64(s.hand[seat] & nights != 0) << seat
    waiting &= ~(ONE << turn)
    while waiting:
        seat = first(waiting)
        if waiting & (waiting - 1):
            seat = nth(waiting, below(rng, size(waiting)))
        cards = s.hand[seat] & nights
        count = size(cards)
        at = below(rng, count + 1)
        if at < count:
            return seat, nth(cards, at)
        waiting ^= ONE << seat
    return turn, np.int64(-1)


@kernel
def _lay_one(s: State, seat: Int, card: Int, takes: Bool) -> Int:
    """A floor or a ball laid, with it the turn taken or not; whether it wins a star.

    `shedding` is set where balls alone are left.
    """
    if takes:
        begin_turn(s, seat)
    left = np.int64(s.held[seat, card]) - 1
    s.held[seat, card] = left
    hand = s.hand[seat] ^ (np.int64(left == 0) << card)
    s.hand[seat] = hand
    s.laid[s.lying] = card | (seat << OWNER_AT)
    s.lying += 1
    s.idle = 0
    is_ball = np.int64(card >= FLOORS)
    floor = s.floor[0] if is_ball else card
    ball = card if is_ball else s.ball
    s.floor[0], s.ball = floor, ball
    s.armed = np.int64(card == SKIPS) | (s.armed & ~is_ball)
    s.fits[0] = FITS[s.rule, ball - FLOORS, floor]
    s.floors_laid += 1 - is_ball
    s.balls_laid += is_ball
    out = np.int64(hand & FLOOR_BITS == 0 and s.floors_laid != 0)
    s.shedding = np.int64(out and hand != 0)
    return out


@kernel
def _shed_by_itself(s: State, seat: Int, rng: Stream) -> None:
    """ET-A13: balls alone are left; of one kind they go by themselves."""
    set_apart()
    if size(s.hand[seat]) == 1:
        shed(s, seat, first(s.hand[seat]), rng)


@kernel
def _take_and_turn(s: State, seat: Int, drawn: Int, passed: Int, star: Int, ended: Int, rng: Stream) -> None:
    """Cards for a draw, a new star or a skipped seat, in one place; then the next turn, if it is ended."""
    if star:
        s.stars[seat] += 1
        if s.stars[seat] >= s.winning:
            s.winners = ONE << seat
            s.over = 1
            return
    ended |= star
    who, count = seat, np.int64(DRAWN if drawn else NEW_HAND if star else 0)
    after = _following(s, np.int64(s.turn))
    if ended and s.ball == SKIPS and (not passed if s.repeats else s.armed):
        if star:
            take(s, seat, NEW_HAND, rng)
        s.armed = 0
        who, count = after, np.int64(PENALTY)
        after = _following(s, after)
    if drawn:
        s.drew = 1
    if ended:
        begin_turn(s, after)
    if count:
        _take_some(s, who, count, rng)


@kernel
def _following(s: State, seat: Int) -> Int:
    return seat + 1 if seat + 1 < s.seats else np.int64(0)


@kernel
def _take_some(s: State, seat: Int, count: Int, rng: Stream) -> None:
    """As `take`, of a usual box, in registers."""
    hand, top = s.hand[seat], np.int64(s.top)
    ready = min(count, s.bottom - top)
    for at in range(top, top + ready):
        card = np.int64(s.deck[at])
        s.held[seat, card] += 1
        hand |= ONE << card
    s.hand[seat] = hand
    s.top = top + ready
    s.taken[seat] += ready
    if ready:
        s.idle = 0
    if ready < count:
        take(s, seat, count - ready, rng)


@kernel
def _shed_any(s: State, seat: Int, rng: Stream) -> Int:
    balls = s.hand[seat] & BALL_BITS
    if balls:
        shed(s, seat, nth(balls, below(rng, size(balls))), rng)
    return np.int64(balls != 0)


@kernel
def _lay_on_piles(s: State, seat: Int, rng: Stream) -> Int:
    """ET-64, ET-66, ET-67: one step of a beginner's turn."""
    set_apart()
    if s.balls_laid:
        return 0
    cards = s.hand[seat] & s.fits[0] | (s.hand[seat] & s.fits[1]) << FLOORS
    count = size(cards)
    at = below(rng, count + 1)
    if at < count:
        card = nth(cards, at)
        pile = np.int64(card >= FLOORS)
        lay_floor(s, seat, card - FLOORS * pile, pile, rng)
    elif s.floors_laid:
        next_turn(s, 0, rng)
    else:
        pass_turn(s, seat, rng)
    return 1


@kernel
def _lay_on(s: State, seat: Int, rng: Stream) -> Int:
    """Steps up to the end of the turn, the last floor of the hand, or until it is taken."""
    steps = 0
    nights, hand = _nights_of_others(s, seat), s.hand[seat]
    rule, fits, floors_laid = np.int64(s.rule), np.int64(s.fits[0]), np.int64(s.floors_laid)
    floor, ball, armed = np.int64(s.floor[0]), np.int64(s.ball), np.int64(s.armed)
    while True:
        if nights & fits and _is_taken(s, seat, fits & NIGHT_BITS, rng):
            return steps + 1
        if floors_laid:
            cards = hand & (fits | BALL_BITS)
            count = size(cards)
            at = below(rng, count + 1)
            if at == count:
                next_turn(s, 0, rng)
                return steps + 1
        else:
            cards = hand & fits
            if hand & REACH[rule, floor - 10 * (floor >= 10), hand >> FLOORS]:
                cards |= hand & BALL_BITS
            count = size(cards)
            last = np.int64(s.balls_laid == 0 and (s.drew or count == 0))
            if count + last == 0:
                return steps
            at = below(rng, count + last)
            if at == count:
                steps += 1
                if s.drew:
                    pass_turn(s, seat, rng)
                    return steps
                take(s, seat, DRAWN, rng)
                s.drew = 1
                hand = s.hand[seat]
                continue
        card = nth(cards, at)
        steps += 1
        left = np.int64(s.held[seat, card]) - 1
        s.held[seat, card] = left
        hand ^= np.int64(left == 0) << card
        s.hand[seat] = hand
        s.laid[s.lying] = card | (seat << OWNER_AT)
        s.lying += 1
        s.idle = 0
        is_ball = np.int64(card >= FLOORS)  # floors and balls in one: which it is cannot be foreseen
        floor, ball = floor if is_ball else card, card if is_ball else ball
        armed = np.int64(card == SKIPS) | (armed & ~is_ball)
        floors_laid += 1 - is_ball
        fits = np.int64(FITS[rule, ball - FLOORS, floor])
        s.floor[0], s.ball, s.armed, s.fits[0] = floor, ball, armed, fits
        s.floors_laid = floors_laid
        s.balls_laid += is_ball
        if hand & FLOOR_BITS == 0 and floors_laid:
            go_out(s, seat, rng)
            return steps


@kernel
def _nights_of_others(s: State, seat: Int) -> Int:
    """ET-41, ET-B6: what the others could take the turn with; it does not change while the turn lasts."""
    cards = np.int64(0)
    if s.full:
        for other in range(s.seats):
            cards |= s.hand[other] if other != seat else np.int64(0)
    return cards & NIGHT_BITS


@kernel
def _is_taken(s: State, turn: Int, nights: Int, rng: Stream) -> Bool:
    """Whether one of the others takes the turn."""
    seat, card = _taker(s, turn, nights, rng)
    if card >= 0:
        take_turn(s, seat, card, rng)
    return card >= 0
