"""What an action does in Sequence: a card, a chip, a new card; jacks, dead cards, passes, table talk."""

import numpy as np

from igroteka.turbo.bits import first, size
from igroteka.turbo.chance import shuffle
from igroteka.turbo.compiling import kernel
from igroteka.turbo.machine import ONE, Int, State, Stream
from igroteka.turbo.sequence.actions import (
    ACCUSE,
    ADMIT,
    CHOOSE,
    DENY,
    DRAW,
    EXCHANGE,
    FORFEIT,
    LIFT,
    PASS,
    PLACE_SHOWN,
    PLACE_WILD,
)
from igroteka.turbo.sequence.legal import has_cards, is_owed, members
from igroteka.turbo.sequence.lines import add_line, break_lines, count_lines, lift_chip, put_chip
from igroteka.turbo.sequence.state import DRAWN, FILLED, UNKNOWN
from igroteka.turbo.sequence.tables import CARD_AT, CARDS, COPY_AT, REMOVE, SIDE_OF, WILD
from igroteka.turbo.targets import set_apart


@kernel
def apply(s: State, seat: Int, action: Int, rng: Stream) -> None:
    if action >= LIFT:
        _lift(s, seat, action - LIFT, rng)
    elif action >= PLACE_SHOWN:
        if action >= PLACE_WILD:
            which, cell = divmod(action - PLACE_WILD, 100)
            _place(s, seat, WILD[which], cell, rng)
        else:
            cell = action - PLACE_SHOWN
            _place(s, seat, np.int64(CARD_AT[cell]), cell, rng)
    elif action >= CHOOSE:  # SQ-A07
        add_line(s, SIDE_OF[s.sides, seat], action - CHOOSE)
        s.choosing = -1
        _finish_turn(s, seat, rng)
    elif action >= EXCHANGE and action < FORFEIT:  # SQ-29..SQ-32
        lay(s, seat, action - EXCHANGE)
        s.exchanged = 1
        s.passes = 0
        take(s, seat, rng)
    elif action == DRAW:
        _draw(s, seat, rng)
    elif action == PASS:  # SQ-A16
        s.passes += 1
        _next_turn(s)
    else:
        _talk(s, seat, action)
    settle(s)


@kernel
def lay(s: State, seat: Int, card: Int) -> None:
    """The card goes from the seat's hand to its pile."""
    bit = ONE << card
    if s.pair[seat] & bit:
        s.pair[seat] ^= bit
    else:
        s.hand[seat] ^= bit
    s.pile[s.laid] = card
    s.pile_seats[s.laid] = seat
    s.laid += 1


@kernel
def take(s: State, seat: Int, rng: Stream) -> None:
    """The next card of the deck goes to the seat's hand; SQ-A18: an empty deck is filled first."""
    if s.top == s.bottom:
        fill_deck(s, rng)
    bit = ONE << s.deck[s.top]
    s.top += 1
    s.pair[seat] |= s.hand[seat] & bit
    s.hand[seat] |= bit
    s.taken[seat] += 1


@kernel
def fill_deck(s: State, rng: Stream) -> None:
    """SQ-A18: all played piles, in the order of seats, are shuffled into a new deck."""
    set_apart()
    count = 0
    for card in range(CARDS):
        s.went_in[card] = 0
    for seat in range(s.seats):
        s.taken[seat] = 0
        for at in range(s.laid):
            if s.pile_seats[at] == seat:
                card = s.pile[at]
                s.deck[count] = card
                s.went_in[card] += 1
                count += 1
    s.laid = 0
    s.top = 0
    s.bottom = count
    if s.pooled != UNKNOWN:  # of a position nothing is known
        s.pooled = FILLED
    s.fillings += 1
    shuffle(s.deck, count, rng)


@kernel
def _place(s: State, seat: Int, card: Int, cell: Int, rng: Stream) -> None:
    """SQ-16, SQ-17, SQ-26: a card to the pile, a chip on the board."""
    _lay_for_turn(s, seat, card)
    side = SIDE_OF[s.sides, seat]
    if put_chip(s, side, cell):
        count_lines(s, seat, side, cell)
    _finish_turn(s, seat, rng)


@kernel
def _lift(s: State, seat: Int, what: Int, rng: Stream) -> None:
    """SQ-27: a one-eyed jack lifts an opponent's chip and places none."""
    which, cell = divmod(what, 100)
    _lay_for_turn(s, seat, REMOVE[which])
    bit = ONE << CARD_AT[cell]
    copy = COPY_AT[cell]
    for side in range(s.sides):
        if s.chips[side, copy] & bit:
            lift_chip(s, side, cell)
    if s.locked[copy] & bit:
        break_lines(s, cell)
    _finish_turn(s, seat, rng)


@kernel
def _lay_for_turn(s: State, seat: Int, card: Int) -> None:
    """SQ-A21: laying a new card forfeits an older one that was not taken."""
    lay(s, seat, card)
    s.passes = 0
    s.accused = 0
    if s.owes:
        _strike(s, seat)


@kernel
def _strike(s: State, seat: Int) -> None:
    """The seat is owed nothing any more."""
    kept = 0
    for at in range(s.owes):
        if s.owed[at] != seat:
            s.owed[kept] = s.owed[at]
            kept += 1
    s.owes = kept


@kernel
def _finish_turn(s: State, seat: Int, rng: Stream) -> None:
    """SQ-18: the card of the turn is owed, or comes by itself; SQ-A18: none if there is none; SQ-A31."""
    if s.over or s.choosing >= 0:
        return
    if s.automatic and has_cards(s):
        take(s, seat, rng)
        s.passes = 0
        if s.owes:
            _strike(s, seat)
    elif has_cards(s):
        s.owed[s.owes] = seat
        s.owes += 1
    _next_turn(s)


@kernel
def _draw(s: State, seat: Int, rng: Stream) -> None:
    """SQ-18, SQ-A19..SQ-A21: taking one's card ends the older claims of others."""
    take(s, seat, rng)
    s.passes = 0
    at = 0
    while s.owed[at] != seat:
        at += 1
    left = s.owes - at - 1
    for later in range(left):
        s.owed[later] = s.owed[at + 1 + later]
    s.owes = left


@kernel
def _next_turn(s: State) -> None:
    """SQ-15: clockwise; SQ-A17, SQ-B4: a full circle of passes with no card owed ends the game."""
    if s.passes >= s.seats and not (s.owes and has_cards(s)):
        s.winner = DRAWN
        s.over = 1
        return
    turn = s.turn + 1
    s.turn = 0 if turn == s.seats else turn
    s.exchanged = 0


@kernel
def settle(s: State) -> None:
    """SQ-A23, SQ-B3: seats without cards, and without one to take, are passed over by themselves."""
    set_apart()
    while s.hand[s.turn] == 0:
        if s.over or s.claim >= 0 or s.choosing >= 0 or is_owed(s, s.turn):
            return
        s.passes += 1
        _next_turn(s)


@kernel
def _talk(s: State, seat: Int, action: Int) -> None:
    """SQ-36, SQ-A24: accuse, admit, deny, forfeit."""
    set_apart()
    if action == DENY:
        s.denied |= ONE << seat
        if size(s.denied) == size(members(s, s.claim)):
            _close(s)
    elif action == ADMIT:
        s.due = _with_cards(s, members(s, s.claim))
        if s.due == 0:
            _close(s)
    elif action >= FORFEIT:
        lay(s, seat, action - FORFEIT)
        s.due &= ~(ONE << seat)
        if s.due == 0:
            _close(s)
    else:
        s.claim = action - ACCUSE
        s.accused |= ONE << seat


@kernel
def _with_cards(s: State, seats: Int) -> Int:
    found = np.int64(0)
    while seats:
        seat = first(seats)
        seats &= seats - 1
        if s.hand[seat]:
            found |= ONE << seat
    return found


@kernel
def _close(s: State) -> None:
    s.claim = -1
    s.denied = 0
    s.due = 0
