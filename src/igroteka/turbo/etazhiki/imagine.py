"""Hidden cards dealt anew: every other hand and the deck, as `games` does it from a view and its pool.

What a seat knows: its hand, what lies on the piles, the sizes of hands and deck; of the last filling of the
deck which cards went in (`new`), which were in hands then (`old`) and how many each seat has taken since; and
that the hand on turn agrees with its turn so far. If no deal is found that agrees with all of it, which a
position set up by hand can bring about, everything stays as it is.
"""

from typing import Final

import numpy as np

from igroteka.turbo.bits import size
from igroteka.turbo.chance import below, shuffle
from igroteka.turbo.compiling import kernel
from igroteka.turbo.etazhiki.deal import empty_hand, give, hand_size, kinds_of
from igroteka.turbo.etazhiki.legal import within_reach
from igroteka.turbo.etazhiki.state import CARD_BITS, NO_OWNER, OWNER_AT, PILE_AT, UNKNOWN, WHOLE_BOX
from igroteka.turbo.etazhiki.tables import (
    BEGINNER,
    FLOOR_BITS,
    FLOORS,
    KINDS,
    MOST_CARDS,
    MOST_SEATS,
    NO_BALL,
    WORD,
)
from igroteka.turbo.machine import ONE, Array, Bool, Int, State, Stream
from igroteka.turbo.targets import room
from igroteka.turbo.whence import least, total, who_took

_TRIES: Final = 60
_USED: Final = 255
_TWICE: Final = 2 * MOST_CARDS


@kernel
def determinize(s: State, seat: Int, rng: Stream) -> None:
    if s.pooled == UNKNOWN:
        _mix_anything(s, seat, rng)
        return
    new = room(MOST_CARDS, np.uint8)
    old = room(MOST_CARDS, np.uint8)
    shares = room((2, MOST_SEATS), np.int64)
    counts = lay_out(s, seat, new, old, shares, rng)
    if counts[0] >= 0:
        put_down(s, seat, new, old, shares)


@kernel
def lay_out(s: State, seat: Int, new: Array, old: Array, shares: Array, rng: Stream) -> tuple[Int, Int]:
    """The hidden cards, new and old ones since the filling: those of the seat on turn, of the other seats in
    their order, then the deck. How many they are, `shares` of which each seat gets; -1 if none are found.
    """
    for _ in range(1 if s.pooled == WHOLE_BOX else _TRIES):
        _clear(shares[0])
        _clear(shares[1])
        if s.pooled == WHOLE_BOX:
            counts = (_list_hidden(s, seat, new, shares), 0)
        else:
            counts = _sort_by_pool(s, seat, new, old, shares, rng)
        if counts[0] >= 0 and _deal_turn(s, seat, new, old, counts, shares, rng):
            _mix_rest(s, new, old, counts, shares, rng)
            return counts
    return -1, -1


@kernel
def put_down(s: State, seat: Int, new: Array, old: Array, shares: Array) -> None:
    """Hands and deck as the lists have them."""
    _put_deck(s, new, _hand_out(s, seat, new, old, shares))


@kernel
def _clear(counts: Array) -> None:
    for at in range(counts.shape[0]):
        counts[at] = 0


@kernel
def _list_hidden(s: State, seat: Int, new: Array, shares: Array) -> Int:
    """No hand is older than the filling: what the seat does not see may lie wherever it does not see."""
    count = 0
    for other in range(s.seats):
        if other != seat:
            for card in range(kinds_of(s)):
                for _ in range(s.held[other, card]):
                    new[count] = card
                    count += 1
                    shares[0, other] += 1
    for at in range(s.top, s.bottom):
        new[count] = s.deck[at]
        count += 1
    return count


@kernel
def _sort_by_pool(s: State, seat: Int, new: Array, old: Array, shares: Array, rng: Stream) -> tuple[Int, Int]:
    """After a rebuilding: new cards to those who took some, old ones to those who kept some; their numbers.

    -1 if it cannot be, as after a position that holds more than the box.
    """
    seats, kinds = np.int64(s.seats), kinds_of(s)
    all_seen = room((MOST_SEATS, KINDS), np.int64)
    seen = all_seen[:, :kinds]  # by seat: what it is known to have held since the filling
    counts = room((2, KINDS), np.int64)
    in_new, in_old = counts[0, :kinds], counts[1, :kinds]
    _clear(in_new)
    kept = room(MOST_SEATS, np.int64)  # by seat: old cards in its hand at the filling
    for other in range(seats):
        _clear(seen[other])
        kept[other] = hand_size(s, other) - np.int64(s.taken[other])
    for at in range(s.bottom):
        in_new[s.deck[at]] += 1
    for card in range(kinds):
        in_old[card] = s.box[card] - in_new[card]
        seen[seat, card] = s.held[seat, card]
    for at in range(s.lying):
        entry = np.int64(s.laid[at])
        kind, owner = entry & CARD_BITS, (entry >> OWNER_AT) & NO_OWNER
        if owner == NO_OWNER:
            in_old[kind] -= 1
        else:
            seen[owner, kind] += 1
            kept[owner] += 1
    for card in range(kinds):
        in_old[card] = max(in_old[card], 0)
    all_fresh = room((MOST_SEATS, KINDS), np.int64)
    fresh = all_fresh[:, :kinds]
    who_took(seen, in_new, in_old, kept, s.taken, seats, fresh, rng)
    for other in range(seats):
        took = total(fresh[other])
        shares[0, other] = np.int64(s.taken[other]) - took
        shares[1, other] = kept[other] - (total(seen[other]) - took)
        for card in range(kinds):
            in_new[card] -= fresh[other, card]
            in_old[card] -= seen[other, card] - fresh[other, card]
    if min(least(shares[0]), least(shares[1]), least(in_new), least(in_old)) < 0:
        return -1, -1
    if total(in_new) != total(shares[0]) + s.bottom - s.top or total(in_old) != total(shares[1]):
        return -1, -1
    return _list(in_new, new), _list(in_old, old)


@kernel
def _list(counts: Array, out: Array) -> Int:
    count = 0
    for card in range(counts.shape[0]):
        for _ in range(counts[card]):
            out[count] = card
            count += 1
    return count


@kernel
def _deal_turn(
    s: State, seat: Int, new: Array, old: Array, counts: tuple[Int, Int], shares: Array, rng: Stream
) -> Bool:
    """The hand on turn to the front of the lists, drawn until it agrees with its turn; whether it does."""
    more_new, more_old = shares[0, s.turn], shares[1, s.turn]
    if more_new + more_old == 0:
        return True
    from_new, from_old = counts
    if s.shedding:
        from_new, from_old = _balls_first(new, from_new), _balls_first(old, from_old)
    if from_new < more_new or from_old < more_old:
        return False
    for _ in range(_TRIES):
        cards, rest = _draw(new, from_new, more_new, np.int64(0), np.int64(0), rng)
        cards, rest = _draw(old, from_old, more_old, cards, rest, rng)
        if agrees(s, cards, rest):
            return True
    return False


@kernel
def _balls_first(parts: Array, count: Int) -> Int:
    """The balls before the floors; how many they are."""
    balls = 0
    for at in range(count):
        card = parts[at]
        if card >= FLOORS:
            parts[at] = parts[balls]
            parts[balls] = card
            balls += 1
    return balls


@kernel
def _draw(parts: Array, count: Int, more: Int, cards: Int, rest: Int, rng: Stream) -> tuple[Int, Int]:
    """So many of the first `count` parts to the front, and into a hand in two words."""
    for at in range(more):
        other = at + below(rng, count - at)
        card = parts[other]
        parts[other] = parts[at]
        parts[at] = card
        if card < WORD:
            cards |= ONE << card
        else:
            rest |= ONE << (card - WORD)
    return cards, rest


@kernel
def agrees(s: State, hand: Int, more: Int) -> Bool:
    """ET-13, ET-26, ET-A11, ET-A13: whether the seat on turn may hold these kinds of cards."""
    if s.over:
        return True
    if s.shedding:
        return hand & FLOOR_BITS == 0 and size(hand) + size(more) > 1
    if s.floors_laid:
        return hand & FLOOR_BITS != 0
    if s.balls_laid == 0 or s.rule == BEGINNER:
        return True
    return (hand & s.fits[0]) | within_reach(s, hand, more) != 0


@kernel
def _mix_rest(s: State, new: Array, old: Array, counts: tuple[Int, Int], shares: Array, rng: Stream) -> None:
    """All that is not the hand on turn."""
    at_new, at_old = shares[0, s.turn], shares[1, s.turn]
    shuffle(new[at_new:], counts[0] - at_new, rng)
    shuffle(old[at_old:], counts[1] - at_old, rng)


@kernel
def _hand_out(s: State, seat: Int, new: Array, old: Array, shares: Array) -> Int:
    """The front to the seat on turn, then to each its share; how many new cards have gone."""
    at_new, at_old = shares[0, s.turn], shares[1, s.turn]
    for other in range(s.seats):
        if other == seat:
            continue
        empty_hand(s, other)
        from_new, from_old = (0, 0) if other == s.turn else (at_new, at_old)
        for at in range(from_new, from_new + shares[0, other]):
            give(s, other, np.int64(new[at]))
        for at in range(from_old, from_old + shares[1, other]):
            give(s, other, np.int64(old[at]))
        if other != s.turn:
            at_new += shares[0, other]
            at_old += shares[1, other]
    return at_new


@kernel
def _put_deck(s: State, new: Array, at: Int) -> None:
    """What is left is the deck; the rest of what went in stands before it."""
    counts = room(KINDS, np.int64)
    went_in = counts[: kinds_of(s)]
    _clear(went_in)
    for place in range(s.bottom):
        went_in[s.deck[place]] += 1
    for place in range(s.top, s.bottom):
        card = new[at]
        s.deck[place] = card
        went_in[card] -= 1
        at += 1
    _list(went_in, s.deck)


@kernel
def _mix_anything(s: State, seat: Int, rng: Stream) -> None:
    """A position set up by hand: any unseen card of the box may be anywhere, under the open cards too."""
    stock = room(_TWICE, np.uint8)
    nothing = room(1, np.uint8)
    shares = room((2, MOST_SEATS), np.int64)
    _clear(shares[0])
    _clear(shares[1])
    below_deck = s.lying - _tops(s)
    wanted = s.bottom - s.top + below_deck
    for other in range(s.seats):
        if other != seat:
            shares[0, other] = hand_size(s, other)
            wanted += shares[0, other]
    counts = room(KINDS, np.int64)
    unseen = counts[: kinds_of(s)]
    _count_unseen(s, seat, unseen)
    count = _list(unseen, stock)
    while count < wanted:
        stock[count] = _any_of_box(s, 0, kinds_of(s), rng)
        count += 1
    if _deal_turn(s, seat, stock, nothing, (count, 0), shares, rng):
        _mix_rest(s, stock, nothing, (count, 0), shares, rng)
        at = _hand_out(s, seat, stock, nothing, shares)
        rest = stock[at : at + s.bottom - s.top + below_deck]
        _bury(s, rest, rng)
        place = np.int64(s.top)
        for card in rest:
            if card != _USED and place < s.bottom:
                s.deck[place] = card
                place += 1


@kernel
def _tops(s: State) -> Int:
    return 1 + (s.rule == BEGINNER) + (s.ball != NO_BALL)


@kernel
def _count_unseen(s: State, seat: Int, unseen: Array) -> None:
    for card in range(unseen.shape[0]):
        unseen[card] = np.int64(s.box[card]) - s.held[seat, card]
    unseen[s.floor[0]] -= 1
    if s.rule == BEGINNER:
        unseen[s.floor[1]] -= 1
    if s.ball != NO_BALL:
        unseen[s.ball] -= 1
    for card in range(unseen.shape[0]):
        unseen[card] = max(unseen[card], 0)


@kernel
def _any_of_box(s: State, first: Int, end: Int, rng: Stream) -> Int:
    """Any card of the box from one number up to another; -1 if it has none."""
    cards = 0
    for card in range(first, end):
        cards += s.box[card]
    if cards == 0:
        return -1
    at = below(rng, cards)
    card = first
    while at >= s.box[card]:
        at -= s.box[card]
        card += 1
    return card


@kernel
def _bury(s: State, rest: Array, rng: Stream) -> None:
    """Unseen floors under the floors and balls under the balls; if they are too few, any like them."""
    floors_at = balls_at = 0
    open_piles = np.int64(0)
    for back in range(s.lying):
        entry = np.int64(s.laid[s.lying - 1 - back])
        is_ball = (entry & CARD_BITS) >= FLOORS
        pile = 2 if is_ball else entry >> PILE_AT
        if not (open_piles >> pile) & 1:
            open_piles |= ONE << pile
            continue
        card = entry & CARD_BITS
        at = balls_at if is_ball else floors_at
        while at < rest.shape[0] and (rest[at] == _USED or (rest[at] >= FLOORS) != is_ball):
            at += 1
        if at < rest.shape[0]:
            card = np.int64(rest[at])
            rest[at] = _USED
        else:
            like = _any_of_box(s, FLOORS, kinds_of(s), rng) if is_ball else _any_of_box(s, 0, FLOORS, rng)
            card = like if like >= 0 else card
        if is_ball:
            balls_at = at
        else:
            floors_at = at
        s.laid[s.lying - 1 - back] = (entry & ~CARD_BITS) | card
