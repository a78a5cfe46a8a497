"""What moves tell of hands in Sequence, compiled: a card that would have been played before is hardly there.

A card in a hand has seen the moves that its holder made since it came. Each of these moves makes a card less
likely by how much better it would have been (as Player judges it). Hands are dealt by these weights instead
of evenly; no card is ever ruled out, since nobody is known to play like Player.
"""

from typing import Final

import numpy as np

from igroteka.games.sequence.memory import DEEP
from igroteka.turbo.bits import first, size
from igroteka.turbo.chance import below, shuffle, word
from igroteka.turbo.compiling import kernel
from igroteka.turbo.machine import ONE, Array, Int, State, Stream
from igroteka.turbo.sequence.actions import LIFT, PLACE_SHOWN, PLACE_WILD
from igroteka.turbo.sequence.deal import give, hand_size
from igroteka.turbo.sequence.imagine import determinize
from igroteka.turbo.sequence.search.fives import cell_of, kind_of
from igroteka.turbo.sequence.search.player import MOST_MOVES, count_unseen, weigh
from igroteka.turbo.sequence.state import WHOLE_BOX
from igroteka.turbo.sequence.tables import CARD_AT, CARDS, MOST_SEATS, REMOVE, WILD

_GUESSES: Final = 8
"""Hands that are tried out for each of a seat's last moves."""
_SHARP: Final = 3.0
_EASY: Final = 5.0
"""A card whose move would have been worth x times as much counts _EASY / (_EASY + x ** _SHARP)."""
_LEAST: Final = 0.05
"""People play otherwise: one move makes no card more than twenty times less likely."""
_SMALL: Final = 0.5
"""Moves worth less than that are all the same."""
_EVERY: Final = np.int64((1 << CARDS) - 1)
_SCALE: Final = 2.0**-32


def nothing_known() -> Array:
    """By seat, by moves seen (at most DEEP) and by card: how much less likely it is than without them."""
    return np.ones((MOST_SEATS, DEEP + 1, CARDS))


@kernel
def suspect(past: Array, seat: Int, who: Int, actions: Array, rng: Stream, belief: Array) -> None:
    """What the last moves of another seat tell, the latest first; `past` is the table before each."""
    seen = actions.shape[0]
    for number in range(DEEP):
        if number < seen:
            _doubt(
                past[number : number + 1], seat, who, np.int64(actions[number]), rng, belief[who, number + 1]
            )
            for card in range(CARDS):
                belief[who, number + 1, card] *= belief[who, number, card]
        else:
            belief[who, number + 1] = belief[who, number]


@kernel
def _doubt(past: Array, seat: Int, who: Int, action: Int, rng: Stream, out: Array) -> None:
    """By card how likely it was left in a hand from which this action was chosen."""
    moves, worths = np.empty(MOST_MOVES, np.int16), np.empty(MOST_MOVES)
    guessed = past.copy()
    s = guessed[0]
    played = _card_of(action)
    every = 0.0
    out[:] = 0.0
    left = np.empty(CARDS)
    for _ in range(_GUESSES):
        guessed[0] = past[0]
        determinize(s, seat, rng)
        _swap_in(s, who, played, rng)
        count = weigh(s, who, _EVERY, moves, worths)
        _leave(moves, worths, count, action, left)
        likely: Int = 1.0
        hand = s.hand[who] & ~(ONE << played)
        while hand:
            likely *= max(left[first(hand)], _LEAST)
            hand &= hand - 1
        for card in range(CARDS):
            out[card] += likely * left[card]
        every += likely
    for card in range(CARDS):
        out[card] = max(out[card] / every, _LEAST)


@kernel
def _card_of(action: Int) -> Int:
    if action >= LIFT:
        return REMOVE[(action - LIFT) // 100]
    if action >= PLACE_WILD:
        return WILD[(action - PLACE_WILD) // 100]
    return np.int64(CARD_AT[action - PLACE_SHOWN])


@kernel
def _swap_in(s: State, seat: Int, card: Int, rng: Stream) -> None:
    """Instead of one card of the hand, any, this one."""
    hand = s.hand[seat]
    if (hand >> card) & 1:
        return
    for _ in range(below(rng, size(hand))):
        hand &= hand - 1
    bit = hand & -hand
    if s.pair[seat] & bit:
        s.pair[seat] &= ~bit
    else:
        s.hand[seat] &= ~bit
    s.hand[seat] |= ONE << card


@kernel
def _leave(moves: Array, worths: Array, count: Int, action: Int, out: Array) -> None:
    """By card how likely a player leaves it in the hand and does this instead."""
    out[:] = 1.0
    done, kind, cell = 0.0, kind_of(action), cell_of(action)
    for at in range(count):
        if kind_of(np.int64(moves[at])) == kind and cell_of(np.int64(moves[at])) == cell:
            done = worths[at]
    if done == 0.0:
        return  # a move that Player would not even look at tells nothing
    for at in range(count):
        better = max(worths[at], _SMALL) / max(done, _SMALL)
        chance = _EASY / (_EASY + min(better, 1e3) ** _SHARP)
        kind = kind_of(np.int64(moves[at]))
        if kind == 0:
            card = CARD_AT[moves[at] - PLACE_SHOWN]
            out[card] = min(out[card], chance)
        else:
            for which in range(2):
                card = WILD[which] if kind == 1 else REMOVE[which]
                out[card] = min(out[card], chance)


@kernel
def deal_hidden(s: State, seat: Int, rng: Stream, belief: Array) -> None:
    """Everything that the seat does not see, dealt anew: hands by what is believed of them.

    After a reshuffle, or in a position set up by hand, evenly, by the rules for what may be where.
    """
    if s.pooled != WHOLE_BOX:
        determinize(s, seat, rng)
        return
    left = np.zeros(CARDS, np.int64)
    count_unseen(s, seat, left)
    for other in range(s.seats):
        if other != seat:
            count = hand_size(s, other)
            s.hand[other] = 0
            s.pair[other] = 0
            _deal_hand(s, other, count, left, belief[other], rng)
    at: Int = np.int64(s.top)
    for card in range(CARDS):
        for _ in range(left[card]):
            s.deck[at] = card
            at += 1
    shuffle(s.deck[s.top : s.bottom], at - s.top, rng)


@kernel
def _deal_hand(s: State, seat: Int, count: Int, left: Array, doubts: Array, rng: Stream) -> None:
    """So many cards of those that are left. Any card may have made room for the one drawn after a move."""
    seen = np.full(16, DEEP, np.int64)
    for number in range(DEEP - 1, -1, -1):
        if count:
            seen[below(rng, count)] = number
    sums = np.empty(CARDS)
    for place in range(count):
        total = 0.0
        for card in range(CARDS):
            total += left[card] * doubts[seen[place], card]
            sums[card] = total
        lot = np.float64(word(rng)) * _SCALE * total
        card = 0
        while sums[card] <= lot and card < CARDS - 1:
            card += 1
        while left[card] == 0:
            card -= 1
        left[card] -= 1
        give(s, seat, np.int64(card))
