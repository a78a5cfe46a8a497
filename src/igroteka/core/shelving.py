"""Putting a game on the shelf: its names are checked, and those it leaves out get their defaults."""

from collections.abc import Collection, Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final, TypeGuard, TypeVar, cast

import msgspec

from igroteka.core.game import AnyGame, Sides
from igroteka.core.reading import read
from igroteka.core.refused import Refused
from igroteka.core.seats import Seat
from igroteka.core.why import a_good_move

T = TypeVar("T")

_REQUIRED: Final = (
    "NAME", "SEATS", "Options", "Intent", "Event", "View", "start", "legal", "decide", "evolve", "view",
    "redact", "outcome", "turn", "imagine", "position", "from_position",
)  # fmt: skip
_SEEN: Final = frozenset(("seat", "seats", "options", "turn", "outcome", "legal"))
"""What every View tells, so that drivers, bots and screens need not know the game."""


class NotAGame(Exception):  # noqa: N818 - it says what was found
    """A package that cannot be put on the shelf; the message is one line that names it."""


class Misbehaves(TypeError):  # noqa: N818 - it says what a game does
    """A function of a game that answers what it must not, though nothing in its package has raised."""

    def __init__(self, package: str, function: str, problem: str) -> None:
        super().__init__(f"{function} {problem}")
        self.package = package
        self.function = function


class Shelved:
    """A game with all its names; they are plain attributes, as fast to reach as those of a module."""

    NAME: str

    def __init__(self, names: Mapping[str, Any]) -> None:
        self.__dict__.update(names)

    def __repr__(self) -> str:
        return f"<game {self.NAME!r}>"

    def __copy__(self) -> "Shelved":
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> "Shelved":
        return self


def shelved(package: Any) -> AnyGame:
    """The package as a game with all names of `Game`, or NotAGame."""
    if isinstance(package, Shelved):
        return cast("AnyGame", package)
    if problem := next(_problems(package), None):
        raise NotAGame(f"{_called(package)} is not a game: {problem}")
    offered = {name: getattr(package, name) for name in dir(package) if not name.startswith("_")}
    return cast("AnyGame", Shelved({**DEFAULTS, **offered, "__name__": package.__name__}))


def rotates(game: AnyGame) -> bool:
    """Whether somebody else begins the next game of a series."""
    return game.rematch is not unchanged


def teams(game: AnyGame, table: Any) -> Sides:
    """The sides of a state or a view where some seats play together; () where everyone is alone."""
    sides = game.sides(table)
    return sides if any(len(side) > 1 for side in sides) else ()


def _called(package: Any) -> str:
    return str(getattr(package, "__name__", None) or repr(package))


def _problems(package: Any) -> Iterator[str]:
    """What is missing or wrong, the first thing first."""
    for name in _REQUIRED:
        if not hasattr(package, name):
            yield f"it has no {name}"
    yield from _wrong_values(package)
    for name, default in DEFAULTS.items():
        if callable(default) and not callable(getattr(package, name, default)):
            yield f"{name} is not a function"
    for name in _REQUIRED[_REQUIRED.index("start") :]:
        if not callable(getattr(package, name)):
            yield f"{name} is not a function"


def _wrong_values(package: Any) -> Iterator[str]:
    name, seats = package.NAME, package.SEATS
    if not isinstance(name, str) or not name.isidentifier() or not name.islower():
        yield f"NAME must be lower-case letters, digits and _, not {name!r}"
    if not _is_seats(seats):
        yield f"SEATS must be a tuple of numbers of seats, not {seats!r}"
    for kind in ("Options", "View"):
        if not _is_struct(getattr(package, kind)):
            yield f"{kind} is not a msgspec.Struct"
    if missing := sorted(_SEEN - set(package.View.__struct_fields__)):
        yield f"View does not tell {', '.join(missing)}"
    yield from _wrong_defaults(package.Options)
    config = package.View.__struct_config__
    if (config.tag_field, config.tag) != ("game", name):
        yield f'View must be tagged tag_field="game", tag="{name}"'
    for said in ("CLAUSES", "QUIET"):
        if not isinstance(getattr(package, said, ""), str):
            yield f"{said} is not a text"
    minutes = getattr(package, "MINUTES", 0)
    if type(minutes) is not int or minutes < 0:
        yield f"MINUTES must be a whole number, not {minutes!r}"
    for kinds, said in (("HONOUR", "intent"), ("WINDOWS", "intent"), ("LANDMARKS", "event")):
        if not _are_structs(getattr(package, kinds, ())):
            yield f"{kinds} must be a tuple of {said} types"


def _wrong_defaults(options: type[msgspec.Struct]) -> Iterator[str]:
    """A table that says nothing of its options has the usual ones."""
    for field in msgspec.structs.fields(options):
        if field.required:
            yield f"Options has no default for {field.name}"
            return
    try:
        read(msgspec.to_builtins(options()), options)
    except Refused as refused:
        yield f"a default of Options is none that it allows: {refused}"


def _is_struct(kind: Any) -> TypeGuard[type[msgspec.Struct]]:
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct)


def _are_structs(kinds: Any) -> bool:
    return isinstance(kinds, tuple) and all(_is_struct(kind) for kind in kinds)


def _is_seats(seats: Any) -> bool:
    return isinstance(seats, tuple) and bool(seats) and all(type(one) is int and one > 0 for one in seats)


# Defaults -------------------------------------------------------------------------------------------


def canonical(state: Any, intent: T) -> T:
    return intent


def everyone_alone(table: Any) -> Sides:
    return tuple((seat,) for seat in range(table.seats))


def no_progress(state: Any, seat: Seat) -> float:
    return 0.0


def unchanged(options: T, seats: int, first: Seat | None) -> T:
    return options


def no_manners(state: Any, seat: Seat, intent: Any, bots: Collection[Seat]) -> None:
    return None


def never_quiet(state: Any) -> bool:
    return False


def asking_tells(options: Any) -> bool:
    """To be on the safe side: a game that says nothing is asked so that nothing is told."""
    return True


def taking_nothing(options: Any) -> tuple[type, ...]:
    return ()


def not_gentle(options: Any) -> bool:
    return False


def no_exercise(options: Any, skill: str, chance: Any) -> None:
    return None


DEFAULTS: Final[Mapping[str, Any]] = MappingProxyType(
    {
        "CLAUSES": "",
        "QUIET": "",
        "MINUTES": 0,
        "HONOUR": (),
        "WINDOWS": (),
        "LANDMARKS": (),
        "LEARNING": MappingProxyType({}),
        "TINY": None,
        "sense": None,
        "screen": None,
        "open_hands": None,
        "canonical": canonical,
        "sides": everyone_alone,
        "progress": no_progress,
        "rematch": unchanged,
        "need_manners": no_manners,
        "is_quiet": never_quiet,
        "asking_tells": asking_tells,
        "taking": taking_nothing,
        "is_gentle": not_gentle,
        "exercise": no_exercise,
        "explain": a_good_move,
    }
)
"""What a package may leave out."""
