"""How bots behave at a table: by what its host has chosen, or else by what the game says of itself."""

from typing import Final

import msgspec

from igroteka.core import Refused, read
from igroteka.server.guests import game as on_shelf
from igroteka.server.people.bot_choices import Pace, Taking
from igroteka.server.people.party import Party

SLOW: Final = 2.5
"""How many times slower a slow bot is."""


class Behaviour(msgspec.Struct, frozen=True):
    """`kinds` are the intents that take the turn of a seat; `taking` is null where there are none.

    `tells` is whether being asked out of turn says what a seat holds.
    """

    kinds: tuple[type, ...]
    taking: Taking | None
    pace: Pace
    tells: bool = False


def behaviour_of(party: Party) -> Behaviour:
    """A table of a game that is not installed, or has other options by now, has no bots to speak of."""
    try:
        game = on_shelf(party.game)
        options = read(party.options, game.Options)
    except Refused:
        return Behaviour((), None, "usual")
    kinds = game.taking(options)
    pace: Pace = party.pace or ("slow" if game.is_gentle(options) else "usual")
    return Behaviour(kinds, party.taking if kinds else None, pace, game.asking_tells(options))
