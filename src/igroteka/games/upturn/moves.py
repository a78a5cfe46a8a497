"""What is said at an UpTurn table: intents ask, events tell."""

from typing import TypeAlias, final

from msgspec import UNSET, UnsetType

from igroteka import core
from igroteka.core import Deal, Seat, Stop, Stopped
from igroteka.games.upturn.tiles import Order, Place, Tile, Trend


class Lay(core.Intent, frozen=True, tag="lay"):
    """`row` and `order` belong to arrows and jokers, `trend` to double arrows and jokers."""

    tile: Tile
    row: Place | UnsetType = UNSET
    order: Order | UnsetType = UNSET
    trend: Trend | UnsetType = UNSET


class Tuck(core.Intent, frozen=True, tag="tuck"):
    """One more number between the old last number and the twin (UT-35)."""

    tile: Tile


class Give(core.Intent, frozen=True, tag="give"):
    """One tile from the bag, unseen, to another seat (UT-34, UT-36)."""

    to: Seat


class Draw(core.Intent, frozen=True, tag="draw"):
    """One tile from the bag for oneself (UT-18)."""


class Announce(core.Intent, frozen=True, tag="announce"):
    """This is my last tile (UT-29)."""


class End(core.Intent, frozen=True, tag="end"):
    """Pass after drawing, or waive what is left to do."""


Intent: TypeAlias = Deal | Stop | Lay | Tuck | Give | Draw | Announce | End


class PutBack(core.Event, frozen=True, tag="put_back"):
    """UT-A03: an action tile came while looking for a start tile."""

    tile: Tile


class Dealt(core.Event, frozen=True, tag="dealt"):
    """A rack is None, and the bag is None, when told to those who may not see them."""

    racks: tuple[tuple[Tile, ...] | None, ...]
    start: Tile
    bag: tuple[Tile, ...] | None
    turn: Seat


class Opened(core.Event, frozen=True, tag="opened"):
    """UT-12: the first number beside the start tile, and the trend that it sets."""

    seat: Seat
    tile: Tile
    trend: Trend


@final
class Laid(core.Event, frozen=True, tag="laid"):
    """A number or a skip at the end of the row."""

    seat: Seat
    tile: Tile


class Steered(core.Event, frozen=True, tag="steered"):
    """UT-19, UT-20: an arrow or a joker, and how play runs after it."""

    seat: Seat
    tile: Tile
    row: Place
    trend: Trend
    order: Order


class Tucked(core.Event, frozen=True, tag="tucked"):
    """UT-35: a number between the old last number and the twin."""

    seat: Seat
    tile: Tile


class Gave(core.Event, frozen=True, tag="gave"):
    """UT-A25: the tile is None when told to anyone but its new owner."""

    seat: Seat
    to: Seat
    tile: Tile | None


class GiftsLapsed(core.Event, frozen=True, tag="gifts_lapsed"):
    """UT-B2: there was nothing left to give."""

    seat: Seat
    count: int


@final
class Drew(core.Event, frozen=True, tag="drew"):
    """The tile is None when told to another seat."""

    seat: Seat
    tile: Tile | None


class DrewNothing(core.Event, frozen=True, tag="drew_nothing"):
    """UT-A36: a fine, taken first, left nothing in the bag or on the table."""

    seat: Seat


class Announced(core.Event, frozen=True, tag="announced"):
    """UT-29: the seat is down to one tile and has said so."""

    seat: Seat


class Forgot(core.Event, frozen=True, tag="forgot"):
    """UT-30: the window has closed on a last tile that was not announced."""

    seat: Seat


class Fined(core.Event, frozen=True, tag="fined"):
    """One tile of the fine; None when told to another seat."""

    seat: Seat
    tile: Tile | None


class Recycled(core.Event, frozen=True, tag="recycled"):
    """UT-47: laid tiles are the new bag; its order is None when told to anyone."""

    count: int
    bag: tuple[Tile, ...] | None


@final
class Ended(core.Event, frozen=True, tag="ended"):
    """A pass, or the rest of a turn waived."""

    seat: Seat


class Skipped(core.Event, frozen=True, tag="skipped"):
    """UT-42, UT-43: these seats miss their turn."""

    seats: tuple[Seat, ...]


@final
class TurnCame(core.Event, frozen=True, tag="turn_came"):
    seat: Seat


class Won(core.Event, frozen=True, tag="won"):
    """UT-32: the seat has laid all its tiles."""

    seat: Seat


class Stalled(core.Event, frozen=True, tag="stalled"):
    """UT-B10: a full circle of ends; the fewest tiles win."""

    winners: tuple[Seat, ...]


Event: TypeAlias = (
    Stopped
    | PutBack
    | Dealt
    | Opened
    | Laid
    | Steered
    | Tucked
    | Gave
    | GiftsLapsed
    | Drew
    | DrewNothing
    | Announced
    | Forgot
    | Fined
    | Recycled
    | Ended
    | Skipped
    | TurnCame
    | Won
    | Stalled
)
