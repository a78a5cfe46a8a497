"""Which of the cards that were seen since the deck was filled came out of it, as one seat may imagine it."""

import numpy as np

from igroteka.turbo.chance import below
from igroteka.turbo.compiling import kernel
from igroteka.turbo.machine import Array, Bool, Int, Stream


@kernel
def who_took(seen: Array, new: Array, old: Array, kept: Array, taken: Array, rng: Stream) -> Array:
    """One way that fits all counts, begun at random: a number of new cards for every seat and kind.

    `seen` has what each seat is known to have held, `new` and `old` what there is of each kind, `kept` and
    `taken` how many of each a seat had. Sums by seat and by kind must keep within bounds.
    """
    seats, kinds = seen.shape
    split = np.zeros((seats, kinds), np.int64)
    low = np.zeros(seats + kinds, np.int64)
    high = np.zeros(seats + kinds, np.int64)
    sums = np.zeros(seats + kinds, np.int64)
    for kind in range(kinds):
        total = seen[:, kind].sum()
        low[seats + kind] = max(0, total - old[kind])
        high[seats + kind] = min(total, new[kind])
    for seat in range(seats):
        total = seen[seat].sum()
        low[seat] = max(0, total - kept[seat])
        high[seat] = min(total, np.int64(taken[seat]))
        for kind in range(kinds):
            if seen[seat, kind] and new[kind]:
                count = seen[seat, kind] if old[kind] == 0 else below(rng, seen[seat, kind] + 1)
                split[seat, kind] = count
                sums[seat] += count
                sums[seats + kind] += count
    node = 0
    while node < seats + kinds:
        if low[node] <= sums[node] <= high[node]:
            node += 1
        elif _mend(node, split, seen, sums, low, high):
            node = 0
        else:
            break  # no seat can know such a thing
    return split


@kernel
def _mend(wrong: Int, split: Array, seen: Array, sums: Array, low: Array, high: Array) -> Bool:
    """Move one card over, along the shortest way to where its count does no harm."""
    seats, kinds = seen.shape
    nodes = seats + kinds
    came = np.full(nodes, -1, np.int64)
    step = np.zeros(nodes, np.int64)
    queue = np.empty(nodes, np.int64)
    queue[0] = wrong
    came[wrong] = wrong
    step[wrong] = 1 if sums[wrong] < low[wrong] else -1
    head, tail = 0, 1
    while head < tail:
        node = queue[head]
        head += 1
        for other in range(seats, nodes) if node < seats else range(seats):
            seat, kind = (node, other - seats) if node < seats else (other, node - seats)
            moved = split[seat, kind] + step[node]
            if came[other] >= 0 or seen[seat, kind] == 0 or not 0 <= moved <= seen[seat, kind]:
                continue
            came[other] = node
            step[other] = -step[node]
            helps = sums[other] > high[other] if step[node] < 0 else sums[other] < low[other]
            if helps or low[other] <= sums[other] + step[node] <= high[other]:
                _walk(other, came, step, split, sums, seats)
                return True
            queue[tail] = other
            tail += 1
    return False


@kernel
def _walk(end: Int, came: Array, step: Array, split: Array, sums: Array, seats: Int) -> None:
    node = end
    while came[node] != node:
        before = came[node]
        seat, kind = (before, node - seats) if before < seats else (node, before - seats)
        split[seat, kind] += step[before]
        sums[before] += step[before]
        sums[node] += step[before]
        node = before
