"""Hints at a table: for whoever has to decide now, from that seat's view alone; other people hear of it."""

import asyncio
from typing import Any, Final

from igroteka.bots.hint import Hint, hint
from igroteka.core import Refused, Seat, read
from igroteka.games import game as on_shelf
from igroteka.server.connection.limits import Bucket
from igroteka.server.connection.messages import HintTold
from igroteka.server.logs import logger
from igroteka.server.people.events import HintTaken
from igroteka.server.people.party import Party
from igroteka.server.table.room import Room
from igroteka.table import Match

_SECONDS: Final = 1.0
"""How long a game may think about one."""
_PER_SECOND: Final = 0.5
_AT_ONCE: Final = 5


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
    except Refused:  # not installed any more
        return False
    return game.is_gentle(read(party.options, game.Options))


async def tell_hint(room: Room, who: str, id: str) -> HintTold:
    """A hint for this person, or Refused; asked again about the same view, it is the same."""
    match, seat = room.need_player(who)
    if not are_on(room.party):
        raise Refused("hints-off")
    _need_decision(match, seat)
    at = room.folded.game_number
    known = room.hinted.get(who)
    if known is None or known[0] != (at, seat):
        await _need_patience(room, who)
        given = await _think(match.view(seat))
        await _let_others_know(room, who, at)
        known = room.hinted[who] = (at, seat), given
    given = known[1]
    why = given.why
    return HintTold(id, at, given.intent, why.reason, why.clause, why.parameters)


def _need_decision(match: Match, seat: Seat) -> None:
    """Out of turn only where everyone knows that this seat may act: the others hear of the hint."""
    game, state = match.game, match.state
    offers = [one for one in match.legal(seat) if not isinstance(one, game.HONOUR)]
    if not offers or (game.turn(state) != seat and game.asking_tells(state.options)):
        raise Refused("hint-not-now")


async def _think(view: Any) -> Hint:
    try:
        given = await asyncio.wait_for(asyncio.to_thread(hint, view), _SECONDS)
    except TimeoutError:
        raise Refused("no-hint") from None
    except Exception as error:  # somebody else's game; what it says could tell a hand
        logger.warning("a hint failed", extra={"fields": {"error": type(error).__name__}})
        raise Refused("no-hint") from None
    if given is None:
        raise Refused("hint-not-now")
    return given


async def _let_others_know(room: Room, who: str, at: int) -> None:
    """Written down before the hint is told; the table may have gone on while it was thought about."""

    async def write() -> None:
        if room.folded.game_number != at:
            raise Refused("hint-not-now")
        await room.ledger.write((HintTaken(who),), {"kind": "hint"}, who, None)

    if _is_in_company(room.party):
        await room.ledger.decide(write)
    elif room.folded.game_number != at:
        raise Refused("hint-not-now")


async def _need_patience(room: Room, person: str) -> None:
    """One bucket for a person, however many devices it has, at however many servers."""
    if person not in room.hinting:
        room.hinting[person] = Bucket(_PER_SECOND, _AT_ONCE, room.monotonic())
    whose = f"{room.party.id}:{person}"
    if (
        not room.hinting[person].take(room.monotonic())
        or await room.neighbours.take("hint", whose, _AT_ONCE, _PER_SECOND, 1) is False
    ):
        raise Refused("too-fast")
