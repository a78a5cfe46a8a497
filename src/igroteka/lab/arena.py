"""Bots against bots: the same deals for all, every bot in every place, and what can be said of it."""

from collections import Counter
from collections.abc import Iterator, Sequence
from copy import deepcopy
from functools import partial
from itertools import combinations
from math import inf, nan
from pathlib import Path
from traceback import extract_tb
from typing import Annotated, Any, Final, TypeAlias
from urllib.parse import parse_qsl

import msgspec

from igroteka.bots import SECONDS, Bot, make
from igroteka.bots.answer import NotOffered, answer_of, told
from igroteka.bots.beginner import SEES, TRIES
from igroteka.bots.habits import FIRST, Habits
from igroteka.bots.master import MasterBot, warm_up
from igroteka.bots.sense import sense_of
from igroteka.core import Chance, Refused, Seat, Seeded, Sides, read
from igroteka.core.chance import seed_of
from igroteka.games import game as on_shelf
from igroteka.lab.timed_bot import LIMIT, NoAnswer, TimedBot
from igroteka.lab.workers import Crew, spread
from igroteka.table import Match, play_out
from igroteka.table.record import LONGEST_NAME, NO_GAME, Person, SameDeal, written
from igroteka.table.recorder import About, record_of

_SEER: Final = "seer"
"""Master that sees hands, a bound for figures: no table knows it."""
_SEARCHING: Final = {"master": None, "master1": FIRST, _SEER: None}
"""Levels that search, with their habits; None: those of the table."""
_QUICK: Final = ("random", "beginner", "player")
"""Levels whose bots can be asked many times over."""
_NETWORK: Final = ".npz"
"""A level that is a file of a network, compiled."""
_LAPSES: Final = {"random": (1.0, 0.0, 0.0), "beginner": (1 / TRIES, 1 / SEES, 0.7)}
"""How often such bots answer just anything, overlook an answer, and see too late that they could act off
turn, in games where Beginner sees something late; others play soundly. The last was counted in games of two:
Beginner takes 23 of 100 such chances, Player 76."""
_NO_FAULT: Final = ("bot-of-another-game", "bot-not-found")
"""What is refused of a bot that cannot play here; whatever else it raises is its own fault."""
_LOTS: Final = 8
"""So many times a quick bot is asked again, for what its own chance could have made it answer."""
_LOTS_CHANCE: Final = 2**63 + 2**62
_BOTS_CHANCE: Final = 2**63
"""Rows of the seed from here on are the bots' own chance; the rows of a log never come so far."""


_Cards: TypeAlias = Annotated[int, msgspec.Meta(ge=0)] | None
Lots: TypeAlias = dict[int, tuple[Any, ...]]
"""By row what the bot could as well have answered in it, all things but its own chance being the same."""


class Entrant(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A bot that takes part: `master`, `master:0.2` (seconds a move), `master:200x` or `mymodule:MyBot`.

    `200x` is so many looks ahead a move, on however fast a machine: such games are the same the next time.
    `master?most=40&trust=0.5&network=my.npz` is Master with other habits (`bots.habits`) or another network.
    """

    name: str
    level: str
    seconds: float
    looks: int | None = None

    @classmethod
    def of(cls, name: str, seconds: float = SECONDS) -> "Entrant":
        level, _, said = name.rpartition(":")
        if level and said.endswith("x") and said[:-1].isdecimal() and len(said) < 10 and int(said[:-1]):
            return cls(name, level, seconds, int(said[:-1]))
        try:
            asked = float(said) if level else seconds
        except ValueError:
            asked = nan if level.partition("?")[0] in _SEARCHING else seconds
            level = ""
        if not 0 < asked < inf:
            problem = f"'{said}' is neither seconds a move, as 0.2, nor looks ahead, as 200x"
            raise Refused("bot-not-found", None, bot=name, problem=problem)
        return cls(name, level or name, asked)

    @property
    def is_quick(self) -> bool:
        return self.level in _QUICK

    def lapses(self, game: str) -> tuple[float, float, float]:
        anything, overlooked, late = _LAPSES.get(self.level, (0.0, 0.0, 0.0))
        return anything, overlooked, late if sense_of(game).LATE else 0.0

    def bot(self, game: str | None = None) -> Bot:
        """A fresh one, for one seat of one game; Master has its CPU time, however busy the machine is.

        Refused if there is none, or if its network was taught another game than the one that is named.
        """
        if not self.searches:
            return make(self.level, self.seconds, game)
        habits, network, sees = self._habits(game)
        if self.sees:
            from igroteka.lab.seer.seer import SeerBot  # it needs Numba

            return SeerBot(self.seconds, self.looks, habits, sees)
        return MasterBot(self.seconds, patience=None, iterations=self.looks, habits=habits, network=network)

    def bot_within(self, limit: float) -> Bot:
        """The same; a class of one's own has so many seconds for a choice, or any for 0. Ours know an end."""
        return TimedBot(self.bot, limit) if limit and self.is_own else self.bot()

    @property
    def is_own(self) -> bool:
        """Whether somebody's code plays."""
        return ":" in self.level and not self.searches

    @property
    def sees(self) -> bool:
        """Whether it is shown the truth."""
        return self.level.partition("?")[0] == _SEER

    @property
    def searches(self) -> bool:
        return self.level.partition("?")[0] in _SEARCHING

    def _habits(self, game: str | None) -> tuple[Habits | None, Any | None, int | None]:
        """Those that the name tells, None for those of the table; the network; how many cards it is told."""
        level, _, told = self.level.partition("?")
        said = dict(parse_qsl(told))
        network = self._network(said.pop("network", None), game)
        try:
            cards = msgspec.convert(said.pop("told", None), _Cards, strict=False) if self.sees else None
            habits = msgspec.convert(said, Habits, strict=False) if said else _SEARCHING[level]
            return habits, network, cards
        except msgspec.ValidationError as error:
            raise Refused("bot-not-found", None, bot=self.name, problem=str(error)) from None

    def _network(self, path: str | None, game: str | None) -> Any | None:
        if path is None:
            return None
        from igroteka.bots.network_file import read_network  # it needs Numba

        found = read_network(path)
        if game is not None and found.game != game:
            raise Refused("bot-of-another-game", None, bot=self.name, taught=found.game, game=game)
        return found.network


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


class BotFailed(Exception):  # noqa: N818 - it says what happened
    """A bot raised an error, asked for what it was not offered, or never answered."""


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
    return Seeded(contest.seed + deal).row(_BOTS_CHANCE - 1)


def chooser(
    match: Match,
    entrants: Sequence[Entrant],
    seed: int,
    deal: int,
    lots: Lots | None = None,
    limit: float = LIMIT,
) -> Any:
    """A fresh bot with chance of its own at every seat; what it does wrong is told by its name.

    `lots` is filled with what else the chance of quick bots could have made them answer.
    """
    bots = [entrant.bot_within(limit) for entrant in entrants]
    chances = [Seeded(seed).row(_BOTS_CHANCE + seat) for seat in match.seats]

    def choose(seat: Seat, look: Any, offers: tuple[Any, ...], may_wait: bool) -> Any | None:
        number = len(match.log) + 1
        try:
            if lots is not None and entrants[seat].is_quick and not may_wait and len(offers) > 1:
                others = Seeded(seed).row(_LOTS_CHANCE + number)
                lots[number] = _asked_again(bots[seat], look(), offers, others)
            if entrants[seat].sees:
                bots[seat].see(match.state)  # type: ignore[attr-defined]
            return answer_of(bots[seat], look(), offers, may_wait, chances[seat])
        except NoAnswer as late:
            raise BotFailed(f"{entrants[seat].name}: {late} (deal {deal})") from late
        except NotOffered as wish:
            said = f"{entrants[seat].name}: asked for {wish}, which was not offered (deal {deal})"
            raise BotFailed(said) from wish
        except Exception as error:
            if isinstance(error, Refused) and error.reason in _NO_FAULT:
                raise
            said = f"{entrants[seat].name}: {told(error)}"
            raise BotFailed(f"{said} (deal {deal}, {_place_of(error)})") from error

    return choose


def _place_of(error: Exception) -> str:
    """The file and the line where it was raised."""
    last = extract_tb(error.__traceback__)[-1]
    return f"{Path(last.filename).name}:{last.lineno}"


def _asked_again(bot: Bot, view: Any, offers: tuple[Any, ...], chance: Chance) -> tuple[Any, ...]:
    """What copies of the bot answer, each by lots of its own."""
    return tuple(deepcopy(bot).choose(view, offers, False, chance) for _ in range(_LOTS))


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
        if entrant.level.endswith(_NETWORK):
            _ask_once(entrant, contest)


def _ask_once(entrant: Entrant, contest: Contest) -> None:
    """What asks a network of a game is compiled when it is first asked."""
    match, _ = open_bout(contest, 0, contest.lineups()[0])
    seat = next(seat for seat in match.seats if match.legal(seat))
    entrant.bot(contest.game).choose(match.view(seat), match.legal(seat), False, Seeded(0))
