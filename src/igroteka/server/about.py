"""What has to be told of a game to a page that was not built with it."""

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import NODEFAULT, UNSET, UnsetType
from msgspec import inspect as mi

from igroteka.core import AnyGame, Refused, read, rotates, seat_fields
from igroteka.core.kinds import alternatives_of
from igroteka.folder import folder_of
from igroteka.games.texts import LANGUAGES, clauses_in, clauses_text, rules_text, texts
from igroteka.server import lessons
from igroteka.server.guests import game as on_shelf
from igroteka.server.lessons import LessonInfo


class OptionInfo(msgspec.Struct, frozen=True):
    """An option: the values that the texts explain, in their order; with `seats` also any seat's number.

    `unfit`: at which numbers of seats a value cannot be chosen, by the value as texts name it.
    """

    name: str
    values: tuple[str | int | bool, ...]
    seats: bool
    default: str | int | bool | None
    unfit: dict[str, tuple[int, ...]] | UnsetType = UNSET


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
    minutes: int
    """How long a game takes, about; 0 where the game does not say it."""
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
        minutes=game.MINUTES,
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
        typed = {said: _typed(said, field) for said in values}
        default = None if field.default is NODEFAULT else field.default
        unfit = {said: seats for said, value in typed.items() if (seats := _unfit(game, {key: value}))}
        yield OptionInfo(
            key, tuple(typed.values()), field.name in seat_fields(game.Options), default, unfit or UNSET
        )


def _typed(said: str, field: mi.Field) -> Any:
    """The value that a text is about: true, 3, or a word, which may look like a number."""
    if isinstance(field.type, mi.BoolType):
        return said == "true"
    named = [kind.values for kind in alternatives_of(field.type) if isinstance(kind, mi.LiteralType)]
    known = {str(value): value for values in named for value in values}
    return known.get(said, int(said) if said.isdecimal() else said)


def _unfit(game: AnyGame, options: dict[str, Any]) -> tuple[int, ...]:
    """The numbers of seats that take the usual options, and not these."""
    return tuple(seats for seats in game.SEATS if _fits(game, seats, {}) and not _fits(game, seats, options))


def _fits(game: AnyGame, seats: int, options: dict[str, Any]) -> bool:
    try:
        game.start(seats, read(options, game.Options))
    except Refused:
        return False
    return True
