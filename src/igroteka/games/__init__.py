"""The shelf: every game is a module that offers the names of igroteka.core.Game."""

from types import MappingProxyType
from typing import Final

from igroteka.core import AnyGame, AnyRules, Refused, shelved
from igroteka.games import etazhiki, sequence, upturn

_GAMES: Final[tuple[AnyRules, ...]] = (upturn, etazhiki, sequence)

SHELF: Final = MappingProxyType({game.NAME: game for game in map(shelved, _GAMES)})


def game(name: str) -> AnyGame:
    """The game of that name, or Refused."""
    if name not in SHELF:
        raise Refused("unknown-game", None, game=name, games=", ".join(SHELF))
    return SHELF[name]
