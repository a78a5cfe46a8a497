"""The bots by their names: the levels that people choose from, and bots of their own."""

import sys
from collections.abc import Callable, Collection
from importlib import import_module
from typing import Final, TypeAlias

from igroteka.bots.answer import kept_in, told
from igroteka.bots.beginner import BeginnerBot
from igroteka.bots.bot import Bot, RandomBot
from igroteka.bots.player import PlayerBot
from igroteka.bots.sense import has_own
from igroteka.core import Refused
from igroteka.core.extras import missing

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
    from igroteka.bots.master import MasterBot  # only who plays with it waits for it to load

    return MasterBot(seconds)


def _master1(seconds: float) -> Bot:
    from igroteka.bots.habits import FIRST
    from igroteka.bots.master import MasterBot

    return MasterBot(seconds, habits=FIRST)


LEVELS: Final[dict[str, Factory]] = {"beginner": _beginner, "player": _player, "master": _master}
"""From weak to strong; a server may add bots of its own (`add`)."""

_BESIDES: Final[dict[str, Factory]] = {"random": lambda seconds: RandomBot(), "master1": _master1}
"""Known by name, for comparisons and for old tables, but not offered to people."""


_FORMS: Final = ("mymodule:MyBot", "policy.npz", "policy.onnx")
"""How bots of one's own are named."""

_TAUGHT: Final[dict[str, str | None]] = {}
"""Of those that a server has added, by name the game that a network was taught: it plays no other."""

_OURS: Final = frozenset((*LEVELS, *_BESIDES))

QUICK: Final = frozenset(("beginner", "player", "random"))
"""Those that do not search for as long as they may: a choice takes a few milliseconds."""


def is_portable(name: str, game: str) -> bool:
    """Whether it is worth thinking elsewhere, and any process that has this package can do so.

    Where a game has no sense of its own, Player plays it out, which takes the interpreter for a while.
    """
    return name in _OURS and (name not in QUICK or (name == "player" and not has_own(game)))


def is_known(name: str, game: str | None = None) -> bool:
    """Whether there is a bot of this name, and it can play this game if one is named."""
    return (name in LEVELS or name in _BESIDES) and game in (None, _TAUGHT.get(name) or game)


def offered(game: str) -> tuple[str, ...]:
    """The bots that people may choose from at a table of this game."""
    return tuple(name for name in LEVELS if is_known(name, game))


def make(name: str, seconds: float = SECONDS, game: str | None = None) -> Bot:
    """The bot of a level, `random`, or one's own (`mymodule:MyBot`); Refused if there is none.

    So is a network that was taught another game than this one.
    """
    known = LEVELS.get(name) or _BESIDES.get(name) or own(name)
    bot = known(seconds)
    need_taught(bot, name, game)
    return bot


def need_taught(bot: Bot, name: str, game: str | None) -> None:
    """Refused where the bot is a network of another game than the one that is named."""
    taught = _taught_by(bot)
    if None not in (game, taught) and taught != game:
        raise Refused("bot-of-another-game", None, bot=name, taught=taught, game=game)


def _taught_by(bot: Bot) -> str | None:
    """The game that a network was taught; any other bot is left to choose what it plays."""
    taught = getattr(bot, "taught", None)
    return taught if isinstance(taught, str) else None


def add(said: str) -> None:
    """From now on people may also choose these bots: `name=mymodule:MyBot`, with commas in between."""
    for one in filter(None, map(str.strip, said.split(","))):
        name, _, written = one.rpartition("=")
        if not name or not name.isprintable() or name in _OURS:
            raise Refused("bot-unnamed", None, bot=one)
        made = own(written)
        bot = made(SECONDS)  # what cannot be made is refused now, not at a table
        LEVELS[name] = made
        _TAUGHT[name] = _taught_by(bot)


def only(names: Collection[str]) -> None:
    """From now on people may choose from these alone: those that this machine can run."""
    for name in tuple(LEVELS):
        if name not in names:
            del LEVELS[name]


def own(written: str) -> Factory:
    """What makes the bots of a class of one's own, `mymodule:MyBot`, or of a network; or Refused.

    A network is a file, `policy.npz` of the school or `policy.onnx`.
    """
    if written.endswith(".npz"):
        return _taught(written)
    if written.endswith(".onnx"):
        return _learned(written)
    if "" not in sys.path:
        sys.path.insert(0, "")  # one's own module lies where one works
    module, colon, name = written.partition(":")
    if not colon:
        raise Refused("no-such-level", None, level=written, levels=", ".join((*LEVELS, *_BESIDES, *_FORMS)))
    try:
        made = getattr(kept_in(lambda: import_module(module)), name)
    except (ImportError, AttributeError, ValueError) as error:
        raise Refused("bot-not-found", None, bot=written, problem=str(error)) from None
    except Exception as error:  # somebody else's code
        raise Refused("bot-not-found", None, bot=written, problem=told(error)) from None
    if not callable(getattr(made, "choose", None)):
        raise Refused("bot-without-choose", None, bot=written)

    def factory(seconds: float) -> Bot:
        try:
            bot: Bot = kept_in(made)
        except Exception as error:  # somebody else's code
            raise Refused("bot-not-found", None, bot=written, problem=told(error)) from None
        return bot

    return factory


def _taught(path: str) -> Factory:
    """Bots that play a network of the school; a file that cannot be read is refused at once."""
    if missing("numba", "numpy"):
        raise Refused("extra-missing", None, extra="turbo")
    from igroteka.bots.network_bot import NetworkBot
    from igroteka.bots.network_file import read_network

    read_network(path)
    return lambda seconds: NetworkBot(read_network(path), path)


def _learned(path: str) -> Factory:
    """Bots that play as a network was taught; a file that cannot be read is refused at once."""
    if missing("onnxruntime", "numba", "numpy"):
        raise Refused("extra-missing", None, extra="onnx")
    from igroteka.bots.onnx import PolicyBot

    PolicyBot(path)
    return lambda seconds: PolicyBot(path)
