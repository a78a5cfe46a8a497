"""All tables of a server: opened, found by link or code, joined and kept."""

from collections.abc import Iterator
from typing import Final

from igroteka.core import Refused
from igroteka.server.bots.threads import BotThreads
from igroteka.server.cluster.neighbours import ALONE, Neighbours
from igroteka.server.connection.bundles import Bundles
from igroteka.server.connection.greetings import Greetings
from igroteka.server.connection.outbox import Outbox
from igroteka.server.entropy import Entropy, hashed, is_same, marked
from igroteka.server.logs import log
from igroteka.server.metrics import Metrics
from igroteka.server.opening import Open, begun, need_table
from igroteka.server.people import names
from igroteka.server.people.events import Given
from igroteka.server.people.intents import Join, OfferMove, UseMove
from igroteka.server.people.party import Person
from igroteka.server.pulse import Pulse
from igroteka.server.reviews import Reviews
from igroteka.server.rooms import Rooms
from igroteka.server.settings import Settings
from igroteka.server.table.room import Room
from igroteka.server.thinking.thought import Thinking
from igroteka.server.turns import Turns
from igroteka.store import Conflict, Store

_PACKED: Final = 20
"""Logs that are packed in one go."""


class Hub:
    """What everything that serves tables shares, and what is asked of it."""

    def __init__(
        self,
        store: Store,
        settings: Settings,
        entropy: Entropy,
        metrics: Metrics,
        neighbours: Neighbours = ALONE,
        thinking: Thinking | None = None,
    ) -> None:
        """Without `thinking` bots that search do so in threads of this process."""
        self.store = store
        self.neighbours = neighbours
        self.settings = settings
        self.entropy = entropy
        self.metrics = metrics
        self.pulse = Pulse(metrics)
        self.greetings = Greetings(metrics)
        self.bundles = Bundles()
        self.outbox = Outbox()
        self._thinking = thinking
        self._threads = BotThreads(settings.master_seconds, thinking, metrics)
        self._rooms = Rooms(store, settings, entropy, metrics, neighbours, self._threads)
        self.cluster = self._rooms.cluster
        self.reviews = Reviews(store, settings.review_playouts)
        self.slowly = Turns()
        """For what takes long and has no hurry: one at a time, so that play goes on beside it."""
        self.drawing = Turns()
        """For pictures of links: they do not take long, and somebody waits to show one."""

    @property
    def bots_waiting(self) -> int:
        """Choices that bots here have been asked for and not made yet."""
        return self._threads.waiting

    @property
    def thinking_share(self) -> float:
        """The part of its time that a searching bot has here, because others wait for the same cores."""
        return self._threads.share

    @property
    def thinking_processes(self) -> int:
        return self._thinking.processes if self._thinking else 0

    @property
    def thinking_queue(self) -> int:
        """Thoughts that have not begun, of all servers where they think elsewhere."""
        return self._thinking.waiting if self._thinking else 0

    @property
    def thoughts_lost(self) -> int:
        return self._thinking.lost if self._thinking else 0

    # Tables -----------------------------------------------------------------------------------------

    async def open(self, asked: Open, given: Given | None = None) -> Room:
        """A new table, on disk before anyone hears of it."""
        asked = need_table(asked)
        for _ in range(5):
            info, row = begun(asked, given, self.entropy)
            try:
                await self.store.open(info, row)
            except Conflict:
                continue  # this short code is taken
            return self._rooms.begin(info.id, row)
        raise Refused("one-moment")

    async def room(self, table: str, number: int | None = None) -> Room:
        """The table with this id, as far as the log is now or at least as far as this number, or Refused."""
        return await self._rooms.find(table, number)

    def has_in_memory(self, table: str) -> bool:
        return table in self._rooms

    def rooms(self) -> Iterator[Room]:
        return iter(self._rooms)

    async def by_code(self, code: str) -> str:
        """The id of the table with this code, however it was typed, or Refused.

        The code of a table that nobody has touched for long leads nowhere; its link still does.
        """
        info = await self.store.by_code(names.code(code))
        if info is None or info.touched < self.entropy.now() - 3600 * self.settings.code_hours:
            raise Refused("no-such-table")
        return info.id

    # People -----------------------------------------------------------------------------------------

    async def join(
        self,
        room: Room,
        name: str,
        avatar: str | None,
        nonce: str | None,
        watch: bool,
        address: str = "",
    ) -> str:
        """A new person at the table; answers with the token that only its browser will hold."""
        token, id = self.entropy.word(32), self.entropy.word(6)
        origin, most = marked(address, room.party.id), self.settings.people_per_address
        await room.do_over_http(id, Join(id, hashed(token), name, avatar, nonce, watch, origin, most))
        return token

    def person(self, room: Room, token: str | None) -> Person | None:
        """Whose token this is; None for a visitor, Refused for a token of nobody."""
        if token is None:
            return None
        found = [person for person in room.party.people if is_same(token, person.token)]
        if not found:
            raise Refused("wrong-token")
        return found[0]

    async def offer_move(self, room: Room, asker: Person, person: str | None) -> str:
        """A word for a one-time link that takes a seat to another device: one's own, or, for the host,
        that of someone who is not here."""
        word = self.entropy.word(32)
        await room.do_over_http(asker.id, OfferMove(person or asker.id, hashed(word)))
        return word

    async def move(self, room: Room, word: str) -> str:
        """The new token for whoever opens the one-time link; the old device is dismissed."""
        token = self.entropy.word(32)
        await room.do_over_http(None, UseMove(hashed(word), hashed(token)))
        return token

    # Keeping ----------------------------------------------------------------------------------------

    async def put_away(self) -> None:
        """What nobody needs any more goes out of memory: tables and processes that think."""
        if self._thinking:
            self._thinking.tidy()
        await self._rooms.put_away()

    async def pack(self) -> None:
        """Some logs of games that are long over; what cannot be packed now is packed another time."""
        hours = self.settings.archive_hours
        if hours and (count := await self.store.archive(self.entropy.now() - 3600 * hours, _PACKED)):
            log("logs packed", tables=count)

    async def say_good_bye(self) -> None:
        """Bots stop, and everyone connected hears it."""
        await self._rooms.say_good_bye()

    async def close(self) -> None:
        await self.say_good_bye()
        await self._rooms.close()
        await self.reviews.close()
        await self.pulse.close()
        await self.cluster.close()
        self._threads.close()
        if self._thinking:
            await self._thinking.close()
        await self.store.close()
