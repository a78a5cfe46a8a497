"""Dealing Etazhiki: a new game, repeated until every hand holds a floor, and its score."""

import numpy as np

from igroteka.turbo.chance import below, shuffle
from igroteka.turbo.compiling import kernel
from igroteka.turbo.etazhiki.state import NO_OWNER, OWNER_AT, PILE_AT, WHOLE_BOX
from igroteka.turbo.etazhiki.tables import (
    BEGINNER,
    BY_NAME,
    FLOORS,
    KINDS,
    NEW_HAND,
    NO_BALL,
    NUMBERED_BITS,
    USUAL,
    USUAL_BY_NAME,
    WORD,
)
from igroteka.turbo.etazhiki.turns import begin_turn, see_what_fits
from igroteka.turbo.machine import ONE, Array, Bool, Int, State, Stream
from igroteka.turbo.targets import set_apart


@kernel
def deal(s: State, rng: Stream) -> None:
    """ET-07..ET-10, ET-62, ET-A03, ET-A06, ET-A07: as `games` does, with the same chance."""
    set_apart()
    _clear(s)
    hands = NEW_HAND * np.int64(s.seats)
    while True:
        count = _unpack(s)
        shuffle(s.deck, count, rng)
        if _hands_have_floors(s) and _lay_centre(s, hands, count):
            break
    s.top = hands
    s.bottom = count - 2
    rest = s.deck[hands : count - 2]
    shuffle(rest, rest.shape[0], rng)
    begin_turn(s, below(rng, s.seats) if s.starter < 0 else np.int64(s.starter))
    for at in range(hands):
        give(s, at // NEW_HAND, np.int64(s.deck[at]))
    for seat in range(s.seats):
        s.taken[seat] = NEW_HAND
    s.pooled = WHOLE_BOX
    see_what_fits(s)


@kernel
def _clear(s: State) -> None:
    s.over = 0
    s.asked = 0
    s.deciding = -1
    s.may_wait = 0
    s.stopped = 0
    s.winners = 0
    s.armed = 0
    s.idle = 0
    s.ball = NO_BALL
    for seat in range(s.seats):
        s.hand[seat] = 0
        s.more[seat] = 0
        s.stars[seat] = 0
        for card in range(kinds_of(s)):
            s.held[seat, card] = 0


@kernel
def kinds_of(s: State) -> Int:
    """How many kinds of cards there can be at this table."""
    return np.int64(KINDS if s.wide else USUAL)


@kernel
def _unpack(s: State) -> Int:
    """The box, by name, in place of the deck."""
    count = 0
    names = BY_NAME if s.wide else USUAL_BY_NAME
    for card in names:
        for _ in range(s.box[card]):
            s.deck[count] = card
            count += 1
    return count


@kernel
def _hands_have_floors(s: State) -> Bool:
    """ET-08."""
    for seat in range(s.seats):
        floors = 0
        for at in range(NEW_HAND * seat, NEW_HAND * (seat + 1)):
            floors += s.deck[at] < FLOORS
        if floors == 0:
            return False
    return True


@kernel
def _lay_centre(s: State, hands: Int, count: Int) -> Bool:
    """ET-09, ET-A06: the first floor and the first numbered ball; ET-62: for beginners two floors."""
    floor, other = hands, hands
    while floor < count and s.deck[floor] >= FLOORS:
        floor += 1
    if s.rule == BEGINNER:
        other = floor + 1
    else:
        while other < count and not _is_numbered(np.int64(s.deck[other])):
            other += 1
    if max(floor, other) >= count:
        return False
    s.lying = 2
    for number, at in enumerate((floor, other)):
        card = s.deck[at]
        pile = number if card < FLOORS else 0
        s.laid[number] = card | (NO_OWNER << OWNER_AT) | (pile << PILE_AT)
        if card < FLOORS:
            s.floor[pile] = card
        else:
            s.ball = card
    kept = hands
    for at in range(hands, count):
        s.deck[kept] = s.deck[at]
        kept += at not in (floor, other)
    return True


@kernel
def _is_numbered(card: Int) -> Bool:
    return card >= WORD or (NUMBERED_BITS >> card) & 1 != 0


@kernel
def give(s: State, seat: Int, card: Int) -> None:
    """A card into a hand, from nowhere."""
    s.held[seat, card] += 1
    if card < WORD:
        s.hand[seat] |= ONE << card
    else:
        s.more[seat] |= ONE << (card - WORD)


@kernel
def empty_hand(s: State, seat: Int) -> None:
    s.hand[seat] = 0
    s.more[seat] = 0
    for card in range(kinds_of(s)):
        s.held[seat, card] = 0


@kernel
def hand_size(s: State, seat: Int) -> Int:
    cards = 0
    for card in range(kinds_of(s)):
        cards += s.held[seat, card]
    return cards


@kernel
def score(s: State, out: Array) -> None:
    for seat in range(s.seats):
        out[seat] = (s.winners >> seat) & 1
