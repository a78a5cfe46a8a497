"""How much Master reads of other hands from what their seats did: in nats, against hands as they were.

Of every part that a hand holds it is told how much likelier Master thought it there than one who has seen
the same table and nothing of how it came about. Their logarithms are added up: 0.7 nats are twice as likely
a hand, nought is nothing read, and less than nought is misread.
"""

from collections.abc import Iterator
from functools import partial
from statistics import fmean, stdev
from typing import Any, Final

import msgspec
import numpy as np

from igroteka.bots.compiled_search import is_searchable, searcher
from igroteka.bots.sense import sense_of
from igroteka.core import Chance, Seat, Seeded, read
from igroteka.games import game as on_shelf
from igroteka.lab.entrant import Entrant
from igroteka.lab.intervals import student
from igroteka.lab.random_games import Table
from igroteka.lab.seer.worlds import WORLDS, believed_worlds, held, true_hands
from igroteka.lab.workers import Crew, spread
from igroteka.table import Match, play_out
from igroteka.turbo import beside

_EACH: Final = 3
"""Of so many choices one is looked at."""
_UNSEEN: Final = 1 / WORLDS
"""What a part that was dealt in no world counts as."""


class Read(msgspec.Struct, frozen=True):
    """What was read in the games of a kind of table, in nats a hand; ± is the 95 % interval over games."""

    table: Table
    games: int
    choices: int
    nats: float
    plus_minus: float


def is_read(name: str) -> bool:
    """Whether Master makes something of what others did in this game."""
    return is_searchable(name) and hasattr(beside(name, "search"), "believe")


def reading(table: Table, deals: range, bot: str, workers: Crew | int) -> Iterator[list[float]]:
    """Game by game what was read at its choices, in nats a hand, as they are finished."""
    searcher(table.game)  # compiled once, before others wait for it
    yield from spread(partial(_read_in, table, bot), [(deal,) for deal in deals], workers)


def summed_up(table: Table, games: list[list[float]]) -> Read:
    """A game is one observation."""
    means = [fmean(game) for game in games if game]
    reach = student(len(means) - 1) * stdev(means) / len(means) ** 0.5 if len(means) > 1 else float("inf")
    return Read(table, len(means), sum(map(len, games)), fmean(means), reach)


def _read_in(table: Table, bot: str, deal: int) -> list[float]:
    """A game of one bot at all seats; every third choice of whoever has the turn is looked at."""
    game, sense = on_shelf(table.game), sense_of(table.game)
    match = Match(game, table.seats, read(table.options, game.Options), deal)
    bots = [Entrant.of(bot).bot(table.game) for _ in match.seats]
    past: list[tuple[Any, ...]] = [() for _ in match.seats]
    chance, found, choices = Seeded(deal).row(2**63), list[float](), 0

    def choose(seat: Seat, look: Any, offers: tuple[Any, ...], may_wait: bool) -> Any:
        nonlocal choices
        view = look()
        if view.turn == seat and len(offers) > 1:
            choices += 1
            if choices % _EACH == 0:
                found.append(_nats(match, (*past[seat], view), chance))
        past[seat] = sense.remember(past[seat], view)
        return bots[seat].choose(view, offers, may_wait, chance)

    for _ in play_out(match, choose, chance):
        pass
    return found


def _nats(match: Match, views: tuple[Any, ...], chance: Chance) -> float:
    """Of a hand of another seat, on average."""
    name, view = match.game.NAME, views[-1]
    of = searcher(name)
    root = of.root(view, False, chance)
    likely, even = (
        held(name, believed_worlds(name, root, of.belief(seen, chance), chance))
        for seen in (views, views[-1:])
    )
    told = true_hands(name, match.state) * np.log((likely + _UNSEEN) / (even + _UNSEEN))
    others = [seat for seat in match.seats if seat != view.seat]
    return float(told[others].sum() / len(others))
