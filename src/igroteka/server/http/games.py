"""Games over HTTP: what a page that was not built with a game has to be told of it."""

from collections.abc import Iterator
from typing import Any, Final

import msgspec
from litestar import get, post
from litestar.params import FromPath, JSONBody
from msgspec import NODEFAULT
from msgspec import inspect as mi

from igroteka.core import AnyGame, Refused, rotates, seat_fields
from igroteka.games import SHELF
from igroteka.games import game as on_shelf
from igroteka.games.lessons import lesson
from igroteka.games.texts import LANGUAGES, Texts, clauses_in, clauses_text, page_texts, rules_text, texts
from igroteka.server import exercises, lessons
from igroteka.server.exercises import ExerciseAsk
from igroteka.server.http.responses import AnyRequest, refusals
from igroteka.server.lessons import LessonAsk, LessonInfo, Lessons, LessonText, LessonTold


class OptionInfo(msgspec.Struct, frozen=True):
    """An option: the values that the texts explain, in their order; with `seats` also any seat's number."""

    name: str
    values: tuple[str | int | bool, ...]
    seats: bool
    default: str | int | bool | None


class GameInfo(msgspec.Struct, frozen=True):
    """A game on the shelf, in both languages; `rotates`: somebody else begins the next game of a series."""

    name: str
    title: dict[str, str]
    about: dict[str, str]
    age: dict[str, str]
    seats: tuple[int, ...]
    options: tuple[OptionInfo, ...]
    rotates: bool
    lessons: tuple[LessonInfo, ...]


class RulesText(msgspec.Struct, frozen=True):
    """The rules in the game's own words, as Markdown, and its numbered clauses."""

    text: str
    clauses: dict[str, str]


@get("/api/games", summary="The games on the shelf")
async def games() -> tuple[GameInfo, ...]:
    return tuple(info_of(game) for game in SHELF.values())


@get(
    "/api/games/{game:str}/texts/{language:str}",
    summary="What a game says in a language: tables of keys and sentences",
    responses=refusals(404),
)
async def game_texts(game: FromPath[str], language: FromPath[str]) -> Texts:
    return page_texts(_known(game).NAME, _spoken(language))


@get(
    "/api/games/{game:str}/rules/{language:str}",
    summary="The rules of a game",
    responses=refusals(404),
)
async def game_rules(game: FromPath[str], language: FromPath[str]) -> RulesText:
    return rules_of(_known(game), _spoken(language))


@get(
    "/api/games/{game:str}/lessons/{name:str}",
    summary="What the coach of a lesson says",
    responses=refusals(404),
)
async def lesson_text(game: FromPath[str], name: FromPath[str]) -> LessonText:
    return lessons.text_of(lesson(_known(game), name))


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
    return await answering.tell(_known(game), name, data)


@post(
    "/api/games/{game:str}/exercises",
    summary="A table to practise one skill at, and what comes of an intent there; nothing is stored",
    responses=refusals(403, 404, 413),
    status_code=200,
)
async def exercise(game: FromPath[str], data: JSONBody[ExerciseAsk]) -> LessonTold:
    return await exercises.tell(_known(game), data)


ROUTES: Final = (games, game_texts, game_rules, lesson_text, lesson_step, exercise)


def info_of(game: AnyGame) -> GameInfo:
    said = {language: texts(game.__name__, language)["game"] for language in LANGUAGES}
    title, about, age = (
        {language: lines.get(key, "") for language, lines in said.items()}
        for key in ("title", "about", "age")
    )
    return GameInfo(
        game.NAME, title, about, age, game.SEATS, tuple(_options(game)), rotates(game), lessons.infos(game)
    )


def rules_of(game: AnyGame, language: str) -> RulesText:
    return RulesText(rules_text(game, language), clauses_in(clauses_text(game), game.CLAUSES))


def _known(name: str) -> AnyGame:
    try:
        return on_shelf(name)
    except Refused:
        raise Refused("no-such-game", None, game=name[:60]) from None


def _spoken(language: str) -> str:
    if language not in LANGUAGES:
        raise Refused("no-such-language", None, language=language[:60], languages=", ".join(LANGUAGES))
    return language


def _options(game: AnyGame) -> Iterator[OptionInfo]:
    """What a lobby may offer."""
    struct = mi.type_info(game.Options)
    assert isinstance(struct, mi.StructType)
    told = texts(game.__name__, "en").get("options", {})
    for field in struct.fields:
        key = field.encode_name
        values = [said.split("=", 1)[1] for said in told if said.startswith(f"{key}=")]
        default = None if field.default is NODEFAULT else field.default
        typed = tuple(_typed(value, field) for value in values)
        yield OptionInfo(key, typed, field.name in seat_fields(game.Options), default)


def _typed(value: str, field: mi.Field) -> Any:
    """The value that a text is about: true, 3, or a word."""
    if isinstance(field.type, mi.BoolType):
        return value == "true"
    return int(value) if value.isdecimal() else value
