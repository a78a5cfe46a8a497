"""The host: who is, who may become it, and what only the host may do."""

from typing import Any, Final

import msgspec

from igroteka.bots.levels import is_known, offered
from igroteka.core import Refused, Seat, read
from igroteka.server.guests import game as on_shelf
from igroteka.server.people import intents as i
from igroteka.server.people import names
from igroteka.server.people.events import (
    BotLeft,
    BotSat,
    GameChanged,
    HostCame,
    Muted,
    OptionsSet,
    PartyEvent,
    PatienceSet,
    Paused,
    Resumed,
    Started,
    Swapped,
    TableSet,
)
from igroteka.server.people.moment import Moment
from igroteka.server.people.party import Party, Person
from igroteka.server.people.seats import AWAY_SECONDS, leave, let_sit
from igroteka.server.people.start import full_options, started

_LONGEST_TIMER: Final = 3600
_LONGEST_PATIENCE: Final = 60.0


def claim(party: Party, person: Person, moment: Moment) -> tuple[PartyEvent, ...]:
    """Nobody who plays is stuck because the host's phone has died; who only watches can wait."""
    if party.host == person.id:
        return ()
    if party.seat_of(person.id) is None:
        raise Refused("not-seated")
    if party.host is not None and _is_about(party.host, moment):
        raise Refused("host-is-here", None, seconds=int(AWAY_SECONDS))
    return (_host_came(party, person.id),)


def _is_about(person: str, moment: Moment) -> bool:
    return person in moment.present or moment.away(person) < AWAY_SECONDS


def _host_came(party: Party, person: str | None) -> HostCame:
    """A role that was claimed stays so, until it is back with whom it was taken from."""
    return HostCame(person, claimed=party.owner not in (None, person))


def next_host(party: Party, leaving: str, moment: Moment) -> tuple[PartyEvent, ...]:
    """The host role passes to whoever came first: of those who sit and are here, else of those who sit.

    Only at a table where nobody sits it goes to who watches, as it is with a claim.
    """
    if party.host != leaving:
        return ()
    others = [person.id for person in party.people if person.id != leaving]
    here = [id for id in others if id in moment.present]
    seated = [id for id in others if party.seat_of(id) is not None]
    heir = next(iter([id for id in seated if id in here] or seated or here or others), None)
    return (_host_came(party, heir) if party.is_host_claimed and heir else HostCame(heir),)


def decide(party: Party, intent: i.TableIntent, moment: Moment) -> tuple[PartyEvent, ...]:
    """What comes of an intent of the host, or Refused."""
    match intent:
        case i.Start() | i.Rematch():
            return (_start(party, moment),)
        case i.AddBot(seat, level):
            _need_free(party, seat)
            return (BotSat(seat, need_level(level, party.game)),)
        case i.RemoveBot(seat):
            return (_remove_bot(party, seat, moment),)
        case i.Swap(seat, other):
            moment.need_between_games()
            party.need_seats(seat, other)
            return (Swapped(seat, other),)
        case i.SetOptions(seats, options):
            return (_options(party, seats, options, moment),)
        case i.ChangeGame(game, seats, options):
            return (_change_game(party, game, seats, options, moment),)
        case i.SetTable():
            return (_table(party, intent, moment),)
        case i.SetPatience(seat, seconds):
            party.need_seats(seat)
            if seconds is not None and not 0 <= seconds <= _LONGEST_PATIENCE:
                raise Refused("patience-out-of-range", None, most=int(_LONGEST_PATIENCE))
            return (PatienceSet(seat, seconds),)
        case i.Pause():
            moment.need_game()
            return () if party.paused else (Paused(),)
        case i.Resume():
            return (Resumed(),) if party.paused else ()
        case i.Remove(person):
            return leave(party, _someone_else(party, person), moment, removed=True)
        case i.Mute(person, muted):
            return (Muted(_someone_else(party, person).id, muted),)
        case i.HandOver(person):
            heir = _someone_else(party, person).id
            return (_host_came(party, heir) if party.is_host_claimed else HostCame(heir),)
        case i.LetSit(person, yes):
            return let_sit(party, person, yes, moment)
        case i.CallBot(seat, level):
            return (_call_bot(party, seat, level, moment),)
        case _:
            raise AssertionError("stopping and deleting are the room's own work")


def _start(party: Party, moment: Moment) -> Started:
    moment.need_between_games()
    free = [str(seat) for seat, chair in enumerate(party.chairs) if chair.is_free]
    if free:
        raise Refused("chairs-free", None, seats=", ".join(free))
    return started(party, moment.entropy, moment.now, moment.first)


def _remove_bot(party: Party, seat: Seat, moment: Moment) -> PartyEvent:
    party.need_seats(seat)
    chair = party.chairs[seat]
    if not chair.bot:
        raise Refused("no-bot-there", None, seat=seat)
    if moment.playing and chair.person is None:
        raise Refused("bot-needed", None, seat=seat)
    return BotLeft(seat)


def _options(party: Party, seats: int, options: dict[str, Any], moment: Moment) -> PartyEvent:
    moment.need_between_games()
    if party.given:
        raise Refused("deal-is-given")
    game = on_shelf(party.game)
    game.start(seats, read(options, game.Options))
    if any(chair.person for chair in party.chairs[seats:]):
        raise Refused("chairs-needed", None, seats=seats)
    return OptionsSet(seats, full_options(game, options))


def _change_game(party: Party, name: str, seats: int, options: dict[str, Any], moment: Moment) -> PartyEvent:
    moment.need_between_games()
    if party.given:
        raise Refused("deal-is-given")
    game = on_shelf(name)
    game.start(seats, read(options, game.Options))
    if sum(chair.person is not None for chair in party.chairs) > seats:
        raise Refused("chairs-needed", None, seats=seats)
    return GameChanged(name, seats, full_options(game, options))


def _table(party: Party, asked: i.SetTable, moment: Moment) -> PartyEvent:
    """Free chat is for private tables alone; sides do not change their colours in the middle of a game."""
    unset = msgspec.UNSET
    new = TableSet(
        party.listed if asked.listed is unset else asked.listed,
        party.chat if asked.chat is unset else asked.chat,
        party.timer if asked.timer is unset else asked.timer,
        party.colours if asked.colours is unset else names.colours(asked.colours),
        party.locked if asked.locked is unset else asked.locked,
        party.open_seats if asked.open_seats is unset else asked.open_seats,
        party.taking if asked.taking is unset else asked.taking,
        party.pace if asked.pace is unset else asked.pace,
        party.hints if asked.hints is unset else asked.hints,
    )
    if new.colours != party.colours:
        moment.need_between_games()
    if new.listed and new.chat:
        raise Refused("chat-is-for-private-tables")
    if new.timer is not None and not 5 <= new.timer <= _LONGEST_TIMER:
        raise Refused("timer-out-of-range", None, least=5, most=_LONGEST_TIMER)
    return new


def _call_bot(party: Party, seat: Seat, level: str, moment: Moment) -> PartyEvent:
    party.need_seats(seat)
    moment.need_game()
    chair = party.chairs[seat]
    if chair.bot:
        raise Refused("bot-plays-there", None, seat=seat)
    if chair.person in moment.present:
        raise Refused("person-is-here", None, seat=seat)
    return BotSat(seat, need_level(level, party.game))


def need_level(level: str, game: str) -> str:
    if not is_known(level, game):
        raise Refused("no-such-level", None, level=names.clean(level, 24), levels=", ".join(offered(game)))
    return level


def _someone_else(party: Party, person: str) -> Person:
    found = party.need_person(person)
    if found.id == party.host:
        raise Refused("that-is-the-host")
    return found


def _need_free(party: Party, seat: Seat) -> None:
    party.need_seats(seat)
    if not party.chairs[seat].is_free:
        raise Refused("chair-taken", None, seat=seat)
