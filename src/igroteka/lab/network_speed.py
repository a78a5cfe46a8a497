"""How long a choice of a network takes that does not search, on one core."""

import time
from itertools import count
from typing import Any, Final

import msgspec
import numpy as np

from igroteka.bots import make
from igroteka.bots.network_bot import NetworkBot
from igroteka.bots.network_file import Taught, network_of, packaged
from igroteka.bots.search.network import Network
from igroteka.core import Chance, Seeded, read
from igroteka.games import game as on_shelf
from igroteka.lab.random_games import Table
from igroteka.table import Match, play_out
from igroteka.turbo import beside, twin

WIDTH: Final = 192
"""Of both layers of a network that is made up: as wide as the school's."""


class ChoiceSpeed(msgspec.Struct, frozen=True):
    """From a view to an intent, and the part of it that is the network's."""

    game: str
    seats: int
    network: str
    """`packaged`, or `made up` where a game has none."""
    widths: tuple[int, int]
    milliseconds: float
    network_microseconds: float
    choices: int


def measure_choice(table: Table, seconds: float) -> ChoiceSpeed:
    """In games that Player plays: whatever it decides, a network decides too and is timed."""
    own = packaged(table.game, table.seats)
    net = own or made_up(table.game)
    timed = _Timed(NetworkBot(Taught(table.game, net)))
    game = on_shelf(table.game)
    for seed in count():
        match = Match(game, table.seats, read(table.options, game.Options), seed)

        def choose(seat: int, look: Any, offers: Any, may_wait: bool) -> Any:
            return timed.choose(look(), offers, may_wait, Seeded(1))

        for _ in play_out(match, choose, Seeded(seed)):
            pass
        if timed.used > seconds:
            break
    widths = len(net.inner), len(net.outer)
    each = 1e3 * timed.used / timed.choices
    label = "packaged" if own else "made up"
    return ChoiceSpeed(
        table.game, table.seats, label, widths, each, _pass(table, net, seconds), timed.choices
    )


class _Timed:
    """Player, with a second bot that is asked the same and timed."""

    def __init__(self, bot: NetworkBot) -> None:
        self.bot, self.player = bot, make("player")
        self.choices, self.used = -1, 0.0

    def choose(self, view: Any, offers: tuple[Any, ...], may_wait: bool, chance: Chance) -> Any:
        begun = time.thread_time()
        self.bot.choose(view, offers, may_wait, chance)
        if self.choices >= 0:  # the first one may have compiled it
            self.used += time.thread_time() - begun
        self.choices += 1
        return self.player.choose(view, offers, may_wait, chance)


def _pass(table: Table, net: Network, seconds: float) -> float:
    """Microseconds of the network alone, at the first position of a game."""
    game, fast, taught = on_shelf(table.game), twin(table.game), Taught(table.game, net)
    match = Match(game, table.seats, read(table.options, game.Options), 0)
    match.deal()
    seat = game.turn(match.state)
    assert seat is not None
    position = game.position(match.state)
    assert position is not None
    states = fast.encode(position, match.state.options, match.state.pool)
    offers = [one for one in match.legal(seat) if not isinstance(one, game.HONOUR)]
    answers = np.array([fast.action_of(one) for one in offers], np.int16)
    likely, done, begun = np.empty(len(answers)), 0, time.thread_time()
    while time.thread_time() - begun < seconds / 4:
        for _ in range(100):
            taught.opinion(states, seat, net, answers, len(answers), likely)
        done += 100
    return 1e6 * (time.thread_time() - begun) / done


def made_up(game: str) -> Network:
    """A network of random weights that is shown whatever can be observed."""
    chance, names, start = np.random.default_rng(0), [], 0
    for field in getattr(beside(game, "fields"), "FIELDS", ()):
        names += [(start, field.names)] if field.names else []
        start += field.length
    shown = [place for place in range(start) if place not in dict(names)]
    allowed = np.arange(twin(game).ACTIONS)
    inputs = len(shown) + sum(dict(names).values()) + len(allowed)
    layers = {"body.0": (WIDTH, inputs), "body.2": (WIDTH, WIDTH)}
    layers |= {"liking": (len(allowed) + 1, WIDTH), "standing": (1, WIDTH)}
    arrays: dict[str, Any] = {"shown": np.array(shown), "allowed": allowed, "names": np.array(names)}
    for name, (out, into) in layers.items():
        arrays[f"{name}.weight"] = chance.normal(0, into**-0.5, (out, into))
        arrays[f"{name}.bias"] = np.zeros(out)
    return network_of(game, arrays)
