"""Hidden tiles dealt anew: every other rack and the bag, as `games` does it from a view and its pool.

What a seat knows: its rack, the table, the sizes of racks and bag, and of the last filling of the bag
what went in, how many tiles each seat has taken since, and what it has laid. Tiles that were on racks
then are `old`.
"""

from typing import Final

import numpy as np

from igroteka.turbo.chance import below, shuffle
from igroteka.turbo.compiling import kernel
from igroteka.turbo.machine import Array, Bool, Int, State, Stream
from igroteka.turbo.upturn.deal import list_box
from igroteka.turbo.upturn.racks import clear_rack, list_rack, put
from igroteka.turbo.upturn.state import NOBODY_LAID, OWNER, UNKNOWN, WHOLE_BOX
from igroteka.turbo.upturn.tables import MOST_TILES, TILES
from igroteka.turbo.upturn.turns import can_lay

_TRIES: Final = 32


@kernel
def determinize(s: State, seat: Int, rng: Stream) -> None:
    """An offered tuck or additional tile tells that the seat on turn holds one that fits: a few tries."""
    for _ in range(_TRIES):
        if s.pooled == WHOLE_BOX:
            _mix_hidden(s, seat, rng)
        elif s.pooled == UNKNOWN:
            _mix_anything(s, seat, rng)
        else:
            _mix_by_pool(s, seat, rng)
        if s.turn == seat or s.over or _is_likely(s):
            return


@kernel
def _is_likely(s: State) -> Bool:
    seat = np.int64(s.turn)
    if s.tucking and (s.rack[seat, 0] & s.tuck[0]) | (s.rack[seat, 1] & s.tuck[1]) == 0:
        return False
    return not s.extra or can_lay(s, seat)


@kernel
def _mix_hidden(s: State, seat: Int, rng: Stream) -> None:
    """Nothing was on a rack at the filling: whatever the seat does not see may lie anywhere that it does not.

    What went in is listed anew: first what the seat has seen of it, then the racks of others, then the bag.
    """
    hidden = np.empty(MOST_TILES, np.uint8)
    count = 0
    for other in range(s.seats):
        if other != seat:
            count = list_rack(s, other, hidden, count)
    for at in range(s.top, s.bottom):
        hidden[count] = s.bag[at]
        count += 1
    shuffle(hidden, count, rng)
    seen = list_rack(s, seat, s.bag, np.int64(s.filled))
    for at in range(s.laid):
        if s.owner[at] & OWNER != NOBODY_LAID:
            s.bag[seen] = s.pile[at]
            seen += 1
    for at in range(count):
        s.bag[seen + at] = hidden[at]
    _deal_out(s, seat, s.bag[seen : seen + count])


@kernel
def _deal_out(s: State, seat: Int, tiles: Array) -> Int:
    """The racks of others, filled up again; how many tiles that took."""
    at = 0
    for other in range(s.seats):
        if other != seat:
            size = np.int64(s.held[other])
            clear_rack(s, other)
            for _ in range(size):
                put(s, other, np.int64(tiles[at]))
                at += 1
    return at


@kernel
def _mix_anything(s: State, seat: Int, rng: Stream) -> None:
    """A position set up by hand: any unseen tile of the box may be anywhere."""
    stock = np.empty(2 * MOST_TILES, np.uint8)
    unseen = _count(stock, list_box(s, stock))
    unseen -= _count(s.pile, np.int64(s.laid))
    unseen -= _count(stock, list_rack(s, seat, stock, 0))
    count = _list(unseen, stock)
    wanted = np.int64(s.bottom) - np.int64(s.top)
    for other in range(s.seats):
        wanted += np.int64(s.held[other]) if other != seat else 0
    if count < wanted:  # more than the box: only what is there can be there
        count = 0
        for other in range(s.seats):
            if other != seat:
                count = list_rack(s, other, stock, count)
        for at in range(s.top, s.bottom):
            stock[count] = s.bag[at]
            count += 1
    shuffle(stock, count, rng)
    dealt = _deal_out(s, seat, stock)
    for at in range(s.top, s.bottom):
        s.bag[at] = stock[dealt]
        dealt += 1


@kernel
def _count(tiles: Array, many: Int) -> Array:
    counts = np.zeros(TILES, np.int64)
    for at in range(many):
        counts[tiles[at]] += 1
    return counts


@kernel
def _list(counts: Array, out: Array) -> Int:
    total = 0
    for tile in range(TILES):
        for _ in range(counts[tile]):
            out[total] = tile
            total += 1
    return total


@kernel
def _mix_by_pool(s: State, seat: Int, rng: Stream) -> None:
    """After a filling: tiles out of the bag to those who took some, old ones to those who kept some."""
    seats = np.int64(s.seats)
    list_ = np.empty(MOST_TILES, np.uint8)
    seen = np.zeros((seats + 1, TILES), np.int64)  # by seat: what it is known to have held since
    for at in range(s.laid):
        owner = min(np.int64(s.owner[at] & OWNER), seats)
        seen[owner, s.pile[at]] += 1
    new = _count(s.bag[s.filled :], np.int64(s.bottom) - np.int64(s.filled))
    old = _count(list_, list_box(s, list_)) - new - seen[seats]
    kept = np.empty(seats, np.int64)  # by seat: old tiles on its rack at the filling
    for other in range(seats):
        kept[other] = np.int64(s.held[other]) + seen[other].sum() - np.int64(s.taken[other])
    seen[seat] += _count(list_, list_rack(s, seat, list_, 0))
    fresh = who_took(seen, new, old, kept, s.taken, seats, rng)
    more_new = np.zeros(seats, np.int64)
    more_old = np.zeros(seats, np.int64)
    for other in range(seats):
        from_bag = fresh[other].sum()
        if other != seat:
            more_new[other] = np.int64(s.taken[other]) - from_bag
            more_old[other] = kept[other] - (seen[other].sum() - from_bag)
        new -= fresh[other]
        old -= seen[other] - fresh[other]
    _deal_two(s, seat, new, old, more_new, more_old, rng)


@kernel
def _deal_two(
    s: State, seat: Int, new: Array, old: Array, more_new: Array, more_old: Array, rng: Stream
) -> None:
    """Nothing, if there is not enough of both: then no seat could know such a thing."""
    if new.min() < 0 or old.min() < 0 or more_new.min() < 0 or more_old.min() < 0:
        return
    news = np.empty(2 * MOST_TILES, np.uint8)
    olds = np.empty(2 * MOST_TILES, np.uint8)
    new_count, old_count = _list(new, news), _list(old, olds)
    still = np.int64(s.bottom) - np.int64(s.top)
    if more_new.sum() + still != new_count or more_old.sum() != old_count:
        return
    shuffle(news, new_count, rng)
    shuffle(olds, old_count, rng)
    at_new = at_old = 0
    for other in range(s.seats):
        if other != seat:
            clear_rack(s, other)
            for _ in range(more_new[other]):
                put(s, other, np.int64(news[at_new]))
                at_new += 1
            for _ in range(more_old[other]):
                put(s, other, np.int64(olds[at_old]))
                at_old += 1
    went_in = _count(s.bag[s.filled :], np.int64(s.bottom) - np.int64(s.filled))
    went_in -= _count(news[at_new:], still)
    for at in range(s.filled, s.filled + _list(went_in, olds)):
        s.bag[at] = olds[at - s.filled]
    for at in range(s.top, s.bottom):
        s.bag[at] = news[at_new]
        at_new += 1


@kernel
def who_took(
    seen: Array, new: Array, old: Array, kept: Array, taken: Array, seats: Int, rng: Stream
) -> Array:
    """Which of the seen tiles came out of the bag: one way that fits all counts, begun at random.

    A way is a number for every seat and tile; its sums by seat and by tile must keep within bounds. Only
    tiles of which some were old and some went in leave a choice.
    """
    split = np.zeros((seats, TILES), np.int64)
    low = np.zeros(seats + TILES, np.int64)
    high = np.zeros(seats + TILES, np.int64)
    sums = np.zeros(seats + TILES, np.int64)
    unsure = np.empty(TILES, np.int64)
    many = 0
    for tile in range(TILES):
        total = np.int64(0)
        for seat in range(seats):
            total += seen[seat, tile]
        if total == 0 or new[tile] == 0:
            continue
        choice = old[tile] > 0
        for seat in range(seats):
            if seen[seat, tile]:
                count = below(rng, seen[seat, tile] + 1) if choice else seen[seat, tile]
                split[seat, tile] = count
                sums[seat] += count
                sums[seats + many] += count
        if choice:
            low[seats + many] = max(0, total - old[tile])
            high[seats + many] = min(total, new[tile])
            unsure[many] = tile
            many += 1
        else:
            sums[seats + many] = 0
    for seat in range(seats):
        total = seen[seat].sum()
        low[seat] = max(0, total - kept[seat])
        high[seat] = min(total, np.int64(taken[seat]))
    node = 0
    while node < seats + many:
        if low[node] <= sums[node] <= high[node]:
            node += 1
        elif _mend(node, split, seen, sums, low, high, seats, unsure[:many]):
            node = 0
        else:
            break  # no seat can know such a thing
    return split


@kernel
def _mend(
    wrong: Int, split: Array, seen: Array, sums: Array, low: Array, high: Array, seats: Int, unsure: Array
) -> Bool:
    """Move one tile over, along the shortest way to where its count does no harm."""
    nodes = seats + unsure.shape[0]
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
