"""Exercises for one child at a time: a set position, one answer judged by the rules, and nothing stored."""

import asyncio
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from igroteka.core import AnyGame, Refused, Seeded, read
from igroteka.server.lessons import LessonTold, told_rows
from igroteka.table import Match
from igroteka.table.lesson import LEARNER


class ExerciseAsk(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A skill of a game to be tried at a table with these options; `seed` chooses one of its positions.

    Without an intent the position is told. With `why` nothing is played.
    """

    skill: Annotated[str, Meta(min_length=1, max_length=20)]
    options: dict[str, Any] = {}
    seed: Annotated[int, Meta(ge=0, le=2**53 - 1)] = 0
    intent: dict[str, Any] | None = None
    why: bool = False


async def tell(game: AnyGame, asked: ExerciseAsk) -> LessonTold:
    """The table as the learner sees it; `finished` when the intent was right."""
    return await asyncio.to_thread(_tell, game, asked)


def _tell(game: AnyGame, asked: ExerciseAsk) -> LessonTold:
    options = read(asked.options, game.Options)
    position = game.exercise(options, asked.skill, Seeded(asked.seed))
    if position is None:
        raise Refused("no-such-exercise", None, skill=asked.skill)
    match = Match.standing(game, game.from_position(position, options), options)
    if asked.intent is None:
        return LessonTold((), match.view(LEARNER))
    try:
        row = match.decide(LEARNER, read(asked.intent, game.Intent))
    except Refused as refused:
        return LessonTold((), match.view(LEARNER), refused.told())
    if asked.why:
        return LessonTold((), match.view(LEARNER))
    match.append(row)
    return LessonTold(told_rows(match, (row,)), match.view(LEARNER), finished=True)
