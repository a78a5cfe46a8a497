"""The rules of the table besides the game: who may sit, who is the host, what the host may do."""

from typing import Any

import msgspec

from igroteka.bots import DEFAULT, LEVELS
from igroteka.bots.levels import is_known
from igroteka.core import Refused, Seat, read
from igroteka.games import game as on_shelf
from igroteka.server.entropy import Entropy
from igroteka.server.people import intents as i
from igroteka.server.people import names
from igroteka.server.people.party import (
    BotLeft,
    BotSat,
    Gone,
    HostCame,
    Muted,
    NonceGiven,
    OptionsSet,
    Party,
    PartyEvent,
    PatienceSet,
    Paused,
    Person,
    Renamed,
    Resumed,
    Sat,
    Started,
    Stood,
    Swapped,
    TableSet,
)
from igroteka.server.table.start import full_options, started
from igroteka.table.shuffle import Nonce, need_nonce

_LONGEST_TIMER = 3600
_LONGEST_PATIENCE = 60.0
_HOST_AWAY = 60.0
"""Seconds after which the role of a host who is away may be claimed."""


class Moment(msgspec.Struct, frozen=True):
    """What a decision about the table depends on besides the party: the game's stage and who is here."""

    entropy: Entropy
    playing: bool = False
    first: Seat | None = None
    """The seat that began the last game."""
    present: frozenset[str] = frozenset()
    host_away: float = 0.0
    """For how many seconds the host has not been seen."""


def decide(party: Party, who: str, intent: i.TableIntent, moment: Moment) -> tuple[PartyEvent, ...]:
    """The events that come of the intent of this person, or Refused."""
    person = party.person(who)
    if person is None:
        raise Refused("not-at-this-table")
    match intent:
        case i.Sit(seat):
            return _sit(party, person, seat, moment)
        case i.Stand():
            return _stand(party, person, moment)
        case i.Leave():
            return (*_stand(party, person, moment, gone=True), *_new_host(party, who, moment))
        case i.Rename(name, avatar, other):
            return _rename(party, person, name, avatar, other)
        case i.GiveNonce(nonce):
            return _nonce(party, who, nonce)
        case i.TakeBack():
            return _take_back(party, person)
        case i.ClaimHost():
            return _claim(party, person, moment)
        case _:
            need_host(party, person.id)
            return _as_host(party, intent, moment)


def _as_host(party: Party, intent: i.TableIntent, moment: Moment) -> tuple[PartyEvent, ...]:
    match intent:
        case i.Start() | i.Rematch():
            return (_start(party, moment),)
        case i.AddBot(seat, level):
            _need_free(party, seat)
            return (BotSat(seat, need_level(level)),)
        case i.RemoveBot(seat):
            return (_remove_bot(party, seat, moment),)
        case i.Swap(seat, other):
            _need_between_games(moment)
            _need_seats(party, seat, other)
            return (Swapped(seat, other),)
        case i.SetOptions(seats, options):
            return (_options(party, seats, options, moment),)
        case i.SetTable():
            return (_table(party, intent, moment),)
        case i.SetPatience(seat, seconds):
            _need_seats(party, seat)
            if seconds is not None and not 0 <= seconds <= _LONGEST_PATIENCE:
                raise Refused("patience-out-of-range", None, most=int(_LONGEST_PATIENCE))
            return (PatienceSet(seat, seconds),)
        case i.Pause():
            _need_game(moment)
            return () if party.paused else (Paused(),)
        case i.Resume():
            return (Resumed(),) if party.paused else ()
        case i.Remove(person):
            return _remove(party, _someone_else(party, person), moment)
        case i.Mute(person, muted):
            return (Muted(_someone_else(party, person).id, muted),)
        case i.HandOver(person):
            return (HostCame(_someone_else(party, person).id),)
        case i.CallBot(seat, level):
            return (_call_bot(party, seat, level, moment),)
        case _:
            raise AssertionError("stopping and deleting are the room's own work")


def _sit(party: Party, person: Person, seat: Seat, moment: Moment) -> tuple[PartyEvent, ...]:
    """A free chair or a bot's own; never a person's, also not while a bot minds it.

    In a running game only the chair one has had in it, if one has had any: hands are not to be compared.
    """
    _need_seats(party, seat)
    taken = party.chairs[seat].person
    if taken == person.id:
        return ()
    if taken is not None:
        raise Refused("chair-taken", None, seat=seat)
    held = party.held_by(person.id) if moment.playing else None
    if held is not None and held != seat:
        raise Refused("one-seat-a-game", None, seat=held)
    return (Sat(person.id, seat),)


def _stand(party: Party, person: Person, moment: Moment, gone: bool = False) -> tuple[PartyEvent, ...]:
    """The chair is free again; in a running game a bot plays on in it."""
    seat = party.seat_of(person.id)
    events: list[PartyEvent] = []
    if seat is not None and moment.playing and not party.chairs[seat].bot:
        events.append(BotSat(seat, DEFAULT))
    if gone:
        events.append(Gone(person.id))
    elif seat is not None:
        events.append(Stood(person.id))
    return tuple(events)


def _new_host(party: Party, leaving: str, moment: Moment) -> tuple[PartyEvent, ...]:
    """The host role passes to whoever came first of those here, else of those who sit, else of all."""
    if party.host != leaving:
        return ()
    others = [person.id for person in party.people if person.id != leaving]
    here = [id for id in others if id in moment.present]
    seated = [id for id in others if party.seat_of(id) is not None]
    return (HostCame(next(iter(here or seated or others), None)),)


def _claim(party: Party, person: Person, moment: Moment) -> tuple[PartyEvent, ...]:
    """Nobody is stuck because the host's phone has died."""
    if party.host == person.id:
        return ()
    if party.host in moment.present or (party.host is not None and moment.host_away < _HOST_AWAY):
        raise Refused("host-is-here", None, seconds=int(_HOST_AWAY))
    return (HostCame(person.id),)


def _rename(
    party: Party, person: Person, name: str, avatar: str | None, other: str | None
) -> tuple[PartyEvent, ...]:
    meant = person
    if other is not None and other != person.id:
        need_host(party, person.id)
        meant = _known(party, other)
    return (Renamed(meant.id, names.name(name), names.avatar(avatar) or meant.avatar),)


def _nonce(party: Party, who: str, nonce: str) -> tuple[PartyEvent, ...]:
    """One of each person for every shuffle; a second one changes nothing."""
    need_nonce(Nonce(who, nonce))
    if any(given.who == who for given in party.nonces):
        return ()
    return (NonceGiven(who, nonce),)


def _take_back(party: Party, person: Person) -> tuple[PartyEvent, ...]:
    seat = party.seat_of(person.id)
    if seat is None:
        raise Refused("not-seated")
    return (BotLeft(seat),) if party.chairs[seat].bot else ()


def _start(party: Party, moment: Moment) -> Started:
    _need_between_games(moment)
    free = [str(seat) for seat, chair in enumerate(party.chairs) if chair.is_free]
    if free:
        raise Refused("chairs-free", None, seats=", ".join(free))
    return started(party, moment.entropy, moment.first)


def _remove_bot(party: Party, seat: Seat, moment: Moment) -> PartyEvent:
    _need_seats(party, seat)
    chair = party.chairs[seat]
    if not chair.bot:
        raise Refused("no-bot-there", None, seat=seat)
    if moment.playing and chair.person is None:
        raise Refused("bot-needed", None, seat=seat)
    return BotLeft(seat)


def _options(party: Party, seats: int, options: dict[str, Any], moment: Moment) -> PartyEvent:
    _need_between_games(moment)
    if party.given:
        raise Refused("deal-is-given")
    game = on_shelf(party.game)
    game.start(seats, read(options, game.Options))
    if any(chair.person for chair in party.chairs[seats:]):
        raise Refused("chairs-needed", None, seats=seats)
    return OptionsSet(seats, full_options(game, options))


def _table(party: Party, asked: i.SetTable, moment: Moment) -> PartyEvent:
    """Free chat is for private tables alone; sides do not change their colours in the middle of a game."""
    unset = msgspec.UNSET
    new = TableSet(
        party.listed if asked.listed is unset else asked.listed,
        party.chat if asked.chat is unset else asked.chat,
        party.timer if asked.timer is unset else asked.timer,
        party.colours if asked.colours is unset else names.colours(asked.colours),
    )
    if new.colours != party.colours:
        _need_between_games(moment)
    if new.listed and new.chat:
        raise Refused("chat-is-for-private-tables")
    if new.timer is not None and not 5 <= new.timer <= _LONGEST_TIMER:
        raise Refused("timer-out-of-range", None, least=5, most=_LONGEST_TIMER)
    return new


def _remove(party: Party, person: Person, moment: Moment) -> tuple[PartyEvent, ...]:
    return _stand(party, person, moment, gone=True)


def _call_bot(party: Party, seat: Seat, level: str, moment: Moment) -> PartyEvent:
    _need_seats(party, seat)
    _need_game(moment)
    chair = party.chairs[seat]
    if chair.bot:
        raise Refused("bot-plays-there", None, seat=seat)
    if chair.person in moment.present:
        raise Refused("person-is-here", None, seat=seat)
    return BotSat(seat, need_level(level))


def need_level(level: str) -> str:
    if not is_known(level):
        raise Refused("no-such-level", None, level=names.clean(level, 24), levels=", ".join(LEVELS))
    return level


def _known(party: Party, person: str) -> Person:
    found = party.person(person)
    if found is None:
        raise Refused("no-such-person")
    return found


def _someone_else(party: Party, person: str) -> Person:
    found = _known(party, person)
    if found.id == party.host:
        raise Refused("that-is-the-host")
    return found


def need_host(party: Party, who: str) -> None:
    if party.host != who:
        raise Refused("only-the-host")


def need_movable(party: Party, asker: str, person: str, present: frozenset[str]) -> None:
    """One's own seat; the host may also hand on that of someone who is not here, say with a dead phone."""
    if asker == person:
        return
    need_host(party, asker)
    _known(party, person)
    if person in present:
        raise Refused("person-is-here", None, seat=party.seat_of(person))


def _need_seats(party: Party, *seats: Seat) -> None:
    for seat in seats:
        if not 0 <= seat < len(party.chairs):
            raise Refused("no-such-seat", None, seat=seat)


def _need_free(party: Party, seat: Seat) -> None:
    _need_seats(party, seat)
    if not party.chairs[seat].is_free:
        raise Refused("chair-taken", None, seat=seat)


def _need_between_games(moment: Moment) -> None:
    if moment.playing:
        raise Refused("game-is-running")


def _need_game(moment: Moment) -> None:
    if not moment.playing:
        raise Refused("no-game-is-running")
