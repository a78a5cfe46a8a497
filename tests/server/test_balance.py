"""Servers even out their sockets: whole tables are sent on, a few at a time, and not again and again."""

import asyncio
from collections.abc import Callable
from pathlib import Path

from igroteka.server.cluster.balance import Balance
from igroteka.server.entropy import Entropy
from igroteka.server.hub import Hub
from igroteka.server.metrics import Metrics
from igroteka.server.opening import Open
from igroteka.server.settings import Settings
from igroteka.server.table.room import Room
from igroteka.store.sqlite import SqliteStore
from server.test_appends import Watcher

TABLES, AT_EACH = 8, 3
TOO_MANY = (90, [30, 0])
"""Fifty more than the average: a quarter of them, twelve, go at a time, which is four tables."""


class Scene:
    """Tables at which somebody looks, and a clock that is set by hand."""

    def __init__(self, rooms: list[Room]) -> None:
        self.now = 1000.0
        self.rooms = rooms
        self.balance = Balance(lambda: self.rooms, lambda: self.now)
        self.come_back()

    def come_back(self) -> None:
        for room in self.rooms:
            room.connected.sessions.clear()
            room.connected.sessions.update(Watcher() for _ in range(AT_EACH))

    def sent(self) -> set[str]:
        """The tables of which everybody was told to go elsewhere."""
        reasons = {room.party.id: {one.reason for one in room.connected.sessions} for room in self.rooms}
        assert all(told in ({"elsewhere"}, {""}) for told in reasons.values()), "a table goes as a whole"
        return {table for table, told in reasons.items() if told == {"elsewhere"}}

    def look(self, times: int = 1) -> set[str]:
        self.come_back()
        for _ in range(times):
            self.balance.look(*TOO_MANY)
        return self.sent()


def play(folder: Path, scene: Callable[[Scene], None]) -> None:
    async def run() -> None:
        hub = Hub(SqliteStore(folder / "igroteka.db"), Settings(), Entropy(), Metrics())
        scene(Scene([await hub.open(Open("upturn", 2)) for _ in range(TABLES)]))
        await hub.close()

    asyncio.run(run())


def test_what_passes_sends_nobody_on_and_what_lasts_a_quarter(tmp_path: Path) -> None:
    def scene(scene: Scene) -> None:
        assert scene.look(2) == set()
        scene.balance.look(30, [30, 30])  # it has passed
        assert scene.look(2) == set()
        assert len(scene.look()) == 4

    play(tmp_path, scene)


def test_who_was_sent_on_and_is_back_stays_for_ten_minutes(tmp_path: Path) -> None:
    def scene(scene: Scene) -> None:
        first, second = scene.look(3), scene.look()
        assert (len(first), len(second), first & second) == (4, 4, set())
        scene.now += 599
        assert scene.look() == set()
        scene.now += 2
        assert len(scene.look()) == 4

    play(tmp_path, scene)


def test_a_table_at_which_nobody_looks_is_not_sent_on(tmp_path: Path) -> None:
    def scene(scene: Scene) -> None:
        for room in scene.rooms:
            room.connected.sessions.clear()
        for _ in range(5):
            scene.balance.look(*TOO_MANY)
        assert len(scene.look()) == 4, "none of them counts as sent"

    play(tmp_path, scene)
