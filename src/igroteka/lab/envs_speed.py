"""How fast the environments are, beside those of others in the same run: agent steps per CPU second."""

import time
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Any, Final

import msgspec
import numpy as np

from igroteka.envs import VectorEnv, etazhiki_v0, sequence_v0, upturn_v0

TABLES: Final[tuple[tuple[str, int, dict[str, Any]], ...]] = (
    ("sequence", 2, {"draw": "automatic"}),
    ("sequence", 2, {}),
    ("sequence", 6, {}),
    ("upturn", 2, {}),
    ("upturn", 4, {}),
    ("etazhiki", 2, {}),
    ("etazhiki", 2, {"variant": "medium"}),
    ("etazhiki", 5, {}),
)


class EnvSpeed(msgspec.Struct, frozen=True):
    """Random play through one interface; a step is an answer of an agent that was given all it may see."""

    interface: str
    game: str
    steps_per_cpu_s: float


def measure(seconds: float = 1.0, tables: int = 1024) -> list[EnvSpeed]:
    """Ours on every kind of table, then others' environments that are installed."""
    rows = [_vector(game, seats, options, tables, seconds) for game, seats, options in TABLES]
    rows += [_aec(module, seconds) for module in (sequence_v0, upturn_v0, etazhiki_v0)]
    if find_spec("pyspiel"):
        rows += [_open_spiel(f"igroteka_{game}", seconds) for game in ("sequence", "upturn", "etazhiki")]
        rows.append(_open_spiel("crazy_eights", seconds))
    if find_spec("rlcard"):
        rows.append(_rlcard(seconds))
    return rows


def _rate(some: Callable[[], int], seconds: float) -> float:
    """Steps per CPU second; the first call is not counted, it may compile."""
    some()
    steps, begun = 0, time.process_time()
    while (took := time.process_time() - begun) < seconds:
        steps += some()
    return steps / took


def _vector(game: str, seats: int, options: dict[str, Any], tables: int, seconds: float) -> EnvSpeed:
    """Stepping, masks, observations, and random answers too."""
    env = VectorEnv(game, tables, seats, options)
    env.reset(seed=1)

    def some() -> int:
        for _ in range(8):
            env.step(env.sample())
        return 8 * tables

    said = " ".join([game, str(seats), *(f"{name}={value}" for name, value in options.items())])
    return EnvSpeed(f"igroteka VectorEnv({tables})", said, _rate(some, seconds))


def _aec(module: Any, seconds: float) -> EnvSpeed:
    env, chooser = module.env(), Random(1)
    env.reset(seed=1)

    def some() -> int:
        for _ in range(100):
            if not env.agents:
                env.reset()
            seen, _, terminated, truncated, _ = env.last()
            over = terminated or truncated
            env.step(None if over else chooser.choice(np.flatnonzero(seen["action_mask"]).tolist()))
        return 100

    return EnvSpeed("igroteka PettingZoo", f"{env.table.game} 2", _rate(some, seconds))


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
