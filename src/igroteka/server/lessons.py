"""Lessons for one learner at a time: nothing of them is stored, so any server can answer any question."""

from collections import OrderedDict
from collections.abc import Sequence
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta

from igroteka.bots import make
from igroteka.core import AnyGame, Chance, Refusal, Refused, Seat, Seeded, read
from igroteka.core.lesson import Lesson, Said
from igroteka.games.lessons import lesson, lessons
from igroteka.server.connection.messages import ToldRow
from igroteka.server.threads import apart
from igroteka.server.turns import Turns
from igroteka.table import Match, Row
from igroteka.table.driver import Chooser
from igroteka.table.lesson import LEARNER, Taught
from igroteka.table.lesson_game import LessonGame, played

_MOST_DECISIONS: Final = 400
_KEPT: Final = 64
"""Short games that are kept in memory, so that they need not be played again for every decision."""


class LessonInfo(msgspec.Struct, frozen=True):
    """A lesson of a game, and the options of the tables that it is for."""

    name: str
    title: Said
    options: dict[str, Any]


class StepText(msgspec.Struct, frozen=True):
    """A step as the page shows it; `stands`: it begins from a position of its own."""

    say: Said
    praise: Said | None
    ask: tuple[dict[str, Any], ...]
    times: int
    point: tuple[str, ...]
    picture: tuple[str, ...]
    clauses: tuple[str, ...]
    stands: bool


class LessonText(msgspec.Struct, frozen=True):
    """What the coach of a lesson says; its positions stay with the server."""

    title: Said
    options: dict[str, Any]
    steps: tuple[StepText, ...]
    tips: tuple[Said, ...]


class LessonAsk(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where the learner is in a lesson, and what is asked for now; null looks on.

    `done` are the learner's intents since the last step that stands, or, in the short game (the step after
    the last), all decisions so far, null for letting it be. With `why` nothing is played; with `wait` the
    learner lets it be.
    """

    step: Annotated[int, Meta(ge=0)]
    done: Annotated[tuple[dict[str, Any] | None, ...], Meta(max_length=_MOST_DECISIONS)] = ()
    intent: dict[str, Any] | None = None
    why: bool = False
    wait: bool = False
    seed: Annotated[int, Meta(ge=0, le=2**53 - 1)] = 0
    """Of the short game's deal; the learner's browser draws it."""


class LessonTold(msgspec.Struct, frozen=True):
    """The table of a lesson as the learner sees it, and what has just happened there.

    `refusal`: nothing has changed. `finished`: the step has been done. `waits`: the learner may act out of
    turn, or let it be. `turns` and `hint` belong to the short game: how many turns the learner has begun, and
    a good intent while the coach is there.
    """

    rows: tuple[ToldRow, ...]
    view: Any
    refusal: Refusal | None = None
    finished: bool = False
    waits: bool = False
    turns: int = 0
    hint: Any | None = None


def infos(game: AnyGame) -> tuple[LessonInfo, ...]:
    return tuple(LessonInfo(name, one.title, one.options) for name, one in lessons(game).items())


def text_of(taught: Lesson) -> LessonText:
    steps = (
        StepText(
            one.say, one.praise, one.ask, one.times, one.point, one.picture, one.clauses,
            one.position is not None,
        )
        for one in taught.steps
    )  # fmt: skip
    return LessonText(taught.title, taught.options, tuple(steps), taught.game.tips)


class Lessons:
    """Answers learners, one after the other, beside the event loop."""

    def __init__(self) -> None:
        self._turns = Turns()
        self._games: OrderedDict[tuple[str, str, int], LessonGame] = OrderedDict()

    async def tell(self, game: AnyGame, name: str, asked: LessonAsk) -> LessonTold:
        taught = lesson(game, name)
        answer = self._play if asked.step == len(taught.steps) else _step
        async with self._turns:
            return await apart(answer, game, name, taught, asked)

    def _play(self, game: AnyGame, name: str, taught: Lesson, asked: LessonAsk) -> LessonTold:
        """The short game; it goes on where it was left in memory, else all of it is played again."""
        kept = self._games.pop((game.NAME, name, asked.seed), None)
        done = [one if one is None else read(one, game.Intent) for one in asked.done]
        if kept is None or kept.done != done:
            kept = played(game, taught, asked.seed, done, _beginners(asked.seed))
        self._games[game.NAME, name, asked.seed] = kept
        if len(self._games) > _KEPT:
            self._games.popitem(last=False)
        return _decided(kept, taught, asked)


def _step(game: AnyGame, name: str, taught: Lesson, asked: LessonAsk) -> LessonTold:
    if None in asked.done:
        raise Refused("lesson-differs")
    table = Taught(game, taught, asked.step, [one for one in asked.done if one is not None])
    rows, refusal = table.came, None
    if asked.intent is not None:
        try:
            intent = read(asked.intent, game.Intent)
            rows = (table.match.decide(LEARNER, intent),) if asked.why else table.ask(intent)
        except Refused as refused:
            rows, refusal = (), refused.told()
    rows = () if asked.why else rows
    return LessonTold(told_rows(table.match, rows), table.match.view(LEARNER), refusal, table.is_done)


def _decided(table: LessonGame, taught: Lesson, asked: LessonAsk) -> LessonTold:
    rows: Sequence[Row] = ()
    refusal = None
    try:
        if asked.intent is not None:
            intent = read(asked.intent, table.match.game.Intent)
            rows = table.look(intent) if asked.why else table.decide(intent)
        elif asked.wait:
            rows = table.decide(None)
    except Refused as refused:
        refusal = refused.told()
    view = table.match.view(LEARNER)
    return LessonTold(
        told_rows(table.match, rows),
        view,
        refusal,
        waits=table.waits,
        turns=table.turns,
        hint=_hint(view) if table.turns <= len(taught.game.tips) else None,
    )


def told_rows(match: Match, rows: Sequence[Row]) -> tuple[ToldRow, ...]:
    """What the learner is told of them."""
    return tuple(ToldRow(row.number, row.time, row.seat, match.told(row, LEARNER)) for row in rows)


def _hint(view: Any) -> Any | None:
    if view.turn != LEARNER or not view.legal:
        return None
    return make("player").choose(view, view.legal, False, Seeded(0))


def _beginners(seed: int) -> Chooser:
    chance: Chance = Seeded(seed)
    bots: dict[Seat, Any] = {}

    def choose(seat: Seat, look: Any, offers: tuple[Any, ...], may_wait: bool) -> Any | None:
        return bots.setdefault(seat, make("beginner")).choose(look(), offers, may_wait, chance)

    return choose
