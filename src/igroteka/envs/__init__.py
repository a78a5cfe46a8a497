"""The games for people who study them: PettingZoo, many tables at once, OpenSpiel (docs/envs.md).

`env(game, seats=3)` makes a PettingZoo environment of any game on the shelf. As PettingZoo's own games
do, every game also has a module of the name `<game>_v0` with `env` and `raw_env`.
"""

# ruff: noqa: E402
import sys
from importlib import import_module
from types import ModuleType
from typing import Any, Final

from igroteka.core.extras import need

need("igroteka.envs", "envs", "numba", "numpy", "gymnasium", "pettingzoo")  # before what imports them

from igroteka.envs.aec import SeatsEnv
from igroteka.envs.against import AgainstBots
from igroteka.envs.egocentric import egocentric
from igroteka.envs.gym_vector import SelfPlayVectorEnv
from igroteka.envs.numbers import as_numbers
from igroteka.envs.registry import register
from igroteka.envs.vector import VectorEnv
from igroteka.games import SHELF

__all__ = [
    "AgainstBots",
    "SeatsEnv",
    "SelfPlayVectorEnv",
    "VectorEnv",
    "as_numbers",
    "egocentric",
    "env",
    "raw_env",
]

_VERSION: Final = "_v0"
wrappers: Any = import_module("pettingzoo.utils.wrappers")  # it has no types


def env(game: str, seats: int | None = None, options: Any = None, **settings: Any) -> Any:
    """The environment of a game, wrapped as PettingZoo's own: an illegal action ends it and costs 1.

    Where nothing is said it is a table for two, or for the fewest that the game is played with.
    `settings` are those of SeatsEnv: honour, max_steps, only_choices, relative, history, render_mode.
    """
    wrapped = wrappers.TerminateIllegalWrapper(raw_env(game, seats, options, **settings), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrapped))


def raw_env(game: str, seats: int | None = None, options: Any = None, **settings: Any) -> SeatsEnv:
    """The same without wrappers: what is not an answer raises ValueError and changes nothing."""
    return SeatsEnv(game, seats, options, **settings)


class GameEnv(ModuleType):
    """The environments of one game, as a module in PettingZoo's manner."""

    def __init__(self, game: str) -> None:
        super().__init__(f"{__name__}.{game}{_VERSION}", f"{game} for PettingZoo (docs/envs.md).")
        self.game = game

    def env(self, seats: int | None = None, options: Any = None, **settings: Any) -> Any:
        """The environment with wrappers; `settings` are those of SeatsEnv."""
        return env(self.game, seats, options, **settings)

    def raw_env(self, seats: int | None = None, options: Any = None, **settings: Any) -> SeatsEnv:
        """The environment without wrappers."""
        return raw_env(self.game, seats, options, **settings)


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


for _game in SHELF:
    __getattr__(f"{_game}{_VERSION}")  # so that it can be imported by its whole name, too
register()
