"""The same over arrays of states, called from Python; templates for `loops.bind`."""

import numpy as np

from igroteka.turbo.brought import deal, determinize, legal, observe, score
from igroteka.turbo.header import ANEW, CHANGED, FRESH, NOBODY, WAIT
from igroteka.turbo.machine import Array, Int, Stream
from igroteka.turbo.one_table import (
    begin,
    list_answers,
    look,
    mark_answers,
    pick,
    play_on,
    playout,
    put,
    step,
)


def deal_all(states: Array, rngs: Array, out: Array) -> None:
    """Every state dealt anew and asked up to its first decision."""
    for at in range(states.shape[0]):
        begin(states[at], rngs[at : at + 1], out)


def put_all(states: Array, given: Array, rngs: Array, out: Array) -> None:
    """Every table as the one that is given."""
    for at in range(states.shape[0]):
        put(states, at, given, rngs[at : at + 1], out)


def step_all(
    states: Array,
    actions: Array,
    rngs: Array,
    out: Array,
    seats: Array,
    scores: Array,
    ended: Array,
    stale: Array,
    again: Int,
) -> Int:
    """Answer every state's decision and go on; returns the changes of state.

    `seats` gets who decides next, `ended` whether the game has just ended, `scores` its scores (else 0);
    with `again` an ended game is dealt anew. `stale` gets what has become of the last observation.
    Games that were over before are left alone.
    """
    steps = 0
    for at in range(states.shape[0]):
        s = states[at]
        ended[at] = 0
        scores[at, :] = 0
        if s.over:
            seats[at] = NOBODY
            continue
        changes, over = step(s, np.int64(actions[at]), rngs[at : at + 1], out, scores[at], again)
        steps += changes
        ended[at] = over
        stale[at] = ANEW if over and again else max(stale[at], CHANGED)
        seats[at] = s.deciding
    return steps


def odd_answer(states: Array, actions: Array, out: Array) -> Int:
    """The first table whose action is no answer of its deciding seat; -1 if there is none."""
    for at in range(states.shape[0]):
        s, action = states[at], np.int64(actions[at])
        if s.over or (action == WAIT and s.may_wait):
            continue
        found = 0
        for k in range(legal(s, np.int64(s.deciding), out)):
            found |= out[k] == action
        if not found:
            return at
    return -1


def legal_all(states: Array, out: Array, counts: Array) -> None:
    """The answers of each deciding seat as a list, WAIT last if it is one."""
    for at in range(states.shape[0]):
        counts[at] = list_answers(states[at], out[at])


def mask_all(states: Array, masks: Array) -> None:
    """The same as masks over all actions."""
    for at in range(states.shape[0]):
        masks[at, :] = 0
        mark_answers(states[at], masks[at])


def random_all(states: Array, rngs: Array, out: Array, actions: Array) -> None:
    """A random answer of each deciding seat."""
    for at in range(states.shape[0]):
        actions[at] = pick(states[at], rngs[at : at + 1], out)


def observe_all(states: Array, last: Array, out: Array, stale: Array) -> None:
    """What each deciding seat may know, made anew only where something has changed since the last look."""
    for at in range(states.shape[0]):
        if stale[at] != FRESH:
            look(states[at], last, at, out[at], stale[at])
            stale[at] = FRESH


def observe_seats_all(states: Array, out: Array) -> None:
    """What every seat may know."""
    for at in range(states.shape[0]):
        for seat in range(out.shape[1]):
            observe(states[at], seat, out[at, seat])


def determinize_all(states: Array, seat: Int, rngs: Array) -> None:
    for at in range(states.shape[0]):
        determinize(states[at], seat, rngs[at : at + 1])


def play_all(states: Array, rngs: Array, out: Array) -> Int:
    """Random play of every state to its end; returns the steps."""
    steps = 0
    for at in range(states.shape[0]):
        steps += playout(states[at], rngs[at : at + 1], out)
    return steps


def play_on_all(states: Array, rngs: Array, out: Array, least: Int, tally: Array) -> Int:
    """`play_on` at every table; returns the steps."""
    steps = 0
    for at in range(states.shape[0]):
        steps += play_on(states[at], rngs[at : at + 1], out, least, tally)
    return steps


def play_games(states: Array, rng: Stream, games: Int, out: Array, lengths: Array, wins: Array) -> Int:
    """Deal and play `games` random games in `states[0]`, wholly in here; returns the steps.

    `lengths` collects the sum of the steps of a game and of their squares, `wins` the scores by seat
    and, at the end, the games without a winner.
    """
    s = states[0]
    total = 0
    got = np.zeros(wins.shape[0] - 1, np.float32)
    for _ in range(games):
        deal(s, rng)
        steps = playout(s, rng, out)
        total += steps
        lengths[0] += steps
        lengths[1] += steps * steps
        score(s, got)
        won = np.float32(0)
        for seat in range(got.shape[0]):
            wins[seat] += got[seat]
            won += got[seat]
        wins[-1] += won == 0
    return total


def copy_many(states: Array, times: Int) -> None:
    """For measuring: the first state copied over the others, again and again."""
    for turn in range(times):
        states[1 + turn % (states.shape[0] - 1)] = states[0]


def determinize_many(states: Array, times: Int, rng: Stream) -> None:
    """For measuring: a copy of the first state with its hidden parts dealt anew, again and again."""
    for turn in range(times):
        states[1] = states[0]
        determinize(states[1], turn % np.int64(states[0].seats), rng)
