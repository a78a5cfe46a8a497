"""A lesson in progress: its steps played by the real rules, and what the learner asks for judged."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from igroteka.core import AnyGame, Refused, Seat, read
from igroteka.core.lesson import Asked, Lesson, Step
from igroteka.table.match import Match, Row

LEARNER: Final[Seat] = 0


class Taught:
    """The table of a lesson at one of its steps.

    Nothing of it is stored: the step and what the learner has done since its position make the same table
    again. Mutable, since the step goes on with every right intent.
    """

    def __init__(self, game: AnyGame, lesson: Lesson, number: int, done: Sequence[Mapping[str, Any]]) -> None:
        """`done` are the learner's intents since the position that this step goes on from."""
        if not 0 <= number < len(lesson.steps):
            raise Refused("no-such-step", None, step=number, steps=len(lesson.steps))
        first = max(at for at in range(number + 1) if at == 0 or lesson.steps[at].position is not None)
        self.match = _standing(game, lesson, lesson.steps[first])
        left = list(done)
        for step in lesson.steps[first:number]:
            self._begin(step)
            self._repeat(left, step.times if step.ask else 0)
        self._begin(lesson.steps[number])
        self.came = tuple(self.match.log[len(self.match.log) - len(self.step.before) :])
        """The rows with which the step began."""
        self._repeat(left, len(left))

    @property
    def is_done(self) -> bool:
        """Whether the learner has done all that the step asks for."""
        return self.count >= (self.step.times if self.step.ask else 0)

    def ask(self, intent: Any) -> tuple[Row, ...]:
        """The learner's row and what others answer; Refused by the rules, or because it was not asked for."""
        row = self.match.decide(LEARNER, intent)
        if self.is_done:
            raise Refused("lesson-listen")
        if not self.is_asked(intent):
            raise Refused("lesson-other")
        self.match.append(row)
        self.count += 1
        return (row, *self._play(self.step.then)) if self.is_done else (row,)

    def is_asked(self, intent: Any) -> bool:
        said = as_json(self.match.game.canonical(self.match.state, intent))
        return any(fits(pattern, said) for pattern in self.step.ask)

    def _begin(self, step: Step) -> None:
        self.step, self.count = step, 0
        self._play(step.before)

    def _repeat(self, left: list[Mapping[str, Any]], times: int) -> None:
        """The next of the learner's intents once more."""
        if len(left) < times:
            raise Refused("lesson-differs")
        for _ in range(times):
            self.ask(read(left.pop(0), self.match.game.Intent))

    def _play(self, asked: Sequence[Asked]) -> tuple[Row, ...]:
        return tuple(self.match.ask(seat, read(said, self.match.game.Intent)) for seat, said in asked)


def as_json(intent: Any) -> dict[str, Any]:
    """An intent as lessons write it: what is a tuple here is a list there."""
    said: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(intent))
    return said


def fits(pattern: Mapping[str, Any], said: Mapping[str, Any]) -> bool:
    """Whether an intent has the values of a pattern."""
    return all(key in said and said[key] == value for key, value in pattern.items())


def _standing(game: AnyGame, lesson: Lesson, step: Step) -> Match:
    options = read({**lesson.options, **(step.options or {})}, game.Options)
    return Match.standing(game, game.from_position(step.position or {}, options), options)
