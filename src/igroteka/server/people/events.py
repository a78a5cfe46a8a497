"""What has happened at a table besides the game: the events of its log that are not the game's."""

from typing import Annotated, Any, TypeAlias

import msgspec
from msgspec import Meta

from igroteka.core import Event, Seat
from igroteka.server.people.bot_choices import Pace, Taking
from igroteka.server.people.names import COLOURS
from igroteka.table.record import Person as Seated
from igroteka.table.record import Source, Written
from igroteka.table.shuffle import Nonce

Seats: TypeAlias = Annotated[int, Meta(ge=1, le=1000)]
"""How many seats a table has: a log that was imported may be anybody's, and each seat takes memory."""


class Given(msgspec.Struct, frozen=True):
    """A deal that is given, not drawn: where it comes from, its seed, and the rows it begins with."""

    source: Source
    seed: str
    rows: tuple[Written, ...] = ()
    table: str = ""
    """Where the deal was first played, and in which round; empty for a record of another server."""
    round: int = 0


class Copy(msgspec.Struct, frozen=True):
    """A table that was opened with the deal of a round here: where, and after which row (null: the deal)."""

    table: str
    round: int
    row: int | None = None


class Round(msgspec.Struct, frozen=True):
    """One game of the series, as it was started; `seed` decides every row but those that were given."""

    number: int
    time: float
    seats: int
    options: dict[str, Any]
    secret: str
    commitment: str
    nonces: tuple[Nonce, ...]
    seed: str
    given: Given | None
    people: tuple[Seated, ...]


class Opened(Event, frozen=True, tag="opened"):
    id: str
    code: str
    game: str
    seats: Seats
    options: dict[str, Any]
    listed: bool
    chat: bool
    secret: str
    commitment: str
    given: Given | None = None


class Joined(Event, frozen=True, tag="joined"):
    person: str
    name: str
    avatar: str | None
    token: str
    address: str = ""
    """A short hash of where this person came from, to be compared within this table only."""


class Sat(Event, frozen=True, tag="sat"):
    person: str
    seat: Seat


class Stood(Event, frozen=True, tag="stood"):
    person: str


class Gone(Event, frozen=True, tag="gone"):
    person: str
    removed: bool = False
    """Whether the host has shown this person out."""


class SeatAsked(Event, frozen=True, tag="seat_asked"):
    """Somebody would like to sit down in the running game, and the host has to say yes."""

    person: str
    seat: Seat


class SeatDenied(Event, frozen=True, tag="seat_denied"):
    """The host has said no."""

    person: str


class Renamed(Event, frozen=True, tag="renamed"):
    person: str
    name: str
    avatar: str | None


class NonceGiven(Event, frozen=True, tag="nonce_given"):
    person: str
    nonce: str


class BotSat(Event, frozen=True, tag="bot_sat"):
    """A bot plays at this seat, its own or a person's that it minds."""

    seat: Seat
    level: str


class BotLeft(Event, frozen=True, tag="bot_left"):
    seat: Seat


class Swapped(Event, frozen=True, tag="swapped"):
    seat: Seat
    other: Seat


class OptionsSet(Event, frozen=True, tag="options_set"):
    seats: Seats
    options: dict[str, Any]


class GameChanged(Event, frozen=True, tag="game_changed"):
    """The same people at another game."""

    game: str
    seats: Seats
    options: dict[str, Any]


class TableSet(Event, frozen=True, tag="table_set"):
    listed: bool
    chat: bool
    timer: int | None
    colours: tuple[str, ...] = COLOURS
    locked: bool = False
    open_seats: bool = False
    taking: Taking = "unhurried"
    pace: Pace | None = None
    hints: bool | None = None


class PatienceSet(Event, frozen=True, tag="patience_set"):
    seat: Seat
    seconds: float | None


class HintTaken(Event, frozen=True, tag="hint_taken"):
    """Everyone hears that this person was given a hint, not what it said."""

    person: str


class Paused(Event, frozen=True, tag="paused"):
    pass


class Resumed(Event, frozen=True, tag="resumed"):
    pass


class Muted(Event, frozen=True, tag="muted"):
    person: str
    muted: bool


class HostCame(Event, frozen=True, tag="host_came"):
    person: str | None
    claimed: bool = False
    """Whether the role was claimed while the host was away; such a host may not do everything."""


class Started(Event, frozen=True, tag="started"):
    """A game begins; the secret of the next one is committed to at the same time."""

    round: Round
    next_secret: str
    next_commitment: str


class CopyOpened(Event, frozen=True, tag="copy_opened"):
    """Somebody has opened another table with the deal of a finished game of this one."""

    copy: Copy


class MoveOffered(Event, frozen=True, tag="move_offered"):
    """A one-time link takes the seat to another device; only its hash is kept."""

    person: str
    move: str
    until: float
    by: str | None = None
    """Who has offered it, if not the person whose seat it is."""


class Moved(Event, frozen=True, tag="moved"):
    person: str
    token: str


PartyEvent: TypeAlias = (
    Opened
    | Joined
    | Sat
    | Stood
    | Gone
    | SeatAsked
    | SeatDenied
    | Renamed
    | NonceGiven
    | BotSat
    | BotLeft
    | Swapped
    | OptionsSet
    | GameChanged
    | TableSet
    | PatienceSet
    | HintTaken
    | Paused
    | Resumed
    | Muted
    | HostCame
    | Started
    | CopyOpened
    | MoveOffered
    | Moved
)
