"""Reasons that moves are given in games of bots and of chance, for tests that hold them to the rules."""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, TypeAlias

from igroteka.bots import make
from igroteka.core import AnyGame, Refused, Seat, Seeded, Why, read
from igroteka.games.texts import texts
from igroteka.lab.random_games import tables
from igroteka.table import Match, play_out
from igroteka.table.driver import Chooser


class Given(NamedTuple):
    """A move, the state in which it was explained, and the reason; `after` is where it leads."""

    game: AnyGame
    state: Any
    seat: Seat
    intent: Any
    why: Why

    @property
    def events(self) -> tuple[Any, ...]:
        return self.game.decide(self.state, self.seat, self.intent, Seeded(3))

    @property
    def after(self) -> Any:
        return folded(self.game, self.state, self.events)

    def said(self, name: str) -> Any:
        return self.why.parameters[name]


Truth: TypeAlias = Callable[[Given], bool]


def folded(game: AnyGame, state: Any, events: tuple[Any, ...]) -> Any:
    for event in events:
        state = game.evolve(state, event)
    return state


def asked(given: Given, state: Any, intent: Any) -> Any:
    """The state after one more intent of the same seat; None where it is refused."""
    try:
        return folded(given.game, state, given.game.decide(state, given.seat, intent, Seeded(4)))
    except Refused:
        return None


def reasons(game: AnyGame, seed: int, rows: int, each: int) -> Iterator[Given]:
    """At every kind of table some of what any seat may do is explained, up to `each` a look.

    Two of three moves are Player's, the others are random, so that all kinds of positions come up.
    """
    for table in tables(game):
        match = Match(game, table.seats, read(table.options, game.Options), seed)
        chance = Seeded(seed).row(99)
        for row in play_out(match, _mixed(chance), chance, True):
            for seat in match.seats:
                view = match.view(seat)
                for intent in chance.shuffled(view.legal)[:each]:
                    yield Given(game, match.state, seat, intent, game.explain(view, intent))
            if row.number >= rows:
                break


def _mixed(chance: Seeded) -> Chooser:
    player = make("player")

    def choose(seat: Seat, look: Any, offers: tuple[Any, ...], may_wait: bool) -> Any:
        if chance.below(3):
            return player.choose(look(), offers, may_wait, chance)
        return chance.pick(list(offers))

    return choose


def keys(game: AnyGame) -> set[str]:
    """Every reason that the game has a sentence for."""
    return {key.partition(".")[0] for key in texts(game.__name__, "en")["hints"]}
