"""How Master searches at a kind of table: how far it plays on, and how much it listens to a network.

A game says so in `turbo/<game>/search/habits.toml`, a list of kinds of which the first that holds counts.
These are figures rather than code: each was measured to be stronger (docs/figures.md).
"""

import tomllib
from functools import cache
from importlib.resources import files
from itertools import pairwise
from math import exp, log
from typing import Any, Final, TypeVar

import msgspec

EXPLORE: Final = 0.7


class Habits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Of one search; as they are here they are those of the first Master, `master1`."""

    most: int | None = None
    """Answers after the tree, at most; as many as the game's search says (`MOST`) if none are named."""
    explore: float = EXPLORE
    """How much an answer's weight and novelty count against what it has shown so far."""
    liking: float = 0.0
    """The network's part of what the answers at the root weigh."""
    trust: float = 0.0
    """The network's part of what a game is worth that is cut short."""
    foresee: int | None = None
    """Who is thought to answer as Player would, in bits: others in the tree 1, after it 2, oneself 4.
    As the game's search says (`FORESEE`) if nothing is named."""
    reads: bool | None = None
    """Whether what others did tells how their hands are dealt. As the game's search says (`READS`) if nothing
    is named."""
    worlds: int = 0
    """So many deals, chosen by what others left undone, are searched over; 0: every look deals anew."""
    rivals: int = 0
    """So many of the heaviest answers are tried against each other in the same deals; 0: a tree grows."""
    lean: float = 0.0
    """So many deals' worth the logarithm of an answer's weight counts among rivals."""
    sharp: float = 4.0
    """The power of a weight, by which a seat goes on among rivals: the higher, the surer what weighs most."""
    guided: bool = False
    """Whether among rivals all seats go on as the network likes, until it judges one's own next choice."""

    @property
    def asks(self) -> bool:
        """Whether they need a network."""
        return self.liking > 0 or self.trust > 0 or self.guided


FIRST: Final = Habits()
"""Those of Master before there were networks."""


class Where(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of table: of these sizes and with these options; of all where none are named."""

    seats: tuple[int, ...] = ()
    options: dict[str, Any] = {}

    def holds(self, seats: int, options: dict[str, Any]) -> bool:
        return (not self.seats or seats in self.seats) and all(
            options.get(name) == its for name, its in self.options.items()
        )


class Kind(Where, frozen=True, forbid_unknown_fields=True):
    """A kind of table and the habits there; `alone` are those of a package without the network."""

    habits: Habits = FIRST
    alone: Habits = FIRST


class Mending(Where, frozen=True, forbid_unknown_fields=True):
    """How chances of a search at a kind of table become those that come true: by a logistic curve, and then
    by points (what the curve tells, what comes true) with straight lines between them.

    `igroteka bench bots --calibration --fit` finds the figures, and without --fit says how true they are.
    """

    steep: float = 1.0
    shift: float = 0.0
    points: tuple[tuple[float, float], ...] = ()

    def of(self, chance: float) -> float:
        if not 0 < chance < 1:
            return chance
        return self._by_points(1 / (1 + exp(-(self.steep * log(chance / (1 - chance)) + self.shift))))

    def _by_points(self, told: float) -> float:
        known = ((0.0, 0.0), *self.points, (1.0, 1.0))
        for (low, lower), (high, higher) in pairwise(known):
            if told <= high:
                return lower + (higher - lower) * (told - low) / (high - low)
        return told


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    rules: tuple[Where, ...] = (Where(),)
    kinds: tuple[Kind, ...] = ()
    chances: tuple[Mending, ...] = ()


@cache
def _file(game: str) -> _File:
    file = files("igroteka").joinpath("turbo", game, "search", "habits.toml")
    if not file.is_file():  # a game of somebody else's, say
        return _File()
    return msgspec.convert(tomllib.loads(file.read_text("utf-8")), _File)


W = TypeVar("W", bound=Where)


def _first(known: tuple[W, ...], seats: int, options: Any) -> W | None:
    """The first that holds at such a table."""
    said = msgspec.to_builtins(options)
    return next((one for one in known if one.holds(seats, said)), None)


def habits_of(game: str, seats: int, options: Any, has_network: bool) -> Habits:
    """The habits at such a table."""
    kind = _first(_file(game).kinds, seats, options)
    if kind is None:
        return FIRST
    return kind.habits if has_network or not kind.habits.asks else kind.alone


def tries(game: str) -> bool:
    """Whether there are tables of the game at which answers are tried against each other."""
    return any(kind.habits.rivals or kind.alone.rivals for kind in _file(game).kinds)


def mending_of(game: str, seats: int, options: Any) -> Mending:
    """What makes the chances of a search true at such a table; chances as they are where nothing is known."""
    return _first(_file(game).chances, seats, options) or Mending()


def rules_of(game: str) -> tuple[Where, ...]:
    """The rules of a game that are games of their own, with chances of their own; the special ones first."""
    return _file(game).rules
