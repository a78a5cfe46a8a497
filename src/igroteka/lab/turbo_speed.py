"""How fast the twins are: random play inside the kernels, through a batch, on all cores; and references."""

import os
import random
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final

import msgspec
import numpy as np

from igroteka.core import Refused, read
from igroteka.lab.random_games import Table
from igroteka.turbo import Batch, Twin, twin
from igroteka.turbo.chance import streams

BATCH: Final = 1024


class TurboSpeed(msgspec.Struct, frozen=True):
    """One kind of table, random legal play, one core; a step is a decision that changes the state."""

    game: str
    seats: int
    options: dict[str, Any]
    games_per_cpu_s: float
    steps_per_cpu_s: float
    batch_steps_per_s: float
    cores: int
    cores_scaling: float
    copies_per_cpu_s: float
    determinizations_per_cpu_s: float
    to_references: dict[str, float] = {}
    """Steps per CPU second as a multiple of each reference of the same run."""


class Reference(msgspec.Struct, frozen=True):
    """Another engine playing another game of the same kind, at random, in the same run."""

    name: str
    games_per_cpu_s: float
    steps_per_cpu_s: float


def measure(table: Table, seconds: float = 1.0, references: tuple[Reference, ...] = ()) -> TurboSpeed:
    fast = twin(table.game)
    games, steps = _in_kernel(fast, table, seconds)
    copies, deals = _copies(fast, table, seconds / 4)
    cores = os.cpu_count() or 1
    return TurboSpeed(
        game=table.game,
        seats=table.seats,
        options=table.options,
        games_per_cpu_s=games,
        steps_per_cpu_s=steps,
        batch_steps_per_s=_in_batch(table, seconds),
        cores=cores,
        cores_scaling=_scaling(fast, table, cores, seconds),
        copies_per_cpu_s=copies,
        determinizations_per_cpu_s=deals,
        to_references={one.name: steps / one.steps_per_cpu_s for one in references},
    )


def tables(game: str, seats: int | None = None) -> Iterator[Table]:
    """Every size with the default options, and with everything automatic that can be."""
    played = twin(game).GAME
    for count in played.SEATS if seats is None else (seats,):
        yield Table(game, count)
        for name, value in (("draw", "automatic"), ("announce", "automatic")):
            table = Table(game, count, {name: value})
            try:
                played.start(count, read(table.options, played.Options))
            except Refused:
                continue
            yield table


def _blank(fast: Twin, table: Table) -> Any:
    return fast.blank(table.seats, read(table.options, fast.GAME.Options))


def player(fast: Twin, table: Table, seed: int) -> Callable[[int], int]:
    """Plays so many games in the kernel; the steps they took."""
    states, rng = _blank(fast, table), streams(seed)
    out = np.empty(fast.WIDEST, np.int16)
    lengths, wins = np.zeros(2), np.zeros(table.seats + 1)
    run = fast.KERNELS["play_games"]
    return lambda games: int(run(states, rng, games, out, lengths, wins))


def _cpu(work: Callable[[int], Any], count: int) -> tuple[float, Any]:
    begun = time.process_time()
    result = work(count)
    return max(time.process_time() - begun, 1e-9), result


def _enough(work: Callable[[int], Any], seconds: float) -> tuple[int, float, Any]:
    """How many at once take about that long, how long it took, and what came of it."""
    count = 8
    while True:
        took, result = _cpu(work, count)
        if took >= seconds / 2:
            return count, took, result
        count = int(count * min(max(0.8 * seconds / took, 2), 100))


def _in_kernel(fast: Twin, table: Table, seconds: float) -> tuple[float, float]:
    play = player(fast, table, 1)
    play(10)
    count, took, steps = _enough(play, seconds)
    return count / took, steps / took


def _in_batch(table: Table, seconds: float) -> float:
    batch = Batch(table.game, BATCH, table.seats, table.options, seed=1)
    actions = np.empty(BATCH, np.int16)
    batch.step(batch.random(actions))

    def play(rounds: int) -> int:
        return sum(batch.step(batch.random(actions)) for _ in range(rounds))

    _, took, steps = _enough(play, seconds)
    return float(steps / took)


def _copies(fast: Twin, table: Table, seconds: float) -> tuple[float, float]:
    states, rng = np.repeat(_blank(fast, table), 257), streams(1)
    fast.KERNELS["deal"](states[0], rng)
    copy = fast.KERNELS["copy_many"]
    deal = fast.KERNELS["determinize_many"]
    copy(states, 10)
    deal(states, 10, rng)
    copies, copying, _ = _enough(lambda times: copy(states, times), seconds)
    deals, dealing, _ = _enough(lambda times: deal(states, times, rng), seconds)
    return copies / copying, deals / dealing


def _scaling(fast: Twin, table: Table, cores: int, seconds: float) -> float:
    """Games a second of wall time on all cores, as a multiple of one core.

    The fastest of several short tries of each kind, so that other work on the machine disturbs little.
    """
    count, _, _ = _enough(player(fast, table, 1), seconds / 5)
    players = [player(fast, table, seed) for seed in range(cores)]
    with ThreadPoolExecutor(cores) as pool:
        tries = [(_wall(players[:1], count, pool), _wall(players, count, pool)) for _ in range(9)]
    return cores * min(one for one, _ in tries) / min(many for _, many in tries)


def _wall(players: list[Callable[[int], int]], count: int, pool: ThreadPoolExecutor) -> float:
    begun = time.perf_counter()
    list(pool.map(lambda play: play(count), players))
    return time.perf_counter() - begun


def references(seconds: float = 1.0) -> tuple[Reference, ...]:
    """Those of the well-known engines that are installed."""
    found = []
    if find_spec("pyspiel"):
        found.append(_open_spiel(seconds))
    if find_spec("rlcard"):
        found.append(_rlcard(seconds))
    return tuple(found)


def _open_spiel(seconds: float) -> Reference:
    """OpenSpiel's crazy_eights after its deal, random rollouts in C++; what chance draws is a step too.

    Its rollouts can be called only through its tree search: one search that looks once, at many rollouts.
    """
    pyspiel: Any = import_module("pyspiel")
    game = pyspiel.load_game("crazy_eights")
    chooser = np.random.default_rng(7)
    start = game.new_initial_state()
    while start.is_chance_node():
        start.apply_action(int(chooser.choice(start.legal_actions())))
    length = float(np.mean([_length(start.clone(), chooser) for _ in range(200)]))

    def play(games: int) -> None:
        evaluator = pyspiel.RandomRolloutEvaluator(games, 7)
        pyspiel.MCTSBot(game, evaluator, 1.4, 1, 10, False, 7, False).mcts_search(start)

    count, took, _ = _enough(play, seconds)
    return Reference("OpenSpiel crazy_eights (C++)", count / took, count * length / took)


def _length(state: Any, chooser: Any) -> int:
    steps = 0
    while not state.is_terminal():
        state.apply_action(int(chooser.choice(state.legal_actions())))
        steps += 1
    return steps


def _rlcard(seconds: float) -> Reference:
    """RLCard's UNO played at random, in Python."""
    env = import_module("rlcard").make("uno", config={"seed": 7})
    env.set_agents([_RlcardAgent()] * env.num_players)

    def play(games: int) -> int:
        return sum(sum(len(path) // 2 for path in env.run(is_training=True)[0]) for _ in range(games))

    count, took, steps = _enough(play, seconds)
    return Reference("RLCard UNO (Python)", count / took, steps / took)


class _RlcardAgent:
    """Any legal action (RLCard's own random agent wants pip at run time)."""

    use_raw = False

    def __init__(self) -> None:
        self._chooser = random.Random(7)

    def step(self, state: Any) -> Any:
        return self._chooser.choice(list(state["legal_actions"]))
