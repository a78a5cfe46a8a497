"""What comes of an intent about the table: events, or a refusal. Nothing is changed here."""

from typing import Final

from igroteka.core import Refused
from igroteka.server.people import hosting, names, seats
from igroteka.server.people import intents as i
from igroteka.server.people.events import Copy, CopyOpened, NonceGiven, PartyEvent, Renamed
from igroteka.server.people.moment import Moment
from igroteka.server.people.party import Party, Person
from igroteka.table.shuffle import Nonce, need_nonce

MOST_COPIES: Final = 50


def decide(
    party: Party, who: str | None, intent: i.TableIntent | i.AskedOverHttp, moment: Moment
) -> tuple[PartyEvent, ...]:
    """The events that come of the intent of this person, or Refused."""
    match intent:
        case i.Join():
            return seats.join(party, intent)
        case i.UseMove(word, token):
            return seats.use_move(party, word, token, moment)
        case i.OpenCopy(table, round, row):
            return _copied(party, Copy(table, round, row))
        case _:
            return _asked_by(party, _need_person(party, who), intent, moment)


def _asked_by(
    party: Party, person: Person, intent: i.TableIntent | i.OfferMove, moment: Moment
) -> tuple[PartyEvent, ...]:
    match intent:
        case i.Sit(seat):
            return seats.sit(party, person, seat, moment)
        case i.Stand():
            return seats.stand(party, person, moment)
        case i.Leave():
            return (*seats.leave(party, person, moment), *hosting.next_host(party, person.id, moment))
        case i.TakeBack():
            return seats.take_back(party, person)
        case i.OfferMove(whose, word):
            return seats.offer_move(party, person, whose, word, moment)
        case i.Rename(name, avatar, other):
            return _rename(party, person, name, avatar, other)
        case i.GiveNonce(nonce):
            return _nonce(party, person.id, nonce)
        case i.ClaimHost():
            return hosting.claim(party, person, moment)
        case _:
            party.need_host(person.id)
            return hosting.decide(party, intent, moment)


def _copied(party: Party, copy: Copy) -> tuple[PartyEvent, ...]:
    """The list of tables with one deal has an end; those opened later are not in it."""
    known = copy.table in (one.table for one in party.copies)
    return () if known or len(party.copies) >= MOST_COPIES else (CopyOpened(copy),)


def _need_person(party: Party, who: str | None) -> Person:
    person = party.person(who)
    if person is None:
        raise Refused("not-at-this-table")
    return person


def _rename(
    party: Party, person: Person, name: str, avatar: str | None, other: str | None
) -> tuple[PartyEvent, ...]:
    """A name is heard too: who is muted keeps it, unless the host gives another."""
    meant = person
    if other is not None and other != person.id:
        party.need_host(person.id)
        meant = party.need_person(other)
    elif person.muted:
        raise Refused("muted")
    return (Renamed(meant.id, party.name_for(meant.id, name), names.avatar(avatar) or meant.avatar),)


def _nonce(party: Party, who: str, nonce: str) -> tuple[PartyEvent, ...]:
    """One of each person for every shuffle; a second one changes nothing."""
    need_nonce(Nonce(who, nonce))
    if any(given.who == who for given in party.nonces):
        return ()
    return (NonceGiven(who, nonce),)
