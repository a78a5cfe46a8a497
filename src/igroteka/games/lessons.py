"""The lessons that a game brings along: `lesson.toml`, and `lesson_….toml` for further rule sets."""

import tomllib
from functools import cache
from typing import Any

import msgspec

from igroteka.core import AnyGame, Refused
from igroteka.core.lesson import Lesson
from igroteka.folder import folder_of


def lessons(game: AnyGame) -> dict[str, Lesson]:
    """By their names, which are those of the files without their ending; none if the game brings none."""
    return _lessons(game.__name__)


def lesson(game: AnyGame, name: str) -> Lesson:
    try:
        return lessons(game)[name]
    except KeyError:
        raise Refused("no-such-lesson", None, lesson=name[:60]) from None


@cache
def _lessons(package: str) -> dict[str, Lesson]:
    found = sorted(path.name for path in folder_of(package).iterdir() if _is_lesson(path.name))
    return {name.removesuffix(".toml"): _read(package, name) for name in found}


def _is_lesson(name: str) -> bool:
    stem = name.removesuffix(".toml")
    return name.endswith(".toml") and (stem == "lesson" or stem.startswith("lesson_"))


def _read(package: str, name: str) -> Lesson:
    data: dict[str, Any] = tomllib.loads(folder_of(package).joinpath(name).read_text("utf-8"))
    return msgspec.convert(data, Lesson)
