"""What chance gave each side of a finished game beyond its average: a control variate for arenas.

For every row by which something came from the deck: what the game is worth with that, less what it is worth
with anything else that could have come. For every row in which a bot could as well have answered otherwise,
by its own chance: what its answer is worth, less what those are worth on average. Whoever answers knows
neither, so each such difference is nought on average, however good or bad the judgement of values is
(docs/review.md).
"""

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from igroteka.core import HOUSE, Refused
from igroteka.lab.playouts.playouts import Playouts, States, playouts
from igroteka.lab.review.calibration import Chances, LuckEffort, by_side, calibration
from igroteka.table import Match
from igroteka.table.match import Row, fold

_NO_LOTS: Mapping[int, tuple[Any, ...]] = {}


def game_luck(
    match: Match, seed: int, lots: Mapping[int, tuple[Any, ...]] = _NO_LOTS, effort: LuckEffort | None = None
) -> tuple[float, ...]:
    """By side what chance after the deal was worth beyond its average, in parts of a win.

    `lots` has by row what the bot could as well have answered, as `lab.arena.chooser` notes it. `effort`
    is what `lab/<game>/review.toml` says by default. The deal itself is left out: duplicate deals give every
    side the same ones.
    """
    sides = match.game.sides(match.state)
    work = _Luck(match, playouts(match.game.NAME), effort or calibration(match.game.NAME).luck, seed)
    total = np.zeros(len(sides))
    for difference in work.differences(lots):
        total += by_side(difference, sides)
    return tuple(float(one) for one in total)


class _Luck:
    """One game, row by row."""

    def __init__(self, match: Match, by: Playouts, effort: LuckEffort, seed: int) -> None:
        self.match, self.game, self.by = match, match.game, by
        self.worlds, self.most, self.seed = effort.worlds, effort.most, seed

    def differences(self, lots: Mapping[int, tuple[Any, ...]]) -> Iterator[Chances]:
        """By seat, for every row in which chance played a part."""
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

    def _of_row(self, row: Row, was: States, now: States, answers: list[int]) -> Iterator[Chances]:
        seed = (self.seed << 20) + 4 * row.number
        if set(answers) != {answers[0]}:
            yield self._lot(was, answers, seed + 2)
        drawn = self.by.draws(was, now, answers[0], self.worlds, seed, self.most)
        if drawn is not None:
            yield drawn.mean(axis=0)

    def _lot(self, was: States, answers: list[int], seed: int) -> Chances:
        """What the first answer is worth, less what the others are worth on average."""
        different = sorted(set(answers))
        values = self.by.answers(was, different, self.worlds, seed, self.most).mean(axis=1)
        worth = dict(zip(different, values, strict=True))
        luck: Chances = worth[answers[0]] - np.mean([worth[one] for one in answers[1:]], axis=0)
        return luck

    def _action(self, state: Any, intent: Any) -> int:
        return self.by.twin.action_of(self.game.canonical(state, intent))
