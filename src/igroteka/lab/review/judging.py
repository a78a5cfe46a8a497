"""A decision judged: what was answered, what the sense would answer, and the best other answer.

All are tried in the same worlds, which keep to what the seat knew; the best other answer is found in some
worlds and measured in others, so that being picked does not flatter it.
"""

from math import sqrt
from typing import Final

import msgspec

from igroteka.core import Sides
from igroteka.lab.playouts.kernels import AS_SENSED
from igroteka.lab.playouts.playouts import Playouts
from igroteka.lab.review.calibration import Chances, Curve, by_side
from igroteka.lab.review.choices import Choice

_FRESH: Final = 1 << 40
"""Seeds of the worlds in which a decision is measured, apart from those in which it is looked over."""


class Effort(msgspec.Struct, frozen=True):
    """Worlds for looking a decision over, and for measuring it."""

    look: int
    measure: int

    @classmethod
    def of(cls, playouts: int, choices: tuple[Choice, ...]) -> "Effort":
        """A quarter of the playouts for looking, the rest for measuring; some for each in any case."""
        answers = sum(len(one.answers) for one in choices) or 1
        measured = sum(2 if _is_known(one) else 3 for one in choices) or 1
        return cls(
            look=min(400, max(16, playouts // 4 // answers)),
            measure=min(20_000, max(32, playouts * 3 // 4 // measured)),
        )


class Judged(msgspec.Struct, frozen=True):
    """By side what the answer changed beside that of the sense; beside the best other one for the seat."""

    choice: Choice
    change: Chances
    change_error: Chances
    other: int
    worth: float
    worth_error: float


def _is_known(choice: Choice) -> bool:
    """Whether the answer of the sense is the played one: then it need not be measured."""
    return choice.expected == choice.played


def judge(playouts: Playouts, choice: Choice, sides: Sides, curve: Curve, effort: Effort) -> Judged:
    side = next(number for number, seats in enumerate(sides) if choice.seat in seats)
    other = _best_other(playouts, choice, sides, side, effort.look)
    answers = [choice.played, other, *([] if _is_known(choice) else [AS_SENSED])]
    found = by_side(playouts.compare(choice.known, answers, effort.measure, _FRESH + _seed(choice)), sides)
    played, best, sensed = found[0], found[1], found[0] if _is_known(choice) else found[2]
    change, change_error = _difference(played, sensed, curve)
    worth, worth_error = _difference(played, best, curve)
    return Judged(choice, change, change_error, other, float(worth[side]), float(worth_error[side]))


def _seed(choice: Choice) -> int:
    return choice.number * 16 + choice.seat


def _best_other(playouts: Playouts, choice: Choice, sides: Sides, side: int, worlds: int) -> int:
    """The answer, beside the one that was given, that did best for the seat."""
    others = list(choice.answers[1:])
    if len(others) == 1:
        return others[0]
    found = playouts.compare(choice.known, others, worlds, _seed(choice))
    return others[int(by_side(found, sides)[:, :, side].mean(axis=1).argmax())]


def _difference(one: Chances, other: Chances, curve: Curve) -> tuple[Chances, Chances]:
    """By side how much better the first did in the same worlds, as chances, and the error of that."""
    means = one.mean(axis=0), other.mean(axis=0)
    spread = (one - other).std(axis=0) / sqrt(len(one))
    return curve.chances(means[0]) - curve.chances(means[1]), spread * curve.slopes(means[1])
