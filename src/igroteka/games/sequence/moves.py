"""What is said at a Sequence table: intents ask, events tell."""

from typing import TypeAlias

from igroteka import core
from igroteka.core import Deal, Seat, Stop, Stopped
from igroteka.games.sequence.parts import Card, Cell, Side


class Place(core.Intent, frozen=True, tag="place"):
    card: Card
    cell: Cell


class Remove(core.Intent, frozen=True, tag="remove"):
    card: Card
    cell: Cell


class Exchange(core.Intent, frozen=True, tag="exchange"):
    card: Card


class Draw(core.Intent, frozen=True, tag="draw"):
    """Take the card that is owed for the turn just played."""


class Pass(core.Intent, frozen=True, tag="pass"):
    """Only when nothing at all can be played (SQ-A16)."""


class Choose(core.Intent, frozen=True, tag="choose"):
    cells: tuple[Cell, ...]


class Accuse(core.Intent, frozen=True, tag="accuse"):
    side: Side


class Admit(core.Intent, frozen=True, tag="admit"):
    """One of ours has warned a mate."""


class Deny(core.Intent, frozen=True, tag="deny"):
    """I say that nobody has."""


class Forfeit(core.Intent, frozen=True, tag="forfeit"):
    card: Card


Intent: TypeAlias = (
    Deal | Stop | Place | Remove | Exchange | Draw | Pass | Choose | Accuse | Admit | Deny | Forfeit
)


class TurnedUp(core.Event, frozen=True, tag="turned_up"):
    """SQ-10: these seats have turned up a card each to find the dealer."""

    seats: tuple[Seat, ...]
    cards: tuple[Card, ...]


class Dealt(core.Event, frozen=True, tag="dealt"):
    """A hand is None, and the deck is None, when told to those who may not see them."""

    dealer: Seat
    hands: tuple[tuple[Card, ...] | None, ...]
    deck: tuple[Card, ...] | None
    turn: Seat


class Placed(core.Event, frozen=True, tag="placed"):
    seat: Seat
    card: Card
    cell: Cell


class Removed(core.Event, frozen=True, tag="removed"):
    seat: Seat
    card: Card
    cell: Cell
    side: Side


class Completed(core.Event, frozen=True, tag="completed"):
    side: Side
    cells: tuple[Cell, ...]


class Broken(core.Event, frozen=True, tag="broken"):
    """SQ-A28: a completed sequence has lost a chip and counts no more."""

    side: Side
    cells: tuple[Cell, ...]


class LongLineMade(core.Event, frozen=True, tag="long_line_made"):
    """SQ-A07: the seat has to choose five of six to eight chips in line."""

    seat: Seat


class Exchanged(core.Event, frozen=True, tag="exchanged"):
    """SQ-30: a dead card has gone to the seat's pile."""

    seat: Seat
    card: Card


class Replaced(core.Event, frozen=True, tag="replaced"):
    """The new card for a dead one; None when told to another seat."""

    seat: Seat
    card: Card | None


class Owed(core.Event, frozen=True, tag="owed"):
    """SQ-18: the seat may take its card."""

    seat: Seat


class Drew(core.Event, frozen=True, tag="drew"):
    """The card at the end of a turn; None when told to another seat."""

    seat: Seat
    card: Card | None


class Lost(core.Event, frozen=True, tag="lost"):
    """SQ-19: the owed card was not taken in time."""

    seat: Seat


class Reshuffled(core.Event, frozen=True, tag="reshuffled"):
    """SQ-A18: all played piles are the new deck; its order is None when told to anyone."""

    deck: tuple[Card, ...] | None


class Passed(core.Event, frozen=True, tag="passed"):
    seat: Seat


class PassedOver(core.Event, frozen=True, tag="passed_over"):
    """SQ-A23: a seat without cards."""

    seat: Seat


class TurnCame(core.Event, frozen=True, tag="turn_came"):
    seat: Seat


class Accused(core.Event, frozen=True, tag="accused"):
    seat: Seat
    side: Side


class Admitted(core.Event, frozen=True, tag="admitted"):
    seat: Seat
    due: tuple[Seat, ...]


class Denied(core.Event, frozen=True, tag="denied"):
    seat: Seat


class ClaimFell(core.Event, frozen=True, tag="claim_fell"):
    side: Side


class Forfeited(core.Event, frozen=True, tag="forfeited"):
    seat: Seat
    card: Card


class ClaimSettled(core.Event, frozen=True, tag="claim_settled"):
    side: Side


class Won(core.Event, frozen=True, tag="won"):
    side: Side


class Stuck(core.Event, frozen=True, tag="stuck"):
    """SQ-A17: a full circle of forced passes; the game is drawn."""


Event: TypeAlias = (
    Stopped
    | TurnedUp
    | Dealt
    | Placed
    | Removed
    | Completed
    | Broken
    | LongLineMade
    | Exchanged
    | Replaced
    | Owed
    | Drew
    | Lost
    | Reshuffled
    | Passed
    | PassedOver
    | TurnCame
    | Accused
    | Admitted
    | Denied
    | ClaimFell
    | Forfeited
    | ClaimSettled
    | Won
    | Stuck
)
