"""Games over HTTP: what a page that was not built with a game has to be told of it."""

from typing import Final

from litestar import get, post
from litestar.params import FromPath, JSONBody

from igroteka.games import SHELF
from igroteka.games.lessons import lesson
from igroteka.games.texts import Texts, page_texts
from igroteka.server import exercises, lessons
from igroteka.server.about import GameInfo, RulesText, info_of, known, rules_of, spoken
from igroteka.server.exercises import ExerciseAsk
from igroteka.server.http.responses import AnyRequest, refusals
from igroteka.server.lessons import LessonAsk, Lessons, LessonText, LessonTold

_A_REQUEST: Final = 50
"""Decisions of a learner that count as one more request: all of them may have to be played again."""


@get("/api/games", summary="The games on the shelf")
async def games() -> tuple[GameInfo, ...]:
    return tuple(info_of(known(name)) for name in SHELF)


@get(
    "/api/games/{game:str}/texts/{language:str}",
    summary="What a game says in a language: tables of keys and sentences",
    responses=refusals(404),
)
async def game_texts(game: FromPath[str], language: FromPath[str]) -> Texts:
    return page_texts(known(game).NAME, spoken(language))


@get(
    "/api/games/{game:str}/rules/{language:str}",
    summary="The rules of a game",
    responses=refusals(404),
)
async def game_rules(game: FromPath[str], language: FromPath[str]) -> RulesText:
    return rules_of(known(game), spoken(language))


@get(
    "/api/games/{game:str}/lessons/{name:str}",
    summary="What the coach of a lesson says",
    responses=refusals(404),
)
async def lesson_text(game: FromPath[str], name: FromPath[str]) -> LessonText:
    return lessons.text_of(lesson(known(game), name))


@post(
    "/api/games/{game:str}/lessons/{name:str}",
    summary="The table of a lesson at a step, and what comes of an intent there; nothing is stored",
    responses=refusals(403, 404, 413),
    status_code=200,
)
async def lesson_step(
    request: AnyRequest, game: FromPath[str], name: FromPath[str], data: JSONBody[LessonAsk]
) -> LessonTold:
    answering: Lessons = request.app.state.lessons
    await request.app.state.admission.need_request(request, len(data.done) / _A_REQUEST)
    return await answering.tell(known(game), name, data)


@post(
    "/api/games/{game:str}/exercises",
    summary="A table to practise one skill at, and what comes of an intent there; nothing is stored",
    responses=refusals(403, 404, 413),
    status_code=200,
)
async def exercise(game: FromPath[str], data: JSONBody[ExerciseAsk]) -> LessonTold:
    return await exercises.tell(known(game), data)


ROUTES: Final = (games, game_texts, game_rules, lesson_text, lesson_step, exercise)
