"""How fast the environments are, beside those of others in the same run: agent steps per CPU second."""

import time
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from random import Random

import msgspec
import numpy as np

from igroteka.envs import VectorEnv, env
from igroteka.games import SHELF
from igroteka.lab.random_games import Table
from igroteka.lab.random_games import tables as kinds_of_tables
from igroteka.turbo import twins


class EnvSpeed(msgspec.Struct, frozen=True):
    """Random play through one interface; a step is an answer of an agent that was given all it may see."""

    interface: str
    game: str
    steps_per_cpu_s: float
    """On a graphics card: per second of the clock."""


def measure(seconds: float = 1.0, tables: int = 1024) -> list[EnvSpeed]:
    """Ours on every kind of table, then others' environments that are installed."""
    rows = [_vector(kind, tables, seconds) for game in twins() for kind in _kinds(game)]
    rows += [_aec(game, seconds) for game in SHELF]
    if find_spec("pyspiel"):
        rows += [_open_spiel(f"igroteka_{game}", seconds) for game in SHELF]
        rows.append(_open_spiel("crazy_eights", seconds))
    if find_spec("rlcard"):
        rows.append(_rlcard(seconds))
    return rows


def measure_on_card(seconds: float = 1.0, tables: int = 1 << 17) -> list[EnvSpeed]:
    """Ours with everything on a graphics card."""
    return [_vector_on_card(kind, tables, seconds) for game in twins() for kind in _kinds(game)]


def _vector_on_card(kind: Table, tables: int, seconds: float) -> EnvSpeed:
    from igroteka.turbo.card import cuda

    many = VectorEnv(kind.game, tables, kind.seats, kind.options, check=False, device="cuda")
    many.reset(seed=1)

    def some() -> int:
        for _ in range(20):
            many.step(many.sample())
        cuda().synchronize()
        return 20 * tables

    label = f"igroteka VectorEnv({tables}, check=False, device='cuda')"
    return EnvSpeed(label, kind.label(), _rate(some, seconds, time.perf_counter))


def _rate(some: Callable[[], int], seconds: float, clock: Callable[[], float] = time.process_time) -> float:
    """Steps per second of the clock: of the CPU; the first call is not counted, it may compile."""
    some()
    steps, begun = 0, clock()
    while (took := clock() - begun) < seconds:
        steps += some()
    return steps / took


def _kinds(game: str) -> list[Table]:
    """The smallest table with every option, and the largest as it is by default."""
    seats = SHELF[game].SEATS
    smallest = [kind for kind in kinds_of_tables(SHELF[game]) if kind.seats == seats[0]]
    return [*smallest, Table(game, seats[-1])] if len(seats) > 1 else smallest


def _vector(kind: Table, tables: int, seconds: float) -> EnvSpeed:
    """Stepping, masks, observations, and random answers too."""
    many = VectorEnv(kind.game, tables, kind.seats, kind.options)
    many.reset(seed=1)

    def some() -> int:
        for _ in range(8):
            many.step(many.sample())
        return 8 * tables

    return EnvSpeed(f"igroteka VectorEnv({tables})", kind.label(), _rate(some, seconds))


def _aec(game: str, seconds: float) -> EnvSpeed:
    seats = SHELF[game].SEATS[0]
    one, chooser = env(game, seats), Random(1)
    one.reset(seed=1)

    def some() -> int:
        for _ in range(100):
            if not one.agents:
                one.reset()
            seen, _, terminated, truncated, _ = one.last()
            over = terminated or truncated
            one.step(None if over else chooser.choice(np.flatnonzero(seen["action_mask"]).tolist()))
        return 100

    return EnvSpeed("igroteka PettingZoo", f"{game} {seats}", _rate(some, seconds))


def _open_spiel(name: str, seconds: float) -> EnvSpeed:
    """Through its Python interface, with an observation at every decision; what chance draws is no step."""
    if name.startswith("igroteka"):
        import_module("igroteka.envs.openspiel")
    game, chooser = import_module("pyspiel").load_game(name), Random(1)
    state = game.new_initial_state()

    def some() -> int:
        nonlocal state
        steps = 0
        while steps < 100:
            if state.is_terminal():
                state = game.new_initial_state()
            elif state.is_chance_node():
                state.apply_action(chooser.choice(state.chance_outcomes())[0])
            else:
                state.observation_tensor()
                state.apply_action(chooser.choice(state.legal_actions()))
                steps += 1
        return steps

    interface = "igroteka OpenSpiel" if name.startswith("igroteka") else "OpenSpiel (C++ game)"
    return EnvSpeed(interface, f"{name} {game.num_players()}", _rate(some, seconds))


def _rlcard(seconds: float) -> EnvSpeed:
    env, chooser = import_module("rlcard").make("uno", config={"seed": 1}), Random(1)
    state, _ = env.reset()

    def some() -> int:
        nonlocal state
        for _ in range(100):
            state, _ = env.step(chooser.choice(list(state["legal_actions"])))
            if env.is_over():
                state, _ = env.reset()
        return 100

    return EnvSpeed("RLCard", f"uno {env.num_players}", _rate(some, seconds))
