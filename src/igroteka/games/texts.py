"""What a game says in Russian and English: the tables, the rules to read and the clauses of its package."""

import re
from functools import cache
from typing import Any, Final

from igroteka.core import AnyGame, Outcome, fields_by_seat, seat_fields
from igroteka.folder import folder_of
from igroteka.games import game as on_shelf
from igroteka.games.shelf import LANGUAGES, Texts, read_texts
from igroteka.games.things import things_in

__all__ = [
    "HOUSE_TEXTS",
    "LANGUAGES",
    "Texts",
    "clauses_in",
    "clauses_text",
    "page_texts",
    "rules_text",
    "seat_names",
    "texts",
]

HOUSE_TEXTS: Final = "igroteka.core"
"""The package whose texts every game shares."""


@cache
def texts(package: str, language: str) -> Texts:
    """The text tables of a package, `igroteka.core` or `game.__name__`, in one language."""
    return read_texts(package, language)


@cache
def seat_names(name: str) -> frozenset[str]:
    """The fields and parameters in which this game speaks of seats; "" for what all games share."""
    always = frozenset(("seat", "turn", "losers"))
    if not name:
        return always | seat_fields(Outcome)
    game = on_shelf(name)
    zones = texts(game.__name__, LANGUAGES[0]).get("zones", {})
    things = (thing for zone, kinds in things_in(game.View).items() if zone in zones for thing in kinds)
    return always | seat_fields(Outcome, game.Intent, game.Event, *things)


def page_texts(name: str, language: str) -> Texts:
    """The text tables for a page, with four more that have keys alone: `seats`, which are `seat_names`,
    `seat_zones`, the zones that hold a seat or several, `beside_zones`, which are `fields_by_seat`, and
    `honour`, the kinds of intents that are a matter of honour.
    """
    if not name:
        return {**texts(HOUSE_TEXTS, language), "seats": dict.fromkeys(sorted(seat_names(name)), "")}
    game = on_shelf(name)
    told = texts(game.__name__, language)
    zones = told.get("zones", {}).keys()
    honour: tuple[Any, ...] = game.HONOUR
    found = {
        "seat_zones": seat_fields(game.View) & zones,
        "beside_zones": fields_by_seat(game.View) & zones,
        "honour": frozenset(kind.__struct_config__.tag for kind in honour),
    }
    more = {"seats": seat_names(name), **{table: keys for table, keys in found.items() if keys}}
    return {**told, **{table: dict.fromkeys(sorted(keys), "") for table, keys in more.items()}}


def rules_text(game: AnyGame, language: str) -> str:
    """The rules of a game in its own words, as Markdown; "" if the package brings none."""
    return _read(game.__name__, f"rules.{language}.md")


def clauses_text(game: AnyGame) -> str:
    """The numbered clauses that a package brings along, `texts/clauses.md`; "" if it brings none."""
    return _read(game.__name__, "clauses.md")


def clauses_in(text: str, prefix: str) -> dict[str, str]:
    """The clauses of a rules document by their numbers: lines of the form `* **XX-01** …`."""
    return dict(re.findall(rf"^\* \*\*({re.escape(prefix)}-[AB]?\d+)\*\* (.+)$", text, re.M))


@cache
def _read(package: str, file: str) -> str:
    path = folder_of(package).joinpath("texts", file)
    return path.read_text("utf-8") if path.is_file() else ""
