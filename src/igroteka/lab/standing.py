"""What the games of an arena say: win shares, ratings, who beats whom, and what it is worth to begin."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from statistics import fmean

import msgspec

from igroteka.lab.adjusting import Adjusted, adjusted
from igroteka.lab.arena import Bout, Contest
from igroteka.lab.intervals import Luck, interval, luck, ratio_interval
from igroteka.lab.ratings import Rating, Result, ratings


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
    rating_low: float
    rating_high: float
    """Bradley–Terry in Elo points, 0 is the mean of the bots; with its 95 % interval."""
    adjusted: Adjusted | None = None
    """The win share without the luck of the cards, where the games tell it."""


class Pair(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Two bots in the games that both took part in."""

    bot: str
    other: str
    games: int
    share: float
    """Of what the two won, the part that the first one won."""
    low: float
    high: float


class Beginning(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How often the side that began has won; equal chances would be `fair_share`."""

    win_share: float
    low: float
    high: float
    fair_share: float


class Standing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A contest and what came of it."""

    contest: Contest
    deals: int
    games: int
    without_winner: int
    mean_rows: float
    places: tuple[Place, ...]
    pairs: tuple[Pair, ...]
    began: Beginning | None
    luck: Luck | None


def standing(contest: Contest, bouts: Iterable[Bout]) -> Standing:
    """The figures of finished games, whatever the order they were finished in."""
    played = sorted(bouts, key=lambda bout: (bout.deal, bout.lineup))
    names = list(dict.fromkeys(entrant.name for entrant in contest.entrants))
    places = _places(contest, played, names)
    return Standing(
        contest,
        deals=len({bout.deal for bout in played}),
        games=len(played),
        without_winner=sum(not bout.winners for bout in played),
        mean_rows=sum(bout.rows for bout in played) / len(played),
        places=tuple(sorted(places, key=lambda place: (-place.rating, -place.win_share))),
        pairs=tuple(_pairs(contest, played, names)),
        began=_beginning(played),
        luck=luck([_won_by(contest, deal, names[0]) for deal in _by_deal(played)]),
    )


def _by_deal(bouts: Sequence[Bout]) -> list[list[Bout]]:
    deals: dict[int, list[Bout]] = {}
    for bout in bouts:
        deals.setdefault(bout.deal, []).append(bout)
    return list(deals.values())


def _places(contest: Contest, bouts: Sequence[Bout], names: Sequence[str]) -> Iterator[Place]:
    numbers = [names.index(entrant.name) for entrant in contest.entrants]
    deals = [
        [Result(tuple(numbers[who] for who in bout.lineup), bout.shares()) for bout in deal]
        for deal in _by_deal(bouts)
    ]
    alone = all(len(bout.lineup) == 1 for bout in bouts)  # nobody has met anybody
    rated = [Rating(0.0, 0.0, 0.0)] * len(names) if alone else ratings(len(names), deals)
    for name, rating in zip(names, rated, strict=True):
        yield _place(contest, bouts, name, rating)


def _place(contest: Contest, bouts: Sequence[Bout], name: str, rating: Rating) -> Place:
    mine = [bout for bout in bouts if _sides_of(contest, bout, name)]
    means = []
    for deal in _by_deal(mine):
        won = _won_by(contest, deal, name)
        means.append(sum(won.values()) / len(won))
    low, high = interval(means)
    fair = sum(len(_sides_of(contest, bout, name)) / len(bout.lineup) for bout in mine) / len(mine)
    share = sum(means) / len(means)
    rated = (rating.rating, rating.low, rating.high)
    return Place(name, len(mine), share, low, high, fair, *rated, _adjusted(contest, mine, name, means))


def _adjusted(contest: Contest, bouts: Sequence[Bout], name: str, won: Sequence[float]) -> Adjusted | None:
    """By deal what was won and what the cards gave; None where that was not asked for."""
    given: list[list[float]] = []
    for deal in _by_deal(bouts):
        parts = [_given(contest, bout, name) for bout in deal if bout.luck_parts is not None]
        if len(parts) < len(deal):
            return None
        given.append([fmean(part) for part in zip(*parts, strict=True)])
    return adjusted(won, [sum(parts) for parts in given], given)


def _given(contest: Contest, bout: Bout, name: str) -> list[float]:
    """What luck gave the bot in a game, part by part, at all its sides."""
    mine = [(bout.luck_parts or ())[side] for side in _sides_of(contest, bout, name)]
    return [sum(part) for part in zip(*mine, strict=True)]


def _sides_of(contest: Contest, bout: Bout, name: str) -> list[int]:
    return [side for side, number in enumerate(bout.lineup) if contest.entrants[number].name == name]


def _won_by(contest: Contest, deal: Sequence[Bout], name: str) -> dict[tuple[int, ...], float]:
    """By lineup what the bot won in the games of a deal that it took part in."""
    return {bout.lineup: _won(contest, bout, name) for bout in deal if _sides_of(contest, bout, name)}


def _won(contest: Contest, bout: Bout, name: str) -> float:
    return sum(bout.shares()[side] for side in _sides_of(contest, bout, name))


def _pairs(contest: Contest, bouts: Sequence[Bout], names: Sequence[str]) -> Iterator[Pair]:
    for name, other in combinations(names, 2):
        met = [bout for bout in bouts if _sides_of(contest, bout, name) and _sides_of(contest, bout, other)]
        deals = []
        for deal in _by_deal(met):
            won, lost = (sum(_won_by(contest, deal, bot).values()) for bot in (name, other))
            deals.append((won, won + lost))
        whole = sum(of for _, of in deals)
        if whole:
            share = sum(won for won, _ in deals) / whole
            yield Pair(name, other, len(met), share, *ratio_interval(deals))


def _beginning(bouts: Sequence[Bout]) -> Beginning | None:
    known = [bout for bout in bouts if bout.began is not None and len(bout.lineup) > 1]
    if not known:
        return None
    means = []
    for deal in _by_deal(known):
        shares = [bout.shares()[bout.began] for bout in deal if bout.began is not None]
        means.append(sum(shares) / len(shares))
    low, high = interval(means)
    return Beginning(sum(means) / len(means), low, high, 1 / len(known[0].lineup))
