"""What turns tell of racks in UpTurn, compiled: whoever took a tile had no number that fitted and no action,
whoever laid a number hardly one that lies nearer.

Every tile gets a weight for every rack, and tiles that are dealt change places by these weights. No tile is
ever ruled out but by the rules, since people overlook one, or keep it.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np

from igroteka.games.upturn.memory import Turn, turns
from igroteka.games.upturn.view import View
from igroteka.turbo.chance import below, word
from igroteka.turbo.compiling import kernel
from igroteka.turbo.machine import Array, Bool, Int, State, Stream
from igroteka.turbo.targets import room
from igroteka.turbo.upturn.imagine import (
    clear_counts,
    count_tiles,
    deal_out,
    determinize,
    list_counted,
    list_hidden,
)
from igroteka.turbo.upturn.state import WHOLE_BOX
from igroteka.turbo.upturn.tables import (
    ACTION_TILE,
    BITS,
    FIRST_SKIP,
    MOST_SEATS,
    MOST_TILES,
    SLOTS,
    TILES,
    WORD,
)

_NUMBER: Final = 0.05
_ACTION: Final = 0.1
_SKIP_OF_TWO: Final = 0.4
"""How likely a tile that could have been laid is still there where a seat took one, beside a tile that could
not; at two seats a skip, which brings the turn back, is kept more often."""
_NEARER: Final = 0.4
_PENALTY: Final = 0.4
_HELD_BACK: Final = 0.6
"""The same where it laid a plain number: numbers that lie nearer, penalty tiles that fitted, actions."""
_PASSES: Final = 3
"""So often each tile of a rack is offered another place."""
_SCALE: Final = 2.0**-32


def told(views: Sequence[View], root: Array) -> Array:
    """By seat and tile how likely a rack has it, beside how likely that would be had nothing been seen; one
    number where nothing has. `root` is the table of the last view.
    """
    now = views[-1]
    known = {seat: its for seat, its in turns(views).items() if seat != now.seat and its}
    belief = np.ones((MOST_SEATS, 1, TILES) if known else (1, 1, 1))
    words = [int(word) for word in root["penalties"][0]]
    penalties = np.array([words[slot // WORD] >> slot % WORD & 1 for slot in range(SLOTS)], np.bool_)
    for seat, its in known.items():
        for turn in its:
            then = max(now.rack_sizes[seat] - turn.taken + turn.laid, 0)
            there = then / (then + turn.taken) if then else 0.0
            belief[seat, 0] *= 1 - there * (1 - _left(turn, now.seats, root["value"][0], penalties))
    return belief


def _left(turn: Turn, seats: int, values: Array, penalties: Array) -> Array:
    """By tile how likely it was left, if it was there."""
    left = np.ones(TILES)
    fits = values > turn.ref if turn.trend == "up" else values < turn.ref
    if turn.number is None:
        left[:SLOTS][fits] = _NUMBER
        left[ACTION_TILE:] = _ACTION
        if seats == 2:
            left[ACTION_TILE + FIRST_SKIP :] = _SKIP_OF_TWO
        return left
    left[:SLOTS][(values > turn.ref) & (values < turn.number)] = _NEARER
    left[:SLOTS][(values < turn.ref) & (values > turn.number)] = _NEARER
    left[:SLOTS][fits & penalties] = _PENALTY
    left[ACTION_TILE:] = _HELD_BACK
    return left


@kernel
def deal_hidden(s: State, seat: Int, rng: Stream, belief: Array) -> None:
    """The hidden tiles anew, and then places changed as often as makes racks as likely as they are."""
    determinize(s, seat, rng)
    if belief.shape[2] < TILES or s.odd or s.turn != seat:
        return
    tiles, owner = room(MOST_TILES, np.uint8), room(MOST_TILES, np.int8)
    end = np.int64(list_hidden(s, seat, tiles))
    racks = _owners(s, seat, owner, end)
    if racks == 0:
        return
    went_in = room(2, np.int64)
    _see_what_went_in(s, went_in)
    for _ in range(_PASSES):
        for at in range(racks):
            other = below(rng, end)
            lot = np.float64(word(rng)) * _SCALE
            if owner[at] != owner[other] and _may_change(s, went_in, tiles[at], tiles[other]):
                mine, its = np.int64(tiles[at]), np.int64(tiles[other])
                likely = belief[owner[at], 0, its] / belief[owner[at], 0, mine]
                if owner[other] >= 0:
                    likely *= belief[owner[other], 0, mine] / belief[owner[other], 0, its]
                if lot < likely:
                    tiles[at], tiles[other] = its, mine
    _put_down(s, seat, tiles, end)


@kernel
def _owners(s: State, seat: Int, owner: Array, end: Int) -> Int:
    """By hidden tile whose it is, -1 in the bag; how many are on racks."""
    at = 0
    for other in range(s.seats):
        if other != seat:
            for _ in range(s.held[other]):
                owner[at] = other
                at += 1
    for rest in range(at, end):
        owner[rest] = -1
    return at


@kernel
def _see_what_went_in(s: State, went_in: Array) -> None:
    """The numbers that went into the bag at the last filling, as bits."""
    went_in[0], went_in[1] = 0, 0
    for at in range(s.filled, s.bottom):
        tile = np.int64(s.bag[at])
        if tile < ACTION_TILE:
            went_in[0] |= BITS[tile, 0]
            went_in[1] |= BITS[tile, 1]


@kernel
def _may_change(s: State, went_in: Array, one: Int, other: Int) -> Bool:
    """Anything at first; after a filling two numbers that both went in, or both did not."""
    if s.pooled == WHOLE_BOX:
        return True
    if one >= ACTION_TILE or other >= ACTION_TILE:
        return False
    here = (BITS[one, 0] & went_in[0]) | (BITS[one, 1] & went_in[1])
    there = (BITS[other, 0] & went_in[0]) | (BITS[other, 1] & went_in[1])
    return (here != 0) == (there != 0)


@kernel
def _put_down(s: State, seat: Int, tiles: Array, end: Int) -> None:
    """The racks of others and the bag, and before it what has been taken of what went in."""
    gone = room(TILES, np.int64)
    clear_counts(gone)
    count_tiles(s.bag, np.int64(s.filled), np.int64(s.bottom), 1, gone)
    dealt = np.int64(deal_out(s, seat, tiles))
    count_tiles(tiles, dealt, end, -1, gone)
    list_counted(gone, s.bag[s.filled :])
    for at in range(dealt, end):
        s.bag[s.top + at - dealt] = tiles[at]
