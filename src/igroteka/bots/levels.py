"""The bots by their names: the levels that people choose from, and bots of their own."""

import sys
from collections.abc import Callable
from importlib import import_module
from typing import Final, TypeAlias

from igroteka.bots.beginner import BeginnerBot
from igroteka.bots.bot import Bot, RandomBot
from igroteka.bots.player import PlayerBot
from igroteka.core import Refused

Factory: TypeAlias = Callable[[float], Bot]
"""Makes a bot for one seat of one game; it is told for how many seconds a choice may take at most."""

SECONDS: Final = 1.0
"""What a choice may take at most, unless a setting says otherwise."""
DEFAULT: Final = "player"


def _beginner(seconds: float) -> Bot:
    return BeginnerBot()


def _player(seconds: float) -> Bot:
    return PlayerBot()


def _master(seconds: float) -> Bot:
    return _player(seconds)


LEVELS: Final[dict[str, Factory]] = {"beginner": _beginner, "player": _player, "master": _master}
"""From weak to strong; a server may add bots of its own (`add`)."""

_BESIDES: Final[dict[str, Factory]] = {"random": lambda seconds: RandomBot()}
"""Known by name, for comparisons and for old tables, but not offered to people."""


_OURS: Final = frozenset((*LEVELS, *_BESIDES))

QUICK: Final = frozenset(("beginner", "player", "random"))
"""Those that do not search: a choice takes them a millisecond or two."""


def is_known(name: str) -> bool:
    return name in LEVELS or name in _BESIDES


def make(name: str, seconds: float = SECONDS) -> Bot:
    """The bot of a level, `random`, or one's own (`mymodule:MyBot`); Refused if there is none."""
    known = LEVELS.get(name) or _BESIDES.get(name) or own(name)
    return known(seconds)


def add(said: str) -> None:
    """From now on people may also choose these bots: `name=mymodule:MyBot`, with commas in between."""
    for one in filter(None, map(str.strip, said.split(","))):
        name, _, written = one.rpartition("=")
        if not name or not name.isprintable() or name in _OURS:
            raise Refused("bot-unnamed", None, bot=one)
        LEVELS[name] = own(written)


def own(written: str) -> Factory:
    """What makes the bots of a class of one's own, written `mymodule:MyBot`, or Refused."""
    if "" not in sys.path:
        sys.path.insert(0, "")  # one's own module lies where one works
    module, colon, name = written.partition(":")
    if not colon:
        raise Refused("no-such-level", None, level=written, levels=", ".join((*LEVELS, *_BESIDES)))
    try:
        made = getattr(import_module(module), name)
    except (ImportError, AttributeError, ValueError) as error:
        raise Refused("bot-not-found", None, bot=written, problem=str(error)) from None
    if not callable(getattr(made, "choose", None)):
        raise Refused("bot-without-choose", None, bot=written)
    return lambda seconds: made()
