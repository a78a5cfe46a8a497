"""A room and the disk never part: appends that fail, are cancelled, or meet another writer's row."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from igroteka.core import Refused
from igroteka.server.connection.messages import Ask
from igroteka.server.entropy import Entropy
from igroteka.server.hub import Hub
from igroteka.server.metrics import Metrics
from igroteka.server.opening import Open
from igroteka.server.people import intents
from igroteka.server.settings import Settings
from igroteka.server.table.room import Room
from igroteka.store import StoredRow, StoreFailed
from igroteka.store.sqlite import SqliteStore


class MoodyStore(SqliteStore):
    """A real store whose next appends go wrong in given ways."""

    moods: list[str]

    async def append(self, table: str, row: StoredRow, *marks: Any, **named: Any) -> None:
        mood = self.moods.pop(0) if self.moods else ""
        if mood == "lost":
            raise StoreFailed("nothing was written")
        await super().append(table, row, *marks, **named)
        if mood == "kept":
            raise StoreFailed("it was written all the same")
        if mood == "cancelled":
            raise asyncio.CancelledError

    async def delete(self, table: str) -> None:
        if self.moods and self.moods.pop(0) == "lost":
            raise StoreFailed("nothing was deleted")
        await super().delete(table)


class Watcher:
    """Counts what it is poked for."""

    who, is_screen = None, False

    def __init__(self) -> None:
        self.games = 0
        self.reason = ""

    def poke(self, *, table: bool, game: bool) -> None:
        self.games += game

    def push(self, message: Any) -> None: ...

    def dismiss(self, reason: str) -> None:
        self.reason = reason


class Scene:
    """A table of two people on a moody store."""

    def __init__(self, store: MoodyStore, room: Room) -> None:
        self.store, self.room = store, room
        self.people = [person.id for person in room.party.people]
        self.watcher = Watcher()
        room.connected.sessions.add(self.watcher)

    @property
    def on_turn(self) -> str:
        assert self.room.match is not None
        return self.people[self.room.match.state.turn]

    async def draw(self, id: str, who: str | None = None) -> int | None:
        asked = Ask(id, self.room.folded.game_number, msgspec.Raw(b'{"kind":"draw"}'))
        return await self.room.ask(who or self.on_turn, asked)

    async def rows(self, id: str) -> list[StoredRow]:
        return [row for row in await self.store.read(self.room.party.id) if row.asked == id]

    async def need_agreement(self) -> None:
        """A room folded anew from the disk is the room in memory."""
        fresh = Room(self.store, Entropy(), Metrics())
        fresh.folded.go_on(await self.store.read(self.room.party.id))
        assert (fresh.number, fresh.party) == (self.room.number, self.room.party)
        assert fresh.match is not None
        assert self.room.match is not None
        assert fresh.match.state == self.room.match.state


def play(folder: Path, scene: Callable[[Scene], Awaitable[None]], started: bool = True) -> None:
    async def run() -> None:
        store = MoodyStore(folder / "igroteka.db")
        store.moods = []
        hub = Hub(store, Settings(), Entropy(), Metrics())
        room = await hub.open(Open("upturn", 2))
        for name in ("Anna", "Boris"):
            await hub.join(room, name, None, None, False)
        table = Scene(store, room)
        if started:
            await room.do(table.people[0], intents.Start(), "start")
        await scene(table)
        await hub.close()

    asyncio.run(run())


async def one_moment(asked: Awaitable[Any]) -> None:
    with pytest.raises(Refused) as refused:
        await asked
    assert refused.value.reason == "one-moment"


def test_what_the_disk_refused_has_not_happened_and_can_be_asked_again(tmp_path: Path) -> None:
    async def scene(table: Scene) -> None:
        number, pokes = table.room.number, table.watcher.games
        table.store.moods = ["lost"]
        await one_moment(table.draw("draw"))
        assert (table.room.number, table.watcher.games) == (number, pokes)
        assert await table.draw("draw") == number + 1
        await table.need_agreement()

    play(tmp_path, scene)


@pytest.mark.parametrize("mood", ["kept", "cancelled"])
def test_a_row_that_was_kept_unheard_is_answered_and_not_played_again(tmp_path: Path, mood: str) -> None:
    async def scene(table: Scene) -> None:
        who, number, pokes = table.on_turn, table.room.number, table.watcher.games
        table.store.moods = [mood]
        if mood == "kept":
            await one_moment(table.draw("draw", who))
        else:
            with pytest.raises(asyncio.CancelledError):
                await table.draw("draw", who)
        assert table.watcher.games == pokes
        assert await table.draw("draw", who) == number + 1
        assert len(await table.rows("draw")) == 1
        assert table.watcher.games > pokes
        await table.need_agreement()

    play(tmp_path, scene)


def test_a_row_of_another_writer_is_folded_in_and_the_intent_decided_anew(tmp_path: Path) -> None:
    async def scene(table: Scene) -> None:
        other = Room(table.store, Entropy(), Metrics())
        other.folded.go_on(await table.store.read(table.room.party.id))
        who = table.on_turn
        await other.ask(who, Ask("elsewhere", 0, msgspec.Raw(b'{"kind":"draw"}')))
        with pytest.raises(Refused) as refused:
            await table.draw("here", who)
        assert refused.value.reason == "drawn-already"
        await table.need_agreement()

    play(tmp_path, scene)


def test_a_game_that_was_started_but_not_dealt_is_dealt_before_anything_else(tmp_path: Path) -> None:
    async def scene(table: Scene) -> None:
        table.store.moods = ["", "lost"]
        await one_moment(table.room.do(table.people[0], intents.Start(), "start"))
        assert table.room.match is not None
        assert not table.room.match.log
        number = table.room.number
        assert await table.room.do(table.people[0], intents.Start(), "start") == number
        assert len(table.room.match.log) == 1
        await table.need_agreement()

    play(tmp_path, scene, started=False)


def test_a_table_is_deleted_or_it_is_not(tmp_path: Path) -> None:
    async def scene(table: Scene) -> None:
        table.store.moods = ["lost"]
        await one_moment(table.room.do(table.people[0], intents.Delete(), "delete"))
        assert not table.watcher.reason
        assert await table.draw("draw") is not None
        await table.room.do(table.people[0], intents.Delete(), "again")
        assert table.watcher.reason == "table-deleted"
        with pytest.raises(Refused) as refused:
            await table.draw("draw", table.people[0])
        assert refused.value.reason == "no-such-table"

    play(tmp_path, scene)
