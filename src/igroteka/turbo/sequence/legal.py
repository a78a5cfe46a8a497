"""What a seat may do now in Sequence, as a list, as a number of choices and as the seats that can act.

The order of the list: DRAW; the placings of shown cards on their first cells, then on their second;
exchanges; placings and liftings by jacks; PASS when there is none of these; accusations.
"""

import numpy as np

from igroteka.turbo.bits import first, nth, size
from igroteka.turbo.chance import below
from igroteka.turbo.compiling import kernel
from igroteka.turbo.header import HONOUR, WAIT
from igroteka.turbo.machine import ONE, Array, Bool, Int, State, Stream
from igroteka.turbo.sequence.actions import (
    ACCUSE,
    ADMIT,
    DENY,
    DRAW,
    EXCHANGE,
    FORFEIT,
    LIFT,
    PASS,
    PLACE_SHOWN,
    PLACE_WILD,
)
from igroteka.turbo.sequence.actions import CHOOSE as CHOOSE_FIVE
from igroteka.turbo.sequence.lines import list_choices
from igroteka.turbo.sequence.tables import CELL_OF, REMOVE, SHOWN, SIDE_OF, WILD
from igroteka.turbo.targets import note, set_apart


@kernel
def has_cards(s: State) -> Bool:
    return s.top < s.bottom or s.laid > 0


@kernel
def is_owed(s: State, seat: Int) -> Bool:
    """SQ-19, SQ-A18: the seat may take a card, and there is one."""
    for at in range(s.owes):
        if s.owed[at] == seat:
            return has_cards(s)
    return False


@kernel
def members(s: State, side: Int) -> Int:
    """SQ-09, SQ-39: the seats of a side, as bits."""
    seats = np.int64(0)
    for seat in range(side, s.seats, s.sides):
        seats |= ONE << seat
    return seats


@kernel
def actors(s: State) -> Int:
    """The seats that have a legal action, as bits."""
    if s.over:
        return 0
    if s.claim >= 0:
        if s.due:
            return np.int64(s.due)
        return members(s, s.claim) & ~(0 if s.mode & HONOUR else np.int64(s.denied))
    if s.choosing >= 0:
        return ONE << s.choosing
    seats = ONE << s.turn
    if s.owes and has_cards(s):
        for at in range(s.owes):
            seats |= ONE << s.owed[at]
    if s.talk and s.mode & HONOUR:
        seats |= ((ONE << s.seats) - 1) & ~np.int64(s.accused)
    return seats


@kernel
def free_cells(s: State, copy: Int) -> Int:
    """SQ-21, SQ-A12: cards whose first (or second) cell has no chip."""
    return SHOWN & ~(s.chips[0, copy] | s.chips[1, copy] | s.chips[2, copy])


@kernel
def removable(s: State, side: Int, copy: Int) -> Int:
    """SQ-27, SQ-A13: chips of opponents; SQ-28, SQ-37: in completed sequences only if the table is hard."""
    chips = (s.chips[0, copy] | s.chips[1, copy] | s.chips[2, copy]) & ~s.chips[side, copy]
    return chips if s.hard else chips & ~s.locked[copy]


@kernel
def legal(s: State, seat: Int, out: Array) -> Int:
    set_apart()
    if s.over:
        return 0
    if s.claim >= 0:
        return _answers(s, seat, out)
    if s.choosing >= 0:
        return list_choices(s, SIDE_OF[s.sides, seat], CHOOSE_FIVE, out) if s.choosing == seat else 0
    count = 0
    if is_owed(s, seat):
        note(out, 0, DRAW)
        count = 1
    if s.turn == seat:
        count = _plays(s, seat, out, count)
    if s.talk and s.mode & HONOUR and not (s.accused >> seat) & 1:
        for side in range(s.sides):
            if side != SIDE_OF[s.sides, seat]:
                note(out, count, ACCUSE + side)
                count += 1
    return count


@kernel
def has_choice(s: State, seat: Int) -> Bool:
    """Two placings of shown cards or more, in the course of play; all else is left to the list."""
    if s.over or s.claim >= 0 or s.choosing >= 0 or s.turn != seat:
        return False
    hand = s.hand[seat]
    return size(hand & free_cells(s, 0)) + size(hand & free_cells(s, 1)) > 1


@kernel
def _answers(s: State, seat: Int, out: Array) -> Int:
    """SQ-A24: while a claim is open: deny or admit; once admitted, forfeit a card."""
    count = 0
    if (s.due >> seat) & 1:
        hand = s.hand[seat]
        while hand:
            note(out, count, FORFEIT + first(hand))
            hand &= hand - 1
            count += 1
    elif not s.due and SIDE_OF[s.sides, seat] == s.claim:
        if not (s.denied >> seat) & 1:
            note(out, count, DENY)
            count += 1
        if s.mode & HONOUR:
            note(out, count, ADMIT)
            count += 1
    return count


@kernel
def _plays(s: State, seat: Int, out: Array, count: Int) -> Int:
    """SQ-16..SQ-32: everything that the seat on turn may place, exchange or remove; SQ-A16: or pass."""
    hand = s.hand[seat]
    before = count
    free0, free1 = free_cells(s, 0), free_cells(s, 1)
    count = _write(out, count, PLACE_SHOWN, hand & free0, 0)
    count = _write(out, count, PLACE_SHOWN, hand & free1, 1)
    if not s.exchanged and has_cards(s):
        dead = hand & SHOWN & ~(free0 | free1)
        while dead:
            note(out, count, EXCHANGE + first(dead))
            dead &= dead - 1
            count += 1
    for which in range(2):
        if (hand >> WILD[which]) & 1:
            count = _write(out, count, PLACE_WILD + 100 * which, free0, 0)
            count = _write(out, count, PLACE_WILD + 100 * which, free1, 1)
    for which in range(2):
        if (hand >> REMOVE[which]) & 1:
            count = _write(out, count, LIFT + 100 * which, removable(s, SIDE_OF[s.sides, seat], 0), 0)
            count = _write(out, count, LIFT + 100 * which, removable(s, SIDE_OF[s.sides, seat], 1), 1)
    if count == before:
        note(out, count, PASS)
        count += 1
    return count


@kernel
def _write(out: Array, count: Int, base: Int, cards: Int, copy: Int) -> Int:
    while cards:
        note(out, count, base + CELL_OF[first(cards), copy])
        cards &= cards - 1
        count += 1
    return count


@kernel
def random_action(s: State, seat: Int, may_wait: Int, rng: Stream, out: Array) -> Int:
    """As picked from the list, but without writing it in the course of play."""
    if s.claim >= 0 or s.choosing >= 0 or s.mode & HONOUR:
        count = legal(s, seat, out)
        at = below(rng, count + may_wait)
        return np.int64(out[at]) if at < count else WAIT
    draw = np.int64(s.owes and is_owed(s, seat))
    if seat == s.turn:
        return random_play(s, seat, draw, rng)
    return DRAW if below(rng, draw + may_wait) < draw else WAIT


@kernel
def random_play(s: State, seat: Int, draw: Int, rng: Stream) -> Int:
    """A random draw (if there is one), place, exchange or removal, in the order of the list; or the pass."""
    hand = s.hand[seat]
    free0, free1 = free_cells(s, 0), free_cells(s, 1)
    here0, here1 = hand & free0, hand & free1
    dead = np.int64(0)
    if not s.exchanged and has_cards(s):
        dead = hand & SHOWN & ~(free0 | free1)
    n0, n1 = size(here0), size(here1)
    total = n0 + n1 + size(dead)
    if hand & ~SHOWN:
        return _random_with_jacks(s, seat, draw, total, rng)
    at = below(rng, draw + max(total, 1)) - draw
    if at < 0:
        return DRAW
    if at < n0 + n1:
        return PLACE_SHOWN + _cell_at(here0, here1, at)
    return EXCHANGE + nth(dead, at - n0 - n1) if total else PASS


@kernel
def _random_with_jacks(s: State, seat: Int, draw: Int, shown: Int, rng: Stream) -> Int:
    """The draw, shown cards, as many as were counted, then each jack's cells, first and second."""
    hand, side = s.hand[seat], SIDE_OF[s.sides, seat]
    free0, free1 = free_cells(s, 0), free_cells(s, 1)
    gone0, gone1 = removable(s, side, 0), removable(s, side, 1)
    wild, lift = size(free0) + size(free1), size(gone0) + size(gone1)
    wilds = ((hand >> WILD[0]) & 1) + ((hand >> WILD[1]) & 1)
    lifts = ((hand >> REMOVE[0]) & 1) + ((hand >> REMOVE[1]) & 1)
    at = below(rng, draw + max(shown + wilds * wild + lifts * lift, 1)) - draw
    if at < 0:
        return DRAW
    if at < shown:
        return _shown_at(s, seat, at)
    at -= shown
    if at < wilds * wild:
        which = at >= wild or not (hand >> WILD[0]) & 1
        return PLACE_WILD + 100 * which + _cell_at(free0, free1, at if at < wild else at - wild)
    at -= wilds * wild
    if at < lifts * lift:
        which = at >= lift or not (hand >> REMOVE[0]) & 1
        return LIFT + 100 * which + _cell_at(gone0, gone1, at if at < lift else at - lift)
    return PASS


@kernel
def _shown_at(s: State, seat: Int, at: Int) -> Int:
    """That place or exchange of a shown card, in the order of the list."""
    hand = s.hand[seat]
    free0, free1 = free_cells(s, 0), free_cells(s, 1)
    n0, n1 = size(hand & free0), size(hand & free1)
    if at < n0 + n1:
        return PLACE_SHOWN + _cell_at(hand & free0, hand & free1, at)
    return EXCHANGE + nth(hand & SHOWN & ~(free0 | free1), at - n0 - n1)


@kernel
def _cell_at(cards0: Int, cards1: Int, at: Int) -> Int:
    """That cell of the first cells of some cards, then the second cells of others."""
    n0 = size(cards0)
    second = np.int64(at >= n0)
    return np.int64(CELL_OF[nth(cards1 if second else cards0, at - n0 * second), second])
