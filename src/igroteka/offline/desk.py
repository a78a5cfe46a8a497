"""What the page asks over HTTP from a server, answered from the tables of this browser."""

import re
from collections.abc import Awaitable, Callable
from typing import Any, Final, TypeAlias, TypeVar
from urllib.parse import parse_qsl

import msgspec

from igroteka.core import Refusal, Refused, read_json
from igroteka.games import SHELF
from igroteka.games.lessons import lesson
from igroteka.games.texts import page_texts
from igroteka.offline.dropped import Dropped, DroppedAsk
from igroteka.server import exercises
from igroteka.server.about import info_of, known, rules_of, spoken
from igroteka.server.exercises import ExerciseAsk
from igroteka.server.http.bodies import Address, Join, PartsFile, Token
from igroteka.server.http.parts_file import read_parts
from igroteka.server.hub import Hub
from igroteka.server.lessons import LessonAsk, Lessons, text_of
from igroteka.server.logs import logger
from igroteka.server.opening import Open
from igroteka.server.table import tell
from igroteka.server.table.record import Again, AgainFrom, again, again_from, record_for, verdict_on
from igroteka.server.table.replay import ReplayAsk, replay_for
from igroteka.server.table.results import results_of
from igroteka.server.table.room import Room
from igroteka.store import StoreFailed

T = TypeVar("T")


class Asked(msgspec.Struct, frozen=True):
    """A request: the words of its path that differ, its body, and who asks."""

    words: tuple[str, ...]
    body: str
    token: str | None

    def read(self, kind: type[T]) -> T:
        said: T = read_json(self.body.encode(), kind)
        return said


Answer: TypeAlias = Callable[["Desk", Asked], Awaitable[Any]]


class Desk:
    """One per browser; the same words as the routes of a server."""

    def __init__(self, hub: Hub, origin: str) -> None:
        self._hub = hub
        self._origin = origin
        self._lessons = Lessons()
        self._dropped = Dropped()

    async def ask(self, method: str, path: str, body: str, token: str | None) -> tuple[bool, str]:
        """Whether it was granted, and the answer or the refusal as JSON."""
        try:
            return True, _json(await self._answer(method, path, body, token))
        except Refused as refused:
            return False, _json(refused.told())
        except StoreFailed:
            return False, _json(Refusal("one-moment"))
        except Exception as error:
            logger.error("fault", exc_info=error)
            return False, _json(Refusal("server-error"))

    async def _answer(self, method: str, path: str, body: str, token: str | None) -> Any:
        for verb, pattern, answer in _ANSWERS:
            if verb == method and (found := pattern.fullmatch(path)):
                return await answer(self, Asked(found.groups(), body, token))
        raise Refused("needs-server")

    def link(self, room: Room) -> str:
        return tell.link_of(self._origin, room)

    def _address(self, room: Room) -> Address:
        party = room.party
        return Address(party.id, party.code, self.link(room), len(party.rounds) + 1, party.commitment)

    async def _room(self, asked: Asked) -> tuple[Room, str | None]:
        """The table that is asked about, and who asks."""
        room = await self._hub.room(asked.words[0])
        person = self._hub.person(room, asked.token)
        return room, person.id if person else None

    async def games(self, asked: Asked) -> Any:
        return [info_of(game) for game in SHELF.values()]

    async def texts(self, asked: Asked) -> Any:
        name, language = asked.words
        return page_texts(known(name).NAME, spoken(language))

    async def rules(self, asked: Asked) -> Any:
        name, language = asked.words
        return rules_of(known(name), spoken(language))

    async def lesson(self, asked: Asked) -> Any:
        game, name = asked.words
        return text_of(lesson(known(game), name))

    async def lesson_step(self, asked: Asked) -> Any:
        game, name = asked.words
        return await self._lessons.tell(known(game), name, asked.read(LessonAsk))

    async def exercise(self, asked: Asked) -> Any:
        return await exercises.tell(known(asked.words[0]), asked.read(ExerciseAsk))

    async def parts(self, asked: Asked) -> Any:
        return await read_parts(asked.read(PartsFile).text, self._hub.slowly)

    async def listed(self, asked: Asked) -> Any:
        """Nobody else is here who could find a table."""
        return []

    async def open(self, asked: Asked) -> Any:
        return self._address(await self._hub.open(asked.read(Open)))

    async def again(self, asked: Asked) -> Any:
        return self._address(await again(self._hub, asked.read(Again)))

    async def look(self, asked: Asked) -> Any:
        room, who = await self._room(asked)
        return tell.table_seen(room, who, self.link(room))

    async def join(self, asked: Asked) -> Any:
        room, _ = await self._room(asked)
        said = asked.read(Join)
        token = await self._hub.join(room, said.name, said.avatar, said.nonce, said.watch)
        return Token(room.party.id, token, len(room.party.rounds) + 1, room.party.commitment)

    async def record(self, asked: Asked) -> Any:
        room, who = await self._room(asked)
        return await record_for(self._hub, room, int(asked.words[1]), who)

    async def replay(self, asked: Asked) -> Any:
        _, number, said = asked.words
        room, who = await self._room(asked)
        return await replay_for(self._hub, room, int(number), who, _replay_ask(said))

    async def deal(self, asked: Asked) -> Any:
        room, _ = await self._room(asked)
        return await results_of(self._hub, room, int(asked.words[1]))

    async def dropped(self, asked: Asked) -> Any:
        return self._dropped.replay(asked.read(DroppedAsk))

    async def again_from(self, asked: Asked) -> Any:
        return self._address(await again_from(self._hub, asked.read(AgainFrom)))

    async def check(self, asked: Asked) -> Any:
        room, _ = await self._room(asked)
        return await verdict_on(self._hub, room, int(asked.words[1]))


def _json(answer: Any) -> str:
    return msgspec.json.encode(answer).decode()


def _replay_ask(said: str | None) -> ReplayAsk:
    """What stands behind the ? of an address, as the routes of a server read it."""
    fields = dict(parse_qsl(said or ""))
    known = {name: fields[name] for name in ReplayAsk.__struct_fields__ if name in fields}
    return msgspec.convert(known, ReplayAsk, strict=False)


def _path(written: str) -> re.Pattern[str]:
    return re.compile(written.replace("{}", r"([^/]+)").replace("{number}", r"(\d{1,6})"))


_ANSWERS: Final[tuple[tuple[str, re.Pattern[str], Answer], ...]] = (
    ("GET", _path("/api/games"), Desk.games),
    ("GET", _path("/api/games/{}/texts/{}"), Desk.texts),
    ("GET", _path("/api/games/{}/rules/{}"), Desk.rules),
    ("GET", _path("/api/games/{}/lessons/{}"), Desk.lesson),
    ("POST", _path("/api/games/{}/lessons/{}"), Desk.lesson_step),
    ("POST", _path("/api/games/{}/exercises"), Desk.exercise),
    ("POST", _path("/api/parts"), Desk.parts),
    ("GET", _path("/api/tables"), Desk.listed),
    ("POST", _path("/api/tables"), Desk.open),
    ("POST", _path("/api/tables/again"), Desk.again),
    ("GET", _path("/api/tables/{}"), Desk.look),
    ("POST", _path("/api/tables/{}/people"), Desk.join),
    ("GET", _path("/api/tables/{}/rounds/{number}/record"), Desk.record),
    ("GET", _path("/api/tables/{}/rounds/{number}/check"), Desk.check),
    ("GET", _path("/api/tables/{}/rounds/{number}/deal"), Desk.deal),
    ("POST", _path("/records/replay"), Desk.dropped),
    ("POST", _path("/records/again"), Desk.again_from),
    ("GET", _path(r"/api/tables/{}/rounds/{number}/replay(?:\?(.*))?"), Desk.replay),
)
