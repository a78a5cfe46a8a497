"""A hint for a seat: what Player would do with its view, and why."""

from typing import Any

import msgspec

from igroteka.bots.player import PlayerBot
from igroteka.bots.sense import game_of
from igroteka.core import Seeded, Why
from igroteka.games import game as on_shelf


class Hint(msgspec.Struct, frozen=True):
    """A good intent (None: let it be), and why it is good."""

    intent: Any | None
    why: Why


def hint(view: Any) -> Hint | None:
    """What the view's seat had better do now; None if it can do nothing.

    The same view gets the same hint, as long as Player is not cut short by the clock.
    """
    game = on_shelf(game_of(view))
    offers = tuple(one for one in view.legal if not isinstance(one, game.HONOUR))
    if not offers:
        return None
    intent = PlayerBot().choose(view, offers, view.turn != view.seat, Seeded(0))
    return Hint(intent, game.explain(view, intent))
