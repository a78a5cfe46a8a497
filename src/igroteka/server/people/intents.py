"""What people ask for at a table besides playing: sitting down, bots, host's work."""

from typing import Any, TypeAlias

import msgspec

from igroteka.bots import DEFAULT
from igroteka.core import Intent, Seat
from igroteka.server.people.bot_choices import Pace, Taking


class Sit(Intent, frozen=True, tag="sit"):
    """Take a free chair, or a bot's; in a running game too."""

    seat: Seat


class Stand(Intent, frozen=True, tag="stand"):
    """Become a spectator; a bot minds the seat of a running game."""


class Leave(Intent, frozen=True, tag="leave"):
    """Go for good."""


class Rename(Intent, frozen=True, tag="rename"):
    """Another name or face, for oneself; for another person when one is the host."""

    name: str
    avatar: str | None = None
    person: str | None = None


class GiveNonce(Intent, frozen=True, tag="nonce"):
    """Randomness of one's own for the next shuffle."""

    nonce: str


class TakeBack(Intent, frozen=True, tag="take_back"):
    """Play oneself again where a bot has minded the seat."""


class ClaimHost(Intent, frozen=True, tag="claim_host"):
    """Be the host instead of one who has been away for a while."""


class Start(Intent, frozen=True, tag="start"):
    """Begin: every chair is taken by a person or a bot."""


class Rematch(Intent, frozen=True, tag="rematch"):
    """Another game with the same people."""


class AddBot(Intent, frozen=True, tag="add_bot"):
    """A bot takes a free chair."""

    seat: Seat
    level: str = DEFAULT


class RemoveBot(Intent, frozen=True, tag="remove_bot"):
    """The chair is free again, or the person whose seat the bot has minded plays."""

    seat: Seat


class Swap(Intent, frozen=True, tag="swap"):
    """Whoever sits on these two chairs changes places, between games."""

    seat: Seat
    other: Seat


class SetOptions(Intent, frozen=True, tag="set_options"):
    """Number of seats and game options, before a game."""

    seats: int
    options: dict[str, Any] = {}


class ChangeGame(Intent, frozen=True, tag="change_game"):
    """Another game for the same people, between games; they keep their order, bots come after them."""

    game: str
    seats: int
    options: dict[str, Any] = {}


class SetTable(Intent, frozen=True, tag="set_table"):
    """How the table is kept: listed for all, free chat, a soft timer that only reminds (seconds).

    `colours` are those that the sides are shown in, between games; they mean nothing to the rules.
    `taking` is how bots take the turn of a person, where a game lets them; `pace` is how fast they play, null
    as the game has it.
    """

    listed: bool | msgspec.UnsetType = msgspec.UNSET
    chat: bool | msgspec.UnsetType = msgspec.UNSET
    timer: int | msgspec.UnsetType | None = msgspec.UNSET
    colours: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET
    locked: bool | msgspec.UnsetType = msgspec.UNSET
    """Nobody else may come to the table; who has its link may still watch."""
    open_seats: bool | msgspec.UnsetType = msgspec.UNSET
    """People may sit down in a running game without asking the host."""
    taking: Taking | msgspec.UnsetType = msgspec.UNSET
    pace: Pace | msgspec.UnsetType | None = msgspec.UNSET
    hints: bool | msgspec.UnsetType | None = msgspec.UNSET
    """Whether people may ask for hints; null: those alone with bots may, and small children."""


class SetPatience(Intent, frozen=True, tag="set_patience"):
    """How long bots wait for this seat's open windows (seconds); null is the server's own."""

    seat: Seat
    seconds: float | None


class Pause(Intent, frozen=True, tag="pause"):
    """Nobody moves until the host resumes."""


class Resume(Intent, frozen=True, tag="resume"):
    """Play goes on."""


class Remove(Intent, frozen=True, tag="remove_person"):
    """Show someone out; a bot minds the seat of a running game."""

    person: str


class Mute(Intent, frozen=True, tag="mute"):
    """Someone may not say anything any more, or may again."""

    person: str
    muted: bool = True


class HandOver(Intent, frozen=True, tag="hand_over"):
    """Another person is the host now."""

    person: str


class CallBot(Intent, frozen=True, tag="call_bot"):
    """A bot minds the seat of someone absent."""

    seat: Seat
    level: str = DEFAULT


class LetSit(Intent, frozen=True, tag="let_sit"):
    """Say yes or no to someone who would like to sit down in the running game."""

    person: str
    yes: bool = True


class StopGame(Intent, frozen=True, tag="stop_game"):
    """End the running game: no winner, the shuffle is shown."""


class Delete(Intent, frozen=True, tag="delete"):
    """Remove the table and all its games."""


class Join(Intent, frozen=True, tag="join"):
    """Come to the table; asked over HTTP, with what the server has drawn for the newcomer."""

    person: str
    token: str
    """The hash of the newcomer's token."""
    name: str
    avatar: str | None
    nonce: str | None
    watch: bool
    address: str = ""
    """A short hash of where the newcomer comes from."""
    most: int = 64
    """How many people may come to a table from there."""


class OfferMove(Intent, frozen=True, tag="offer_move"):
    """A one-time link that takes a seat to another device; asked over HTTP."""

    person: str
    word: str
    """The hash of the link's word."""


class UseMove(Intent, frozen=True, tag="move"):
    """Take a seat over by a one-time link; asked over HTTP."""

    word: str
    """The hash of the link's word."""
    token: str
    """The hash of the new token."""


class OpenCopy(Intent, frozen=True, tag="open_copy"):
    """Another table was opened with the deal of a round here; asked by the server itself."""

    table: str
    round: int
    row: int | None


AskedOverHttp: TypeAlias = Join | OfferMove | UseMove | OpenCopy
"""What people ask for before they have a connection; in the log only its kind is kept."""

TableIntent: TypeAlias = (
    Sit
    | Stand
    | Leave
    | Rename
    | GiveNonce
    | TakeBack
    | ClaimHost
    | Start
    | Rematch
    | AddBot
    | RemoveBot
    | Swap
    | SetOptions
    | ChangeGame
    | SetTable
    | SetPatience
    | Pause
    | Resume
    | Remove
    | Mute
    | HandOver
    | CallBot
    | LetSit
    | StopGame
    | Delete
)


def written(intent: TableIntent | AskedOverHttp) -> Any:
    """The intent as the log keeps it: what came over HTTP holds hashes of secrets, its events name them."""
    if isinstance(intent, AskedOverHttp):
        return {"kind": intent.__struct_config__.tag}
    return intent
