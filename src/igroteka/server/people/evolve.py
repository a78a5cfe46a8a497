"""How an event changes the table besides its game; it is folded from the log like the game."""

from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from igroteka.core import Seat
from igroteka.server.people import events as e
from igroteka.server.people.events import PartyEvent, Round
from igroteka.server.people.party import Chair, Party, Person
from igroteka.table.shuffle import Nonce

T = TypeVar("T")


def _opened(event: e.Opened) -> Party:
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
        case e.Opened():
            return _opened(event)
        case e.Joined(person, name, avatar, token, address):
            came = Person(person, name, avatar, token, bool(address) and address in party.silenced, address)
            return replace(party, people=(*party.people, came))
        case e.Sat(person, seat):
            sat = _chair(_stood(party, person), seat, person=person, bot=None)
            held = _with(party.held, (person, seat))
            return replace(sat, held=held, asking=_without(party.asking, person))
        case e.SeatAsked(person, seat):
            return replace(party, asking=(*_without(party.asking, person), (person, seat)))
        case e.SeatDenied(person):
            return replace(party, asking=_without(party.asking, person))
        case e.Stood(person):
            return _stood(party, person)
        case e.Gone(person):
            return _gone(party, event)
        case e.Renamed(person, name, avatar):
            return _person(party, person, name=name, avatar=avatar)
        case e.NonceGiven(person, nonce):
            return replace(party, nonces=(*party.nonces, Nonce(person, nonce)))
        case e.BotSat(seat, level):
            return _chair(party, seat, bot=level)
        case e.BotLeft(seat):
            return _chair(party, seat, bot=None)
        case e.Swapped(seat, other):
            chairs = list(party.chairs)
            chairs[seat], chairs[other] = chairs[other], chairs[seat]
            return replace(party, chairs=tuple(chairs))
        case e.OptionsSet(seats, options):
            free = (Chair(),) * max(0, seats - len(party.chairs))
            return replace(party, options=options, chairs=(*party.chairs[:seats], *free))
        case e.GameChanged(game, seats, options):
            return replace(party, game=game, options=options, chairs=_moved_up(party.chairs, seats))
        case e.TableSet():
            return replace(party, **msgspec.structs.asdict(event))
        case e.PatienceSet(seat, seconds):
            return _chair(party, seat, patience=seconds)
        case e.HintTaken():
            return party
        case e.Paused():
            return replace(party, paused=True)
        case e.Resumed():
            return replace(party, paused=False)
        case e.Muted(person, muted):
            return _muted(party, person, muted)
        case e.HostCame(person, claimed):
            return replace(party, host=person, owner=party.owner if claimed else person)
        case e.Started():
            return _started(party, event)
        case e.CopyOpened(copy):
            return replace(party, copies=(*party.copies, copy))
        case e.MoveOffered(person):
            others = tuple(move for move in party.moves if move.person != person)
            return replace(party, moves=(*others, event))
        case e.Moved(person, token):
            others = tuple(move for move in party.moves if move.person != person)
            return replace(_person(party, person, token=token), moves=others)


def _past(round: Round) -> Round:
    """Of a game that another has followed, what is still asked of memory; the rest stands in the log."""
    given = replace(round.given, rows=()) if round.given else None
    return replace(round, options={}, nonces=(), people=(), secret="", seed="", given=given)


def _with(known: tuple[T, ...], one: T) -> tuple[T, ...]:
    """However often it comes, it is there once: what people do again and again must not fill the memory."""
    return known if one in known else (*known, one)


def _without(asking: tuple[tuple[str, Seat], ...], person: str) -> tuple[tuple[str, Seat], ...]:
    return tuple(one for one in asking if one[0] != person)


def _started(party: Party, started: e.Started) -> Party:
    """A game begins with whoever sits; what was asked and seen in the one before counts no more."""
    return replace(
        party,
        rounds=(*party.rounds[:-1], *map(_past, party.rounds[-1:]), started.round),
        options={**started.round.options, **party.options},  # who begins a rematch is of that round alone
        secret=started.next_secret,
        commitment=started.next_commitment,
        nonces=(),
        given=None,
        paused=False,
        asking=(),
        seen=(),
        shut=(),
        held=tuple((c.person, seat) for seat, c in enumerate(party.chairs) if c.person),
    )


def _gone(party: Party, gone: e.Gone) -> Party:
    """Where this person came from is remembered as far as it matters: shown out, muted, has seen a hand."""
    person, address = gone.person, ""
    if (known := party.person(person)) is not None:
        address = known.address
    muted = bool(address) and known is not None and known.muted
    seat, held = party.seat_of(person), party.held_by(person)
    return replace(
        _stood(party, person),
        people=tuple(other for other in party.people if other.id != person),
        moves=tuple(move for move in party.moves if move.person != person),
        asking=_without(party.asking, person),
        nonces=tuple(nonce for nonce in party.nonces if nonce.who != person),
        removed=_with(party.removed, address) if address and gone.removed else party.removed,
        silenced=_with(party.silenced, address) if muted else party.silenced,
        seen=_with(party.seen, (address, held)) if address and held is not None else party.seen,
        shut=_with(party.shut, seat) if gone.removed and seat is not None else party.shut,
    )


def _muted(party: Party, person: str, muted: bool) -> Party:
    """Who may speak again is not muted anew at its next coming: where it came from is forgotten."""
    known = party.person(person)
    address = known.address if known and not muted else ""
    silenced = tuple(other for other in party.silenced if other != address)
    return replace(_person(party, person, muted=muted), silenced=silenced)


def _moved_up(chairs: tuple[Chair, ...], seats: int) -> tuple[Chair, ...]:
    """So many chairs: people first, then bots, then free ones."""
    people = tuple(chair for chair in chairs if chair.person)
    bots = tuple(chair for chair in chairs if chair.bot and not chair.person)
    return (*people, *bots, *(Chair(),) * seats)[:seats]


def _stood(party: Party, person: str) -> Party:
    chairs = tuple(replace(c, person=None) if c.person == person else c for c in party.chairs)
    return replace(party, chairs=chairs)


def _chair(party: Party, seat: Seat, **changes: Any) -> Party:
    chairs = tuple(replace(c, **changes) if at == seat else c for at, c in enumerate(party.chairs))
    return replace(party, chairs=chairs)


def _person(party: Party, person: str, **changes: Any) -> Party:
    people = tuple(replace(p, **changes) if p.id == person else p for p in party.people)
    return replace(party, people=people)
