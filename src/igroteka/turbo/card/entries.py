"""What one thread of a card does with its table; templates, as in `loops`, bound to one twin and one record.

`RECORD` is the record of a table, `WIDTH` its 64-bit words, `WIDEST` the room of a list, `FULL` a whole warp.
Where it pays, the records of a block are brought into shared memory first (`words` are all records as plain
words): neighbours are read together, and what is read again is near. But for random play a block has `NEAR`
tables and more threads than that, which help to bring and to send. Behind the records there is room for a
row of each table, which all threads clear and send together: an observation, or a mask of `MARKS` 32-bit
words.
"""

from typing import Any, Final

import numpy as np

from igroteka.turbo.machine import Array, Int

EVERY_BYTE: Final = np.uint64(0x0101010101010101)
EACH_BIT: Final = np.uint64(0x8040201008040201)
"""In every byte the bit of its number."""
BUT_HIGHEST: Final = np.uint64(0x7F7F7F7F7F7F7F7F)
SEVEN: Final = np.uint64(7)

# what `kernels.bind` puts in their place
cuda: Any = None
room: Any = None
crowd: Any = None
begin: Any = None
count_game: Any = None
deal: Any = None
determinize: Any = None
hop: Any = None
one_answer: Any = None
list_answers: Any = None
mark_answers: Any = None
pick: Any = None
put: Any = None
step: Any = None
tell: Any = None
will_mix: Any = None
RECORD: Any = None
WIDTH: Any = None
WIDEST: Any = None
WORD: Any = None
BYTE: Any = None
OBSERVED: Any = None
ACTIONS: Any = None
MARKS: Any = None
HALF: Any = None
FULL: Any = None
NEAR: Any = None
PATIENCE: Any = None
MOST_SEATS: Any = None
TALLY: Any = None


def bring(words: Array, flat: Array, tables: Int) -> None:
    """The records of the block's tables into shared memory, side by side, all threads together."""
    first = cuda.blockIdx.x * tables * WIDTH
    many = min(tables * WIDTH, words.shape[0] - first)
    at = cuda.threadIdx.x
    while at < many:
        flat[at] = words[first + at]
        at += cuda.blockDim.x
    cuda.syncthreads()


def send(flat: Array, words: Array, tables: Int) -> None:
    """The records back to where they came from."""
    cuda.syncthreads()
    first = cuda.blockIdx.x * tables * WIDTH
    many = min(tables * WIDTH, words.shape[0] - first)
    at = cuda.threadIdx.x
    while at < many:
        words[first + at] = flat[at]
        at += cuda.blockDim.x


def deal_tables(states: Array, rngs: Array, which: Array, seats: Array) -> None:
    """The tables of a mask are dealt anew and asked up to their first decision."""
    at = cuda.grid(1)
    if at < states.shape[0] and which[at]:
        out = room(WIDEST, np.int16)
        rng = room(1, np.uint64)
        rng[0] = rngs[at]
        begin(states[at], rng, out)
        rngs[at] = rng[0]
        seats[at] = states[at]["deciding"]


def put_tables(states: Array, given: Array, rngs: Array, seats: Array) -> None:
    """Every table as the one that is given, but for its mode, asked up to its next decision."""
    at = cuda.grid(1)
    if at < states.shape[0]:
        out = room(WIDEST, np.int16)
        rng = room(1, np.uint64)
        rng[0] = rngs[at]
        put(states, at, given, rng, out)
        rngs[at] = rng[0]
        seats[at] = states[at]["deciding"]


def step_tables(
    words: Array,
    actions: Array,
    rngs: Array,
    seats: Array,
    scores: Array,
    ended: Array,
    changes: Array,
    again: Int,
) -> None:
    """As `loops.step_all`; `changes` gets how often each state changed."""
    here = cuda.shared.array(0, RECORD)
    flat = cuda.shared.array(0, WORD)
    bring(words, flat, NEAR)
    thread = cuda.threadIdx.x
    at = cuda.blockIdx.x * NEAR + thread
    if thread < NEAR and at < rngs.shape[0]:
        s = here[thread]
        out = room(WIDEST, np.int16)
        rng = room(1, np.uint64)
        got = room(MOST_SEATS, np.float32)
        for seat in range(scores.shape[1]):
            got[seat] = 0
        changed, over = np.int64(0), np.int64(0)
        if s["over"] == 0:
            rng[0] = rngs[at]
            changed, over = step(s, np.int64(actions[at]), rng, out, got, again)
            rngs[at] = rng[0]
        changes[at] = changed
        ended[at] = over
        seats[at] = s["deciding"]
        for seat in range(scores.shape[1]):
            scores[at, seat] = got[seat]
    send(flat, words, NEAR)


def list_tables(states: Array, lists: Array, counts: Array) -> None:
    at = cuda.grid(1)
    if at < states.shape[0]:
        counts[at] = list_answers(states[at], lists[at])


def mark_near(words: Array, tables: Int) -> None:
    """The answers of each table of the block as bits in shared memory, behind the records."""
    here = cuda.shared.array(0, RECORD)
    flat = cuda.shared.array(0, WORD)
    bits = cuda.shared.array(0, HALF)
    first = 2 * NEAR * WIDTH
    thread = cuda.threadIdx.x
    at = thread
    while at < NEAR * MARKS:
        bits[first + at] = 0
        at += cuda.blockDim.x
    bring(words, flat, NEAR)
    if thread < NEAR and cuda.blockIdx.x * NEAR + thread < tables:
        start = first + thread * MARKS
        mark_answers(here[thread], bits[start : start + MARKS])
    cuda.syncthreads()


def mark_tables(words: Array, tables: Int, masks: Array) -> None:
    """Masks as bytes, eight at a time: all rows of a block are one piece."""
    mark_near(words, tables)
    bits = cuda.shared.array(0, HALF)
    many, first = NEAR * ACTIONS // 8, 2 * NEAR * WIDTH
    at = cuda.threadIdx.x
    while at < many:
        table = 8 * at // ACTIONS
        action = 8 * at - table * ACTIONS
        here = first + table * MARKS
        shift = action & 31
        eight = np.int64(bits[here + (action >> 5)]) >> shift
        if shift > 24:
            eight |= np.int64(bits[here + (action >> 5) + 1]) << (32 - shift)
        left = ACTIONS - action
        if left < 8:  # the rest is of the next table
            eight = (eight & ((1 << left) - 1)) | (np.int64(bits[here + MARKS]) << left)
        apart = (np.uint64(eight & 255) * EVERY_BYTE) & EACH_BIT
        masks[cuda.blockIdx.x * many + at] = ((apart + BUT_HIGHEST) >> SEVEN) & EVERY_BYTE
        at += cuda.blockDim.x


def check_tables(words: Array, tables: Int, actions: Array, odd: Array) -> None:
    """Into `odd[0]`: the first table whose action is no answer of its deciding seat, if there is one."""
    mark_near(words, tables)
    here = cuda.shared.array(0, RECORD)
    bits = cuda.shared.array(0, HALF)
    thread = cuda.threadIdx.x
    at = cuda.blockIdx.x * NEAR + thread
    if thread < NEAR and at < tables and here[thread]["over"] == 0:
        action = np.int64(actions[at])
        known = action >= 0 and action < ACTIONS
        place = 2 * NEAR * WIDTH + thread * MARKS + ((action if known else 0) >> 5)
        if not known or not (np.int64(bits[place]) >> (action & 31)) & 1:
            cuda.atomic.min(odd, 0, at)


def pick_tables(states: Array, rngs: Array, actions: Array) -> None:
    at = cuda.grid(1)
    if at < states.shape[0]:
        out = room(WIDEST, np.int16)
        rng = room(1, np.uint64)
        rng[0] = rngs[at]
        actions[at] = pick(states[at], rng, out)
        rngs[at] = rng[0]


def look_tables(words: Array, tables: Int, seen: Array) -> None:
    """What each deciding seat may know, written near and sent in one piece.

    Always in full: here that is quicker than to compare with the last look.
    """
    here = cuda.shared.array(0, RECORD)
    flat = cuda.shared.array(0, WORD)
    rows = cuda.shared.array(0, BYTE)
    many, first = NEAR * OBSERVED // 8, NEAR * WIDTH
    thread = cuda.threadIdx.x
    at = thread
    while at < many:
        flat[first + at] = 0
        at += cuda.blockDim.x
    bring(words, flat, NEAR)
    if thread < NEAR and cuda.blockIdx.x * NEAR + thread < tables:
        start = 8 * first + thread * OBSERVED
        s = here[thread]
        tell(s, np.int64(max(s["deciding"], 0)), rows[start : start + OBSERVED])
    cuda.syncthreads()
    at = thread
    while at < many:
        seen[cuda.blockIdx.x * many + at] = flat[first + at]
        at += cuda.blockDim.x


def look_seats_tables(states: Array, seats: Int, seen: Array) -> None:
    """What every seat may know: a thread for each."""
    at = cuda.grid(1)
    if at < states.shape[0] * seats:
        table, seat = at // seats, at % seats
        for place in range(OBSERVED):
            seen[table, seat, place] = 0
        tell(states[table], np.int64(seat), seen[table, seat])


def determinize_tables(states: Array, seat: Int, rngs: Array) -> None:
    at = cuda.grid(1)
    if at < states.shape[0]:
        rng = room(1, np.uint64)
        rng[0] = rngs[at]
        determinize(states[at], seat, rng)
        rngs[at] = rng[0]


def play_tables(words: Array, rngs: Array, least: Int, again: Int, steps: Array, tally: Array) -> None:
    """Random play of every table for so many steps, dealt anew at each end; without `again` to its end.

    The block's records are brought into shared memory, played there and brought back. The threads of a warp
    take a step together. Who has to deal or mix waits until as much was lost by waiting (`PATIENCE`) as that
    costs the others, who wait for one deal as long as for many.
    """
    here = cuda.shared.array(0, RECORD)
    flat = cuda.shared.array(0, WORD)
    bring(words, flat, cuda.blockDim.x)
    thread, at = cuda.threadIdx.x, cuda.grid(1)
    s = here[thread]
    out = room(WIDEST, np.int16)
    rng = room(1, np.uint64)
    got = room(TALLY, np.int64)
    for k in range(TALLY):
        got[k] = 0
    played = np.int64(0)
    done = at >= rngs.shape[0]
    if not done:
        rng[0] = rngs[at]
    lost = 0
    while True:
        if not done:
            done = played >= least if again else s["over"] != 0
        waits = not done and (s["over"] != 0 or will_mix(s))
        idle, waiting = crowd(done), crowd(waits)
        if idle == FULL:
            break
        lost += waiting
        if lost >= PATIENCE or waiting + idle == FULL:
            lost = 0
            if waits and s["over"]:
                deal(s, rng)
            waits = False
        if not (done or waits):
            moved = hop(s, rng)
            if moved == 0:
                moved = one_answer(s, rng, out)
            played += moved
            if s["over"]:
                count_game(s, got)
    if at < rngs.shape[0]:
        rngs[at] = rng[0]
        steps[at] = played
        for k in range(tally.shape[0]):
            if got[k]:
                cuda.atomic.add(tally, k, got[k])
    send(flat, words, cuda.blockDim.x)
