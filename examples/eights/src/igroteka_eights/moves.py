"""What is said at a table of Crazy Eights: intents ask, events tell."""

from typing import TypeAlias

from msgspec import UNSET, UnsetType

from igroteka import core
from igroteka.core import Deal, Seat, Stop, Stopped
from igroteka_eights.cards import Card, Suit


class Lay(core.Intent, frozen=True, tag="lay"):
    """A card onto the pile; an eight names the suit that is to be followed (CE-06, CE-07)."""

    card: Card
    suit: Suit | UnsetType = UNSET


class Draw(core.Intent, frozen=True, tag="draw"):
    """A card from the deck (CE-08)."""


class Pass(core.Intent, frozen=True, tag="pass"):
    """Nothing left to draw, and nothing laid (CE-09)."""


class Announce(core.Intent, frozen=True, tag="announce"):
    """Last card! (CE-11)"""


class Catch(core.Intent, frozen=True, tag="catch"):
    """That seat has not announced its last card (CE-12)."""

    seat: Seat


Intent: TypeAlias = Deal | Stop | Lay | Draw | Pass | Announce | Catch


class Dealt(core.Event, frozen=True, tag="dealt"):
    """A hand is None, and the deck is None, when told to those who may not see them."""

    hands: tuple[tuple[Card, ...] | None, ...]
    start: Card
    deck: tuple[Card, ...] | None
    turn: Seat


class Laid(core.Event, frozen=True, tag="laid"):
    """A card that is not an eight."""

    seat: Seat
    card: Card


class WildLaid(core.Event, frozen=True, tag="wild_laid"):
    """An eight, and the suit that is to be followed."""

    seat: Seat
    card: Card
    suit: Suit


class Drew(core.Event, frozen=True, tag="drew"):
    """The card is None when told to another seat."""

    seat: Seat
    card: Card | None


class Reshuffled(core.Event, frozen=True, tag="reshuffled"):
    """CE-10: the pile but its top card is the new deck, whose order is told to nobody."""

    count: int
    deck: tuple[Card, ...] | None


class Passed(core.Event, frozen=True, tag="passed"):
    seat: Seat


class Announced(core.Event, frozen=True, tag="announced"):
    seat: Seat


class Caught(core.Event, frozen=True, tag="caught"):
    """CE-13: the cards that it costs follow as `drew`."""

    seat: Seat
    by: Seat


class TurnCame(core.Event, frozen=True, tag="turn_came"):
    seat: Seat


class Won(core.Event, frozen=True, tag="won"):
    seat: Seat


class Stalled(core.Event, frozen=True, tag="stalled"):
    """CE-15: nobody can go on; the fewest cards win."""

    winners: tuple[Seat, ...]


Event: TypeAlias = (
    Stopped
    | Dealt
    | Laid
    | WildLaid
    | Drew
    | Reshuffled
    | Passed
    | Announced
    | Caught
    | TurnCame
    | Won
    | Stalled
)
