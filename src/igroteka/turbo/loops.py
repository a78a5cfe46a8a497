"""What is done with states of any game: asking, answering, playing out; written once, compiled per twin.

The functions between the two lines are the kernels that every twin brings. Those below are templates:
`bind` compiles a copy of each for one twin, with the twin's kernels in place of the stubs.
"""

from types import ModuleType
from typing import Any, Final

import numpy as np

from igroteka.turbo.bits import first, nth, size
from igroteka.turbo.chance import below
from igroteka.turbo.compiling import bound
from igroteka.turbo.header import ANEW, CHANGED, EVERYONE, FRESH, NOBODY, WAIT
from igroteka.turbo.machine import ONE, Array, Bool, Int, State, Stream
from igroteka.turbo.targets import room, set_apart

_MOST_SEATS: Final = 16

# ------------------------------------------------------------------ what a twin brings (all compiled)


def deal(s: State, rng: Stream) -> None:
    """Start anew: seats, mode and options stay, everything else is as after a deal."""
    raise NotImplementedError


def actors(s: State) -> Int:
    """Bits: the seats that have a legal action now; 0 after the end. Honour counts only in HONOUR mode."""
    raise NotImplementedError


def legal(s: State, seat: Int, out: Array) -> Int:
    """Write all legal actions of the seat by `note`, each once, never WAIT; return how many.

    `out` is a list, or a mask. Matters of honour come last, and are written only in HONOUR mode.
    """
    raise NotImplementedError


def apply(s: State, seat: Int, action: Int, rng: Stream) -> None:
    """Change the state by a legal action of the seat (anything else is undefined); set `over` at the end."""
    raise NotImplementedError


def random_action(s: State, seat: Int, may_wait: Int, rng: Stream, out: Array) -> Int:
    """One of `legal` (and WAIT, as one more, at the end of the list) with equal chances.

    Optional: a twin may do this without writing the list, if the same stream gives the same action.
    """
    raise NotImplementedError


def rush(s: State, rng: Stream) -> Int:
    """Some random steps of a playout (none, if need be) in a shorter way than one by one; how many.

    Optional. The same stream must give the same game as `ask`, `random_action`, `answer` do.
    """
    raise NotImplementedError


def hop(s: State, rng: Stream) -> Int:
    """A step or a few of random play without a loop, or none where there is no short way; how many.

    Optional, and never called after the end. The same stream must give the same game as `ask`,
    `random_action`, `answer` do.
    """
    raise NotImplementedError


def will_mix(s: State) -> Bool:
    """Whether the next step may fill a deck or bag: on a card such steps of several tables go together.

    Optional, and says nothing of the game.
    """
    raise NotImplementedError


def determinize(s: State, seat: Int, rng: Stream) -> None:
    """Deal anew what the seat cannot see, consistent with all that it knows (as `game.imagine`)."""
    raise NotImplementedError


def observe(s: State, seat: Int, out: Array) -> None:
    """Write what the seat may know (docs/turbo.md) over `out`."""
    raise NotImplementedError


def reobserve(s: State, seat: Int, was: State, out: Array) -> None:
    """The same where `out` still holds what `was.deciding` observed of the same game when it was as `was`.

    Optional: a twin may touch only what has changed.
    """
    raise NotImplementedError


def score(s: State, out: Array) -> None:
    """By seat: 1 for every winner, 0 for everyone else."""
    raise NotImplementedError


# ------------------------------------------------------------------ what comes of it (templates)


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
        seat = _one_of(waiting, rng)
    s.deciding = seat
    s.may_wait = on_turn if waiting else 0
    return seat


def _one_of(seats: Int, rng: Stream) -> Int:
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
        if s.may_wait:
            break
        if legal(s, np.int64(s.deciding), out) > 1:
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


# ------------------------------------------------------------------ one table of many (templates)


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
        mask[WAIT] = s.may_wait != 0


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


# ------------------------------------------------------------------ over arrays of states, from Python


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


_BROUGHT: Final = ("deal", "actors", "legal", "apply", "determinize", "observe", "score")
_ASKING: Final[tuple[Any, ...]] = (_one_of, ask, answer, go_on)
_OPTIONAL: Final[tuple[tuple[str, Any], ...]] = (
    ("random_action", list_random),
    ("rush", no_rush),
    ("reobserve", observe_anew),
    ("hop", no_hop),
    ("will_mix", never),
)
_TEMPLATES: Final[tuple[Any, ...]] = (
    playout,
    begin,
    step,
    list_answers,
    mark_answers,
    pick,
    look,
    put,
    count_game,
    one_answer,
    play_on,
    deal_all,
    put_all,
    step_all,
    odd_answer,
    legal_all,
    mask_all,
    random_all,
    observe_all,
    determinize_all,
    play_all,
    play_on_all,
    play_games,
    copy_many,
    determinize_many,
)


def bind(twin: ModuleType, kernels: Any) -> dict[str, Any]:
    """All kernels by name: those that the twin brings and the templates compiled for it.

    `kernels` is any namespace with what a twin brings.
    """
    names: dict[str, Any] = {**globals()}
    names.update({name: getattr(kernels, name) for name in _BROUGHT})
    for template in _ASKING:
        names[template.__name__] = bound(template, twin, names)
    for name, instead in _OPTIONAL:
        names[name] = getattr(kernels, name, None) or bound(instead, twin, names)
    for template in _TEMPLATES:
        names[template.__name__] = bound(template, twin, names)
    told = (
        *_BROUGHT,
        *(name for name, _ in _OPTIONAL),
        *(template.__name__ for template in (*_ASKING, *_TEMPLATES)),
    )
    return {name: names[name] for name in told}
