"""Etazhiki for PettingZoo: 2 to 5 seats, three rule sets (docs/envs.md)."""

from typing import Any

from igroteka.envs.aec import SeatsEnv


def env(seats: int = 2, options: Any = None, **settings: Any) -> SeatsEnv:
    """The environment; `settings` are those of SeatsEnv: honour, max_steps, render_mode."""
    return SeatsEnv("etazhiki", "etazhiki_v0", seats, options, **settings)


raw_env = env
"""The same: legality and order are checked inside, so that there is nothing to wrap."""
