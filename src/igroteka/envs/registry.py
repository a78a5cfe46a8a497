"""The games in Gymnasium's registry: `igroteka/<Game>-v0`, and one id for every bot to play against."""

from typing import Final

import gymnasium

from igroteka.games import SHELF
from igroteka.turbo import twins

NAMESPACE: Final = "igroteka"
VERSION: Final = "v0"
BOTS: Final = ("random", "beginner", "player", "master")


def register() -> None:
    """All games on the shelf; those with a twin also for many tables at once. Once is enough."""
    for game in SHELF:
        if game in twins():
            _add(
                f"{_title(game)}-{VERSION}",
                vector_entry_point="igroteka.envs.gym_vector:SelfPlayVectorEnv",
                kwargs={"game": game},
            )
        for bot in BOTS:
            _add(
                f"{_title(game)}-vs-{bot}-{VERSION}",
                entry_point="igroteka.envs.against:AgainstBots",
                kwargs={"game": game, "bot": bot},
            )


def _title(game: str) -> str:
    return "".join(part.capitalize() for part in game.split("_"))


def _add(name: str, **spec: object) -> None:
    if f"{NAMESPACE}/{name}" not in gymnasium.registry:
        gymnasium.register(f"{NAMESPACE}/{name}", **spec)  # type: ignore[arg-type]
