"""Servers that freeze or die at the worst moment: what must happen once happens once, and it does happen."""

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import msgspec
import pytest

from igroteka.core import Refused
from igroteka.server.cluster.neighbours import Unheard
from igroteka.server.cluster.redis import RedisNeighbours
from igroteka.server.connection.messages import Ask
from igroteka.server.entropy import Entropy
from igroteka.server.hub import Hub
from igroteka.server.metrics import Metrics
from igroteka.server.opening import Open
from igroteka.server.people import intents
from igroteka.server.settings import Settings
from igroteka.server.table import tell
from igroteka.server.table.room import Room
from igroteka.store import StoredRow
from igroteka.store.postgres import PostgresStore
from scale.judging import Case
from scale.stack import postgres, redis

PATIENCE = 30.0


class Freezing(PostgresStore):
    """A real store whose server freezes before or after a row is written."""

    when: Callable[[StoredRow], str] = staticmethod(lambda row: "")  # type: ignore[assignment]

    def freeze(self, when: Callable[[StoredRow], str]) -> None:
        self.when, self.frozen, self.thaw = when, asyncio.Event(), asyncio.Event()  # type: ignore[method-assign]

    async def append(self, table: str, row: StoredRow, *marks: Any, **named: Any) -> None:
        moment = self.when(row)
        if moment == "before":
            await self._freeze()
        await super().append(table, row, *marks, **named)
        if moment == "after":
            await self._freeze()

    async def _freeze(self) -> None:
        self.frozen.set()
        await self.thaw.wait()


class Watcher:
    """Someone who looks on."""

    who, id, born, is_screen = None, "0", 0.0, False

    def __init__(self) -> None:
        self.games = 0

    def poke(self, *, table: bool, game: bool) -> None:
        self.games += game

    def push(self, message: Any) -> None: ...
    def dismiss(self, reason: str) -> None: ...


async def server(url: str, heard: bool) -> Hub:
    store = await Freezing.connected(url)
    name = secrets.token_hex(4)
    neighbours = RedisNeighbours(redis().url, store.identity, name) if heard else Unheard()
    hub = Hub(store, Settings(bot_pace=0, bot_patience=0), Entropy(), Metrics(), neighbours)
    await hub.cluster.start()
    return hub


class Scene:
    """A table of Anna and Boris, or Anna and a bot, that two servers have in memory."""

    def __init__(self, a: Hub, b: Hub, at_a: Room, at_b: Room) -> None:
        self.a, self.b, self.at_a, self.at_b = a, b, at_a, at_b
        self.anna = at_a.party.people[0].id
        for room in (at_a, at_b):
            room.came(Watcher())
        assert isinstance(a.store, Freezing)
        assert isinstance(b.store, Freezing)
        self.store, self.other_store = a.store, b.store

    async def start(self, at: Room) -> None:
        """Both servers know of the deal."""
        await at.do(self.anna, intents.Start(), "start")
        number = at.number
        await until(lambda: min(self.at_a.number, self.at_b.number) >= number)

    @property
    def on_turn(self) -> str:
        assert self.at_b.match is not None
        return self.at_b.party.people[self.at_b.match.state.turn].id

    async def draw(self, at: Room, who: str) -> int | None:
        return await at.ask(who, Ask("draw", at.folded.game_number, msgspec.Raw(b'{"kind":"draw"}')))

    async def rows(self) -> list[StoredRow]:
        rows = await self.b.store.read(self.at_b.party.id)
        assert [row.number for row in rows] == list(range(1, len(rows) + 1))
        return rows


def play(scene: Callable[[Scene], Awaitable[None]], bots: tuple[int, ...] = (), heard: bool = True) -> None:
    url = postgres().fresh()
    redis()

    async def run() -> None:
        a, b = await server(url, heard), await server(url, heard)
        room = await a.open(Open("upturn", 2, bots=bots, level="random"))
        for name in ("Anna", "Boris")[: 2 - len(bots)]:
            await a.join(room, name, None, None, False)
        table = Scene(a, b, room, await b.room(room.party.id))
        try:
            async with asyncio.timeout(4 * PATIENCE):
                await scene(table)
        finally:
            for store in (table.store, table.other_store):
                if hasattr(store, "thaw"):
                    store.thaw.set()
            await a.close()
            await b.close()

    asyncio.run(run())
    postgres().recycle()


async def until(is_so: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not is_so():
            await asyncio.sleep(0.02)


def test_a_row_whose_server_died_before_it_told_anyone_is_told_by_the_others() -> None:
    async def scene(table: Scene) -> None:
        await table.start(table.at_a)
        table.store.freeze(lambda row: "after")
        who = table.on_turn
        asked = asyncio.create_task(table.draw(table.at_a, who))
        await table.store.frozen.wait()  # on disk, and no word of it: neither an answer nor a hint
        number = table.at_a.number + 1
        await until(lambda: table.at_b.number == number)
        assert await table.draw(table.at_b, who) == number  # asked again, at another server
        assert len([row for row in await table.rows() if row.asked == "draw"]) == 1
        asked.cancel()

    play(scene)


def test_a_row_of_a_frozen_server_that_comes_too_late_is_not_written() -> None:
    async def scene(table: Scene) -> None:
        await table.start(table.at_a)
        who = table.on_turn
        table.store.freeze(lambda row: "before")
        late = asyncio.create_task(table.at_a.ask(who, Ask("late", 0, msgspec.Raw(b'{"kind":"draw"}'))))
        await table.store.frozen.wait()
        number = await table.draw(table.at_b, who)
        table.store.when = lambda row: ""  # type: ignore[method-assign]
        table.store.thaw.set()
        with pytest.raises(Refused) as refused:
            await late
        assert refused.value.reason == "drawn-already"
        assert table.at_a.number == number
        assert [row.asked for row in await table.rows()][-1] == "draw"

    play(scene)


def test_a_game_whose_server_died_before_the_deal_is_dealt_once_by_another() -> None:
    async def scene(table: Scene) -> None:
        table.store.freeze(lambda row: "before" if b'"deal"' in row.intent else "")
        starting = asyncio.create_task(table.start(table.at_a))
        await table.store.frozen.wait()
        await until(lambda: table.at_b.match is not None and len(table.at_b.match.log) == 1)
        table.store.when = lambda row: ""  # type: ignore[method-assign]
        table.store.thaw.set()
        await starting
        assert len([row for row in await table.rows() if b'"deal"' in row.intent]) == 1
        assert table.at_a.match is not None
        assert table.at_b.match is not None
        assert table.at_a.match.state == table.at_b.match.state

    play(scene)


def test_the_end_of_a_game_is_shown_by_a_server_that_did_not_write_it() -> None:
    async def scene(table: Scene) -> None:
        await table.start(table.at_a)
        link = "http://tables.example"
        assert tell.table_view(table.at_b, None, link).shuffle.secret is None
        table.store.freeze(lambda row: "after")
        stopping = asyncio.create_task(table.at_a.do(table.anna, intents.StopGame(), "stop"))
        await table.store.frozen.wait()
        await until(lambda: not table.at_b.playing)
        assert tell.table_view(table.at_b, None, link).shuffle.secret == table.at_b.party.rounds[0].secret
        info = await table.b.store.info(table.at_b.party.id)
        assert info is not None
        assert info.finished
        stopping.cancel()

    play(scene)


def test_a_bots_move_happens_once_though_the_server_that_thought_of_it_froze() -> None:
    """The lease of the frozen server runs out, another moves, and the frozen one comes too late."""

    async def scene(table: Scene) -> None:
        sides = ((table.store, table.at_a, table.at_b), (table.other_store, table.at_b, table.at_a))
        for store, *_ in sides:
            store.freeze(lambda row: "before" if row.seat == 1 and row.who is None else "")
        await table.start(table.at_a)
        playing = asyncio.create_task(anna_plays(table))
        await until(lambda: any(store.frozen.is_set() for store, *_ in sides))
        playing.cancel()
        ((store, frozen, other),) = (side for side in sides if side[0].frozen.is_set())
        for one, *_ in sides:
            one.when = lambda row: ""  # type: ignore[method-assign]
        number = frozen.number
        await until(lambda: other.number > number)
        store.thaw.set()
        await until(lambda: frozen.number >= other.number)
        rows = await table.rows()
        assert [(row.seat, row.who) for row in rows if row.number == number + 1] == [(1, None)]
        Case("upturn", rows)  # folds, hence nothing is in it twice

    play(scene, bots=(1,))


async def anna_plays(table: Scene) -> None:
    """Whenever it is her turn, until that is enough: which server moves the bots is a matter of luck."""
    while True:
        match = table.at_b.match
        if match is not None and match.state.turn == 0 and (offers := match.legal(0)):
            said = msgspec.Raw(msgspec.json.encode(offers[-1]))
            with suppress(Refused):  # the bot may have been faster
                await table.at_b.ask(table.anna, Ask(secrets.token_hex(4), table.at_b.number, said))
        await asyncio.sleep(0.02)


def test_servers_without_redis_look_at_the_log() -> None:
    async def scene(table: Scene) -> None:
        await table.start(table.at_a)
        for at, other in ((table.at_b, table.at_a), (table.at_a, table.at_b)):
            await at.do(table.anna, intents.Rename(name=f"Anna {at.number}"), f"rename {at.number}")
            await until(lambda at=at, other=other: other.number == at.number)  # type: ignore[misc]
        with pytest.raises(Refused) as refused:
            await table.b.offer_move(table.at_b, table.at_b.party.people[0], table.at_b.party.people[1].id)
        assert refused.value.reason == "hand-is-theirs"  # during a game only its owner hands a seat on
        # Who is connected elsewhere cannot be known, so nobody counts as away.
        assert {person.id for person in table.at_b.party.people} <= table.at_b.connected.maybe_present()

    play(scene, heard=False)


def test_hints_that_are_doubled_late_or_wrong_do_no_harm() -> None:
    async def scene(table: Scene) -> None:
        await table.start(table.at_a)
        id, number = table.at_b.party.id, table.at_b.number
        for said in (number, number, 1, number + 1000, 0, -5):
            table.b.cluster.woken(id, said)
        table.b.cluster.woken("nowhere", 7)
        table.b.cluster.moved_about("nowhere")
        table.b.cluster.lost_touch()
        await asyncio.sleep(0.3)
        assert table.at_b.number == number
        assert await table.draw(table.at_b, table.on_turn) == number + 1
        await until(lambda: table.at_a.number == number + 1)

    play(scene)
