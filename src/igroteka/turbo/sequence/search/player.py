"""What Player makes of the moves in Sequence, compiled: the search thinks that others play as it does.

The numbers and the reasons are those of `games/sequence/sense.py`, and a test holds the two together; only
jacks are looked at less widely here (`jack_cells`). What a seat does not see is unseen, wherever it lies.
"""

from typing import Final

import numpy as np

from igroteka.games.sequence import sense as player
from igroteka.turbo.bits import first, size
from igroteka.turbo.compiling import kernel
from igroteka.turbo.machine import Array, Int, State
from igroteka.turbo.sequence.deal import hand_size
from igroteka.turbo.sequence.search.fives import (
    CELLS,
    candidates,
    cell_of,
    held,
    in_the_way,
    kind_of,
    which_jack,
)
from igroteka.turbo.sequence.tables import (
    BIT_AT,
    CARD_AT,
    CARDS,
    MOST_SIDES,
    PACKS,
    RUN_AT,
    SIDE_OF,
    WILD,
    WINS,
)
from igroteka.turbo.targets import room

MOST_MOVES: Final = 400
"""Every cell by its own card, by a two-eyed jack and by a one-eyed one, with room to spare."""
_COUNTS: Final = PACKS + 1
_GROWTH: Final = np.array(player.GROWTH)
_WIN: Final = player.WIN
_STOPPING: Final = player.STOPPING
_LAST_ONE: Final = player.LAST_ONE
_WILD_PRICE: Final = player.WILD_PRICE
_REMOVE_PRICE: Final = player.REMOVE_PRICE
_DRAWABLE: Final = player.DRAWABLE
_HARDLY: Final = player.HARDLY


@kernel
def chosen(s: State, seat: Int) -> Int:
    """The action that Player would choose among its moves on the board; 0: it has none."""
    out, worths = room(MOST_MOVES, np.int16), room(MOST_MOVES, np.float64)
    count = weigh(s, seat, s.hand[seat], out, worths)
    best: Int = 0
    for at in range(1, count):
        if worths[at] > worths[best]:
            best = at
    return np.int64(out[best]) if count else 0


@kernel
def weigh(s: State, seat: Int, cards: Int, out: Array, worths: Array) -> Int:
    """The moves that deserve a look with these cards, and what Player thinks of them; how many.

    The cards are the hand, or more: what the move would be worth if that card were there as well.
    """
    side = np.int64(SIDE_OF[s.sides, seat])
    shares, urges = room((MOST_SIDES, CARDS), np.float64), room(MOST_SIDES, np.float64)
    _share(s, seat, side, shares)
    for other in range(s.sides):
        urges[other] = _LAST_ONE if WINS[s.sides] - held(s, other) == 1 else 1.0
    needs = np.int64(WINS[s.sides]) - held(s, side)
    count = candidates(s, side, cards, out)
    for at in range(count):
        kind, cell = kind_of(np.int64(out[at])), cell_of(np.int64(out[at]))
        if kind == 2:
            worths[at] = _removing(s, side, cell, shares, urges) - _REMOVE_PRICE
        else:
            worths[at] = _placing(s, side, cell, shares, urges, needs) - kind * _WILD_PRICE
    return count


@kernel
def count_unseen(s: State, seat: Int, out: Array) -> Int:
    """Add by card how many the seat does not see, in the deck and in other hands; how many in all."""
    total = np.int64(s.bottom) - s.top
    for at in range(s.top, s.bottom):
        out[s.deck[at]] += 1
    for other in range(s.seats):
        if other == seat:
            continue
        total += hand_size(s, other)
        cards, pairs = s.hand[other], s.pair[other]
        while cards:
            card = first(cards)
            out[card] += 1 + ((pairs >> card) & 1)
            cards &= cards - 1
    return total


@kernel
def _share(s: State, seat: Int, side: Int, out: Array) -> None:
    """By side and card: how likely the side can put a chip on a free cell of it before long."""
    unseen, hidden = room(CARDS, np.int64), room(MOST_SIDES, np.float64)
    for card in range(CARDS):
        unseen[card] = 0
    for other in range(MOST_SIDES):
        hidden[other] = 0.0
    total = count_unseen(s, seat, unseen)
    for other in range(s.seats):
        if other != seat:
            hidden[SIDE_OF[s.sides, other]] += hand_size(s, other)
    wild = 0.5 * (unseen[WILD[0]] + unseen[WILD[1]])
    for other in range(s.sides):
        missed = 1.0 - hidden[other] / max(1, total)
        by_unseen = room(_COUNTS, np.float64)
        for number in range(PACKS + 1):
            has = 1.0 - missed ** (number + wild)
            if other == side and which_jack(s.hand[seat], WILD) >= 0:
                has = max(has, 0.5)
            by_unseen[number] = max(_HARDLY, has + (1.0 - has) * _DRAWABLE * min(1.0, number / 2))
        for card in range(CARDS):
            out[other, card] = by_unseen[min(unseen[card], PACKS)]
    cards = s.hand[seat]
    while cards:
        out[side, first(cards)] = 1.0
        cards &= cards - 1


@kernel
def _likely(side: Int, run: Int, begin: Int, free: Int, shares: Array) -> Int:
    """How likely the side can fill all these cells of a five."""
    likely = 1.0
    while free:
        likely *= shares[side, CARD_AT[CELLS[run, begin + first(free)]]]
        free &= free - 1
    return likely


@kernel
def _placing(s: State, side: Int, cell: Int, shares: Array, urges: Array, needs: Int) -> Int:
    """A chip here: what the side's lines gain, and what those of others lose."""
    worth, full = 0.0, 0
    for way in range(4):
        bit = np.int64(BIT_AT[cell, way])
        if bit == 0:
            continue
        run, at = np.int64(RUN_AT[cell, way]), first(bit)
        completes = 0
        for other in range(s.sides):
            block = in_the_way(s, other, run)
            own = np.int64(s.runs[other, run]) & ~block
            for begin in range(max(at - 4, 0), min(at, 5) + 1):
                if (block >> begin) & 31:
                    continue
                free = 31 & ~(own >> begin)
                lacks = size(free)
                likely = _likely(other, run, begin, free, shares) * urges[other]
                value = _GROWTH[lacks] * likely
                if other != side:
                    worth += _STOPPING * value
                elif lacks == 1:
                    completes = 1
                    worth -= value
                else:
                    worth += _GROWTH[lacks - 1] * likely / shares[side, CARD_AT[cell]] - value
        full += completes
    if full >= needs:
        return _WIN
    return worth + _GROWTH[0] * full


@kernel
def _removing(s: State, side: Int, cell: Int, shares: Array, urges: Array) -> Int:
    """A chip of theirs gone: what their lines lose, and what those of the side may become."""
    worth = 0.0
    for way in range(4):
        bit = np.int64(BIT_AT[cell, way])
        if bit == 0:
            continue
        run, at = np.int64(RUN_AT[cell, way]), first(bit)
        for other in range(s.sides):
            own = np.int64(s.runs[other, run])
            if other != side and not own & bit:
                continue
            block = in_the_way(s, other, run)
            own &= ~block
            share = shares[other, CARD_AT[cell]] * urges[other]
            for begin in range(max(at - 4, 0), min(at, 5) + 1):
                stands = (block >> begin) & 31
                free = 31 & ~(own >> begin) & ~stands
                lacks = size(free)
                if other != side and stands == 0 and lacks:
                    likely = _likely(other, run, begin, free, shares)
                    worth += likely * (_GROWTH[lacks] * urges[other] - _GROWTH[lacks + 1] * share)
                elif other == side and stands == bit >> begin:
                    likely = _likely(other, run, begin, free, shares)
                    worth += _STOPPING * _GROWTH[lacks + 1] * likely * share
    return worth
