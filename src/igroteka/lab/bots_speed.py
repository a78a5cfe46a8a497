"""How many simulations a CPU second Master's search does, beside OpenSpiel's in the same run."""

import time
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import msgspec
import numpy as np

from igroteka.bots.compiled_search import searcher, think
from igroteka.bots.readable_search import Bounds
from igroteka.core import Seeded, read
from igroteka.games import game as on_shelf
from igroteka.lab.random_games import Table
from igroteka.table import Match


class SearchSpeed(msgspec.Struct, frozen=True):
    """Information-set MCTS at one kind of table, one thread: from positions of a game as it is played."""

    game: str
    seats: int
    simulations_per_cpu_s: float
    simulations: int
    to_references: dict[str, float] = {}


class SearchReference(msgspec.Struct, frozen=True):
    """Another engine's information-set MCTS at another game."""

    name: str
    simulations_per_cpu_s: float


def measure(table: Table, seconds: float, references: tuple[SearchReference, ...] = ()) -> SearchSpeed:
    """From the deal on, a fixed number of simulations at every decision, then the best answer is played."""
    searcher(table.game)  # compiled before the clock runs
    game = on_shelf(table.game)
    match = Match(game, table.seats, read(table.options, game.Options), 1)
    match.deal()
    done, used, chance = 0, 0.0, Seeded(1)
    while used < seconds and match.outcome is None:
        seat = game.turn(match.state)
        assert seat is not None
        view = match.view(seat)
        begun = time.thread_time()
        found = think(table.game, view, False, chance, Bounds(iterations=4000, hurry=False))
        used += time.thread_time() - begun
        done += 4000
        match.ask(seat, next(one.intent for one in found if one.intent in view.legal))
    speed = done / used
    return SearchSpeed(
        table.game,
        table.seats,
        speed,
        done,
        {one.name: speed / one.simulations_per_cpu_s for one in references},
    )


def references(seconds: float) -> tuple[SearchReference, ...]:
    """OpenSpiel's ISMCTSBot in C++ with its random rollouts, if it is installed."""
    if find_spec("pyspiel") is None:
        return ()
    return tuple(_open_spiel(name, seconds) for name in ("euchre", "oh_hell"))


def _open_spiel(name: str, seconds: float) -> SearchReference:
    pyspiel: Any = import_module("pyspiel")
    game = pyspiel.load_game(name)
    chooser = np.random.default_rng(7)
    start = game.new_initial_state()
    while start.is_chance_node():
        start.apply_action(int(chooser.choice([action for action, _ in start.chance_outcomes()])))

    def search(simulations: int) -> None:
        evaluator = pyspiel.RandomRolloutEvaluator(1, 7)
        bot = pyspiel.ISMCTSBot(7, evaluator, 1.4, simulations, -1)
        bot.step(start.clone())

    return SearchReference(f"OpenSpiel {name} (C++)", _rate(search, seconds))


def _rate(work: Callable[[int], None], seconds: float) -> float:
    count = 500
    while True:
        begun = time.process_time()
        work(count)
        took = time.process_time() - begun
        if took >= seconds / 2:
            return count / took
        count = int(count * min(max(0.8 * seconds / max(took, 1e-9), 2), 20))
