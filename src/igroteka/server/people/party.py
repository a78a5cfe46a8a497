"""Who is at a table and how it is kept: the state besides the game, folded from the log like the game."""

from typing import Any, TypeAlias

import msgspec
from msgspec.structs import replace

from igroteka.core import Event, Seat
from igroteka.server.people.names import COLOURS
from igroteka.table.record import Person as Seated
from igroteka.table.record import Source, Written
from igroteka.table.shuffle import Nonce


class Person(msgspec.Struct, frozen=True):
    """Someone at the table; `token` is the hash of the secret that the browser holds."""

    id: str
    name: str
    avatar: str | None
    token: str
    muted: bool = False


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


class Given(msgspec.Struct, frozen=True):
    """A deal that is given, not drawn: where it comes from, its seed, and the rows it begins with."""

    source: Source
    seed: str
    rows: tuple[Written, ...] = ()


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
    seats: int
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


class Sat(Event, frozen=True, tag="sat"):
    person: str
    seat: Seat


class Stood(Event, frozen=True, tag="stood"):
    person: str


class Gone(Event, frozen=True, tag="gone"):
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
    seats: int
    options: dict[str, Any]


class TableSet(Event, frozen=True, tag="table_set"):
    listed: bool
    chat: bool
    timer: int | None
    colours: tuple[str, ...] = COLOURS


class PatienceSet(Event, frozen=True, tag="patience_set"):
    seat: Seat
    seconds: float | None


class Paused(Event, frozen=True, tag="paused"):
    pass


class Resumed(Event, frozen=True, tag="resumed"):
    pass


class Muted(Event, frozen=True, tag="muted"):
    person: str
    muted: bool


class HostCame(Event, frozen=True, tag="host_came"):
    person: str | None


class Started(Event, frozen=True, tag="started"):
    """A game begins; the secret of the next one is committed to at the same time."""

    round: Round
    next_secret: str
    next_commitment: str


class MoveOffered(Event, frozen=True, tag="move_offered"):
    """A one-time link takes the seat to another device; only its hash is kept."""

    person: str
    move: str
    until: float


class Moved(Event, frozen=True, tag="moved"):
    person: str
    token: str


PartyEvent: TypeAlias = (
    Opened
    | Joined
    | Sat
    | Stood
    | Gone
    | Renamed
    | NonceGiven
    | BotSat
    | BotLeft
    | Swapped
    | OptionsSet
    | TableSet
    | PatienceSet
    | Paused
    | Resumed
    | Muted
    | HostCame
    | Started
    | MoveOffered
    | Moved
)


class Party(msgspec.Struct, frozen=True):
    """The table besides its game; `results` names the winners of every finished game."""

    id: str
    code: str
    game: str
    options: dict[str, Any]
    chairs: tuple[Chair, ...]
    people: tuple[Person, ...] = ()
    host: str | None = None
    listed: bool = False
    chat: bool = False
    timer: int | None = None
    colours: tuple[str, ...] = COLOURS
    """The colour of each side, in the order of the sides."""
    paused: bool = False
    secret: str = ""
    commitment: str = ""
    nonces: tuple[Nonce, ...] = ()
    given: Given | None = None
    rounds: tuple[Round, ...] = ()
    moves: tuple[MoveOffered, ...] = ()
    results: tuple[tuple[str, ...], ...] = ()
    held: tuple[tuple[str, Seat], ...] = ()
    """Who has sat where in this game: whoever knows a hand cannot go and look at another."""

    def person(self, id: str | None) -> Person | None:
        return next((person for person in self.people if person.id == id), None)

    def seat_of(self, person: str | None) -> Seat | None:
        if person is not None:
            for seat, chair in enumerate(self.chairs):
                if chair.person == person:
                    return seat
        return None

    def held_by(self, person: str) -> Seat | None:
        """The seat of the running game that this person plays or has played."""
        return next((seat for who, seat in self.held if who == person), None)


def opened(event: Opened) -> Party:
    return Party(
        id=event.id,
        code=event.code,
        game=event.game,
        options=event.options,
        chairs=(Chair(),) * event.seats,
        listed=event.listed,
        chat=event.chat,
        secret=event.secret,
        commitment=event.commitment,
        given=event.given,
    )


def evolve(party: Party, event: PartyEvent) -> Party:
    """Total and boring, like every fold here."""
    match event:
        case Opened():
            return opened(event)
        case Joined(person, name, avatar, token):
            return replace(party, people=(*party.people, Person(person, name, avatar, token)))
        case Sat(person, seat):
            sat = _chair(_stood(party, person), seat, person=person, bot=None)
            return replace(sat, held=(*party.held, (person, seat)))
        case Stood(person):
            return _stood(party, person)
        case Gone(person):
            left = tuple(other for other in party.people if other.id != person)
            moves = tuple(move for move in party.moves if move.person != person)
            return replace(_stood(party, person), people=left, moves=moves)
        case Renamed(person, name, avatar):
            return _person(party, person, name=name, avatar=avatar)
        case NonceGiven(person, nonce):
            return replace(party, nonces=(*party.nonces, Nonce(person, nonce)))
        case BotSat(seat, level):
            return _chair(party, seat, bot=level)
        case BotLeft(seat):
            return _chair(party, seat, bot=None)
        case Swapped(seat, other):
            chairs = list(party.chairs)
            chairs[seat], chairs[other] = chairs[other], chairs[seat]
            return replace(party, chairs=tuple(chairs))
        case OptionsSet(seats, options):
            free = (Chair(),) * max(0, seats - len(party.chairs))
            return replace(party, options=options, chairs=(*party.chairs[:seats], *free))
        case TableSet(listed, chat, timer, colours):
            return replace(party, listed=listed, chat=chat, timer=timer, colours=colours)
        case PatienceSet(seat, seconds):
            return _chair(party, seat, patience=seconds)
        case Paused():
            return replace(party, paused=True)
        case Resumed():
            return replace(party, paused=False)
        case Muted(person, muted):
            return _person(party, person, muted=muted)
        case HostCame(person):
            return replace(party, host=person)
        case Started(round, secret, commitment):
            return replace(
                party,
                rounds=(*party.rounds, round),
                options=round.options,
                secret=secret,
                commitment=commitment,
                nonces=(),
                given=None,
                paused=False,
                held=tuple((c.person, seat) for seat, c in enumerate(party.chairs) if c.person),
            )
        case MoveOffered(person):
            others = tuple(move for move in party.moves if move.person != person)
            return replace(party, moves=(*others, event))
        case Moved(person, token):
            others = tuple(move for move in party.moves if move.person != person)
            return replace(_person(party, person, token=token), moves=others)


def _stood(party: Party, person: str) -> Party:
    chairs = tuple(replace(c, person=None) if c.person == person else c for c in party.chairs)
    return replace(party, chairs=chairs)


def _chair(party: Party, seat: Seat, **changes: Any) -> Party:
    chairs = tuple(replace(c, **changes) if at == seat else c for at, c in enumerate(party.chairs))
    return replace(party, chairs=chairs)


def _person(party: Party, person: str, **changes: Any) -> Party:
    people = tuple(replace(p, **changes) if p.id == person else p for p in party.people)
    return replace(party, people=people)
