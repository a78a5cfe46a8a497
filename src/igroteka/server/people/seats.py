"""Seats and those who take them: coming, sitting down, standing up, going, moving to another device."""

from hmac import compare_digest
from typing import Final

from igroteka.bots import DEFAULT
from igroteka.core import Refused, Seat
from igroteka.server.people import names
from igroteka.server.people.events import (
    BotLeft,
    BotSat,
    Gone,
    HostCame,
    Joined,
    Moved,
    MoveOffered,
    NonceGiven,
    PartyEvent,
    Sat,
    SeatAsked,
    SeatDenied,
    Stood,
)
from igroteka.server.people.intents import Join
from igroteka.server.people.moment import Moment
from igroteka.server.people.party import Party, Person
from igroteka.table.shuffle import Nonce, need_nonce

MOVE_SECONDS: Final = 600.0
"""How long a one-time link can be used."""
AWAY_SECONDS: Final = 60.0
"""After so long without a sign of life others may act for a person: claim its role, move its seat."""
_MOST_PEOPLE: Final = 64


def join(party: Party, asked: Join) -> tuple[PartyEvent, ...]:
    """A newcomer gets the first free chair, unless it wants to watch; the first of all is the host."""
    if party.person(asked.person):
        return ()  # written at an earlier attempt
    name, avatar = party.name_for(asked.person, asked.name), names.avatar(asked.avatar)
    _need_welcome(party, asked)
    events: list[PartyEvent] = [Joined(asked.person, name, avatar, asked.token, asked.address)]
    if asked.nonce is not None:
        need_nonce(Nonce(asked.person, asked.nonce))
        events.append(NonceGiven(asked.person, asked.nonce))
    if party.host is None:
        events.append(HostCame(asked.person))
    free = [seat for seat, chair in enumerate(party.chairs) if chair.is_free]
    if free and not asked.watch:
        events.append(Sat(asked.person, free[0]))
    return tuple(events)


def _need_welcome(party: Party, asked: Join) -> None:
    """Refused where the table is locked or full, and for who comes from where somebody was shown out.

    Where others of the same address sit at the table, say a family at home, the address says nothing.
    """
    if len(party.people) >= _MOST_PEOPLE:
        raise Refused("table-full")
    if party.locked and party.people:
        raise Refused("table-locked")
    others = party.from_address(asked.address)
    if others >= asked.most:
        raise Refused("too-many-from-address", None, most=asked.most)
    if asked.address in party.removed and not others:
        raise Refused("shown-out")


def sit(party: Party, person: Person, seat: Seat, moment: Moment) -> tuple[PartyEvent, ...]:
    """A free chair or a bot's own; never a person's, also not while a bot minds it.

    In a running game only the chair one has had in it, if one has had any: hands are not to be compared. Nor
    the chair of somebody who was shown out: a host could take any hand so.
    """
    party.need_seats(seat)
    taken = party.chairs[seat].person
    if taken == person.id:
        return ()
    if taken is not None:
        raise Refused("chair-taken", None, seat=seat)
    if not moment.playing:
        return (Sat(person.id, seat),)
    held = party.held_by(person.id)
    if held is not None and held != seat:
        raise Refused("one-seat-a-game", None, seat=held)
    if held is None:
        _need_open(party, seat)
    if held is None and any(whose == person.address and at != seat for whose, at in party.seen):
        raise Refused("hand-was-seen")
    if held == seat or party.open_seats or person.id == party.host:
        return (Sat(person.id, seat),)
    return () if (person.id, seat) in party.asking else (SeatAsked(person.id, seat),)


def _need_open(party: Party, seat: Seat) -> None:
    if seat in party.shut:
        raise Refused("hand-is-theirs", None, seat=seat)


def let_sit(party: Party, whom: str, yes: bool, moment: Moment) -> tuple[PartyEvent, ...]:
    """The host's answer to someone who would like to sit down in the running game."""
    wanted = [seat for person, seat in party.asking if person == whom]
    if not wanted:
        raise Refused("nobody-asks")
    if not yes:
        return (SeatDenied(whom),)
    moment.need_game()
    if party.chairs[wanted[0]].person is not None:
        raise Refused("chair-taken", None, seat=wanted[0])
    _need_open(party, wanted[0])
    return (Sat(whom, wanted[0]),)


def stand(party: Party, person: Person, moment: Moment) -> tuple[PartyEvent, ...]:
    """The chair is free again; in a running game a bot plays on in it."""
    if party.seat_of(person.id) is None:
        return ()
    return (*_bot_instead(party, person, moment), Stood(person.id))


def leave(party: Party, person: Person, moment: Moment, removed: bool = False) -> tuple[PartyEvent, ...]:
    """Gone for good; in a running game a bot plays on in the chair."""
    return (*_bot_instead(party, person, moment), Gone(person.id, removed))


def _bot_instead(party: Party, person: Person, moment: Moment) -> tuple[PartyEvent, ...]:
    seat = party.seat_of(person.id)
    if seat is None or not moment.playing or party.chairs[seat].bot:
        return ()
    return (BotSat(seat, DEFAULT),)


def take_back(party: Party, person: Person) -> tuple[PartyEvent, ...]:
    seat = party.seat_of(person.id)
    if seat is None:
        raise Refused("not-seated")
    return (BotLeft(seat),) if party.chairs[seat].bot else ()


def offer_move(party: Party, asker: Person, whose: str, word: str, moment: Moment) -> tuple[PartyEvent, ...]:
    """A one-time link to one's own seat; for the host also to that of someone who stays away."""
    if whose == asker.id:
        return (MoveOffered(whose, word, moment.now + MOVE_SECONDS),)
    party.need_true_host(asker.id)
    party.need_person(whose)
    _need_given_up(party, whose, moment)
    return (MoveOffered(whose, word, moment.now + MOVE_SECONDS, asker.id),)


def _need_given_up(party: Party, whose: str, moment: Moment) -> None:
    """A hand is its owner's: in a running game a bot plays for who is away, never another person."""
    if moment.playing and party.held_by(whose) is not None:
        raise Refused("hand-is-theirs", None, seat=party.seat_of(whose))
    if whose in moment.maybe_present or moment.away(whose) < AWAY_SECONDS:
        raise Refused("person-is-here", None, seat=party.seat_of(whose))


def use_move(party: Party, word: str, token: str, moment: Moment) -> tuple[PartyEvent, ...]:
    """Whoever has the word of a one-time link takes the seat over, once."""
    if any(person.token == token for person in party.people):
        return ()  # written at an earlier attempt
    now = moment.now
    offered = [move for move in party.moves if compare_digest(move.move, word) and move.until > now]
    if not offered:
        raise Refused("move-is-gone")
    if offered[0].by is not None:
        _need_given_up(party, offered[0].person, moment)
    return (Moved(offered[0].person, token),)
