"""From words on the command line to a table: the game, its options, names for the seats."""

import json
import os
import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import msgspec

from igroteka.bots import DEFAULT
from igroteka.core import AnyGame, Refused, Seat, read, usual_number
from igroteka.table.parts_file import LONGEST, parts_from

LAST_SEED: Final = 2**62
"""Of a first deal: those that follow it still fit into a column of a data set."""
_NAMES: Final = {
    "ru": ("Аня", "Боря", "Вера", "Гриша", "Даша", "Егор", "Женя", "Зоя", "Инна", "Костя", "Лена", "Миша"),
    "en": ("Ann", "Bob", "Cora", "Dan", "Eve", "Finn", "Gwen", "Hugo", "Iris", "Jack", "Kim", "Leo"),
}


def language(asked: str | None) -> str:
    """The language asked for, else the system's if it is Russian, else English."""
    if asked is not None and asked not in _NAMES:
        raise Refused("unknown-language", None, language=asked, languages=", ".join(_NAMES))
    system = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or ""
    return asked or ("ru" if system.startswith("ru") else "en")


def bots(said: Sequence[str], seats: Sequence[Seat]) -> dict[Seat, str]:
    """`player,master`: who plays where no person sits; the last one named takes all seats that are left.

    Refused where more are named than can sit down: somebody would believe to have played against them.
    """
    named = [name.strip() for one in said for name in one.split(",") if name.strip()]
    if left := named[len(seats) :]:
        raise Refused("no-seat-for-bots", None, free=len(seats), bots=", ".join(left))
    named = named or [DEFAULT]
    return {seat: named[min(at, len(named) - 1)] for at, seat in enumerate(seats)}


def names(seats: int, lang: str) -> tuple[str, ...]:
    return _NAMES[lang][:seats]


def options(game: AnyGame, said: Sequence[str], parts: Path | None) -> Any:
    """`draw=automatic`, `hard=true`, `starter=2`: the table options, or Refused."""
    data: dict[str, Any] = {}
    for word in said:
        name, equals, value = word.partition("=")
        if not equals:
            raise Refused("option-without-value", None, option=word)
        data[name] = _value(value)
    if parts is not None:
        data["parts"] = manifest(parts)
    return read(data, game.Options)


def named(game: AnyGame, said: Sequence[str]) -> dict[str, Any]:
    """The options that were said and no others, as the game reads them."""
    whole = msgspec.to_builtins(options(game, said, None))
    return {name: whole[name] for name in (word.partition("=")[0] for word in said)}


def _value(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):  # no JSON, or numbers and lists without end: a word
        return text


def manifest(path: Path) -> dict[str, Any]:
    """The content of a family's own parts file; bounded, because such files are passed on among strangers."""
    try:
        with path.open("rb") as file:
            text = file.read(LONGEST + 1).decode("utf-8")
    except OSError as error:
        raise Refused("file-unreadable", None, file=str(path), problem=error.strerror or "") from None
    except UnicodeDecodeError as error:
        raise Refused("file-unreadable", None, file=str(path), problem=str(error)) from None
    return parts_from(text)


def seats(game: AnyGame, asked: int | None) -> int:
    return usual_number(game.SEATS) if asked is None else asked


def seed(asked: int | None) -> int:
    return secrets.randbelow(1_000_000) if asked is None else asked


def people(said: str, seats: int) -> tuple[int, ...]:
    """`0,2`: the seats where people sit."""
    try:
        chosen = tuple(sorted({int(number) for number in said.split(",")}))
    except ValueError:
        raise Refused("seats-unreadable", None, said=said) from None
    for seat in chosen:
        if not 0 <= seat < seats:
            raise Refused("no-such-seat", None, seat=seat)
    return chosen
