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
    Stood,
)
from igroteka.server.people.intents import Join
from igroteka.server.people.moment import Moment
from igroteka.server.people.party import Party, Person
from igroteka.table.shuffle import Nonce, need_nonce

MOVE_SECONDS: Final = 600.0
"""How long a one-time link can be used."""
_MOST_PEOPLE: Final = 64


def join(party: Party, asked: Join) -> tuple[PartyEvent, ...]:
    """A newcomer gets the first free chair, unless it wants to watch; the first of all is the host."""
    if party.person(asked.person):
        return ()  # written at an earlier attempt
    joined = Joined(asked.person, names.name(asked.name), names.avatar(asked.avatar), asked.token)
    if len(party.people) >= _MOST_PEOPLE:
        raise Refused("table-full")
    events: list[PartyEvent] = [joined]
    if asked.nonce is not None:
        need_nonce(Nonce(asked.person, asked.nonce))
        events.append(NonceGiven(asked.person, asked.nonce))
    if party.host is None:
        events.append(HostCame(asked.person))
    free = [seat for seat, chair in enumerate(party.chairs) if chair.is_free]
    if free and not asked.watch:
        events.append(Sat(asked.person, free[0]))
    return tuple(events)


def sit(party: Party, person: Person, seat: Seat, moment: Moment) -> tuple[PartyEvent, ...]:
    """A free chair or a bot's own; never a person's, also not while a bot minds it.

    In a running game only the chair one has had in it, if one has had any: hands are not to be compared.
    """
    party.need_seats(seat)
    taken = party.chairs[seat].person
    if taken == person.id:
        return ()
    if taken is not None:
        raise Refused("chair-taken", None, seat=seat)
    held = party.held_by(person.id) if moment.playing else None
    if held is not None and held != seat:
        raise Refused("one-seat-a-game", None, seat=held)
    return (Sat(person.id, seat),)


def stand(party: Party, person: Person, moment: Moment) -> tuple[PartyEvent, ...]:
    """The chair is free again; in a running game a bot plays on in it."""
    if party.seat_of(person.id) is None:
        return ()
    return (*_bot_instead(party, person, moment), Stood(person.id))


def leave(party: Party, person: Person, moment: Moment) -> tuple[PartyEvent, ...]:
    """Gone for good; in a running game a bot plays on in the chair."""
    return (*_bot_instead(party, person, moment), Gone(person.id))


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
    """A one-time link to one's own seat; for the host also to that of someone who is not here."""
    if whose != asker.id:
        party.need_host(asker.id)
        party.need_person(whose)
        if whose in moment.maybe_present:
            raise Refused("person-is-here", None, seat=party.seat_of(whose))
    return (MoveOffered(whose, word, moment.entropy.now() + MOVE_SECONDS),)


def use_move(party: Party, word: str, token: str, moment: Moment) -> tuple[PartyEvent, ...]:
    """Whoever has the word of a one-time link takes the seat over, once."""
    if any(person.token == token for person in party.people):
        return ()  # written at an earlier attempt
    now = moment.entropy.now()
    offered = [move for move in party.moves if compare_digest(move.move, word) and move.until > now]
    if not offered:
        raise Refused("move-is-gone")
    return (Moved(offered[0].person, token),)
