"""Whether chances come true: in games of bots, what the line of a review says beside who won."""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Any, Final

import msgspec
import numpy as np

from igroteka.core import Seeded
from igroteka.lab.arena import Contest, open_bout, order_of
from igroteka.lab.entrant import Entrant
from igroteka.lab.intervals import by_game, plus_minus
from igroteka.lab.playouts.playouts import playouts
from igroteka.lab.review.calibration import Curve, by_side
from igroteka.lab.review.figures import Trust
from igroteka.lab.review.review import LINE, result
from igroteka.lab.seated_bots import chooser
from igroteka.lab.workers import spread
from igroteka.table import play_out

_MOMENTS: Final = 3
"""Points of the line of a game that are looked at."""
_ENOUGH: Final = 100
"""A tenth with fewer games than this says nothing."""


class Table(msgspec.Struct, frozen=True):
    """A kind of table at which bots of one level play."""

    game: str
    seats: int
    options: dict[str, Any]
    bot: str = "player"

    def label(self) -> str:
        options = "".join(f" {name}={value}" for name, value in self.options.items())
        return f"{self.game} {self.seats}{options}"


class Said(msgspec.Struct, frozen=True):
    """What playouts said of the sides at a moment of a game, before it was mended, and what each got."""

    seed: int
    means: tuple[float, ...]
    got: tuple[float, ...]
    number: int = 0
    """The row of the log after which it was said."""
    to_come: int = 0
    """How much of the deck was left."""


class Heard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of table, and what was said at it: runs of several machines can be put together."""

    table: Table
    said: tuple[Said, ...]


class Tenth(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Chances from one tenth to the next: what was said and what was won, on average."""

    low: float
    count: int
    games: int
    said: float
    won: float
    plus_minus: float
    """95 % interval of `won`, over games."""


class Reliability(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of table: the tenths, and the mean square of chance less result."""

    table: Table
    games: int
    brier: float
    tenths: tuple[Tenth, ...]

    @property
    def worst(self) -> float:
        """The largest difference in points of a hundred, of tenths with enough games."""
        told = [tenth for tenth in self.tenths if tenth.games >= _ENOUGH]
        return max((100 * abs(tenth.said - tenth.won) for tenth in told), default=0.0)

    def trust(self) -> Trust:
        return Trust(self.games, round(self.brier, 4), round(self.worst, 1))


def listen(table: Table, seeds: range, processes: int) -> Iterator[list[Said]]:
    """The games of these seeds, as they are finished."""
    playouts(table.game)
    yield from spread(partial(_listen, table), [(seed,) for seed in seeds], processes)


def _listen(table: Table, seed: int) -> list[Said]:
    contest = Contest(table.game, table.seats, table.options, (Entrant.of(table.bot),), seed)
    match, entrants = open_bout(contest, 0, (0,) * len(contest.sides()))
    states = [match.state]
    for _ in play_out(match, chooser(match, entrants, seed, 0), order_of(contest, 0)):
        states.append(match.state)
    assert match.outcome is not None
    got, chance, by = result(match.outcome, contest.sides()), Seeded(seed).row(2**62), playouts(table.game)
    found = []
    for number in range(_MOMENTS):
        at = chance.below(len(states) - 1)
        moment = by.state(states[at], match.state.options)
        values = by.value(moment, LINE, seed * _MOMENTS + number)
        means = by_side(values, contest.sides()).mean(axis=0)
        found.append(Said(seed, tuple(map(float, means)), got, at, len(by.to_come(moment))))
    return found


def together(parts: Iterable[Heard]) -> list[Heard]:
    """By kind of table all that was said, each game once."""
    found: dict[str, dict[int, list[Said]]] = {}
    tables: dict[str, Table] = {}
    for part in parts:
        label = part.table.label()
        tables[label], games = part.table, found.setdefault(label, {})
        for one in [said for said in part.said if said.seed not in games]:
            games.setdefault(one.seed, []).append(one)
    return [
        Heard(tables[label], tuple(one for seed in sorted(games) for one in games[seed]))
        for label, games in found.items()
    ]


def reliability(table: Table, said: Sequence[Said], curve: Curve) -> Reliability:
    chances = curve.chances(np.array([one.means for one in said]))
    got = np.array([one.got for one in said])
    seeds = np.repeat(np.array([one.seed for one in said]), chances.shape[1])
    flat, won = chances.ravel(), got.ravel()
    places = np.minimum((flat * 10).astype(int), 9)
    tenths = [_tenth(at / 10, flat[places == at], won[places == at], seeds[places == at]) for at in range(10)]
    told = tuple(tenth for tenth in tenths if tenth is not None)
    return Reliability(table, len(set(seeds)), float(((flat - won) ** 2).mean()), told)


def _tenth(low: float, said: Any, won: Any, seeds: Any) -> Tenth | None:
    """Moments of one game hang together, so that a game is one observation."""
    if not len(said):
        return None
    games = by_game(won, seeds)
    return Tenth(low, len(said), len(games), float(said.mean()), float(won.mean()), plus_minus(games))
