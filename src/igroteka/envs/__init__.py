"""The games for people who study them: PettingZoo, many tables at once, OpenSpiel (docs/envs.md).

`env("upturn", seats=3)` makes a PettingZoo environment of any game on the shelf. As PettingZoo's own games
do, every game also has a module of the name `<game>_v0` with `env` and `raw_env`.
"""

# ruff: noqa: E402
import sys
from types import ModuleType
from typing import Any, Final

from igroteka.core.extras import need

need("igroteka.envs", "envs", "numba", "numpy", "gymnasium", "pettingzoo")  # before what imports them

from igroteka.envs.aec import SeatsEnv
from igroteka.envs.vector import VectorEnv
from igroteka.games import SHELF

__all__ = ["SeatsEnv", "VectorEnv", "env"]

_VERSION: Final = "_v0"


def env(game: str, seats: int = 2, options: Any = None, **settings: Any) -> SeatsEnv:
    """The environment of a game; `settings` are those of SeatsEnv: honour, max_steps, render_mode."""
    return SeatsEnv(game, seats, options, **settings)


class GameEnv(ModuleType):
    """The environments of one game, as a module in PettingZoo's manner."""

    def __init__(self, game: str) -> None:
        super().__init__(f"{__name__}.{game}{_VERSION}", f"{game} for PettingZoo (docs/envs.md).")
        self.game = game

    def env(self, seats: int = 2, options: Any = None, **settings: Any) -> SeatsEnv:
        """The environment; `settings` are those of SeatsEnv: honour, max_steps, render_mode."""
        return SeatsEnv(self.game, seats, options, **settings)

    raw_env = env
    """The same: legality and order are checked inside, so that there is nothing to wrap."""


def __getattr__(name: str) -> GameEnv:
    game = name.removesuffix(_VERSION)
    if game == name or game not in SHELF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    made = GameEnv(game)
    sys.modules[made.__name__] = made
    setattr(sys.modules[__name__], name, made)
    return made


def __dir__() -> list[str]:
    return [*__all__, *(f"{name}{_VERSION}" for name in SHELF)]
