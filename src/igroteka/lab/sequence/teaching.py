"""Learning what moves and boards are worth in Sequence, from games that the weights play against themselves.

Actor and critic, both linear: a move is drawn by what its marks weigh together (`search/fives.py`),
the chance to win is judged from how the sides stand (`search/standing.py`). After every batch moves that
were followed by better chances than before get more weight; now and then the judgement is fitted anew to how
games ended. Every other batch is played against Player. It goes on from the weights that are there; at
thousands of games a second it takes minutes.
"""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

import msgspec
import numpy as np
import numpy.typing as npt

from igroteka.core import read
from igroteka.lab.compiled import compiled
from igroteka.lab.judgement import Numbers, fitted
from igroteka.turbo import twin
from igroteka.turbo.chance import below, streams, word
from igroteka.turbo.header import NOBODY
from igroteka.turbo.machine import Array, Int, State, Stream
from igroteka.turbo.sequence.legal import legal
from igroteka.turbo.sequence.search import at_once, expected
from igroteka.turbo.sequence.search.fives import MARKS, MOST_MARKS, moves
from igroteka.turbo.sequence.search.standing import FEATURES, features
from igroteka.turbo.sequence.state import DRAWN
from igroteka.turbo.sequence.tables import SIDE_OF

_TWIN: Final = twin("sequence")
_deal, _ask, _answer = (_TWIN.KERNELS[name] for name in ("deal", "ask", "answer"))
_WIDEST: Final = _TWIN.WIDEST
_LONGEST: Final = 400
"""Moves of a game that are learned from."""
_FADING: Final = 0.9
"""How much less each later change of the chances is laid to a move."""
_SEEN: Final = 7
"""Every so many moves the board is kept for the judgement."""
_STEEPEST: Final = 25.0
_SCALE: Final = 2.0**-32


@compiled
def _chances(s: State, standing: Array, found: Array, chances: Array) -> None:
    """By side what its standing says of winning; `found` gets how each side stands."""
    total = 0.0
    for side in range(s.sides):
        features(s, side, found[side])
        score = 0.0
        for at in range(FEATURES):
            score += found[side, at] * standing[at]
        chances[side] = np.exp(min(max(score, -_STEEPEST), _STEEPEST))
        total += chances[side]
    for side in range(s.sides):
        chances[side] /= total


@compiled
def _drawn(sums: Array, count: Int, likely: Array, rng: Stream) -> Int:
    """One of the moves by lot, as likely as it weighs; `likely` gets all their chances."""
    highest, total = sums[:count].max(), 0.0
    for at in range(count):
        likely[at] = np.exp(sums[at] - highest)
        total += likely[at]
    lot, chosen = np.float64(word(rng)) * _SCALE, -1
    for at in range(count):
        likely[at] /= total
        lot -= likely[at]
        if lot < 0 and chosen < 0:
            chosen = at
    return chosen if chosen >= 0 else count - 1


@compiled
def _note(chosen: Int, likely: Array, marks: Array, counts: Array, slope: Array) -> None:
    """How the weights would have to change for this move to become more likely."""
    slope[:] = 0.0
    for at in range(len(likely)):
        more = (1.0 if at == chosen else 0.0) - likely[at]
        for mark in range(counts[at]):
            slope[marks[at, mark]] += more


@compiled
def _settle(s: State, chances: Array, movers: Array, slopes: Array, slope: Array) -> None:
    """The game is over: every later change of a side's chances is laid to its moves, less and less."""
    length = len(chances) - 1
    for side in range(s.sides):
        lot = s.winner == DRAWN or s.winner < 0
        chances[length, side] = 1.0 / s.sides if lot else 1.0 if s.winner == side else 0.0
        later = 0.0
        for at in range(length - 1, -1, -1):
            later = chances[at + 1, side] - chances[at, side] + _FADING * later
            if movers[at] == side:
                slope += later * slopes[at]


@compiled
def _play(
    blank: Array,
    state: Array,
    games: Int,
    weights: Array,
    rival: Array,
    player: Int,
    standing: Array,
    rng: Stream,
    slope: Array,
    boards: Array,
    ends: Array,
) -> tuple[Int, Int]:
    """Play games; side `game % sides` by `weights`, the others by `rival`'s best moves if it has any, or as
    Player does.

    Adds to `slope` how the weights should change, writes boards and how their games ended; says how many of
    these, and how many games the first of them won.
    """
    sides = np.int64(blank[0].sides)
    out, sums, likely = np.empty(_WIDEST, np.int16), np.empty(_WIDEST), np.empty(_WIDEST)
    marks, counts = np.empty((_WIDEST, MOST_MARKS), np.int16), np.empty(_WIDEST, np.int16)
    slopes, movers = np.zeros((_LONGEST, MARKS)), np.empty(_LONGEST, np.int64)
    chances, found = np.zeros((_LONGEST + 1, 3)), np.zeros((3, FEATURES))
    kept, won = 0, 0.0
    for game in range(games):
        state[0] = blank[0]
        s = state[0]
        _deal(s, rng)
        begun, length = kept, 0
        seat = _ask(s, rng)
        while seat != NOBODY:
            side: Int = np.int64(SIDE_OF[sides, seat])
            learns = (rival.shape[0] == 0 and not player) or side == game % sides
            action: Int = np.int64(0)
            count: Int = 0
            if s.claim < 0 and s.choosing < 0:
                action = at_once(s, seat)
                if action == 0 and player and not learns:
                    action = expected(s, seat)
                elif action == 0 and seat == s.turn:
                    count = moves(s, seat, weights if learns else rival, out, sums, marks, counts)
            if count and length < _LONGEST:
                chosen = _drawn(sums, count, likely, rng) if learns else sums[:count].argmax()
                action = np.int64(out[chosen])
                _chances(s, standing, found, chances[length])
                if (game + length) % _SEEN == 0 and kept < boards.shape[0]:
                    boards[kept] = found[:sides]
                    kept += 1
                movers[length] = side if learns else -1
                if learns:
                    _note(chosen, likely[:count], marks, counts, slopes[length])
                length += 1
            elif action == 0 and not s.may_wait:
                action = np.int64(out[below(rng, legal(s, seat, out))])
            _answer(s, action, rng)
            seat = _ask(s, rng)
        _settle(s, chances[: length + 1], movers, slopes, slope)
        for at in range(begun, kept):
            ends[at] = chances[length, :sides]
        won += chances[length, game % sides]
    return kept, won


class Weights(msgspec.Struct):
    """What is learned. Mutable: every lot of games moves it on."""

    moves: Numbers
    standing: Numbers


class Lesson(msgspec.Struct, frozen=True):
    """How far it has come: games played, surprise at how they ended (log loss), and the shares of games that
    its best moves win against those of the weights it began with, and against Player."""

    games: int
    surprise: float
    won: float
    won_of_player: float


class Teacher:
    """Games at one kind of table, in several threads, each with its own stream of chance."""

    def __init__(self, seats: int, options: dict[str, Any], seed: int, threads: int = 2) -> None:
        self._blank = _TWIN.blank(seats, read(options, _TWIN.GAME.Options))
        self.sides = int(self._blank[0]["sides"])
        self._rngs = [streams(seed + thread * 1_000_003) for thread in range(threads)]

    def play(
        self,
        games: int,
        weights: Weights,
        rival: Numbers | None = None,
        room: int = 0,
        player: bool = False,
    ) -> tuple[Numbers, float, Numbers, Numbers]:
        """The slope, the share of games won by the first, boards and how their games ended."""
        each = -(-games // len(self._rngs))
        other = np.empty(0) if rival is None else rival

        def some(rng: npt.NDArray[np.uint64]) -> tuple[Numbers, float, Numbers, Numbers]:
            slope = np.zeros(MARKS)
            boards, ends = np.zeros((room, self.sides, FEATURES)), np.zeros((room, self.sides))
            kept, won = _play(
                self._blank, self._blank.copy(), each, weights.moves, other, player, weights.standing, rng,
                slope, boards, ends,
            )  # fmt: skip
            return slope / each, won / each, boards[:kept], ends[:kept]

        with ThreadPoolExecutor(len(self._rngs)) as pool:
            parts = list(pool.map(some, self._rngs))
        slopes, shares, boards, ends = zip(*parts, strict=True)
        return (
            np.mean(slopes, axis=0),
            float(np.mean(shares)),
            np.concatenate(boards),
            np.concatenate(ends),
        )

    def lessons(self, weights: Weights, batch: int = 4000, rate: float = 0.05) -> Iterator[Lesson]:
        """Change the weights for as long as it is asked for more; a lesson is 25 batches (Adam)."""
        began = weights.moves.copy()
        mean, square, step = np.zeros(MARKS), np.zeros(MARKS), 0
        while True:
            _, _, boards, ends = self.play(2 * batch, weights, room=12 * batch)
            surprise = judged(weights, boards, ends)
            sharp = Weights(4.0 * weights.moves, weights.standing)
            shares = self.play(batch, sharp, began)[1], self.play(batch, sharp, player=True)[1]
            yield Lesson(step * batch, surprise, *shares)
            for number in range(25):
                slope = self.play(batch, weights, player=number % 2 == 1)[0]
                step += 1
                mean, square = 0.9 * mean + 0.1 * slope, 0.995 * square + 0.005 * slope**2
                size = np.sqrt(square / (1 - 0.995**step)) + 1e-6
                weights.moves = weights.moves + rate * mean / (1 - 0.9**step) / size
            rate *= 0.97


def judged(weights: Weights, boards: Numbers, ends: Numbers) -> float:
    """Fit the judgement to boards and how their games ended; the log loss that is left.

    What no board shows stays as it was.
    """
    fit, left = fitted(boards, ends)
    weights.standing = np.where(boards.any((0, 1)), fit, weights.standing)
    return left
