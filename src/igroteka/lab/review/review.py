"""A finished game explained: the line of chances, and what made each seat's result (docs/review.md)."""

from collections.abc import Iterator
from itertools import pairwise
from math import sqrt
from typing import Any, Final

import msgspec
import numpy as np

from igroteka.core import AnyGame, Outcome, Refused, Seat, Sides, read
from igroteka.games import game as on_shelf
from igroteka.lab.playouts.playouts import Playouts, playouts
from igroteka.lab.review.calibration import Chances, Kind, by_side, calibration, kind_of
from igroteka.lab.review.choices import Step, need_reviewable, steps
from igroteka.lab.review.figures import Account, Decision, Figure, Point, Review
from igroteka.lab.review.judging import Effort, Judged, judge
from igroteka.table.record import Record, rows_from
from igroteka.table.verify import verify
from igroteka.turbo import WAIT

LINE: Final = 400
"""Playouts for every point of the line; fewer only in very long games."""
_DEAL: Final = 10
"""So many times more for the first one: its error is that of the deal."""
_MOST: Final = 3
"""Turning points, and best moves, of a seat at most."""
_LEAST: Final = 0.02
"""What they are worth at least."""
_Z: Final = 1.959964
_EXACT: Final = 1_000_000
"""Chances are whole numbers of this part, so that sums of them are exact."""
_STARTED: Final = 0.25
"""How much of the work the line is, roughly."""


def review(record: Record, effort: int | None = None) -> Review:
    """The review of a finished game; Refused where the record is not true, not over, or of no such game.

    `effort` is about how many playouts it may take; what is usual for the game by default.
    """
    *_, whole = reviewing(record, effort)
    return whole


def reviewing(record: Record, effort: int | None = None) -> Iterator[Review]:
    """The same as it comes: first the line as it grows, then decision after decision, the whole at last."""
    game = on_shelf(record.game)
    _need_true(record, game)
    by = playouts(game.NAME)
    yield from _Work(record, game, by, effort or calibration(game.NAME).playouts).run()


def _need_true(record: Record, game: AnyGame) -> None:
    verdict = verify(record, game)
    if verdict.wrong:
        raise Refused("record-differs", None, check=verdict.wrong.name)
    if not verdict.verified:
        raise Refused("record-unfinished")


class _Work:
    """A review in the making; what is known so far grows."""

    def __init__(self, record: Record, game: AnyGame, by: Playouts, effort: int) -> None:
        self.record, self.game, self.by = record, game, by
        self.options = read(record.options, game.Options)
        first = game.start(record.seats, self.options)
        self.steps = list(steps(game, first, rows_from(record, game), by))
        need_reviewable(game, self.steps[-1].state)
        self.sides: Sides = game.sides(self.steps[-1].state)
        self.kind: Kind = kind_of(game.NAME, record.seats, record.options)
        self.effort = effort
        self.worlds = max(16, min(LINE, effort // 4 // len(self.steps)))
        self.line: list[Point] = []
        self.judged: list[Judged] = []

    def run(self) -> Iterator[Review]:
        for at, step in enumerate(self.steps):
            self.line.append(self._moment(step, last=at == len(self.steps) - 1))
            if at % 8 == 0:
                yield self._so_far(_STARTED * at / len(self.steps))
        choices = tuple(choice for step in self.steps for choice in step.choices)
        used = self.worlds * (_DEAL + len(self.steps))
        effort = Effort.of(max(0, self.effort - used), choices)
        for at, choice in enumerate(choices):
            self.judged.append(judge(self.by, choice, self.sides, self.kind.curve, effort))
            if at % 4 == 0:
                yield self._so_far(_STARTED + (1 - _STARTED) * at / len(choices))
        yield self._so_far(1.0)

    def _moment(self, step: Step, last: bool) -> Point:
        if last:
            outcome = self.game.outcome(step.state)
            assert outcome is not None
            return Point(step.number, result(outcome, self.sides), 0.0)
        curve, worlds = self.kind.curve, self.worlds if self.line else self.worlds * _DEAL
        states = self.by.state(step.state, self.options)
        means = by_side(self.by.value(states, worlds, step.number), self.sides).mean(axis=0)
        error = np.sqrt(means * (1 - means) / worlds) * curve.slopes(means)
        return Point(step.number, _exact(curve.chances(means)), _said(_Z * float(error.max())))

    def _so_far(self, done: float) -> Review:
        record = self.record
        accounts = tuple(self._account(seat, done == 1.0) for seat in range(record.seats))
        return Review(
            game=record.game,
            seats=record.seats,
            digest=record.digest,
            sides=self.sides,
            done=_said(done),
            line=tuple(self.line),
            accounts=accounts,
            trust=self.kind.trust,
        )

    def _account(self, seat: Seat, complete: bool) -> Account:
        side = next(number for number, seats in enumerate(self.sides) if seat in seats)
        outcome = self.record.outcome
        assert outcome is not None
        start, won = _exact(np.full(1, 1 / len(self.sides)))[0], result(outcome, self.sides)[side]
        deal = Figure(_said(self.line[0].chances[side] - start), self.line[0].plus_minus)
        points, best = _told(self.judged, seat, self.by)
        if not complete:
            return Account(seat, side, start, won, deal, None, None, None, points, best)
        own = self._sum([one for one in self.judged if one.choice.seat == seat], side)
        others = self._sum([one for one in self.judged if one.choice.seat != seat], side)
        drawn = self._chance(side)
        off = sqrt(deal.plus_minus**2 + own.plus_minus**2 + others.plus_minus**2)
        return Account(seat, side, start, won, deal, Figure(drawn, _said(off)), others, own, points, best)

    def _sum(self, judged: list[Judged], side: int) -> Figure:
        error = sqrt(sum(float(one.change_error[side]) ** 2 for one in judged))
        return Figure(_said(sum(_changes(one)[side] for one in judged)), _said(_Z * error))

    def _chance(self, side: int) -> float:
        """What the rows after the deal changed, less what was decided by them."""
        decided = {step.number: 0.0 for step in self.steps}
        for one in self.judged:
            decided[one.choice.number] += _changes(one)[side]
        chances = [moment.chances[side] for moment in self.line]
        changes = [after - before for before, after in pairwise(chances)]
        return _said(
            sum(change - decided[step.number] for change, step in zip(changes, self.steps[1:], strict=True))
        )


def result(outcome: Outcome, sides: Sides) -> tuple[float, ...]:
    """By side its share of the win; a game that nobody won is shared by all."""
    won = [any(seat in outcome.winners for seat in side) for side in sides]
    shares = np.array(won, float) if any(won) else np.ones(len(sides))
    return _exact(shares / shares.sum())


def _changes(one: Judged) -> tuple[float, ...]:
    return _exact(one.change)


def _exact(chances: Chances) -> tuple[float, ...]:
    return tuple(round(float(chance) * _EXACT) / _EXACT for chance in chances)


def _said(number: float) -> float:
    return round(number * _EXACT) / _EXACT


def _told(
    judged: list[Judged], seat: Seat, by: Playouts
) -> tuple[tuple[Decision, ...], tuple[Decision, ...]]:
    """The turning points and the best moves of a seat: those that are surely worth something."""
    sure = [
        one
        for one in judged
        if one.choice.seat == seat and abs(one.worth) > max(_LEAST, _Z * one.worth_error)
    ]
    costly = sorted((one for one in sure if one.worth < 0), key=lambda one: one.worth)
    good = sorted((one for one in sure if one.worth > 0), key=lambda one: -one.worth)
    points, best = ([_move(one, by) for one in some[:_MOST]] for some in (costly, good))
    return tuple(points), tuple(best)


def _move(one: Judged, by: Playouts) -> Decision:
    choice = one.choice
    played, other = (_intent(action, by) for action in (choice.played, one.other))
    why = by.twin.GAME.explain(choice.view, other if one.worth < 0 else played)
    worth = Figure(_said(one.worth), _said(_Z * one.worth_error))
    return Decision(choice.number, choice.seat, _plain(played), _plain(other), worth, why)


def _intent(action: int, by: Playouts) -> Any | None:
    return None if action == WAIT else by.twin.intent_of(action)


def _plain(intent: Any | None) -> dict[str, Any] | None:
    data: dict[str, Any] | None = msgspec.to_builtins(intent)
    return data
