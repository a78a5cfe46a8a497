"""Which of the parts seen in hands came out of the deck or bag since it was filled, and which are older."""

from typing import Final

import numpy as np

from igroteka.turbo.chance import below
from igroteka.turbo.compiling import kernel
from igroteka.turbo.machine import Array, Bool, Int, Stream
from igroteka.turbo.targets import room

MOST_SEATS: Final = 12
MOST_KINDS: Final = 128
"""Of any game: the room that is kept for counting."""
_NODES: Final = MOST_SEATS + MOST_KINDS


@kernel
def who_took(
    seen: Array, new: Array, old: Array, kept: Array, taken: Array, seats: Int, split: Array, rng: Stream
) -> None:
    """Into `split`: how many of each seat's seen parts are new, one way that fits all counts, by chance.

    `seen` has what each seat is known to have held, by kind; `new` and `old` say how many of each kind went
    in and were in hands, `taken` and `kept` how many of each seat's parts are. A way is a number for every
    seat and kind; its sums by seat and by kind must keep within bounds. Only kinds of which some were old and
    some went in leave a choice.
    """
    kinds = seen.shape[1]
    bounds = room((3, _NODES), np.int64)
    low, high, sums = bounds[0], bounds[1], bounds[2]
    for node in range(seats + kinds):
        low[node] = high[node] = sums[node] = 0
    unsure = room(MOST_KINDS, np.int64)
    many = 0
    for kind in range(kinds):
        total = np.int64(0)
        choice = new[kind] > 0 and old[kind] > 0
        for seat in range(seats):
            count = seen[seat, kind]
            split[seat, kind] = 0
            high[seat] += count
            total += count
            if count and new[kind]:
                count = below(rng, count + 1) if choice else count
                split[seat, kind] = count
                sums[seat] += count
                sums[seats + many] += count * choice
        if choice and total:
            low[seats + many] = max(0, total - old[kind])
            high[seats + many] = min(total, new[kind])
            unsure[many] = kind
            many += 1
    for seat in range(seats):
        low[seat] = max(0, high[seat] - kept[seat])
        high[seat] = min(high[seat], taken[seat])
    node = 0
    while node < seats + many:
        if low[node] <= sums[node] <= high[node]:
            node += 1
        elif _mend(node, split, seen, bounds, seats, unsure[:many]):
            node = 0
        else:
            break  # no seat can know such a thing


@kernel
def _mend(wrong: Int, split: Array, seen: Array, bounds: Array, seats: Int, unsure: Array) -> Bool:
    """Move one part over, along the shortest way to where its count does no harm."""
    low, high, sums = bounds[0], bounds[1], bounds[2]
    nodes = seats + unsure.shape[0]
    ways = room((3, _NODES), np.int64)
    came, step, queue = ways[0], ways[1], ways[2]
    for node in range(nodes):
        came[node] = -1
    queue[0] = wrong
    came[wrong] = wrong
    step[wrong] = 1 if sums[wrong] < low[wrong] else -1
    head, tail = 0, 1
    while head < tail:
        node = queue[head]
        head += 1
        for other in range(seats, nodes) if node < seats else range(seats):
            seat, kind = (node, unsure[other - seats]) if node < seats else (other, unsure[node - seats])
            moved = split[seat, kind] + step[node]
            if came[other] >= 0 or seen[seat, kind] == 0 or not 0 <= moved <= seen[seat, kind]:
                continue
            came[other] = node
            step[other] = -step[node]
            helps = sums[other] > high[other] if step[node] < 0 else sums[other] < low[other]
            if helps or low[other] <= sums[other] + step[node] <= high[other]:
                _walk(other, came, step, split, sums, seats, unsure)
                return True
            queue[tail] = other
            tail += 1
    return False


@kernel
def _walk(end: Int, came: Array, step: Array, split: Array, sums: Array, seats: Int, unsure: Array) -> None:
    node = end
    while came[node] != node:
        before = came[node]
        seat, at = (before, node - seats) if before < seats else (node, before - seats)
        split[seat, unsure[at]] += step[before]
        sums[before] += step[before]
        sums[node] += step[before]
        node = before


@kernel
def total(counts: Array) -> Int:
    """The sum of a row of numbers."""
    added = np.int64(0)
    for at in range(counts.shape[0]):
        added += counts[at]
    return added


@kernel
def least(counts: Array) -> Int:
    """The smallest of a row of numbers."""
    found = np.int64(counts[0])
    for at in range(1, counts.shape[0]):
        found = min(found, np.int64(counts[at]))
    return found
