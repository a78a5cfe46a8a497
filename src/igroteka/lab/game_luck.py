"""What chance gave each side of a finished game beyond its average: a control variate for arenas.

For every row by which something came from the deck: what the game is worth with that, less what it is worth
with anything else that could have come. For every row in which a bot could as well have answered otherwise,
by its own chance: what its answer is worth, less what those are worth on average. Whoever answers knows
neither, so each such difference is nought on average, however good or bad the judgement of values is
(docs/review.md).
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final

import msgspec
import numpy as np

from igroteka.core import HOUSE, Refused
from igroteka.lab.playouts.playouts import Lapses, Playouts, States, playouts
from igroteka.lab.review.calibration import Chances, LuckEffort, by_side, calibration
from igroteka.table import Match
from igroteka.table.match import Row, fold

_NO_LOTS: Mapping[int, tuple[Any, ...]] = {}
_PARTS: Final = 4
"""Terms are told apart by the chance before them, from 0 to 1. Telling them apart by the kind of chance too,
or by how long the game has lasted, left no less variance (docs/review.md)."""


class Term(msgspec.Struct, frozen=True):
    """What chance gave in one row, from the deck or by the bot's own lot, by seat."""

    given: Chances
    before: Chances
    """The chances that earlier rows left: known before this chance fell, and judged in other worlds."""


def game_luck(
    match: Match,
    seed: int,
    lots: Mapping[int, tuple[Any, ...]] = _NO_LOTS,
    effort: LuckEffort | None = None,
    lapses: Lapses = (),
) -> tuple[float, ...]:
    """By side what chance after the deal was worth beyond its average, in parts of a win.

    `lots` has by row what the bot could as well have answered, as `lab.seated_bots` notes it. `effort` is
    what `lab/<game>/review.toml` says by default. `lapses` tells by seat how far from sound its bot plays.
    The deal itself is left out: duplicate deals give every side the same ones.
    """
    return tuple(sum(parts) for parts in luck_in_parts(match, seed, lots, effort, lapses))


def luck_in_parts(
    match: Match,
    seed: int,
    lots: Mapping[int, tuple[Any, ...]] = _NO_LOTS,
    effort: LuckEffort | None = None,
    lapses: Lapses = (),
) -> tuple[tuple[float, ...], ...]:
    """By side the same in parts, by how likely the side was to win before.

    In which part a term goes is known before its chance falls, so each part is nought on average.
    """
    sides = match.game.sides(match.state)
    work = _Luck(match, playouts(match.game.NAME), effort or calibration(match.game.NAME).luck, seed, lapses)
    total = np.zeros((len(sides), _PARTS))
    for term in work.terms(lots):
        given, before = by_side(term.given, sides), by_side(term.before, sides)
        for side in range(len(sides)):
            total[side, _part(before[side])] += given[side]
    return tuple(tuple(float(one) for one in parts) for parts in total)


def _part(before: float) -> int:
    return min(int(before * _PARTS), _PARTS - 1)


class _Luck:
    """One game, row by row."""

    def __init__(
        self, match: Match, by: Playouts, effort: LuckEffort, seed: int, lapses: Lapses = ()
    ) -> None:
        self.match, self.game, self.by = match, match.game, by
        self.worlds, self.most, self.seed, self.lapses = effort.worlds, effort.most, seed, lapses
        sides = match.game.sides(match.state)
        self.before: Chances = np.full(match.state.seats, 1 / len(sides))

    def terms(self, lots: Mapping[int, tuple[Any, ...]]) -> Iterator[Term]:
        """For every row in which chance played a part."""
        state = self.match.first
        now: States | None = None
        for row in self.match.log:
            before, state = state, fold(self.game, state, (row,))
            was, now = now, self._followed(state)
            answers = (row.intent, *lots.get(row.number, ()))
            if was is None or now is None or row.seat == HOUSE:
                continue
            if any(isinstance(one, self.game.HONOUR) for one in answers):
                continue
            was["deciding"] = row.seat
            yield from self._of_row(row, was, now, [self._action(before, one) for one in answers])

    def _followed(self, state: Any) -> States | None:
        """As the twin has it; None where it cannot follow, and luck is not told."""
        try:
            return self.by.state(state, state.options)
        except Refused:
            return None

    def _of_row(self, row: Row, was: States, now: States, answers: list[int]) -> Iterator[Term]:
        seed = (self.seed << 20) + 4 * row.number
        if set(answers) != {answers[0]}:
            yield self._told(self._lot(was, answers, seed + 2))
        drawn = self.by.draws(was, now, answers[0], self.worlds, seed, self.most, self.lapses)
        if drawn is not None:
            yield self._told(drawn.mean(axis=1))

    def _told(self, came: Chances) -> Term:
        """Of what the game is worth as it came, and as it comes on average."""
        term = Term(came[0] - came[1], self.before)
        self.before = came[0]
        return term

    def _lot(self, was: States, answers: list[int], seed: int) -> Chances:
        """What the first answer is worth, and what the others are worth on average."""
        different = sorted(set(answers))
        values = self.by.answers(was, different, self.worlds, seed, self.most, self.lapses).mean(axis=1)
        worth = dict(zip(different, values, strict=True))
        return np.stack((worth[answers[0]], np.mean([worth[one] for one in answers[1:]], axis=0)))

    def _action(self, state: Any, intent: Any) -> int:
        return self.by.twin.action_of(self.game.canonical(state, intent))
