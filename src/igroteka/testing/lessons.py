"""Lessons teach the game as it is: every step is played by the rules, and so is the short game at the end."""

from collections.abc import Callable, Iterator
from functools import wraps
from typing import Any, ParamSpec

import pytest

from igroteka.bots import make
from igroteka.core import Chance, Refused, Seeded, read
from igroteka.core.lesson import Lesson, Said
from igroteka.games.lessons import lessons
from igroteka.games.texts import LANGUAGES
from igroteka.table.driver import Chooser
from igroteka.table.lesson import LEARNER, Taught, as_json, fits
from igroteka.table.lesson_game import LessonGame, played
from igroteka.testing.base import Base

_LONGEST = 130
"""Letters that a child reads at once, and that fit beside a table on a small phone."""
_DECISIONS = 400
P = ParamSpec("P")


def sentences(lesson: Lesson) -> Iterator[Said]:
    yield lesson.title
    for step in lesson.steps:
        yield step.say
        if step.praise is not None:
            yield step.praise
    yield from lesson.game.tips


def against(level: str, chance: Chance) -> Chooser:
    """Seats that are played by bots of a level."""
    bots: dict[int, Any] = {}

    def choose(seat: int, look: Any, offers: tuple[Any, ...], may_wait: bool) -> Any | None:
        return bots.setdefault(seat, make(level)).choose(look(), offers, may_wait, chance)

    return choose


def in_words(test: Callable[P, None]) -> Callable[P, None]:
    """What the rules refuse of a lesson is said to be that."""

    @wraps(test)
    def told(*args: P.args, **more: P.kwargs) -> None:
        try:
            test(*args, **more)
        except Refused as refused:
            raise AssertionError(f"the rules refuse what lesson.toml says: {refused}") from refused

    return told


class LessonsTeach(Base):
    """A game without a lesson has nothing to keep."""

    @property
    def _lessons(self) -> dict[str, Lesson]:
        found = lessons(self.on_shelf)
        if not found:
            pytest.skip("this game brings no lesson")
        return found

    @in_words
    def test_every_step_of_a_lesson_can_be_done_as_it_is_asked(self) -> None:
        for name, lesson in self._lessons.items():
            done: list[dict[str, Any]] = []
            for number, step in enumerate(lesson.steps):
                done = [] if step.position is not None else done
                for _ in range(step.times if step.ask else 0):
                    done = [*done, self._every_way(lesson, number, done, f"{name}, step {number}")]
                assert Taught(self.on_shelf, lesson, number, done).is_done, (name, number)

    def _every_way(
        self, lesson: Lesson, number: int, done: list[dict[str, Any]], where: str
    ) -> dict[str, Any]:
        """Each pattern fits something legal, and each that fits leads on; answers with the first."""
        taught = Taught(self.on_shelf, lesson, number, done)
        legal = [as_json(one) for one in taught.match.legal(LEARNER)]
        asked = [[one for one in legal if fits(pattern, one)] for pattern in taught.step.ask]
        assert all(asked), f"{where}: nothing of {legal} is asked for"
        for intent in (one for way in asked for one in way):
            Taught(self.on_shelf, lesson, number, done).ask(read(intent, self.on_shelf.Intent))
        return asked[0][0]

    @in_words
    def test_what_a_lesson_calls_wrong_is_refused_with_that_reason(self) -> None:
        for lesson in self._lessons.values():
            done: list[dict[str, Any]] = []
            for number, step in enumerate(lesson.steps):
                done = [] if step.position is not None else done
                taught = Taught(self.on_shelf, lesson, number, done)
                for wrong in step.wrong:
                    with pytest.raises(Refused) as refused:
                        taught.ask(read(wrong.intent, self.on_shelf.Intent))
                    assert refused.value.reason == wrong.reason, (number, wrong)
                for _ in range(step.times if step.ask else 0):
                    done = [*done, self._every_way(lesson, number, done, f"step {number}")]

    @in_words
    def test_what_is_legal_but_not_asked_for_changes_nothing(self) -> None:
        for lesson in self._lessons.values():
            taught = Taught(self.on_shelf, lesson, 0, ())
            before = taught.match.view(LEARNER)
            for intent in taught.match.legal(LEARNER):
                if not taught.is_asked(intent):
                    with pytest.raises(Refused, match="lesson-"):
                        taught.ask(intent)
            assert taught.match.view(LEARNER) == before

    def test_a_lesson_is_told_in_short_sentences_in_both_languages(self) -> None:
        for lesson in self._lessons.values():
            assert lesson.steps
            assert lesson.steps[0].position is not None
            for said in sentences(lesson):
                assert set(said) == set(LANGUAGES), said
                assert all(0 < len(text) <= _LONGEST for text in said.values()), said

    def test_every_step_of_a_lesson_names_its_clause(self) -> None:
        if self.on_shelf.CLAUSES:
            for lesson in self._lessons.values():
                assert [step.say for step in lesson.steps if not step.clauses] == []

    @pytest.mark.parametrize("seed", [1, 2, 3])
    @in_words
    def test_the_short_game_of_a_lesson_is_played_to_its_end(self, seed: int) -> None:
        for lesson in self._lessons.values():
            chance = Seeded(seed)
            game = LessonGame(self.on_shelf, lesson, seed, against("beginner", Seeded(seed)))
            learner = make("player")
            for _ in range(_DECISIONS):
                if game.match.outcome is not None:
                    break
                view = game.match.view(LEARNER)
                assert view.legal, (
                    "[game] of the lesson: the learner is to move and may do nothing. Has `fewer` put a part "
                    f"back that another field names? {game.match.game.position(game.match.state)}"
                )
                game.decide(learner.choose(view, view.legal, game.waits, chance))
            assert game.match.outcome is not None, (
                f"no end of the short game after {_DECISIONS} decisions of the learner, here Player, against "
                "Beginner: what brings every game to its end?"
            )
            same = played(self.on_shelf, lesson, seed, game.done, against("beginner", Seeded(seed)))
            assert same.match.log == game.match.log
