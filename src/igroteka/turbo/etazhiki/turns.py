"""What an action does in Etazhiki: cards laid, taken and shed, turns ended and taken, stars."""

import numpy as np

from igroteka.turbo.bits import first, size
from igroteka.turbo.chance import shuffle
from igroteka.turbo.compiling import kernel
from igroteka.turbo.etazhiki.actions import DRAW, END, INTERCEPT, LAY, ON_PILE, SHED
from igroteka.turbo.etazhiki.state import CARD_BITS, FILLED, NO_OWNER, OWNER_AT, PILE_AT, PILE_BIT
from igroteka.turbo.etazhiki.tables import (
    AS_USUAL,
    BALL_BITS,
    BEGINNER,
    BY_NAME,
    DRAWN,
    FITS,
    FLOOR_BITS,
    FLOORS,
    NEW_HAND,
    NO_BALL,
    PENALTY,
    SKIPS,
    WORD,
)
from igroteka.turbo.machine import ONE, Int, State, Stream
from igroteka.turbo.targets import set_apart


@kernel
def apply(s: State, seat: Int, action: Int, rng: Stream) -> None:
    if action >= SHED:
        shed(s, seat, FLOORS + action - SHED, rng)
    elif action >= INTERCEPT:
        take_turn(s, seat, 10 + action - INTERCEPT, rng)
    elif action >= ON_PILE:
        pile, floor = divmod(action - ON_PILE, FLOORS)
        lay_floor(s, seat, floor, pile, rng)
    elif action >= LAY + FLOORS:
        lay_ball(s, seat, action - LAY, rng)
    elif action >= LAY:
        lay_floor(s, seat, action - LAY, 0, rng)
    elif action == END:
        next_turn(s, 0, rng)
    elif action == DRAW:  # ET-14, ET-B1
        take(s, seat, DRAWN, rng)
        s.drew = 1
    else:
        pass_turn(s, seat, rng)


@kernel
def put(s: State, seat: Int, card: Int, pile: Int) -> None:
    """The card goes from the seat's hand to its pile."""
    left = s.held[seat, card] - 1
    s.held[seat, card] = left
    if left == 0:
        if card < WORD:
            s.hand[seat] ^= ONE << card
        else:
            s.more[seat] ^= ONE << (card - WORD)
    s.laid[s.lying] = card | (seat << OWNER_AT) | (pile << PILE_AT)
    s.lying += 1
    s.idle = 0


@kernel
def see_what_fits(s: State) -> None:
    """ET-20, ET-21, ET-44..ET-47, ET-65: after a card was laid on any pile."""
    ball = AS_USUAL[s.ball]
    s.fits[0] = FITS[s.rule, ball, s.floor[0]]
    if s.rule == BEGINNER:
        s.fits[1] = FITS[s.rule, ball, s.floor[1]]


@kernel
def lay_floor(s: State, seat: Int, card: Int, pile: Int, rng: Stream) -> None:
    """ET-20, ET-21, ET-64."""
    put(s, seat, card, pile)
    s.floor[pile] = card
    s.floors_laid += 1
    see_what_fits(s)
    go_out(s, seat, rng)


@kernel
def lay_ball(s: State, seat: Int, card: Int, rng: Stream) -> None:
    """ET-22, ET-23, ET-A12."""
    put(s, seat, card, 0)
    s.balls_laid += 1
    _uncover(s, card)
    go_out(s, seat, rng)


@kernel
def _uncover(s: State, ball: Int) -> None:
    """The ball is the open one; ET-A19: a SKIP is armed when it is laid, and disarmed when it is covered."""
    s.ball = ball
    s.armed = ball == SKIPS
    see_what_fits(s)


@kernel
def take_turn(s: State, seat: Int, card: Int, rng: Stream) -> None:
    """ET-41, ET-42, ET-A26: the turn is the interceptor's, with a floor laid."""
    set_apart()
    put(s, seat, card, 0)
    s.floor[0] = card
    begin_turn(s, seat)
    s.floors_laid = 1
    see_what_fits(s)
    go_out(s, seat, rng)


@kernel
def go_out(s: State, seat: Int, rng: Stream) -> None:
    """ET-26, ET-A13: after the last floor the balls go too, by themselves unless the top is a choice."""
    if s.hand[seat] & FLOOR_BITS or s.floors_laid == 0:
        return
    kinds = size(s.hand[seat]) + size(s.more[seat])
    if kinds and s.rule == BEGINNER:  # ET-61
        return
    if kinds > 1:
        s.shedding = 1
    elif kinds == 1:
        shed(s, seat, _only_card(s, seat), rng)
    else:
        win_star(s, seat, rng)


@kernel
def _only_card(s: State, seat: Int) -> Int:
    return size(s.hand[seat] - 1) if s.hand[seat] else WORD + size(s.more[seat] - 1)


@kernel
def shed(s: State, seat: Int, top: Int, rng: Stream) -> None:
    """ET-26: all balls, the chosen one on top, the others by name underneath."""
    set_apart()
    if s.wide:
        for name in BY_NAME:
            _shed_all(s, seat, np.int64(name), top)
    else:
        balls = s.hand[seat] & BALL_BITS  # the usual ones are numbered by name
        while balls:
            _shed_all(s, seat, first(balls), top)
            balls &= balls - 1
    put(s, seat, top, 0)
    s.shedding = 0
    _uncover(s, top)
    win_star(s, seat, rng)


@kernel
def _shed_all(s: State, seat: Int, card: Int, top: Int) -> None:
    """All of a kind of ball, but for the one that comes on top."""
    if card >= FLOORS:
        for _ in range(s.held[seat, card] - (card == top)):
            put(s, seat, card, 0)


@kernel
def win_star(s: State, seat: Int, rng: Stream) -> None:
    """ET-27, ET-69: a star and six new cards; ET-29, ET-71, ET-A35: or the game."""
    set_apart()
    s.stars[seat] += 1
    if s.stars[seat] >= s.winning:
        s.winners = ONE << seat
        s.over = 1
        return
    take(s, seat, NEW_HAND, rng)  # ET-A34, ET-B2
    next_turn(s, 0, rng)


@kernel
def take(s: State, seat: Int, count: Int, rng: Stream) -> None:
    """ET-A33: what is there, a rebuilt deck, and no more if that runs out."""
    set_apart()
    for _ in range(count):
        if s.top == s.bottom:
            rebuild(s, rng)
            if s.top == s.bottom:
                return
        card = np.int64(s.deck[s.top])
        s.top += 1
        s.held[seat, card] += 1
        s.taken[seat] += 1
        s.idle = 0
        if card < WORD:
            s.hand[seat] |= ONE << card
        else:
            s.more[seat] |= ONE << (card - WORD)


@kernel
def rebuild(s: State, rng: Stream) -> None:
    """ET-16, ET-70: all but the open cards are the new deck: floors pile by pile, then balls, shuffled."""
    set_apart()
    beginner = s.rule == BEGINNER
    lying = np.int64(s.lying)
    if lying == 1 + beginner + (s.ball != NO_BALL):
        return
    count = _gather(s, lying, 0, beginner)
    if s.ball != NO_BALL:
        count = _gather_balls(s, lying, count)
    s.lying = 0
    _keep(s, np.int64(s.floor[0]))
    if beginner:
        _keep(s, s.floor[1] | PILE_BIT)
    if s.ball != NO_BALL:
        _keep(s, np.int64(s.ball))
    for seat in range(s.seats):
        s.taken[seat] = 0
    s.top = 0
    s.bottom = count
    s.fillings += 1
    if s.pooled:
        s.pooled = FILLED
    shuffle(s.deck, count, rng)


@kernel
def _gather(s: State, lying: Int, count: Int, beginner: Int) -> Int:
    """All floors but the open ones to the deck."""
    for pile in range(1 + beginner):
        for at in range(lying):
            entry = np.int64(s.laid[at])
            s.deck[count] = entry & CARD_BITS
            count += (entry & CARD_BITS) < FLOORS and (entry >> PILE_AT) == pile
        count -= 1
    return count


@kernel
def _gather_balls(s: State, lying: Int, count: Int) -> Int:
    for at in range(lying):
        card = np.int64(s.laid[at]) & CARD_BITS
        s.deck[count] = card
        count += card >= FLOORS
    return count - 1


@kernel
def _keep(s: State, entry: Int) -> None:
    s.laid[s.lying] = entry | (NO_OWNER << OWNER_AT)
    s.lying += 1


@kernel
def begin_turn(s: State, seat: Int) -> None:
    s.turn = seat
    s.drew = 0
    s.floors_laid = 0
    s.balls_laid = 0
    s.shedding = 0


@kernel
def next_turn(s: State, passed: Int, rng: Stream) -> None:
    """ET-10, ET-28, ET-A28, ET-A41: clockwise; ET-46, ET-A20, ET-B3: past a skipped seat."""
    after = s.turn + 1 if s.turn + 1 < s.seats else 0
    if s.ball == SKIPS and (not passed if s.repeats else s.armed):
        s.armed = 0
        take(s, after, PENALTY, rng)
        after = after + 1 if after + 1 < s.seats else 0
    begin_turn(s, after)


@kernel
def pass_turn(s: State, seat: Int, rng: Stream) -> None:
    """ET-15; ET-67, ET-A37: a beginner takes two cards; ET-A42: a full circle of passes ends the game."""
    set_apart()
    s.idle += 1
    if s.rule == BEGINNER:
        take(s, seat, DRAWN, rng)
    if s.idle < s.seats:
        next_turn(s, 1, rng)
        return
    most = s.stars[0]
    for other in range(s.seats):
        most = max(most, s.stars[other])
    for other in range(s.seats):
        if s.stars[other] == most:
            s.winners |= ONE << other
    s.over = 1
