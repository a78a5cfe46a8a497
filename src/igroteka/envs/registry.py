"""The games in Gymnasium's registry: `igroteka/<Game>-v0`, and one id for every bot to play against."""

from typing import Final, NoReturn

import gymnasium

from igroteka.games import SHELF

NAMESPACE: Final = "igroteka"
VERSION: Final = "v0"
BOTS: Final = ("random", "beginner", "player", "master")


def register() -> None:
    """All games on the shelf. Once is enough."""
    for game in SHELF:
        _add(
            f"{_title(game)}-{VERSION}",
            entry_point="igroteka.envs.registry:only_many",
            vector_entry_point="igroteka.envs.gym_vector:SelfPlayVectorEnv",
            kwargs={"game": game},
        )
        for bot in BOTS:
            _add(
                f"{_title(game)}-vs-{bot}-{VERSION}",
                entry_point="igroteka.envs.against:AgainstBots",
                kwargs={"game": game, "bot": bot},
            )


def only_many(game: str, **settings: object) -> NoReturn:
    """What `gymnasium.make` gets to hear: one table has seats that are asked in turn, not one learner."""
    title = _title(game)
    raise ValueError(
        f"{NAMESPACE}/{title}-{VERSION} is for gymnasium.make_vec without a mode, many tables at once; "
        f"one seat against bots is {NAMESPACE}/{title}-vs-player-{VERSION}"
    )


def _title(game: str) -> str:
    return "".join(part.capitalize() for part in game.split("_"))


def _add(name: str, **spec: object) -> None:
    if f"{NAMESPACE}/{name}" not in gymnasium.registry:
        gymnasium.register(f"{NAMESPACE}/{name}", **spec)  # type: ignore[arg-type]
