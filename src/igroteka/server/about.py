"""What has to be told of a game to a page that was not built with it."""

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import NODEFAULT
from msgspec import inspect as mi

from igroteka.core import AnyGame, Refused, rotates, seat_fields
from igroteka.folder import folder_of
from igroteka.games import game as on_shelf
from igroteka.games.texts import LANGUAGES, clauses_in, clauses_text, rules_text, texts
from igroteka.server import lessons
from igroteka.server.lessons import LessonInfo


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
    reviewed: bool
    """Whether a finished game can be explained (docs/review.md): that takes a fast twin."""


class RulesText(msgspec.Struct, frozen=True):
    """The rules in the game's own words, as Markdown, and its numbered clauses."""

    text: str
    clauses: dict[str, str]


def info_of(game: AnyGame) -> GameInfo:
    said = {language: texts(game.__name__, language)["game"] for language in LANGUAGES}
    title, about, age = (
        {language: lines.get(key, "") for language, lines in said.items()}
        for key in ("title", "about", "age")
    )
    return GameInfo(
        name=game.NAME,
        title=title,
        about=about,
        age=age,
        seats=game.SEATS,
        options=tuple(_options(game)),
        rotates=rotates(game),
        lessons=lessons.infos(game),
        reviewed=_is_reviewed(game.NAME),
    )


def _is_reviewed(name: str) -> bool:
    """As `is_playable` of the playouts, which cannot be asked where Numba is not installed."""
    house = folder_of("igroteka")
    parts = house / "turbo" / name / "search" / "__init__.py", house / "lab" / name / "deck.py"
    return all(part.is_file() for part in parts)


def rules_of(game: AnyGame, language: str) -> RulesText:
    return RulesText(rules_text(game, language), clauses_in(clauses_text(game), game.CLAUSES))


def known(name: str) -> AnyGame:
    """The game of that name, or Refused."""
    try:
        return on_shelf(name)
    except Refused:
        raise Refused("no-such-game", None, game=name[:60]) from None


def spoken(language: str) -> str:
    """A language that the games speak, or Refused."""
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
