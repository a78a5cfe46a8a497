"""What a sound player thinks of a game: what the game's package says, or else a look one step ahead."""

from collections.abc import Callable
from functools import cache, partial
from typing import Any, TypeAlias

import msgspec

from igroteka.bots.one_step import weigh as one_step
from igroteka.games import game as on_shelf

Weigh: TypeAlias = Callable[[Any, tuple[Any, ...]], list[float]]
Views: TypeAlias = tuple[Any, ...]


class Sense(msgspec.Struct, frozen=True):
    """The names of a game's module `sense`; it may offer any of them."""

    weigh: Weigh
    """A number for each offer of a view, the more the better; off turn, up to nought is better let be."""
    FORGOTTEN: tuple[type, ...]
    """Intents that a beginner forgets now and then; by default the game's WINDOWS."""
    LETTING_GO: tuple[type, ...] = ()
    """Intents that nobody asks for just so, as long as there is something to play."""
    ENOUGH: tuple[type, ...] = ()
    """Intents that end a turn after a step of it: a beginner among small children asks for them at once."""
    LATE: tuple[type, ...] = ()
    """Intents that a beginner sees late."""
    is_ahead: Callable[[Any], bool] = lambda view: True
    """Whether no other side is nearer to winning: a beginner among small children takes it easy then."""
    remember: Callable[[Views, Any], Views] = lambda views, view: ()
    """What to keep of earlier views, given one more: only a search that reads them needs any."""


def weigh(view: Any, offers: tuple[Any, ...]) -> list[float]:
    """A number for each offer, the more the better; off turn, up to nought is better let be."""
    return sense_of(game_of(view)).weigh(view, offers)


def has_own(name: str) -> bool:
    """Whether the game says itself how good an offer is."""
    return hasattr(on_shelf(name).sense, "weigh")


@cache
def sense_of(name: str) -> Sense:
    """The sense of a game on the shelf."""
    game = on_shelf(name)
    own = {
        field: getattr(game.sense, field) for field in Sense.__struct_fields__ if hasattr(game.sense, field)
    }
    return Sense(**{"weigh": partial(one_step, game), "FORGOTTEN": game.WINDOWS, **own})


def game_of(view: Any) -> str:
    """Which game a view is of."""
    return on_shelf(str(type(view).__struct_config__.tag)).NAME
