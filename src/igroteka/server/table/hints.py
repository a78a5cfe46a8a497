"""Hints at a table: for whoever has to decide now, from that seat's view alone; other people hear of it."""

import asyncio
from functools import partial
from typing import Any, Final

from igroteka.bots.hint import Hint, hint
from igroteka.bots.sense import game_of
from igroteka.core import Refused, Seat, read
from igroteka.server.connection.messages import HintTold
from igroteka.server.guests import SLOW_SECONDS, is_of_house
from igroteka.server.guests import game as on_shelf
from igroteka.server.logs import logger
from igroteka.server.people.events import HintTaken
from igroteka.server.people.party import Party
from igroteka.server.table.patience import Patience
from igroteka.server.table.room import Room
from igroteka.server.threads import SCISSORS, TooSlow, apart
from igroteka.table import Match

_SECONDS: Final = 5.0
"""How long a game may think about one. Ours take some milliseconds; on a busy machine one that comes late is
better than none."""
_TRIES: Final = 5
"""How often the game may go on meanwhile: others take cards and call out of turn."""
_PATIENCE: Final = Patience("hint", per_second=0.5, at_once=5)


def are_on(party: Party) -> bool:
    """As the host has chosen; else where nobody but bots would mind, and where small children play."""
    if party.hints is not None:
        return party.hints
    return not _is_in_company(party) or _is_gentle(party)


def _is_in_company(party: Party) -> bool:
    """Whether several people play."""
    return sum(chair.person is not None for chair in party.chairs) > 1


def _is_gentle(party: Party) -> bool:
    try:
        game = on_shelf(party.game)
        options = read(party.options, game.Options)
    except Refused:  # not installed any more, or with other options
        return False
    return game.is_gentle(options)


async def tell_hint(room: Room, who: str, id: str) -> HintTold:
    """A hint for this person, or Refused; asked again about the same view, it is the same."""
    match, seat = _need_asker(room, who)
    if _known(room, who, seat) is None:
        await _PATIENCE.need(room, who)
    for _ in range(_TRIES):
        match, seat = _need_asker(room, who)
        at = room.folded.game_number
        given = _known(room, who, seat) or await _think(match.view(seat))
        if await _let_others_know(room, who, seat, at):
            room.hinted[who] = (at, seat), given
            why = given.why
            return HintTold(id, at, given.intent, why.reason, why.clause, why.parameters)
    raise Refused("one-moment")


def _need_asker(room: Room, who: str) -> tuple[Match, Seat]:
    match, seat = room.need_player(who)
    if not are_on(room.party):
        raise Refused("hints-off")
    _need_decision(match, seat)
    return match, seat


def _known(room: Room, who: str, seat: Seat) -> Hint | None:
    """The hint that this person has been given for the view as it is."""
    at, given = room.hinted.get(who, (None, None))
    return given if at == (room.folded.game_number, seat) else None


def _need_decision(match: Match, seat: Seat) -> None:
    """Out of turn only where everyone knows that this seat may act: the others hear of the hint."""
    game = match.game
    offers = [one for one in match.legal(seat) if not isinstance(one, game.HONOUR)]
    if not offers or (game.turn(match.state) != seat and game.asking_tells(match.view(seat).options)):
        raise Refused("hint-not-now")


async def _think(view: Any) -> Hint:
    try:
        given = await asyncio.wait_for(_in_thread(view), _SECONDS)
    except TimeoutError:
        raise Refused("no-hint") from None
    except Exception as error:  # somebody else's game; what it says could tell a hand
        logger.warning("a hint failed", extra={"fields": {"error": type(error).__name__}})
        raise Refused("no-hint") from None
    if given is None:
        raise Refused("hint-not-now")
    return given


async def _in_thread(view: Any) -> Hint | None:
    """What a guest thinks may never come back: it has a thread of its own, and is cut short."""
    if is_of_house(game_of(view)):
        return await asyncio.to_thread(hint, view)
    return await apart(_cut_short, view)


def _cut_short(view: Any) -> Hint | None:
    try:
        return SCISSORS.within(SLOW_SECONDS, partial(hint, view))
    except TooSlow:
        raise TimeoutError from None


async def _let_others_know(room: Room, who: str, seat: Seat, at: int) -> bool:
    """Written down before the hint is told; False where the game has gone on while it was thought about."""

    async def write() -> bool:
        if room.folded.game_number != at:
            return False
        await room.ledger.write((HintTaken(who),), {"kind": "hint"}, who, None)
        return True

    if _is_in_company(room.party) and _known(room, who, seat) is None:
        return await room.ledger.decide(write)
    return room.folded.game_number == at
