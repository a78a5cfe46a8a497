"""Hidden tiles dealt anew: every other rack and the bag, as `games` does it from a view and its pool.

What a seat knows: its rack, the table, the sizes of racks and bag, and of the last filling of the bag
what went in, how many tiles each seat has taken since, and what it has laid. Tiles that were on racks
then are `old`.
"""

from typing import Final

import numpy as np

from igroteka.turbo.chance import shuffle
from igroteka.turbo.compiling import kernel
from igroteka.turbo.machine import Array, Bool, Int, State, Stream
from igroteka.turbo.targets import room
from igroteka.turbo.upturn.deal import list_box
from igroteka.turbo.upturn.racks import clear_rack, list_rack, put
from igroteka.turbo.upturn.state import NOBODY_LAID, OWNER, UNKNOWN, WHOLE_BOX
from igroteka.turbo.upturn.tables import (
    ACTION_KINDS,
    ACTION_TILE,
    BITS,
    IN_BOX,
    MOST_SEATS,
    MOST_TILES,
    TILES,
)
from igroteka.turbo.upturn.turns import can_lay
from igroteka.turbo.whence import who_took

_TRIES: Final = 32
_TWICE: Final = 2 * MOST_TILES


@kernel
def determinize(s: State, seat: Int, rng: Stream) -> None:
    """An offered tuck or additional tile tells that the seat on turn holds one that fits: a few tries."""
    for _ in range(_TRIES):
        if s.pooled == WHOLE_BOX:
            _mix_hidden(s, seat, rng)
        elif s.pooled == UNKNOWN:
            _mix_anything(s, seat, rng)
        elif s.odd:
            _mix_by_pool(s, seat, rng)
        else:
            _mix_bits_by_pool(s, seat, rng)
        if s.turn == seat or s.over or _is_likely(s):
            return


@kernel
def _is_likely(s: State) -> Bool:
    seat = np.int64(s.turn)
    if s.tucking and (s.rack[seat, 0] & s.tuck[0]) | (s.rack[seat, 1] & s.tuck[1]) == 0:
        return False
    return not s.extra or can_lay(s, seat)


@kernel
def list_hidden(s: State, seat: Int, out: Array) -> Int:
    """The tiles on all other racks and in the bag."""
    count = 0
    for other in range(s.seats):
        if other != seat:
            count = list_rack(s, other, out, count)
    for at in range(s.top, s.bottom):
        out[count] = s.bag[at]
        count += 1
    return count


@kernel
def _mix_hidden(s: State, seat: Int, rng: Stream) -> None:
    """Nothing was on a rack at the filling: whatever the seat does not see may be anywhere that it does not.

    What went in is listed anew: first what the seat has seen of it, then the racks of others, then the bag.
    """
    hidden = room(MOST_TILES, np.uint8)
    count = list_hidden(s, seat, hidden)
    shuffle(hidden, count, rng)
    seen = list_rack(s, seat, s.bag, np.int64(s.filled))
    for at in range(s.laid):
        if s.owner[at] & OWNER != NOBODY_LAID:
            s.bag[seen] = s.pile[at]
            seen += 1
    for at in range(count):
        s.bag[seen + at] = hidden[at]
    deal_out(s, seat, hidden)


@kernel
def deal_out(s: State, seat: Int, tiles: Array) -> Int:
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
    stock = room(_TWICE, np.uint8)
    unseen = room(TILES, np.int64)
    clear_counts(unseen)
    count_tiles(stock, 0, list_box(s, stock), 1, unseen)
    count_tiles(s.pile, 0, np.int64(s.laid), -1, unseen)
    count_tiles(stock, 0, list_rack(s, seat, stock, 0), -1, unseen)
    count = list_counted(unseen, stock)
    wanted = np.int64(s.bottom) - np.int64(s.top)
    for other in range(s.seats):
        wanted += np.int64(s.held[other]) if other != seat else 0
    if count < wanted:  # more than the box: only what is there can be there
        count = list_hidden(s, seat, stock)
    shuffle(stock, count, rng)
    dealt = deal_out(s, seat, stock)
    for at in range(s.top, s.bottom):
        s.bag[at] = stock[dealt]
        dealt += 1


@kernel
def clear_counts(counts: Array) -> None:
    for at in range(counts.shape[0]):
        counts[at] = 0


@kernel
def count_tiles(tiles: Array, start: Int, end: Int, by: Int, counts: Array) -> None:
    for at in range(start, end):
        counts[tiles[at]] += by


@kernel
def list_counted(counts: Array, out: Array) -> Int:
    total = 0
    for tile in range(counts.shape[0]):
        for _ in range(counts[tile]):
            out[total] = tile
            total += 1
    return total


@kernel
def _mix_bits_by_pool(s: State, seat: Int, rng: Stream) -> None:
    """After a filling, every number being there once: only action tiles may be old or new."""
    seats = np.int64(s.seats)
    in0 = in1 = np.int64(0)
    new = room(ACTION_KINDS, np.int64)
    old = room(ACTION_KINDS, np.int64)
    clear_counts(new)
    for at in range(s.filled, s.bottom):
        tile = np.int64(s.bag[at])
        if tile < ACTION_TILE:
            in0 |= BITS[tile, 0]
            in1 |= BITS[tile, 1]
        else:
            new[tile - ACTION_TILE] += 1
    for kind in range(ACTION_KINDS):
        old[kind] = IN_BOX[kind] - new[kind]
    seen = room((MOST_SEATS, ACTION_KINDS), np.int64)
    left = room((2, MOST_SEATS), np.int64)  # by seat: tiles not seen, old ones and new ones
    for other in range(seats):
        clear_counts(seen[other])
        left[0, other] = np.int64(s.held[other]) - np.int64(s.taken[other])
        left[1, other] = s.taken[other]
    for at in range(s.laid):
        owner, tile = np.int64(s.owner[at] & OWNER), np.int64(s.pile[at])
        if owner == NOBODY_LAID:
            if tile >= ACTION_TILE:
                old[tile - ACTION_TILE] -= 1
        else:
            left[0, owner] += 1
            if tile >= ACTION_TILE:
                seen[owner, tile - ACTION_TILE] += 1
            else:
                left[1 if (BITS[tile, 0] & in0) | (BITS[tile, 1] & in1) else 0, owner] -= 1
    lists = room((2, MOST_TILES), np.uint8)
    mine = list_rack(s, seat, lists[0], 0)
    for at in range(mine):
        tile = np.int64(lists[0, at])
        if tile >= ACTION_TILE:
            seen[seat, tile - ACTION_TILE] += 1
        else:
            left[1 if (BITS[tile, 0] & in0) | (BITS[tile, 1] & in1) else 0, seat] -= 1
    fresh = room((MOST_SEATS, ACTION_KINDS), np.int64)
    who_took(seen, new, old, left[0], left[1], seats, fresh, rng)
    ends = room(2, np.int64)
    _sort_hidden(s, seat, in0, in1, lists, ends)
    for kind in range(ACTION_KINDS):
        for other in range(seats):
            new[kind] -= fresh[other, kind]
            old[kind] -= seen[other, kind] - fresh[other, kind]
            left[1, other] -= fresh[other, kind]
            left[0, other] -= seen[other, kind] - fresh[other, kind]
        for which in range(2):
            for _ in range(new[kind] if which else old[kind]):
                lists[which, ends[which]] = ACTION_TILE + kind
                ends[which] += 1
    _deal_two(s, seat, lists, ends, left, rng)


@kernel
def _sort_hidden(s: State, seat: Int, in0: Int, in1: Int, lists: Array, ends: Array) -> None:
    """Numbers that the seat does not see: old ones to the first list, those that went in to the second."""
    hidden = room(MOST_TILES, np.uint8)
    clear_counts(ends)
    for at in range(list_hidden(s, seat, hidden)):
        tile = np.int64(hidden[at])
        if tile < ACTION_TILE:
            which = 1 if (BITS[tile, 0] & in0) | (BITS[tile, 1] & in1) else 0
            lists[which, ends[which]] = tile
            ends[which] += 1


@kernel
def _mix_by_pool(s: State, seat: Int, rng: Stream) -> None:
    """After a filling: tiles out of the bag to those who took some, old ones to those who kept some."""
    seats = np.int64(s.seats)
    lists = room((2, _TWICE), np.uint8)
    new = room(TILES, np.int64)
    old = room(TILES, np.int64)
    clear_counts(new)
    clear_counts(old)
    count_tiles(s.bag, np.int64(s.filled), np.int64(s.bottom), 1, new)
    count_tiles(lists[0], 0, list_box(s, lists[0]), 1, old)
    seen = room((MOST_SEATS, TILES), np.int64)  # by seat: what it is known to have held since
    left = room((2, MOST_SEATS), np.int64)
    for other in range(seats):
        clear_counts(seen[other])
        left[0, other] = np.int64(s.held[other]) - np.int64(s.taken[other])
        left[1, other] = s.taken[other]
    for at in range(s.laid):
        owner = np.int64(s.owner[at] & OWNER)
        if owner == NOBODY_LAID:
            old[s.pile[at]] -= 1
        else:
            seen[owner, s.pile[at]] += 1
            left[0, owner] += 1
    for tile in range(TILES):
        old[tile] -= new[tile]
    count_tiles(lists[0], 0, list_rack(s, seat, lists[0], 0), 1, seen[seat])
    fresh = room((MOST_SEATS, TILES), np.int64)
    who_took(seen, new, old, left[0], left[1], seats, fresh, rng)
    for tile in range(TILES):
        for other in range(seats):
            new[tile] -= fresh[other, tile]
            old[tile] -= seen[other, tile] - fresh[other, tile]
            left[1, other] -= fresh[other, tile]
            left[0, other] -= seen[other, tile] - fresh[other, tile]
    ends = room(2, np.int64)
    ends[0] = list_counted(old, lists[0])
    ends[1] = list_counted(new, lists[1])
    _deal_two(s, seat, lists, ends, left, rng)


@kernel
def _deal_two(s: State, seat: Int, lists: Array, ends: Array, left: Array, rng: Stream) -> None:
    """Old tiles (0) and new ones (1) to whom they are missing, then the bag; nothing if they do not go up."""
    still = np.int64(s.bottom) - np.int64(s.top)
    wanted_old, wanted_new = np.int64(0), still
    for other in range(s.seats):
        if other != seat:
            if left[0, other] < 0 or left[1, other] < 0:
                return
            wanted_old += left[0, other]
            wanted_new += left[1, other]
    if wanted_old != ends[0] or wanted_new != ends[1]:
        return  # no seat can know such a thing
    shuffle(lists[0], ends[0], rng)
    shuffle(lists[1], ends[1], rng)
    gone = room(TILES, np.int64)
    clear_counts(gone)
    count_tiles(s.bag, np.int64(s.filled), np.int64(s.bottom), 1, gone)
    clear_counts(ends)
    for other in range(s.seats):
        if other != seat:
            clear_rack(s, other)
            for which in range(2):
                for _ in range(left[which, other]):
                    put(s, other, np.int64(lists[which, ends[which]]))
                    ends[which] += 1
    count_tiles(lists[1], ends[1], ends[1] + still, -1, gone)
    list_counted(gone, s.bag[s.filled :])
    for at in range(s.top, s.bottom):
        s.bag[at] = lists[1, ends[1]]
        ends[1] += 1
