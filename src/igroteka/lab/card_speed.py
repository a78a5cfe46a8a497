"""How fast the twins are on a graphics card, beside all cores of the same machine."""

import os
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

import msgspec

from igroteka.lab.random_games import Table
from igroteka.lab.turbo_speed import player
from igroteka.turbo import Batch, twin
from igroteka.turbo.card import cuda

TABLES: Final = 1 << 17
_STEPS: Final = 2000
_ROUNDS: Final = 20


class CardSpeed(msgspec.Struct, frozen=True):
    """One kind of table, random legal play; a step is a decision that changes the state."""

    game: str
    seats: int
    options: dict[str, Any]
    card: str
    tables: int
    games_per_s: float
    steps_per_s: float
    agent_steps_per_s: float
    """Answers through a batch that does not look at them (`check=False`), with masks and observations."""
    bytes_per_game: int
    cores: int
    steps_per_s_on_cores: float
    """Random play inside the kernels on all cores of this machine."""


def measure(table: Table, seconds: float = 1.0, tables: int = TABLES) -> CardSpeed:
    batch = Batch(table.game, tables, table.seats, table.options, seed=1, check=False, device="cuda")
    games, steps = _playing(batch, seconds)
    batch.deal()
    cores = os.cpu_count() or 1
    return CardSpeed(
        game=table.game,
        seats=table.seats,
        options=table.options,
        card=_name(),
        tables=tables,
        games_per_s=games,
        steps_per_s=steps,
        agent_steps_per_s=_answering(batch, seconds),
        bytes_per_game=batch.bytes_per_table,
        cores=cores,
        steps_per_s_on_cores=_on_cores(table, cores, seconds),
    )


def _name() -> str:
    name = cuda().get_current_device().name
    return name.decode() if isinstance(name, bytes) else str(name)


def _playing(batch: Batch, seconds: float) -> tuple[float, float]:
    """Games and steps a second; the first round is not counted, it may compile."""
    batch.play_on(_STEPS)
    steps, games, begun = 0, 0, time.perf_counter()
    while (took := time.perf_counter() - begun) < seconds:
        more, ended = batch.play_on(_STEPS)
        steps, games = steps + more, games + ended
    return games / took, steps / took


def _answering(batch: Batch, seconds: float) -> float:
    def some() -> None:
        for _ in range(_ROUNDS):
            batch.answer(batch.random())
            batch.masks()
            batch.observe()
        cuda().synchronize()

    some()
    rounds, begun = 0, time.perf_counter()
    while (took := time.perf_counter() - begun) < seconds:
        some()
        rounds += _ROUNDS
    return rounds * len(batch) / took


def _on_cores(table: Table, cores: int, seconds: float) -> float:
    """Steps a second of the clock, a thread a core."""
    players: list[Callable[[int], int]] = [player(twin(table.game), table, seed) for seed in range(cores)]
    players[0](1)
    with ThreadPoolExecutor(cores) as pool:
        many = 1
        while True:
            begun = time.perf_counter()
            steps = sum(pool.map(lambda play, games=many: play(games), players))
            took = time.perf_counter() - begun
            if took >= seconds / 2:
                return float(steps / took)
            many = int(many * min(max(seconds / max(took, 1e-4), 2), 20))
