"""Bots against bots: the same deals for all, every bot in every place, and what can be said of it."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import Any

import msgspec

from igroteka.bots.master import warm_up
from igroteka.core import Chance, Refused, Seat, Seeded, Sides, read
from igroteka.core.chance import seed_of
from igroteka.games import game as on_shelf
from igroteka.lab.entrant import Entrant
from igroteka.lab.seated_bots import BOTS_CHANCE, Lots, chooser
from igroteka.lab.timed_bot import LIMIT
from igroteka.lab.workers import Crew, spread
from igroteka.table import Match, play_out
from igroteka.table.record import LONGEST_NAME, NO_GAME, Person, SameDeal, written
from igroteka.table.recorder import About, record_of


class Contest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who plays what: a game, a table, and the bots that go round its sides.

    Where there are more bots than sides, it is a round robin: as many as there are sides play at a time, and
    every choice of them meets on every deal.
    """

    game: str
    seats: int
    options: dict[str, Any]
    entrants: tuple[Entrant, ...]
    seed: int = 0

    def sides(self) -> Sides:
        """The sides of such a table, each with its seats."""
        game = on_shelf(self.game)
        return game.sides(game.start(self.seats, read(self.options, game.Options)))

    def side_of(self) -> dict[Seat, int]:
        """By seat the number of its side."""
        return {seat: number for number, side in enumerate(self.sides()) for seat in side}

    def lineups(self) -> list[tuple[int, ...]]:
        """By side the number of its bot: those who meet, one after the other, and every rotation of that."""
        sides = len(self.sides())
        if not self.entrants:
            raise Refused("no-bots", None)
        first = [tuple(group[side % len(group)] for side in range(sides)) for group in self._meetings(sides)]
        turned = [lineup[shift:] + lineup[:shift] for lineup in first for shift in range(sides)]
        return list(dict.fromkeys(turned))

    def lineups_apart(self) -> list[tuple[int, ...]]:
        """The lineups, each once: where a bot meets itself, a rotation is the same game again."""
        met = dict[tuple[Entrant, ...], tuple[int, ...]]()
        for lineup in self.lineups():
            met.setdefault(tuple(self.entrants[number] for number in lineup), lineup)
        return list(met.values())

    def _meetings(self, sides: int) -> list[tuple[int, ...]]:
        """Who sits down together: everyone, or every choice of as many as there are sides."""
        everyone = tuple(range(len(self.entrants)))
        if len(everyone) <= sides:
            return [everyone]
        groups = list(combinations(everyone, sides))
        if sides == 1:
            return groups  # all win or lose together: each bot plays every deal by itself
        return [g for g in groups if len({self.entrants[number].name for number in g}) > 1] or groups[:1]


class Bout(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One finished game of a contest."""

    deal: int
    lineup: tuple[int, ...]
    winners: tuple[int, ...]
    """The sides that won; none if nobody did."""
    rows: int
    began: int | None = None
    """The side of the seat that was on turn after the deal."""
    luck: tuple[float, ...] | None = None
    """By side what chance gave it beyond its average, where that was asked for (`game_luck`)."""
    luck_parts: tuple[tuple[float, ...], ...] | None = None
    """By side the same in parts (`luck_in_parts`)."""

    def shares(self) -> tuple[float, ...]:
        """By side its share of the win; one that nobody won is shared by all, unless all are on one side."""
        sides = len(self.lineup)
        if sides == 1:
            return (float(bool(self.winners)),)
        won = self.winners or tuple(range(sides))
        return tuple(1 / len(won) if side in won else 0.0 for side in range(sides))


def play(
    contest: Contest,
    deal: int,
    lineup: tuple[int, ...],
    records: Path | None = None,
    adjust: bool = False,
    effort: tuple[int, int] | None = None,
    limit: float = LIMIT,
) -> Bout:
    """One deal, with one bot per seat as the lineup says; the record of it goes into the folder, if any.

    `adjust`: what chance gave each side is told too. `effort` are playouts, and answers in each, for that.
    `limit` are seconds for a choice of a bot of one's own; then it has failed.
    """
    seed, side_of = contest.seed + deal, contest.side_of()
    match, entrants = open_bout(contest, deal, lineup)
    first = match.game.turn(match.state)
    lots: Lots | None = {} if adjust else None
    choose = chooser(match, entrants, seed, deal, lots, limit)
    for _ in play_out(match, choose, order_of(contest, deal)):
        pass
    outcome = match.outcome
    assert outcome is not None
    if records is not None:
        _keep(match, entrants, seed, records / f"{seed}-{'-'.join(map(str, lineup))}.json")
    won = tuple(sorted({side_of[seat] for seat in outcome.winners}))
    began = None if first is None else side_of[first]
    if lots is None:
        return Bout(deal, lineup, won, len(match.log), began)
    parts = _luck(match, entrants, deal, lineup, lots, effort)
    return Bout(deal, lineup, won, len(match.log), began, tuple(map(sum, parts)), parts)


def _luck(
    match: Match,
    entrants: Sequence[Entrant],
    deal: int,
    lineup: tuple[int, ...],
    lots: Lots,
    effort: tuple[int, int] | None,
) -> tuple[tuple[float, ...], ...]:
    """Games of one deal have chance of their own, so that what is not exact about them evens out."""
    from igroteka.lab.game_luck import luck_in_parts  # needs Numba
    from igroteka.lab.review.calibration import LuckEffort

    place = sum(number << 8 * side for side, number in enumerate(lineup))
    lapses = tuple(entrant.lapses(match.game.NAME) for entrant in entrants)
    return luck_in_parts(match, (place << 40) + deal, lots, LuckEffort(*effort) if effort else None, lapses)


def open_bout(contest: Contest, deal: int, lineup: tuple[int, ...]) -> tuple[Match, list[Entrant]]:
    """The table of one game, dealt, and who sits where."""
    game, side_of = on_shelf(contest.game), contest.side_of()
    match = Match(game, contest.seats, read(contest.options, game.Options), contest.seed + deal)
    match.deal()
    return match, [contest.entrants[lineup[side_of[seat]]] for seat in match.seats]


def order_of(contest: Contest, deal: int) -> Chance:
    """The chance by which off-turn seats are asked one after the other."""
    return Seeded(contest.seed + deal).row(BOTS_CHANCE - 1)


def _keep(match: Match, entrants: Sequence[Entrant], seed: int, path: Path) -> None:
    """The whole game as a record (docs/record.md), which `igroteka verify` and `replay` read."""
    path.write_bytes(written(record_of(match, about_bots(match, entrants, seed))))


def about_bots(match: Match, entrants: Sequence[Entrant], seed: int) -> About:
    """What a record tells of a table of bots."""
    names = [entrant.name[:LONGEST_NAME] for entrant in entrants]
    people = tuple(Person(name, bot=name) for name in names)
    source = SameDeal(NO_GAME, seed_of(seed).hex())
    return About(options=match.state.options, people=people, secret=seed_of(seed), source=source)


def jobs(contest: Contest, games: int, apart: bool = False) -> list[tuple[int, tuple[int, ...]]]:
    """As many whole deals as the games allow, at least one: each deal is played in every lineup.

    `apart`: never twice by the same bots at the same seats.
    """
    lineups = contest.lineups_apart() if apart else contest.lineups()
    return [(deal, lineup) for deal in range(max(1, games // len(lineups))) for lineup in lineups]


def whole_deals(contest: Contest, bouts: Sequence[Bout]) -> list[Bout]:
    """The games of those deals that were played in every lineup, of a run that was ended early."""
    played = Counter(bout.deal for bout in bouts)
    return [bout for bout in bouts if played[bout.deal] == len(contest.lineups())]


def play_all(
    contest: Contest,
    games: int,
    workers: Crew | int,
    records: Path | None = None,
    adjust: bool = False,
    effort: tuple[int, int] | None = None,
    limit: float = LIMIT,
) -> Iterator[Bout]:
    """The games as they are finished, their records in a folder if one is named; BotFailed ends it.

    `adjust`: every game tells what chance gave each side, so that `standing` can take it off.
    """
    prepare(contest)
    folder = None if records is None else records.absolute()  # workers may have been started elsewhere
    work = partial(play, contest, records=folder, adjust=adjust, effort=effort, limit=limit)
    yield from spread(work, jobs(contest, games), workers)


def prepare(contest: Contest) -> None:
    """Compile what the bots need once, before every process would do it."""
    if any(entrant.searches for entrant in contest.entrants):
        warm_up(contest.game)
    for entrant in contest.entrants:
        if entrant.is_network:
            _ask_once(entrant, contest)


def _ask_once(entrant: Entrant, contest: Contest) -> None:
    """What asks a network of a game is compiled when it is first asked."""
    match, _ = open_bout(contest, 0, contest.lineups()[0])
    seat = next(seat for seat in match.seats if match.legal(seat))
    entrant.bot(contest.game).choose(match.view(seat), match.legal(seat), False, Seeded(0))
