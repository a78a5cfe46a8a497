"""Phrases and reactions for everyone; free words only where a host of a private table allows them."""

from typing import Final

from igroteka.core import Refused
from igroteka.server.connection.messages import Said, Say
from igroteka.server.people import names
from igroteka.server.table import manners
from igroteka.server.table.patience import Patience
from igroteka.server.table.room import Room

PHRASES: Final = (
    "hello", "good_luck", "well_played", "thanks", "sorry", "one_moment", "your_turn", "again", "good_bye",
)  # fmt: skip
REACTIONS: Final = ("smile", "laugh", "wow", "think", "clap", "heart", "sad", "star")
_PATIENCE: Final = Patience("talk", per_second=0.5, at_once=5)


async def say(room: Room, who: str | None, message: Say) -> None:
    """Everyone at the table hears it, or Refused."""
    person = room.party.person(who)
    if person is None:
        raise Refused("only-watching")
    if person.muted:
        raise Refused("muted")
    said = Said(person.id, room.now(), message.phrase, message.reaction, _text(message))
    if [said.phrase, said.reaction, said.text].count(None) != 2:
        raise Refused("say-one-thing")
    if said.phrase is not None and said.phrase not in PHRASES:
        raise Refused("no-such-phrase")
    if said.reaction is not None and said.reaction not in REACTIONS:
        raise Refused("no-such-reaction")
    if said.text is not None and not room.party.chat:
        raise Refused("chat-is-off")
    if said.reaction is None:
        manners.need_talk(room.match)
    await _PATIENCE.need(room, person.id)
    for session in room.connected.sessions:
        session.push(said)
    room.neighbours.say(room.party.id, said)


def _text(message: Say) -> str | None:
    if message.text is None:
        return None
    text = names.clean(message.text, names.LONGEST_TEXT)
    if not text:
        raise Refused("say-one-thing")
    return text
