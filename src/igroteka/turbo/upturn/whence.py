"""Which of the tiles seen on racks came out of the bag since it was filled, and which were there before."""

import numpy as np

from igroteka.turbo.chance import below
from igroteka.turbo.compiling import kernel
from igroteka.turbo.machine import Array, Bool, Int, Stream


@kernel
def who_took(
    seen: Array, new: Array, old: Array, kept: Array, taken: Array, seats: Int, rng: Stream
) -> Array:
    """How many of each seat's seen tiles are new: one way that fits all counts, begun at random.

    `new` and `old` say how many there were of each tile in the bag and on racks, `taken` and `kept` how many
    of each seat's tiles are. A way is a number for every seat and tile; its sums by seat and by tile must
    keep within bounds. Only tiles of which some were old and some went in leave a choice.
    """
    tiles = seen.shape[1]
    split = np.zeros((seats, tiles), np.int64)
    bounds = np.zeros((3, seats + tiles), np.int64)
    low, high, sums = bounds[0], bounds[1], bounds[2]
    unsure = np.empty(tiles, np.int64)
    many = 0
    for tile in range(tiles):
        total = np.int64(0)
        choice = new[tile] > 0 and old[tile] > 0
        for seat in range(seats):
            count = seen[seat, tile]
            high[seat] += count
            total += count
            if count and new[tile]:
                count = below(rng, count + 1) if choice else count
                split[seat, tile] = count
                sums[seat] += count
                sums[seats + many] += count * choice
        if choice and total:
            low[seats + many] = max(0, total - old[tile])
            high[seats + many] = min(total, new[tile])
            unsure[many] = tile
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
    return split


@kernel
def _mend(wrong: Int, split: Array, seen: Array, bounds: Array, seats: Int, unsure: Array) -> Bool:
    """Move one tile over, along the shortest way to where its count does no harm."""
    low, high, sums = bounds[0], bounds[1], bounds[2]
    nodes = seats + unsure.shape[0]
    ways = np.zeros((3, nodes), np.int64)
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
            seat, tile = (node, unsure[other - seats]) if node < seats else (other, unsure[node - seats])
            moved = split[seat, tile] + step[node]
            if came[other] >= 0 or seen[seat, tile] == 0 or not 0 <= moved <= seen[seat, tile]:
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
