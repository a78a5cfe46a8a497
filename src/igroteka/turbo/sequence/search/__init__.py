"""What a sound player thinks of in Sequence, and what a board is worth.

Which move is how likely, and how likely a side is to win, are weighed sums; the weights were learned from
games that they played against themselves (`weights.py`, made by `lab/sequence/teaching.py`). Dead cards are
exchanged and owed cards taken at once; jacks are looked at only where they complete or stop a five,
or nearly so. Others are thought to play as Player does, and their hands to be what such play leaves in them.
"""

from collections.abc import Callable, Sequence
from typing import Final

import numpy as np

from igroteka.games.sequence import memory
from igroteka.games.sequence.view import View
from igroteka.turbo.bits import first
from igroteka.turbo.compiling import kernel
from igroteka.turbo.machine import Array, Int, State, Stream
from igroteka.turbo.sequence.actions import DRAW, EXCHANGE, action_of
from igroteka.turbo.sequence.legal import free_cells, has_cards, is_owed
from igroteka.turbo.sequence.search.belief import deal_hidden, nothing_known, suspect
from igroteka.turbo.sequence.search.fives import MOST_MARKS, moves
from igroteka.turbo.sequence.search.player import chosen
from igroteka.turbo.sequence.search.standing import FEATURES, features
from igroteka.turbo.sequence.search.weights import MOVES, STANDING
from igroteka.turbo.sequence.state import DRAWN
from igroteka.turbo.sequence.tables import SHOWN, SIDE_OF
from igroteka.turbo.targets import room

MOST: Final = 24
"""Answers after the tree, drawing included; then the sides are compared."""
READS: Final = True
ADVISED: Final = False
FORESEE: Final = 3
"""Others answer as Player would, in the tree and after it."""
_THOUGHT_OF: Final = 16
"""Moves of others that are thought about, at most `memory.DEEP` of each seat."""

__all__ = ["ADVISED", "FORESEE", "MOST", "READS", "believe", "deal_hidden", "expected", "judge", "sensible"]


def believe(views: Sequence[View], root: Callable[[View], Array], rng: Stream) -> Array:
    """What the moves between these views, the last of which is now, tell of other hands."""
    belief, now = nothing_known(), views[-1]
    deep = max(1, min(memory.DEEP, _THOUGHT_OF // (now.seats - 1)))
    for who, seen in memory.moves(views, deep).items():
        past = np.concatenate([root(move.before) for move in seen] or [root(now)[:0]])
        actions = np.array([action_of(move.intent) for move in seen], np.int64)
        suspect(past, now.seat, who, actions, rng, belief)
    return belief


@kernel
def at_once(s: State, seat: Int) -> Int:
    """What needs no thought: an owed card is taken, a dead one exchanged; 0: nothing of the kind."""
    if s.owes and is_owed(s, seat):
        return DRAW
    if seat == s.turn and not s.exchanged and has_cards(s):
        dead = s.hand[seat] & SHOWN & ~(free_cells(s, 0) | free_cells(s, 1))
        if dead:
            return EXCHANGE + first(dead)
    return 0


@kernel
def sensible(s: State, seat: Int, out: Array, weights: Array) -> Int:
    if s.claim >= 0 or s.choosing >= 0:
        return 0
    out[0] = at_once(s, seat)
    if out[0]:
        weights[0] = 1.0
        return 1
    if seat != s.turn:
        return 0
    marks, counts = room((1, MOST_MARKS), np.int16), room(1, np.int16)
    count = moves(s, seat, MOVES, out, weights, marks, counts)
    highest = -np.inf
    for at in range(count):
        highest = max(highest, weights[at])
    for at in range(count):
        weights[at] = np.exp(weights[at] - highest)
    return count


@kernel
def expected(s: State, seat: Int) -> Int:
    """Others on turn play as Player does."""
    if seat != s.turn or s.claim >= 0 or s.choosing >= 0:
        return 0
    action = at_once(s, seat)
    return action if action else chosen(s, seat)


@kernel
def judge(s: State, values: Array) -> None:
    if s.over:
        for seat in range(s.seats):
            values[seat] = 1.0 if s.winner == SIDE_OF[s.sides, seat] else 0.0
            if s.winner == DRAWN or s.winner < 0:
                values[seat] = 1.0 / s.sides
        return
    found = room(FEATURES, np.float64)
    total = 0.0
    for side in range(s.sides):
        features(s, side, found)
        score = 0.0
        for at in range(FEATURES):
            score += found[at] * STANDING[at]
        values[side] = np.exp(score)
        total += values[side]
    for seat in range(s.seats - 1, -1, -1):
        values[seat] = values[SIDE_OF[s.sides, seat]] / total
