"""Learning how a seat of Etazhiki stands, from how games of Player ended.

Every rule set and table size is learned apart: a hand that wins by the full rules for two says little of five
beginners. Some answers are drawn by lot, so that boards are met which Player alone would avoid.
"""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from typing import Any, Final

import msgspec
import numpy as np
import numpy.typing as npt

from igroteka.bots.search.tree import draw_lot
from igroteka.core import read
from igroteka.lab.compiled import compiled
from igroteka.lab.judgement import Numbers, fitted, shared, surprise
from igroteka.turbo import twin
from igroteka.turbo.chance import below, streams, word
from igroteka.turbo.etazhiki.search import foreseen, sensible
from igroteka.turbo.etazhiki.search.standing import FEATURES, features
from igroteka.turbo.etazhiki.search.weights import STANDING
from igroteka.turbo.header import NOBODY, WAIT
from igroteka.turbo.machine import Array, Int, State, Stream

_TWIN: Final = twin("etazhiki")
_deal, _ask, _answer, _legal = (_TWIN.KERNELS[name] for name in ("deal", "ask", "answer", "legal"))
_WIDEST: Final = _TWIN.WIDEST + 1
_SEEN: Final = 5
"""Every so many answers the board is kept."""
_BY_LOT: Final = np.uint32(0.15 * 2**32)
"""So many of 2^32 answers are drawn by lot, as likely as they weigh."""

VARIANTS: Final = ("full", "medium", "beginner")
"""In the order of `standing.rules`."""
SEATS: Final = range(2, 6)


_drawn = compiled(draw_lot)


@compiled
def _next(s: State, seat: Int, out: Array, weights: Array, rng: Stream) -> Int:
    """As Player would, or by lot."""
    foretold = np.int64(foreseen(s, seat)) if word(rng) >= _BY_LOT else np.int64(-1)
    if foretold >= 0:
        return foretold
    count = sensible(s, seat, out, weights)
    if count:
        return np.int64(out[_drawn(weights, count, rng)])
    count = _legal(s, seat, out)
    if s.may_wait:
        out[count] = WAIT
        count += 1
    return np.int64(out[below(rng, count)])


@compiled
def _play(blank: Array, state: Array, rng: Stream, boards: Array, ends: Array) -> Int:
    """Games until there is no room for more boards: `ends` says which part each seat won; how many games."""
    out, weights = np.empty(_WIDEST, np.int16), np.empty(_WIDEST)
    seats, kept, games = np.int64(blank[0].seats), 0, 0
    while kept < boards.shape[0]:
        state[0] = blank[0]
        s = state[0]
        _deal(s, rng)
        begun, length = kept, games
        seat = _ask(s, rng)
        while seat != NOBODY:
            if length % _SEEN == 0 and kept < boards.shape[0]:
                for other in range(seats):
                    features(s, other, boards[kept, other])
                kept += 1
            _answer(s, _next(s, seat, out, weights, rng), rng)
            seat = _ask(s, rng)
            length += 1
        won = 0
        for other in range(seats):
            won += (s.winners >> other) & 1
        for other in range(seats):
            ends[begun:kept, other] = ((s.winners >> other) & 1) / won if won else 1.0 / seats
        games += 1
    return games


class Lesson(msgspec.Struct, frozen=True):
    """What was learned at one kind of table, and the log loss in games that nothing was fitted to."""

    variant: str
    seats: int
    games: int
    before: float
    after: float
    weights: Any


def boards_of(
    variant: str, seats: int, boards: int, seed: int, threads: int = 2
) -> tuple[Numbers, Numbers, int]:
    """How seats stood, how their games ended, and how many games that were."""
    blank = _TWIN.blank(seats, read({"variant": variant}, _TWIN.GAME.Options))

    def some(rng: npt.NDArray[np.uint64]) -> tuple[Numbers, Numbers, int]:
        each = -(-boards // threads)
        found, ends = np.zeros((each, seats, FEATURES)), np.zeros((each, seats))
        return found, ends, int(_play(blank, blank.copy(), rng, found, ends))

    with ThreadPoolExecutor(threads) as pool:
        parts = list(pool.map(some, [streams(seed + thread * 1_000_003) for thread in range(threads)]))
    found, ends, games = zip(*parts, strict=True)
    return np.concatenate(found), np.concatenate(ends), sum(games)


def lessons(boards: int, seed: int, threads: int = 2) -> Iterator[Lesson]:
    """All kinds of tables, each from so many boards; an eighth of them tells how much was learned."""
    for (rule, variant), seats in product(enumerate(VARIANTS), SEATS):
        found, ends, games = boards_of(variant, seats, boards, seed, threads)
        apart = len(found) // 8
        weights, _ = fitted(found[apart:], ends[apart:])
        now = STANDING[rule, seats - 2]
        before, after = (
            surprise(shared(found[:apart] @ its), ends[:apart]) if len(its) == FEATURES else np.nan
            for its in (now, weights)
        )
        yield Lesson(variant, seats, games, before, after, weights)
