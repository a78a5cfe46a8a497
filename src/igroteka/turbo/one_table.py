"""What is done with one state of any game: asking, answering, playing out; templates for `loops.bind`."""

from typing import Final

import numpy as np

from igroteka.turbo.bits import first, nth, size
from igroteka.turbo.brought import (
    actors,
    apply,
    deal,
    has_choice,
    hop,
    legal,
    observe,
    random_action,
    reobserve,
    rush,
    score,
)
from igroteka.turbo.chance import below
from igroteka.turbo.header import CHANGED, EVERYONE, NOBODY, WAIT
from igroteka.turbo.machine import ONE, Array, Bool, Int, State, Stream
from igroteka.turbo.targets import note, room, set_apart

_MOST_SEATS: Final = 16


def list_random(s: State, seat: Int, may_wait: Int, rng: Stream, out: Array) -> Int:
    """`random_action` for twins that have no shorter way: write the list, pick from it."""
    count = legal(s, seat, out)
    at = below(rng, count + may_wait)
    return out[at] if at < count else WAIT


def no_rush(s: State, rng: Stream) -> Int:
    """`rush` for twins that have no shorter way."""
    return 0


def observe_anew(s: State, seat: Int, was: State, out: Array) -> None:
    """`reobserve` for twins that have no shorter way."""
    observe(s, seat, out)


def tell_anew(s: State, seat: Int, out: Array) -> None:
    """`tell` for twins that have no shorter way."""
    observe(s, seat, out)


def unsure(s: State, seat: Int) -> Bool:
    """`has_choice` for twins that have no shorter way."""
    return False


def ask(s: State, rng: Stream) -> Int:
    """Whose decision it is: an off-turn seat that has not let it be, any of them, else the seat on turn.

    Sets `deciding` and `may_wait`; NOBODY after the end.
    """
    if s.over:
        s.deciding = NOBODY
        s.may_wait = 0
        return NOBODY
    able = actors(s)
    on_turn = (able >> s.turn) & 1
    waiting = able
    if s.mode & EVERYONE and on_turn:
        waiting = (ONE << s.seats) - 1
    waiting &= ~(s.asked | (ONE << s.turn))
    seat = np.int64(s.turn)
    if waiting:
        seat = one_of(waiting, rng)
    s.deciding = seat
    s.may_wait = on_turn if waiting else 0
    return seat


def one_of(seats: Int, rng: Stream) -> Int:
    """One of the seats in the bits; a lone one needs no chance."""
    last = seats & (seats - 1)
    if last == 0:
        return first(seats)
    return nth(seats, below(rng, size(seats)))


def answer(s: State, action: Int, rng: Stream) -> None:
    """The deciding seat has answered; WAIT only marks it as asked."""
    if action == WAIT:
        s.asked |= ONE << s.deciding
    else:
        apply(s, np.int64(s.deciding), action, rng)
        s.asked = 0


def go_on(s: State, rng: Stream, out: Array) -> Int:
    """Ask on, answering what has a single answer by itself, up to a real decision or the end.

    Returns how many single answers changed the state. A seat asked by EVERYONE counts as a decision.
    """
    changed = 0
    while ask(s, rng) != NOBODY:
        seat = np.int64(s.deciding)
        if s.may_wait or has_choice(s, seat) or legal(s, seat, out) > 1:
            break
        answer(s, np.int64(out[0]), rng)
        changed += 1
    return changed


def playout(s: State, rng: Stream, out: Array) -> Int:
    """Random play to the end; returns the steps: decisions that changed the state."""
    steps = 0
    while True:
        steps += rush(s, rng)
        seat = ask(s, rng)
        if seat == NOBODY:
            return steps
        action = random_action(s, seat, np.int64(s.may_wait), rng, out)
        answer(s, action, rng)
        steps += action != WAIT


def never(s: State) -> Bool:
    """`will_mix` for twins that do not know."""
    return False


def no_hop(s: State, rng: Stream) -> Int:
    """`hop` for twins that have no shorter way."""
    return 0


def one_answer(s: State, rng: Stream, out: Array) -> Int:
    """The next seat that is asked answers at random; the steps: none if it lets it be."""
    set_apart()
    seat = ask(s, rng)
    if seat == NOBODY:
        return 0
    action = random_action(s, seat, np.int64(s.may_wait), rng, out)
    answer(s, action, rng)
    return np.int64(action != WAIT)


def begin(s: State, rng: Stream, out: Array) -> None:
    """Dealt anew and asked up to the first decision."""
    deal(s, rng)
    go_on(s, rng, out)


def step(s: State, action: Int, rng: Stream, out: Array, scores: Array, again: Int) -> tuple[Int, Int]:
    """The deciding seat answers; how often the state changed, and whether the game has just ended.

    `scores` gets the scores of a game that has ended; with `again` it is dealt anew.
    """
    answer(s, action, rng)
    changes = np.int64(action != WAIT) + go_on(s, rng, out)
    if s.over == 0:
        return changes, 0
    score(s, scores)
    if again:
        begin(s, rng, out)
    return changes, 1


def list_answers(s: State, out: Array) -> Int:
    """The answers of the deciding seat as a list, WAIT last if it is one; how many."""
    if s.deciding == NOBODY:
        return 0
    count = legal(s, np.int64(s.deciding), out)
    if s.may_wait:
        out[count] = WAIT
        count += 1
    return count


def mark_answers(s: State, mask: Array) -> None:
    """The same as a mask over all actions, which is clear before."""
    if s.deciding != NOBODY:
        legal(s, np.int64(s.deciding), mask)
        if s.may_wait:
            note(mask, 0, WAIT)


def pick(s: State, rng: Stream, out: Array) -> Int:
    """A random answer of the deciding seat."""
    if s.deciding == NOBODY:
        return WAIT
    return random_action(s, np.int64(s.deciding), np.int64(s.may_wait), rng, out)


def look(s: State, last: Array, at: Int, seen: Array, stale: Int) -> None:
    """What the deciding seat may know, patched over `seen` or in full; `last[at]` is the state last seen."""
    seat = np.int64(max(s.deciding, 0))
    if stale == CHANGED:
        reobserve(s, seat, last[at], seen)
    else:
        observe(s, seat, seen)
    last[at] = s


def put(states: Array, at: Int, given: Array, rng: Stream, out: Array) -> None:
    """A table as the one that is given, but for its mode, asked up to its next decision."""
    mode = states[at].mode
    states[at] = given[0]
    states[at].mode = mode
    states[at].asked = 0
    go_on(states[at], rng, out)


def play_on(s: State, rng: Stream, out: Array, least: Int, tally: Array) -> Int:
    """Random play, dealt anew at each end, for at least so many steps; how many it were.

    `tally` counts the games that have ended and what each seat has scored.
    """
    steps = 0
    while steps < least:
        if s.over:
            deal(s, rng)
        steps += hop(s, rng) or one_answer(s, rng, out)
        if s.over:
            count_game(s, tally)
    return steps


def count_game(s: State, tally: Array) -> None:
    """A game has ended: one more, and its scores."""
    set_apart()
    got = room(_MOST_SEATS, np.float32)
    score(s, got)
    tally[0] += 1
    for seat in range(s.seats):
        tally[1 + seat] += np.int64(got[seat])
