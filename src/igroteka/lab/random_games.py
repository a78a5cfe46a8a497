"""Random games over table sizes and options: do they all end, how long are they, who wins."""

from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

import msgspec

from igroteka.core import HOUSE, AnyGame, Refused, Seeded, read
from igroteka.core.kinds import alternatives
from igroteka.games import game as on_shelf
from igroteka.lab.workers import Crew, spread
from igroteka.table import Match, fold, play_out, random_chooser

_AT_ONCE: Final = 8
_LONGEST: Final = 1_000_000
"""Rows after which a random game is told off for not ending: some end after more than 300,000."""


class Broken(Exception):  # noqa: N818 - it is what is said of a game
    """A game that did not go as games do; the text says at which table, and how to repeat it."""


class Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of table: what is played, by how many, with which options that differ from the defaults."""

    game: str
    seats: int
    options: dict[str, Any] = {}

    def label(self) -> str:
        said = " ".join(f"{name}={value}" for name, value in self.options.items())
        return f"{self.game} {self.seats}" + (f" {said}" if said else "")


class Played(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One finished game in figures."""

    table: Table
    seed: int
    rows: int
    turns: int
    outcome: str
    winners: tuple[int, ...]
    runner_up: float
    """The progress of the best side that did not win (0 to 1): how close it was."""


def tables(game: AnyGame) -> Iterator[Table]:
    """Every table size with the default options, and with each other value of each option."""
    for seats in game.SEATS:
        yield Table(game.NAME, seats)
        for name, value in option_values(game):
            table = Table(game.NAME, seats, {name: value})
            try:
                game.start(seats, read(table.options, game.Options))
            except Refused:
                continue
            yield table


def option_values(game: AnyGame) -> Iterator[tuple[str, Any]]:
    """The values, other than the default, of every option that has a short list of them."""
    for field in msgspec.structs.fields(game.Options):
        for value in _values(field.type):
            if value != field.default:
                yield field.name, value


def named_values(game: AnyGame) -> Iterator[tuple[str, Any]]:
    """The values of options that are words, or yes and no: those that need words of their own."""
    for field in msgspec.structs.fields(game.Options):
        for one in alternatives(field.type):
            if isinstance(one, msgspec.inspect.LiteralType):
                yield from ((field.name, value) for value in one.values)
            elif isinstance(one, msgspec.inspect.BoolType):
                yield from ((field.name, value) for value in (True, False))


def _values(kind: Any) -> tuple[Any, ...]:
    found: list[Any] = []
    for one in alternatives(kind):
        if isinstance(one, msgspec.inspect.LiteralType):
            found += one.values
        elif isinstance(one, msgspec.inspect.BoolType):
            found += [True, False]
        elif isinstance(one, msgspec.inspect.IntType):
            found += [0, 1, 2, 3]
    return tuple(found)


def play(table: Table, seed: int) -> Played:
    """One random game to its end, its log folded again from nothing."""
    game = on_shelf(table.game)
    match = Match(game, table.seats, read(table.options, game.Options), seed)
    chance = Seeded(seed).row(2**64 - 1)
    turns, last = 0, None
    for row in play_out(match, random_chooser(chance), chance):
        if row.number >= _LONGEST:
            raise Broken(f"it has no end after {_LONGEST:,} rows")
        now = game.turn(match.state)
        turns += now != last
        last = now
    if fold(game, match.first, match.log) != match.state:
        raise Broken("the log does not rebuild the state")
    if any(match.legal(seat) for seat in (HOUSE, *match.seats)):
        raise Broken("something is legal after the end")
    outcome = match.outcome
    assert outcome is not None
    others = [side[0] for side in game.sides(match.state) if not set(side) & set(outcome.winners)]
    close = max((game.progress(match.state, seat) for seat in others), default=0.0)
    return Played(table, seed, len(match.log), turns - 1, outcome.reason, outcome.winners, close)


def play_many(jobs: list[tuple[Table, int]], workers: Crew | int) -> Iterator[Played]:
    """The games as they are finished, a few in one piece of work."""
    pieces = [(jobs[first : first + _AT_ONCE],) for first in range(0, len(jobs), _AT_ONCE)]
    for played in spread(_play_some, pieces, workers):
        yield from played


def _play_some(jobs: list[tuple[Table, int]]) -> list[Played]:
    return [_play_or_tell(table, seed) for table, seed in jobs]


def _play_or_tell(table: Table, seed: int) -> Played:
    """Whatever goes wrong, in the game's own code too, is told with the table and the seed."""
    try:
        return play(table, seed)
    except Exception as error:
        said = str(error) if isinstance(error, Broken) else f"{type(error).__name__}: {error}"
        notes = "".join(f"; {note}" for note in getattr(error, "__notes__", ()))
        raise Broken(f"{table.label()}, seed {seed}: {said}{notes}") from error


class Summary(msgspec.Struct, frozen=True):
    """Figures of many games at one kind of table."""

    table: Table
    games: int
    mean_rows: float
    mean_turns: float
    without_winner: int
    wins: dict[int, int]
    outcomes: dict[str, int]
    mean_runner_up: float


def summary(table: Table, played: list[Played]) -> Summary:
    return Summary(
        table,
        games=len(played),
        mean_rows=sum(p.rows for p in played) / len(played),
        mean_turns=sum(p.turns for p in played) / len(played),
        without_winner=sum(not p.winners for p in played),
        wins=dict(sorted(Counter(seat for p in played for seat in p.winners).items())),
        outcomes=dict(Counter(p.outcome for p in played)),
        mean_runner_up=sum(p.runner_up for p in played) / len(played),
    )
