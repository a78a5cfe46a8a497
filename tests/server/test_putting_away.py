"""Tables go out of memory when nobody looks at them: after a while, and sooner where they take too much."""

import asyncio
import tracemalloc
from contextlib import closing
from pathlib import Path
from typing import Any

import apsw

from igroteka.server.connection.limits import Bucket
from igroteka.server.connection.session import Session
from igroteka.server.hub import Hub
from igroteka.server.metrics import Metrics
from igroteka.server.opening import Open
from igroteka.server.people.intents import Start
from igroteka.server.settings import DATABASE, Settings
from igroteka.server.table.room import Room
from igroteka.store.sqlite import SqliteStore
from server.client import come, get, open_table
from server.serving import serving
from server.test_clocks import Clock

ENOUGH = 16 * 1024 * 1024
BLUE = ({"kind": "near", "count": 6, "marks": ["blue"]}, {"kind": "ball", "value": 1, "count": 4})
OWN_CARDS = {"parts": {"cards": [*BLUE, *({"kind": "floor", "value": at % 10} for at in range(480))]}}


class Stopped(Clock):
    """A moment passes each time that somebody looks, however long it takes."""

    def monotonic(self) -> float:
        self.later += 1e-6
        return self.later


class Silent:
    """A client that is there, and is told nothing."""

    is_ready = False

    def write(self, text: bytes) -> None:
        raise AssertionError

    def hang_up(self, code: int, reason: str) -> None:
        raise AssertionError


async def opened(hub: Hub, **more: Any) -> Room:
    return await hub.open(Open("etazhiki", 2, **more))


def test_tables_that_nobody_looks_at_take_so_much_memory_and_no_more(tmp_path: Path) -> None:
    """With cards of its own, or many rows, a table takes megabytes: hundreds of them would end the server."""

    async def many() -> None:
        clock = Stopped()
        hub = Hub(SqliteStore(tmp_path / "db"), Settings(), clock, Metrics())
        watched = await opened(hub, options=OWN_CARDS)
        looker = Session(watched, None, "link", Silent(), Bucket(1, 3, 0), hub.metrics)
        watched.came(looker)
        count = ENOUGH // watched.folded.size
        asked, *rooms = [await opened(hub, options=OWN_CARDS) for _ in range(count + 20)]
        small = await opened(hub)
        assert await hub.room(asked.party.id) is asked
        await hub.put_away()
        assert len(list(hub.rooms())) == count + 22, "somebody may be just coming to any of them"

        clock.later += 5.0
        await hub.put_away()
        left = list(hub.rooms())
        assert {watched, asked, small, rooms[-1]} < set(left)
        assert rooms[0] not in left, "the oldest that was not asked for again"
        assert sum(room.folded.size for room in left if room is not watched) <= ENOUGH
        assert (await hub.room(rooms[0].party.id)).party == rooms[0].party
        watched.went(looker)
        await hub.close()

    asyncio.run(many())


def test_logs_longer_than_memory_are_folded_a_portion_after_the_other(tmp_path: Path) -> None:
    """A stranger with all sockets of an address writes millions of rows an hour, and asks for all of them."""

    async def many() -> int:
        store = SqliteStore(tmp_path / "db")
        hub = Hub(store, Settings(), Clock(), Metrics())
        tables = [(await opened(hub)).party.id for _ in range(6)]
        for table in tables:
            await hub.join(await hub.room(table), "Anna", None, None, False)
        await hub.close()
        lengthen(tmp_path / "db", 40_000)
        store = SqliteStore(tmp_path / "db")
        hub = Hub(store, Settings(), Clock(), Metrics())
        held = tracemalloc.get_traced_memory()[0]
        tracemalloc.start()
        rooms = await asyncio.gather(*(hub.room(table) for table in tables))
        most = tracemalloc.get_traced_memory()[1] - held
        tracemalloc.stop()
        assert {room.number for room in rooms} == {40_002}
        await hub.close()
        return most

    assert asyncio.run(many()) < 30_000_000, "all rows together take 110 MB"


def lengthen(file: Path, rows: int) -> None:
    """The second row of every log again and again."""
    with closing(apsw.Connection(str(file))) as db:
        db.execute(
            "WITH RECURSIVE more(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM more WHERE n < ?)"
            "INSERT INTO log SELECT key, 2 + n, time, who, seat, intent, ?, NULL FROM more, log"
            " WHERE number = 2",
            (rows, b'[{"kind":"table_set","listed":true,"chat":false,"timer":null,"colours":[]}]'),
        )
        db.execute("UPDATE tables SET rows = 2 + ?", (rows,))


def test_when_much_comes_into_memory_tables_are_put_away_without_waiting_for_the_next_round(
    tmp_path: Path,
) -> None:
    async def many() -> None:
        hub = Hub(SqliteStore(tmp_path / "db"), Settings(idle_minutes=0), Clock(), Metrics())
        first = await opened(hub, options=OWN_CARDS)
        for _ in range(ENOUGH // 4 // first.folded.size):
            await opened(hub, options=OWN_CARDS)
        async with asyncio.timeout(30):
            while first in hub.rooms():
                await asyncio.sleep(0.05)
        await hub.close()

    asyncio.run(many())


def test_a_server_may_stop_while_tables_are_put_away(tmp_path: Path) -> None:
    """Bots that think are waited for, one table after the other; meanwhile both come to the same tables."""

    async def both() -> None:
        clock = Clock()
        hub = Hub(SqliteStore(tmp_path / "db"), Settings(idle_minutes=0, bot_pace=60), clock, Metrics())
        for _ in range(4):
            room = await opened(hub, bots=(1,))
            await hub.join(room, "Anna", None, None, False)
            await room.do(room.party.people[0].id, Start(), "start")
        await asyncio.sleep(0)  # the bots begin
        clock.later += 5.0
        await asyncio.gather(hub.put_away(), hub.say_good_bye())
        assert list(hub.rooms()) == []
        await hub.close()

    asyncio.run(both())


def test_a_long_log_is_not_read_for_the_list_alone() -> None:
    """A stranger's dozens of them kept whoever asked for the list waiting, and a core busy."""
    with serving() as server:
        tables = [open_table(server, listed=True) for _ in range(2)]
        for table in tables:
            come(server, table).close()
        server.stop()
        lengthen(server.folder / "data" / DATABASE, 10_001)
        server.start()
        assert get(server, "/api/tables").json() == []
        assert get(server, f"/api/tables/{tables[0]}").status_code == 200
        assert [line["table"] for line in get(server, "/api/tables").json()] == tables[:1]
