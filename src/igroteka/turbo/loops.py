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
from igroteka.turbo.machine import ONE, Array, Int, State, Stream

# ------------------------------------------------------------------ what a twin brings (all compiled)


def deal(s: State, rng: Stream) -> None:
    """Start anew: seats, mode and options stay, everything else is as after a deal."""
    raise NotImplementedError


def actors(s: State) -> Int:
    """Bits: the seats that have a legal action now; 0 after the end. Honour counts only in HONOUR mode."""
    raise NotImplementedError


def legal(s: State, seat: Int, out: Array) -> Int:
    """Write all legal actions of the seat, each once, never WAIT; return how many.

    Matters of honour come last, and are written only in HONOUR mode.
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


# ------------------------------------------------------------------ over arrays of states, from Python


def deal_all(states: Array, rngs: Array, out: Array) -> None:
    """Every state dealt anew and asked up to its first decision."""
    for at in range(states.shape[0]):
        deal(states[at], rngs[at : at + 1])
        go_on(states[at], rngs[at : at + 1], out)


def go_on_all(states: Array, rngs: Array, out: Array) -> None:
    for at in range(states.shape[0]):
        go_on(states[at], rngs[at : at + 1], out)


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
        s, rng = states[at], rngs[at : at + 1]
        ended[at] = 0
        scores[at, :] = 0
        if s.over:
            seats[at] = NOBODY
            continue
        stale[at] = max(stale[at], CHANGED)
        action = np.int64(actions[at])
        answer(s, action, rng)
        steps += (action != WAIT) + go_on(s, rng, out)
        if s.over:
            ended[at] = 1
            score(s, scores[at])
            if again:
                deal(s, rng)
                go_on(s, rng, out)
                stale[at] = ANEW
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
        s = states[at]
        counts[at] = 0
        if s.deciding != NOBODY:
            count = legal(s, np.int64(s.deciding), out[at])
            if s.may_wait:
                out[at, count] = WAIT
                count += 1
            counts[at] = count


def mask_all(states: Array, out: Array, masks: Array) -> None:
    """The same as masks over all actions."""
    for at in range(states.shape[0]):
        s = states[at]
        masks[at, :] = 0
        if s.deciding != NOBODY:
            for k in range(legal(s, np.int64(s.deciding), out)):
                masks[at, out[k]] = 1
            masks[at, WAIT] = s.may_wait


def random_all(states: Array, rngs: Array, out: Array, actions: Array) -> None:
    """A random answer of each deciding seat."""
    for at in range(states.shape[0]):
        s = states[at]
        actions[at] = WAIT
        if s.deciding != NOBODY:
            actions[at] = random_action(s, np.int64(s.deciding), np.int64(s.may_wait), rngs[at : at + 1], out)


def observe_all(states: Array, last: Array, out: Array, stale: Array) -> None:
    """What each deciding seat may know, made anew only where something has changed since the last look."""
    for at in range(states.shape[0]):
        if stale[at] == FRESH:
            continue
        s = states[at]
        seat = np.int64(max(s.deciding, 0))
        if stale[at] == CHANGED:
            reobserve(s, seat, last[at], out[at])
        else:
            observe(s, seat, out[at])
        last[at] = s
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
_TEMPLATES: Final = (
    _one_of,
    ask,
    answer,
    go_on,
    playout,
    deal_all,
    go_on_all,
    step_all,
    odd_answer,
    legal_all,
    mask_all,
    random_all,
    observe_all,
    determinize_all,
    play_all,
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
    for name, instead in (("random_action", list_random), ("rush", no_rush), ("reobserve", observe_anew)):
        names[name] = getattr(kernels, name, None) or bound(instead, twin, names)
    for template in _TEMPLATES:
        names[template.__name__] = bound(template, twin, names)
    told = (*_BROUGHT, "random_action", "rush", "reobserve", *(template.__name__ for template in _TEMPLATES))
    return {name: names[name] for name in told}
