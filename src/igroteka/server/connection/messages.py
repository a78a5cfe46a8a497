"""What goes over a connection: one JSON object a frame from a client, a list of them from the server."""

from typing import Any, TypeAlias

import msgspec

from igroteka.core import Refusal, Seat
from igroteka.server.people.bot_choices import Pace, Taking


class _Message(msgspec.Struct, frozen=True, tag_field="kind", forbid_unknown_fields=True):
    """One message."""


class Hello(_Message, frozen=True, tag="hello"):
    """The first message: who is asking, by the secret its browser holds; null is a visitor.

    A big `screen` that shows the table to everybody is a visitor too, whatever token it has.
    """

    token: str | None = None
    screen: bool = False


class Ask(_Message, frozen=True, tag="ask"):
    """A game intent; `number` is that of the view it answers, `id` the client's own, for resending."""

    id: str
    number: int
    intent: msgspec.Raw


class Do(_Message, frozen=True, tag="do"):
    """An intent about the table: sit, start, add a bot…"""

    id: str
    intent: msgspec.Raw


class Why(_Message, frozen=True, tag="why"):
    """Why is this game intent not possible? Nothing is played."""

    id: str
    intent: msgspec.Raw


class AskHint(_Message, frozen=True, tag="hint"):
    """What would be a good move now, and why? Nothing is played; other people at the table hear of it."""

    id: str


class Say(_Message, frozen=True, tag="say"):
    """A ready-made phrase, a reaction, or, where the host allows it, a text: exactly one of them."""

    phrase: str | None = None
    reaction: str | None = None
    text: str | None = None


ClientMessage: TypeAlias = Hello | Ask | Do | Why | AskHint | Say


class ToldRow(msgspec.Struct, frozen=True):
    """One row of the log as this seat hears of it."""

    number: int
    time: float
    seat: Seat
    events: tuple[Any, ...]


class Told(_Message, frozen=True, tag="told"):
    """The game as this seat may see it now, and what has happened since it was last told.

    `jumped`: something was left out in between; the view is whole all the same.
    """

    number: int
    round: int
    time: float
    jumped: bool
    rows: tuple[ToldRow, ...]
    view: Any


class PersonView(msgspec.Struct, frozen=True):
    """Someone at the table; the id is public, the token is not told."""

    id: str
    name: str
    avatar: str | None
    present: bool
    muted: bool


class ChairView(msgspec.Struct, frozen=True):
    """A seat: a person's, a bot's (its level), or a person's that a bot minds, if both are there."""

    person: str | None
    bot: str | None
    patience: float | None


class AskingView(msgspec.Struct, frozen=True):
    """Someone who would like to sit down there."""

    person: str
    seat: Seat


class NonceView(msgspec.Struct, frozen=True):
    """What a person has added to a shuffle, in hex."""

    who: str
    nonce: str


class ShuffleView(msgspec.Struct, frozen=True):
    """The honest shuffle of a round: the secret is null until its game is over."""

    round: int
    commitment: str
    nonces: tuple[NonceView, ...]
    secret: str | None
    given: bool
    """Whether the deal was given (the same deal again, or a game played on), not drawn."""
    rows: int = 0
    """Of a game that is played on: after how many rows."""


class TableView(msgspec.Struct, frozen=True):
    """The table besides its game, as anyone at it may know."""

    id: str
    code: str
    game: str
    seats: int
    options: dict[str, Any]
    you: str | None
    seat: Seat | None
    host: str | None
    people: tuple[PersonView, ...]
    chairs: tuple[ChairView, ...]
    listed: bool
    chat: bool
    timer: int | None
    colours: tuple[str, ...]
    """What each side is shown in, in the order of the sides."""
    sides: tuple[tuple[Seat, ...], ...]
    """The seats of each side, where some of them play together; else empty."""
    locked: bool
    """Whether nobody else may come."""
    open_seats: bool
    """Whether people may sit down in a running game without asking the host."""
    asking: tuple[AskingView, ...]
    """Who would like to sit down in the running game; the host answers with `let_sit`."""
    claimed: bool
    """Whether the host has claimed the role: such a host may neither move seats nor delete the table."""
    taking: Taking | None
    """How bots take the turn of a person; null where nobody's turn can be taken."""
    pace: Pace
    """How fast bots play."""
    hints: bool
    """Whether the people who play may ask for hints now."""
    paused: bool
    playing: bool
    round: int
    results: tuple[tuple[str, ...], ...]
    """Winners of each finished game, of the last 1,000: person ids, or `bot:seat`."""
    shuffle: ShuffleView
    """Of the running or last game; before the first, of the one to come."""
    next_commitment: str
    levels: tuple[str, ...]
    """The bots that may be seated here."""
    link: str
    screen: bool
    """Whether a big screen shows the table: phones then show the hand alone."""


class TableSeen(TableView, frozen=True):
    """A table that somebody asks about from outside, and whose turn it is there."""

    turn: Seat | None


class TableTold(_Message, frozen=True, tag="table"):
    """The table besides its game, whenever something about it has changed."""

    number: int
    table: TableView


class Answered(_Message, frozen=True, tag="answer"):
    """The intent with this id was accepted; it is row `number`. Null: it changed nothing."""

    id: str
    number: int | None


class NotPossible(_Message, frozen=True, tag="not_possible"):
    """The intent with this id was refused; `since` are the rows that the client had not seen."""

    id: str
    refusal: Refusal
    since: tuple[ToldRow, ...] = ()


class Possible(_Message, frozen=True, tag="possible"):
    """The answer to `why`: nothing stands in the way."""

    id: str


class HintTold(_Message, frozen=True, tag="hint"):
    """A good intent for the view with this number (null: let it be), and why it is good.

    `reason` is a key of the table `hints` of the game's texts, which `parameters` fill.
    """

    id: str
    number: int
    intent: Any | None
    reason: str
    clause: str | None
    parameters: dict[str, Any]


class Said(_Message, frozen=True, tag="said"):
    """Someone has said something: one of the three."""

    person: str
    time: float
    phrase: str | None = None
    reaction: str | None = None
    text: str | None = None


class Reminded(_Message, frozen=True, tag="reminded"):
    """The soft timer: this seat has been thinking for a while. Nothing follows from it."""

    seat: Seat


class Notice(_Message, frozen=True, tag="notice"):
    """Something that everyone at the table should know: `seat_moved` (this person's seat is at another
    device now), `host_claimed` (this person has taken the role of a host who was away), `hint_taken` (this
    person has been given a hint); of nobody (`person` is empty) `bots_hurried` (so many tables play with
    Master now that it thinks for less time than usual) and `game_broke` (the game itself failed when a bot
    was to move)."""

    notice: str
    person: str


class Complaint(_Message, frozen=True, tag="complaint"):
    """A message that could not be read, or came too fast."""

    refusal: Refusal


class Bye(_Message, frozen=True, tag="bye", omit_defaults=True):
    """The server closes the connection, and why: a message key. `after`: come back after so many seconds."""

    reason: str
    after: float | None = None


ServerMessage: TypeAlias = (
    Told
    | TableTold
    | Answered
    | NotPossible
    | Possible
    | HintTold
    | Said
    | Reminded
    | Notice
    | Complaint
    | Bye
)
