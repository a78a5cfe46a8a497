"""Whether advice comes true: what `advise` says of a seat's best answer, beside who won."""

from collections.abc import Iterator, Sequence
from functools import partial
from math import nan
from pathlib import Path
from typing import Any, Final

import msgspec
import numpy as np

from igroteka.bots.advise import advise
from igroteka.bots.habits import Mending, mending_of
from igroteka.bots.master import warm_up
from igroteka.core import Refused, Seeded, read
from igroteka.games import game as on_shelf
from igroteka.lab.arena import Contest, open_bout, order_of
from igroteka.lab.entrant import Entrant
from igroteka.lab.intervals import by_game, plus_minus
from igroteka.lab.random_games import Table
from igroteka.lab.seated_bots import chooser
from igroteka.lab.workers import Crew, spread
from igroteka.table import play_out

MOMENTS: Final = 3
"""Choices of a game at which advice is asked for and taken."""
_USUAL: Final = 60
"""Moments are taken by lot from about so many choices."""
_Z: Final = 1.959964
_USUALLY_OFF: Final = 0.02
"""So far a tenth is usually off after a logistic curve; what few games say beyond that is mostly chance."""
ENOUGH: Final = 300
"""A tenth with fewer games says nothing about a few points."""


class Asked(msgspec.Struct, frozen=True):
    """How advice is asked for: so many looks ahead, in games that this bot plays."""

    bot: str = "player"
    looks: int = 1000


class Said(msgspec.Struct, frozen=True):
    """A chance that was told in a game, as the search has it, and what the seat's side got."""

    seed: int
    chance: float
    got: float


class Heard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What was said in a game at a table: a line of a file in which games are kept."""

    table: Table
    asked: Asked
    said: tuple[Said, ...]


class Tenth(msgspec.Struct, frozen=True):
    """Chances from one tenth to the next: what was told and what was won, on average."""

    low: float
    games: int
    told: float
    won: float
    plus_minus: float
    """95 % interval of `won`, over games."""


class Reliability(msgspec.Struct, frozen=True):
    """A kind of table: the tenths, Brier's score, and what would mend the chances best."""

    table: Table
    games: int
    brier: float
    off: float | None
    """The largest distance of told and won in points of a hundred, if a tenth has enough games."""
    tenths: tuple[Tenth, ...]
    steep: float
    shift: float
    points: tuple[tuple[float, float], ...] = ()


def listen(table: Table, asked: Asked, seeds: range, workers: Crew | int) -> Iterator[list[Said]]:
    """The games of these seeds, as they are finished."""
    warm_up(table.game)
    yield from spread(partial(_listen, table, asked), ((seed,) for seed in seeds), workers)


def _listen(table: Table, asked: Asked, seed: int) -> list[Said]:
    contest = Contest(table.game, table.seats, table.options, (Entrant.of(asked.bot),), seed)
    match, entrants = open_bout(contest, 0, (0,) * len(contest.sides()))
    lots, usual = Seeded(seed).row(2**62), chooser(match, entrants, seed, 0)
    told: list[tuple[int, float]] = []

    def choose(seat: int, look: Any, offers: tuple[Any, ...], may_wait: bool) -> Any:
        if len(offers) < 2 or may_wait or len(told) == MOMENTS or lots.below(_USUAL) >= MOMENTS:
            return usual(seat, look, offers, may_wait)
        best = advise(look(), chance=lots, iterations=asked.looks, raw=True)[0]
        told.append((seat, best.chance))
        return best.intent

    for _ in play_out(match, choose, order_of(contest, 0)):
        pass
    assert match.outcome is not None
    side_of, sides = contest.side_of(), contest.sides()
    won = {side_of[seat] for seat in match.outcome.winners} or set(range(len(sides)))
    return [Said(seed, chance, (side_of[seat] in won) / len(won)) for seat, chance in told]


def kept(files: Sequence[Path]) -> list[Heard]:
    """The games that are kept in these files, each once; Refused if one cannot be read."""
    found: dict[tuple[str, Asked, int], Heard] = {}
    for file in files:
        try:
            games = [msgspec.json.decode(line, type=Heard) for line in file.read_bytes().splitlines()]
        except (OSError, msgspec.MsgspecError) as error:
            raise Refused("file-unreadable", None, file=str(file), problem=str(error)) from None
        found |= {(one.table.label(), one.asked, one.said[0].seed): one for one in games if one.said}
    return list(found.values())


def measured(table: Table, said: Sequence[Said]) -> Reliability:
    """How true chances are as `advise` tells them."""
    options = read(table.options, on_shelf(table.game).Options)
    return reliability(table, _mended(said, mending_of(table.game, table.seats, options)))


def reliability(table: Table, said: Sequence[Said]) -> Reliability:
    """By tenths; of no games at all nothing is known."""
    if not said:
        return Reliability(table, 0, nan, None, (), 1.0, 0.0)
    chances, got = np.array([one.chance for one in said]), np.array([one.got for one in said])
    tenths = _tenths(said)
    apart = [abs(one.told - one.won) for one in tenths if one.games >= ENOUGH]
    brier, off = float(((chances - got) ** 2).mean()), 100 * max(apart) if apart else None
    return Reliability(table, len({one.seed for one in said}), brier, off, tenths, *fitted(chances, got))


def crossed(table: Table, said: Sequence[Said]) -> Reliability:
    """What mends chances, by all these games, and how true they get by one half of the games in the other.

    (Halves that mend each other would hide chance: what one has too much the other has too little.)
    """
    first = set(sorted({one.seed for one in said})[::2])
    known, others = [one for one in said if one.seed in first], [one for one in said if one.seed not in first]
    found, whole = reliability(table, _mended(others, mending_by(known))), mending_by(said)
    return msgspec.structs.replace(found, steep=whole.steep, shift=whole.shift, points=whole.points)


def mending_by(said: Sequence[Said]) -> Mending:
    """A curve, and then points, by these games."""
    steep, shift = fitted(np.array([one.chance for one in said]), np.array([one.got for one in said]))
    curve = Mending(steep=steep, shift=shift)
    return msgspec.structs.replace(curve, points=corrected(_tenths(_mended(said, curve))))


def _mended(said: Sequence[Said], mending: Mending) -> list[Said]:
    return [msgspec.structs.replace(one, chance=mending.of(one.chance)) for one in said]


def corrected(tenths: Sequence[Tenth]) -> tuple[tuple[float, float], ...]:
    """By tenth what was told and what should be, which never falls: what was won, as far as it is sure."""
    points: list[tuple[float, float]] = []
    for one in tenths:
        sure = _USUALLY_OFF**2 / (_USUALLY_OFF**2 + (one.plus_minus / _Z) ** 2)
        should = one.told + sure * (one.won - one.told)
        points.append((round(one.told, 3), round(max(should, points[-1][1] if points else 0.0), 3)))
    return tuple(points)


def _tenths(said: Sequence[Said]) -> tuple[Tenth, ...]:
    chances, got = np.array([one.chance for one in said]), np.array([one.got for one in said])
    seeds = np.array([one.seed for one in said])
    places = np.minimum((chances * 10).astype(int), 9)
    return tuple(
        _tenth(at / 10, chances[places == at], got[places == at], seeds[places == at])
        for at in range(10)
        if (places == at).any()
    )


def _tenth(low: float, told: Any, won: Any, seeds: Any) -> Tenth:
    """Moments of one game hang together, so that a game is one observation."""
    games = by_game(won, seeds)
    return Tenth(low, len(games), float(told.mean()), float(won.mean()), plus_minus(games))


def fitted(chances: Any, got: Any, rounds: int = 30) -> tuple[float, float]:
    """The steepness and the shift of a logistic curve that makes the games least surprising."""
    clipped = np.clip(chances, 0.005, 0.995)
    rows = np.stack([np.log(clipped / (1 - clipped)), np.ones(len(clipped))], axis=1)
    weights = np.array([1.0, 0.0])
    prior = np.diag([4.0, 4.0])  # as they are, unless the games say otherwise
    for _ in range(rounds):
        likely = 1 / (1 + np.exp(-rows @ weights))
        slope = rows.T @ (got - likely) - prior @ (weights - [1.0, 0.0])
        curve = (rows * (likely * (1 - likely))[:, None]).T @ rows + prior
        weights = weights + np.linalg.solve(curve, slope)
    return round(float(weights[0]), 3), round(float(weights[1]), 3)
