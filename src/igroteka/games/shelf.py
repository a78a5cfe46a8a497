"""The shelf: the games of all installed packages, found by the entry-point group `igroteka.games`."""

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias, cast

import msgspec

from igroteka.core import AnyGame, NotAGame, shelved
from igroteka.core.shelving import Shelved
from igroteka.folder import folder_of

GROUP: Final = "igroteka.games"
LISTED: Final = "installed.json"
"""A file beside this one with all entry points. Browsers get it: reading what every package says of itself,
and importing what reads it, would be a tenth of Python's start there."""
LANGUAGES: Final = ("ru", "en")
Texts: TypeAlias = dict[str, dict[str, str]]
_HOUSE: Final = "igroteka"
"""The distribution whose games come first."""


class Listed(msgspec.Struct, frozen=True):
    """An entry point of a list: its name, the module that it names, and the distribution that brings it."""

    name: str
    value: str
    package: str

    def load(self) -> Any:
        return import_module(self.value)


if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    Point: TypeAlias = EntryPoint | Listed


class Found(NamedTuple):
    """The games by name, and one line for every package that had to be left out."""

    games: Mapping[str, AnyGame]
    left_out: tuple[str, ...]


class Taken(Shelved):
    """A game of the shelf, pickled by its name as a module is: another process takes it from its shelf."""

    def __reduce__(self) -> tuple[Any, tuple[str]]:
        from igroteka.games import game

        return game, (self.NAME,)


class Shelf(Mapping[str, AnyGame]):
    """Games by name: those of the house, small tables before large ones, then the others by name.

    Packages are looked for and imported when the shelf is first looked at, so that a package may import
    whatever it likes of Igroteka.
    """

    @cached_property
    def _found(self) -> Found:
        return find(_points())

    @property
    def left_out(self) -> tuple[str, ...]:
        """One plain line for every package that could not be put on the shelf."""
        return self._found.left_out

    def __getitem__(self, name: str) -> AnyGame:
        return self._found.games[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._found.games)

    def __len__(self) -> int:
        return len(self._found.games)

    def __repr__(self) -> str:
        return f"<shelf: {', '.join(self)}>"


def _points() -> Iterable["Point"]:
    listed = folder_of(__package__).joinpath(LISTED)
    if listed.is_file():
        return msgspec.json.decode(listed.read_bytes(), type=tuple[Listed, ...])
    from importlib.metadata import entry_points

    return entry_points(group=GROUP)


def find(points: Iterable["Point"]) -> Found:
    """What these entry points bring; a package that fails is told in one line and left out."""
    once = {(point.name, point.value, _package(point)): point for point in points}.values()
    ours, left_out = _load_all(point for point in once if _package(point) == _HOUSE)
    all_games = {game.NAME: game for game in sorted(ours.values(), key=lambda game: max(game.SEATS))}
    others = sorted((p for p in once if _package(p) != _HOUSE), key=lambda p: (p.name, _package(p)))
    more, left_out_more = _load_all(others, taken=all_games)
    if not (all_games or more or left_out):
        left_out.append("There are no games: Igroteka is not installed properly. Install it anew with pip.")
    return Found({**all_games, **more}, (*left_out, *left_out_more))


def _load_all(
    points: Iterable["Point"], taken: Mapping[str, AnyGame] = MappingProxyType({})
) -> tuple[dict[str, AnyGame], list[str]]:
    """The games in the order of their entry points; of two with one name the first stays."""
    games: dict[str, AnyGame] = {}
    left_out: list[str] = []
    for point in points:
        try:
            if point.name in games or point.name in taken:
                raise NotAGame(f"there is a game called {point.name} already")
            game = _load(point)
            if _package(point) != _HOUSE:
                _need_texts(game)
            games[point.name] = game
        except NotAGame as problem:
            left_out.append(f"The package {_package(point)} is left out: {problem}.")
    return games, left_out


def _need_texts(game: AnyGame) -> None:
    """NotAGame unless both languages can be read: else the first who asks for them would find out."""
    for language in LANGUAGES:
        file = f"texts/{language}.toml"
        try:
            msgspec.convert(read_texts(game.__name__, language), Texts)
        except OSError:
            raise NotAGame(f"there is no {file}") from None
        except (tomllib.TOMLDecodeError, UnicodeDecodeError, msgspec.ValidationError) as error:
            raise NotAGame(f"{file} cannot be read: {error}") from None


def read_texts(package: str, language: str) -> Texts:
    """The text tables of a package in one language."""
    return tomllib.loads(folder_of(package).joinpath(f"texts/{language}.toml").read_text("utf-8"))


def _package(point: "Point") -> str:
    """The distribution that brought it, as pip calls it."""
    if isinstance(point, Listed):
        return point.package
    return point.dist.name if point.dist else point.value


def _load(point: "Point") -> AnyGame:
    """The game, or NotAGame; importing somebody's package may raise anything."""
    try:
        game = cast("AnyGame", Taken(vars(shelved(point.load()))))
    except NotAGame:
        raise
    except (Exception, SystemExit) as error:
        said = " ".join(str(error).split()) + _place(error)
        raise NotAGame(f"{point.value} cannot be imported: {type(error).__name__}: {said}") from error
    if point.name != game.NAME:
        raise NotAGame(f"the entry point is called {point.name}, the game {game.NAME}")
    return game


def _place(error: BaseException) -> str:
    """The file and the line that raised it, as a SyntaxError says them by itself."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if trace is None or isinstance(error, SyntaxError):
        return ""
    file = trace.tb_frame.f_code.co_filename
    return "" if file.startswith("<") else f" ({file.rpartition('/')[2]}, line {trace.tb_lineno})"
