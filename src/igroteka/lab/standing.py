"""What the games of an arena say: win shares with intervals over duplicate deals, ratings, lengths."""

from collections.abc import Iterable, Sequence
from importlib import import_module
from math import sqrt
from typing import Any, Final

import msgspec

from igroteka.lab.arena import Bout, Contest

_Z: Final = 1.959964
"""95 % of a normal distribution lie within so many deviations."""


class Place(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One bot of a contest in figures."""

    bot: str
    games: int
    win_share: float
    """Of the games it took part in; a shared win counts in parts, a game without a winner for all alike."""
    low: float
    high: float
    """The 95 % interval of the win share, over deals."""
    fair_share: float
    """What equal bots would get: the part of the sides that it has."""
    rating: float
    deviation: float


class Standing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A contest and what came of it."""

    contest: Contest
    deals: int
    games: int
    without_winner: int
    mean_rows: float
    places: tuple[Place, ...]


def standing(contest: Contest, bouts: Iterable[Bout]) -> Standing:
    """The figures of finished games, in the order of deals whatever the order they were finished in."""
    played = sorted(bouts, key=lambda bout: (bout.deal, bout.lineup))
    names = list(dict.fromkeys(entrant.name for entrant in contest.entrants))
    ratings = _ratings(contest, played, names)
    places = [_place(contest, played, name, ratings[name]) for name in names]
    return Standing(
        contest,
        deals=len({bout.deal for bout in played}),
        games=len(played),
        without_winner=sum(not bout.winners for bout in played),
        mean_rows=sum(bout.rows for bout in played) / len(played),
        places=tuple(sorted(places, key=lambda place: -place.win_share / place.fair_share)),
    )


def _place(contest: Contest, bouts: Sequence[Bout], name: str, rating: Any) -> Place:
    mine = {number for number, entrant in enumerate(contest.entrants) if entrant.name == name}
    by_deal: dict[int, list[float]] = {}
    sides = fair = 0.0
    for bout in bouts:
        held = [side for side, number in enumerate(bout.lineup) if number in mine]
        by_deal.setdefault(bout.deal, []).append(sum(bout.shares()[side] for side in held))
        sides, fair = sides + len(bout.lineup), fair + len(held)
    means = [sum(shares) / len(shares) for shares in by_deal.values()]
    low, high = interval(means)
    return Place(name, len(bouts), sum(means) / len(means), low, high, fair / sides, rating.mu, rating.sigma)


def interval(shares: Sequence[float]) -> tuple[float, float]:
    """The 95 % interval of the mean of shares from 0 to 1, one per deal.

    Games of one deal are not independent, deals are: so a deal is one observation, which is what makes
    duplicate deals worth their name. Two more deals, one all won and one all lost, keep it honest where all
    shares are alike; Student's t where there are few.
    """
    seen = [*shares, 0.0, 1.0]
    count = len(seen)
    mean = sum(seen) / count
    variance = sum((share - mean) ** 2 for share in seen) / (count - 1)
    reach = _student(count - 1) * sqrt(variance / count)
    return max(0.0, mean - reach), min(1.0, mean + reach)


def _student(freedom: int) -> float:
    """The 97.5 % point of Student's t by its expansion in 1/n, within 1 % from n = 3 on."""
    z, n = _Z, freedom
    return (
        z
        + (z**3 + z) / (4 * n)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * n**3)
    )


def _ratings(contest: Contest, bouts: Sequence[Bout], names: Sequence[str]) -> dict[str, Any]:
    """OpenSkill (Plackett-Luce) over all games, in turn; a bot on several sides learns from all."""
    model = import_module("openskill.models").PlackettLuce()
    ratings = {name: model.rating(name=name) for name in names}
    for bout in bouts:
        who = [contest.entrants[number].name for number in bout.lineup]
        ranks = [1.0 if share else 2.0 for share in bout.shares()]
        rated = model.rate([[ratings[name]] for name in who], ranks=ranks)
        for name in dict.fromkeys(who):
            own = [team[0] for team, its in zip(rated, who, strict=True) if its == name]
            mu, sigma = (sum(getattr(one, part) for one in own) / len(own) for part in ("mu", "sigma"))
            ratings[name] = model.rating(name=name, mu=mu, sigma=sigma)
    return ratings
