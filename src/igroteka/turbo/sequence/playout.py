"""Random play of Sequence to its end, with a short way through the plainest of turns.

With automatic drawing nearly every step is: a shown card of the seat on turn, a chip, a new card. That is
done here in one piece; all else goes the common way. The same stream gives the same game as single steps.
"""

import numpy as np

from igroteka.turbo.bits import nth, size
from igroteka.turbo.chance import below
from igroteka.turbo.compiling import kernel
from igroteka.turbo.machine import ONE, Bool, Int, State, Stream
from igroteka.turbo.sequence.legal import free_cells, has_cards, random_play, removable
from igroteka.turbo.sequence.lines import break_lines, count_lines, put_chip, turn_chip
from igroteka.turbo.sequence.tables import CARD_AT, CELL_OF, COPY_AT, REMOVE, SHOWN, SIDE_OF, WILD
from igroteka.turbo.sequence.turns import apply, lay, settle, take


@kernel
def is_plain(s: State) -> Bool:
    """Only the seat on turn can do anything, and will draw by itself."""
    return s.automatic and not (s.over or s.mode or s.owes) and s.claim < 0 and s.choosing < 0


@kernel
def rush(s: State, rng: Stream) -> Int:
    """Random turns while they are plain."""
    steps = 0
    seats = np.int64(s.seats)
    while is_plain(s):
        seat = np.int64(s.turn)
        steps += _until_unusual(s, seat, seats, rng)
        if is_plain(s):
            seat = np.int64(s.turn)
            apply(s, seat, random_play(s, seat, 0, rng), rng)
            steps += 1
    return steps


@kernel
def will_mix(s: State) -> Bool:
    """The deck is empty: the next part that is taken fills it."""
    return s.top == s.bottom


@kernel
def hop(s: State, rng: Stream) -> Int:
    """One plain step: shown cards, jacks and exchanges go the same way, as far as they can."""
    if not is_plain(s):
        return 0
    seat = np.int64(s.turn)
    side = np.int64(SIDE_OF[s.sides, seat])
    hand, free0, free1 = s.hand[seat], free_cells(s, 0), free_cells(s, 1)
    cells0, cells1 = hand & free0, hand & free1
    dead = np.int64(0) if s.exchanged or not has_cards(s) else hand & SHOWN & ~(free0 | free1)
    places = size(cells0) + size(cells1)
    shown = places + size(dead)
    wild, lift = np.int64(0), np.int64(0)  # what a jack of each kind could do, and how many of them there are
    wilds, lifts = np.int64(0), np.int64(0)
    gone0, gone1 = np.int64(0), np.int64(0)
    if hand & ~SHOWN:
        gone0, gone1 = removable(s, side, 0), removable(s, side, 1)
        wild, lift = size(free0) + size(free1), size(gone0) + size(gone1)
        wilds = ((hand >> WILD[0]) & 1) + ((hand >> WILD[1]) & 1)
        lifts = ((hand >> REMOVE[0]) & 1) + ((hand >> REMOVE[1]) & 1)
    total = shown + wilds * wild + lifts * lift
    if total == 0:
        return 0
    at = below(rng, total)
    jack, lifting, exchanging = np.int64(-1), np.int64(0), np.int64(0)
    if at >= shown:
        at -= shown
        lifting = np.int64(at >= wilds * wild)
        at -= wilds * wild * lifting
        each = lift if lifting else wild
        cells0, cells1 = gone0 if lifting else free0, gone1 if lifting else free1
        first_jack = REMOVE[0] if lifting else WILD[0]
        later = np.int64(at >= each)
        at -= each * later
        jack = first_jack
        if later or not (hand >> first_jack) & 1:
            jack = REMOVE[1] if lifting else WILD[1]
    elif at >= places:
        at -= places
        exchanging = np.int64(1)
        cells0, cells1 = dead, np.int64(0)
    below0 = size(cells0)
    second = np.int64(at >= below0)
    shows = nth(cells1 if second else cells0, at - below0 * second)
    lay(s, seat, shows if jack < 0 else jack)
    s.passes = 0
    if not exchanging:
        _change_board(s, seat, np.int64(CELL_OF[shows, second]), lifting)
        if s.over or s.choosing >= 0:
            return 1
    take(s, seat, rng)
    if exchanging:
        s.exchanged = 1
    else:
        _pass_on(s, seat)
    return 1


@kernel
def _change_board(s: State, seat: Int, cell: Int, lifting: Int) -> None:
    """A chip of the seat's side is put there, or another's is lifted."""
    s.accused = 0
    card, copy = np.int64(CARD_AT[cell]), np.int64(COPY_AT[cell])
    side = np.int64(SIDE_OF[s.sides, seat])
    five = turn_chip(s, _owner(s, card, copy) if lifting else side, cell)
    if lifting:
        if (s.locked[copy] >> card) & 1:
            break_lines(s, cell)
    elif five:
        count_lines(s, seat, side, cell)


@kernel
def _pass_on(s: State, seat: Int) -> None:
    s.exchanged = 0
    after = seat + 1 if seat + 1 < s.seats else 0
    s.turn = after
    if s.hand[after] == 0:
        settle(s)


@kernel
def _owner(s: State, card: Int, copy: Int) -> Int:
    """Whose chip lies there."""
    owner = np.int64(0)
    for side in range(1, s.sides):
        if (s.chips[side, copy] >> card) & 1:
            owner = np.int64(side)
    return owner


@kernel
def _until_unusual(s: State, seat: Int, seats: Int, rng: Stream) -> Int:
    """Shown cards placed, turn by turn, until a seat has a jack or nothing to place, or a line is made."""
    steps = 0
    free0, free1 = free_cells(s, 0), free_cells(s, 1)
    while True:
        hand = s.hand[seat]
        here0, here1 = hand & free0, hand & free1
        n0 = size(here0)
        total = n0 + size(here1)
        if hand & ~(free0 | free1) or total == 0:  # a jack, a dead card, nothing to place
            return steps
        at = below(rng, total)
        second = np.int64(at >= n0)
        card = nth(here1 if second else here0, at - n0 * second)
        bit = ONE << card
        if second:
            free1 ^= bit
        else:
            free0 ^= bit
        lay(s, seat, card)
        s.passes = 0
        s.accused = 0
        side = np.int64(SIDE_OF[s.sides, seat])
        cell = np.int64(CELL_OF[card, second])
        steps += 1
        if put_chip(s, side, cell):
            count_lines(s, seat, side, cell)
            if s.over or s.choosing >= 0:
                return steps
        take(s, seat, rng)
        s.exchanged = 0
        seat = seat + 1 if seat + 1 < seats else 0
        s.turn = seat
        if s.hand[seat] == 0:
            settle(s)
            return steps
