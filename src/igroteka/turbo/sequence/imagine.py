"""Hidden cards dealt anew: every other hand and the deck, as `games` does it from a view and its pool.

What a seat knows: its hand, the piles, the sizes of hands and deck, and of the last filling of the deck
which cards went in and how many each seat has taken since. Cards that were in hands then are `old`.
"""

import numpy as np

from igroteka.turbo.bits import first
from igroteka.turbo.chance import shuffle
from igroteka.turbo.compiling import kernel
from igroteka.turbo.machine import Array, Bool, Int, State, Stream
from igroteka.turbo.sequence.deal import give, hand_size
from igroteka.turbo.sequence.state import UNKNOWN, WHOLE_BOX
from igroteka.turbo.sequence.tables import ALL_CARDS, CARDS, MOST_SEATS, PACKS
from igroteka.turbo.targets import room
from igroteka.turbo.whence import least, total, who_took


@kernel
def determinize(s: State, seat: Int, rng: Stream) -> None:
    if s.pooled == WHOLE_BOX:
        _mix_hidden(s, seat, rng)
    elif s.pooled == UNKNOWN or not _mix_by_pool(s, seat, rng):
        _mix_anything(s, seat, rng)


@kernel
def _mix_hidden(s: State, seat: Int, rng: Stream) -> None:
    """The whole box went in: whatever the seat does not see may lie anywhere that it does not see."""
    sizes = np.int64(0)  # four bits a seat
    for other in range(s.seats):
        if other != seat:
            hand, pair = s.hand[other], s.pair[other]
            sizes |= hand_size(s, other) << (4 * other)
            while hand:
                s.top -= 1
                s.deck[s.top] = first(hand)
                hand &= hand - 1
            while pair:
                s.top -= 1
                s.deck[s.top] = first(pair)
                pair &= pair - 1
    hidden = s.deck[s.top : s.bottom]
    shuffle(hidden, hidden.shape[0], rng)
    for other in range(s.seats):
        if other != seat:
            s.hand[other] = 0
            s.pair[other] = 0
            for _ in range((sizes >> (4 * other)) & 15):
                give(s, other, np.int64(s.deck[s.top]))
                s.top += 1


@kernel
def _mix_anything(s: State, seat: Int, rng: Stream) -> None:
    """A position set up by hand: any unseen card of the box may be anywhere."""
    unseen = room(CARDS, np.int64)
    for card in range(CARDS):
        unseen[card] = PACKS
    for at in range(s.laid):
        unseen[s.pile[at]] -= 1
    _subtract_hand(s, seat, unseen)
    stock = room(ALL_CARDS, np.uint8)
    count = _list(unseen, stock)
    shuffle(stock, count, rng)
    at = 0
    for other in range(s.seats):
        if other != seat:
            cards = hand_size(s, other)
            s.hand[other] = 0
            s.pair[other] = 0
            for _ in range(cards):
                give(s, other, np.int64(stock[at]))
                at += 1
    for place in range(s.top, s.bottom):
        s.deck[place] = stock[at]
        at += 1


@kernel
def _subtract_hand(s: State, seat: Int, counts: Array) -> None:
    for card in range(CARDS):
        counts[card] -= ((s.hand[seat] >> card) & 1) + ((s.pair[seat] >> card) & 1)


@kernel
def _list(counts: Array, out: Array) -> Int:
    count = 0
    for card in range(CARDS):
        for _ in range(max(counts[card], 0)):
            out[count] = card
            count += 1
    return count


@kernel
def _mix_by_pool(s: State, seat: Int, rng: Stream) -> Bool:
    """After a reshuffle: cards from the new deck to those who took some, old ones to those who kept some."""
    seats = np.int64(s.seats)
    seen = room((MOST_SEATS, CARDS), np.int64)  # by seat: what it is known to have held since the filling
    for other in range(seats):
        for card in range(CARDS):
            seen[other, card] = 0
    for at in range(s.laid):
        seen[s.pile_seats[at], s.pile[at]] += 1
    new = room(CARDS, np.int64)
    old = room(CARDS, np.int64)
    for card in range(CARDS):
        seen[seat, card] += ((s.hand[seat] >> card) & 1) + ((s.pair[seat] >> card) & 1)
        new[card] = s.went_in[card]
        old[card] = max(PACKS - new[card], 0)
    kept = room(MOST_SEATS, np.int64)  # by seat: old cards in its hand at the filling
    for other in range(seats):
        kept[other] = hand_size(s, other) - s.taken[other]
    for at in range(s.laid):
        kept[s.pile_seats[at]] += 1
    fresh = room((MOST_SEATS, CARDS), np.int64)
    who_took(seen, new, old, kept, s.taken, seats, fresh, rng)
    more = room((2, MOST_SEATS), np.int64)
    more_new, more_old = more[0, :seats], more[1, :seats]
    for other in range(seats):
        took = total(fresh[other])
        more_new[other] = np.int64(s.taken[other]) - took
        more_old[other] = kept[other] - (total(seen[other]) - took)
        for card in range(CARDS):
            new[card] -= fresh[other, card]
            old[card] -= seen[other, card] - fresh[other, card]
    return _deal_two(s, seat, new, old, more_new, more_old, rng)


@kernel
def _deal_two(
    s: State, seat: Int, new: Array, old: Array, more_new: Array, more_old: Array, rng: Stream
) -> Bool:
    """Whether there was enough of both; there is, but after a position that holds more than the box."""
    news = room(ALL_CARDS, np.uint8)
    olds = room(ALL_CARDS, np.uint8)
    new_count, old_count = _list(new, news), _list(old, olds)
    more_new[seat] = 0
    more_old[seat] = 0
    if least(more_new) < 0 or least(more_old) < 0 or total(more_old) > old_count:
        return False
    if total(more_new) + s.bottom - s.top > new_count:
        return False
    shuffle(news, new_count, rng)
    shuffle(olds, old_count, rng)
    at_new = at_old = 0
    for other in range(s.seats):
        if other == seat:
            continue
        s.hand[other] = 0
        s.pair[other] = 0
        for _ in range(more_new[other]):
            give(s, other, np.int64(news[at_new]))
            at_new += 1
        for _ in range(more_old[other]):
            give(s, other, np.int64(olds[at_old]))
            at_old += 1
    for place in range(s.top, s.bottom):
        s.deck[place] = news[at_new]
        at_new += 1
    return True
