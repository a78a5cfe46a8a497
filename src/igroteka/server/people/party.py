"""Who is at a table and how it is kept: the state besides the game."""

from typing import Any

import msgspec

from igroteka.core import Refused, Seat
from igroteka.server.people import names
from igroteka.server.people.bot_choices import Pace, Taking
from igroteka.server.people.events import Copy, Given, MoveOffered, Round
from igroteka.server.people.names import COLOURS
from igroteka.table.shuffle import Nonce


class Person(msgspec.Struct, frozen=True):
    """Someone at the table; `token` is the hash of the secret that the browser holds."""

    id: str
    name: str
    avatar: str | None
    token: str
    muted: bool = False
    address: str = ""
    """A short hash of where this person came from; empty for those of older logs."""


class Chair(msgspec.Struct, frozen=True):
    """A seat: a person's, a bot's, or a person's that a bot minds for now."""

    person: str | None = None
    bot: str | None = None
    patience: float | None = None

    @property
    def is_free(self) -> bool:
        return self.person is None and self.bot is None

    @property
    def is_played_by_bot(self) -> bool:
        return self.bot is not None


class Party(msgspec.Struct, frozen=True):
    """The table besides its game; `results` names the winners of finished games, the newest last."""

    id: str
    code: str
    game: str
    options: dict[str, Any]
    chairs: tuple[Chair, ...]
    people: tuple[Person, ...] = ()
    host: str | None = None
    owner: str | None = None
    """Who was made host, and has not claimed the role while the host was away."""
    listed: bool = False
    chat: bool = False
    timer: int | None = None
    colours: tuple[str, ...] = COLOURS
    """The colour of each side, in the order of the sides."""
    locked: bool = False
    """Whether nobody else may come to the table."""
    open_seats: bool = False
    """Whether people may sit down in a running game without asking the host."""
    asking: tuple[tuple[str, Seat], ...] = ()
    """Who would like to sit down where in the running game."""
    removed: tuple[str, ...] = ()
    """Where people came from whom a host has shown out."""
    silenced: tuple[str, ...] = ()
    """Where people came from who were muted when they left."""
    seen: tuple[tuple[str, Seat], ...] = ()
    """Where people came from who have left the table, and the seat of this game whose hand they have seen."""
    taking: Taking = "unhurried"
    pace: Pace | None = None
    hints: bool | None = None
    """Whether people may ask for hints; None as it suits who plays."""
    paused: bool = False
    secret: str = ""
    commitment: str = ""
    nonces: tuple[Nonce, ...] = ()
    given: Given | None = None
    rounds: tuple[Round, ...] = ()
    copies: tuple[Copy, ...] = ()
    """Tables that were opened with the deal of a finished game of this one."""
    moves: tuple[MoveOffered, ...] = ()
    results: tuple[tuple[str, ...], ...] = ()
    held: tuple[tuple[str, Seat], ...] = ()
    """Who has sat where in this game: whoever knows a hand cannot go and look at another."""
    shut: tuple[Seat, ...] = ()
    """Seats of this game whose people were shown out: a bot plays there, and nobody else sees the hand."""

    def person(self, id: str | None) -> Person | None:
        return next((person for person in self.people if person.id == id), None)

    def name_for(self, id: str, typed: str) -> str:
        """What this person is called here; Refused where it cannot be a name."""
        others = (person.name for person in self.people if person.id != id)
        return names.apart(names.name(typed), others)

    def seat_of(self, person: str | None) -> Seat | None:
        if person is not None:
            for seat, chair in enumerate(self.chairs):
                if chair.person == person:
                    return seat
        return None

    def need_host(self, who: str) -> None:
        if self.host != who:
            raise Refused("only-the-host")

    @property
    def is_host_claimed(self) -> bool:
        return self.host is not None and self.host != self.owner

    def from_address(self, address: str) -> int:
        """How many of those at the table came from there."""
        return sum(person.address == address for person in self.people) if address else 0

    def need_true_host(self, who: str) -> None:
        """Refused also to who has claimed the role: seats and the table are not theirs to give away."""
        self.need_host(who)
        if self.is_host_claimed:
            raise Refused("role-was-claimed")

    def need_person(self, id: str) -> Person:
        found = self.person(id)
        if found is None:
            raise Refused("no-such-person")
        return found

    def need_seats(self, *seats: Seat) -> None:
        for seat in seats:
            if not 0 <= seat < len(self.chairs):
                raise Refused("no-such-seat", None, seat=seat)

    def held_by(self, person: str) -> Seat | None:
        """The seat of the running game that this person plays or has played."""
        return next((seat for who, seat in self.held if who == person), None)
