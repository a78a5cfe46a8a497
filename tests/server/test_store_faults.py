"""A store that fails is seen by who looks, and one damaged table harms no other."""

import asyncio
import random
import time
from pathlib import Path

import apsw
import pytest

from igroteka.server.metrics import Metrics
from igroteka.server.settings import DATABASE
from igroteka.server.table.looks import Looks
from igroteka.server.watched_store import WatchedStore
from igroteka.store import Damaged, StoredRow, StoreFailed, TableInfo
from igroteka.store.sqlite import SqliteStore
from server.client import Place, come, get, open_table, start
from server.disks import files_bounded
from server.serving import Server, serving

pytestmark = pytest.mark.alone


def figure(server: Server, name: str) -> float:
    lines = get(server, "/metrics").text.splitlines()
    return next(float(line.split()[1]) for line in lines if line.startswith(name))


def faults(server: Server, event: str) -> list[str]:
    return [line["event"] for line in server.log() if line["level"] == "error" and line["event"] == event]


def beside(file: Path) -> apsw.Connection:
    """A second writer on a running server's file, that waits for its turn to write."""
    db = apsw.Connection(str(file))
    db.set_busy_timeout(30_000)
    return db


def test_a_store_that_cannot_write_is_refused_logged_counted_and_unhealthy() -> None:
    """Somebody else holds the file: to the server it is what a full disk is."""
    with serving() as server, come(server, open_table(server)) as anna:
        blocker = beside(server.folder / "data" / DATABASE)
        blocker.execute("BEGIN IMMEDIATE")
        answer = anna.do("rename", name="Ann")
        assert answer["refusal"]["reason"] == "one-moment"
        assert get(server, "/healthz").status_code == 503
        assert figure(server, "igroteka_store_failures_total") >= 1
        assert faults(server, "the store cannot write")
        blocker.execute("ROLLBACK")
        blocker.close()
        anna.done("rename", name="Anja")
        assert get(server, "/healthz").status_code == 200


def test_a_disk_that_takes_nothing_more_is_refused_logged_and_unhealthy_until_it_does() -> None:
    with serving() as server, come(server, open_table(server)) as anna:
        with files_bounded(server):
            answer = anna.do("rename", name="Ann")
            assert answer["refusal"]["reason"] == "one-moment"
            assert get(server, "/healthz").status_code == 503
        anna.done("rename", name="Anja")
        assert get(server, "/healthz").status_code == 200


def test_a_full_disk_is_not_forgotten_where_nobody_writes_and_its_end_is_noticed_without_them() -> None:
    """Packing logs, every half minute, finds nothing to write and proves nothing; a balancer sends nobody to
    a server that is ill, so the server looks itself."""
    with serving() as server:
        anna = come(server, open_table(server))
        with files_bounded(server):
            assert anna.do("rename", name="Ann")["refusal"]["reason"] == "one-moment"
            anna.close()
            for _ in range(3):
                assert get(server, "/healthz").status_code == 503
                time.sleep(0.5)
        until = time.monotonic() + 10
        while get(server, "/healthz").status_code != 200 and time.monotonic() < until:
            time.sleep(0.1)
        assert figure(server, "igroteka_store_well") == 1


def test_packing_nothing_does_not_prove_that_the_store_writes(tmp_path: Path) -> None:
    async def pack() -> list[bool]:
        store = WatchedStore(SqliteStore(tmp_path / DATABASE), Metrics())
        store._note(StoreFailed("the disk is full"))
        was = [store.is_well]
        assert await store.archive(0.0, 20) == 0
        was.append(store.is_well)
        await store.look()
        was.append(store.is_well)
        await store.close()
        return was

    assert asyncio.run(pack()) == [False, False, True]


def damage(file: Path, table: str, how: str) -> None:
    db = beside(file)
    where = "key = (SELECT key FROM tables WHERE id = ?)"
    if how == "garbage":
        db.execute(f"UPDATE log SET events = x'00ff' WHERE {where} AND number = 2", (table,))
    elif how == "missing":
        db.execute(f"DELETE FROM log WHERE {where} AND number = 1", (table,))
    elif how == "endless time":
        db.execute(f"UPDATE log SET time = 9e999 WHERE {where} AND number = 2", (table,))
    else:  # nobody's table, but somebody's file to import
        many = """replace(CAST(events AS TEXT), '"seats":2', '"seats":100000')"""
        db.execute(f"UPDATE log SET events = CAST({many} AS BLOB) WHERE {where} AND number = 1", (table,))
    assert db.changes() == 1
    db.close()


@pytest.mark.parametrize("how", ["garbage", "missing", "endless time", "many seats"])
def test_a_damaged_table_refuses_and_the_others_are_listed_and_played(how: str) -> None:
    with serving() as server:
        whole, broken = open_table(server, listed=True), open_table(server, listed=True)
        for table in (whole, broken):
            come(server, table).close()
        server.stop()
        damage(server.folder / "data" / DATABASE, broken, how)
        server.start()
        listed = get(server, "/api/tables")
        assert (listed.status_code, [line["table"] for line in listed.json()]) == (200, [whole])
        answer = get(server, f"/api/tables/{broken}")
        assert (answer.status_code, answer.json()["reason"]) == (503, "table-damaged")
        with Place(server, broken) as visitor:
            assert visitor.bye() == "table-damaged"
        with come(server, whole, "Boris") as boris:
            assert boris.done("rename", name="Borja")
        assert faults(server, "a table is damaged")
        named = [line["table"] for line in server.log() if line["event"] == "a table is damaged"]
        assert named == [f"{broken[:6]}…"], "said once a minute, however often it is asked for"


def test_a_damaged_table_that_is_packed_refuses_and_those_asked_about_with_it_are_told(
    tmp_path: Path,
) -> None:
    async def pack(file: Path) -> None:
        store = SqliteStore(file)
        for id in ("t", "u", "v"):
            info = TableInfo(id, f"code-{id}", "upturn", False, 1.0, 1.0, True, 1)
            await store.open(info, StoredRow(1, 1.0, None, None, b"{}", b"[]", None))
        assert await store.archive(2.0) == 3
        await store.close()

    async def ask(file: Path) -> list[object]:
        store = SqliteStore(file)
        looks = Looks(store)
        told = await asyncio.gather(*(looks.log(id) for id in ("t", "u", "v", "w")), return_exceptions=True)
        await store.close()
        return [type(one) if isinstance(one, Exception) else len(one) for one in told]

    asyncio.run(pack(tmp_path / DATABASE))
    db = beside(tmp_path / DATABASE)
    db.execute("UPDATE archive SET packed = x'00' WHERE key = (SELECT key FROM tables WHERE id = 'u')")
    db.close()
    assert asyncio.run(ask(tmp_path / DATABASE)) == [1, Damaged, 1, 0]
    with serving(data=str(tmp_path)) as server:
        answer = get(server, "/api/tables/u")
        assert (answer.status_code, answer.json()["reason"]) == (503, "table-damaged")
        assert faults(server, "a table is damaged")


def test_damaged_pages_are_refusals_and_never_faults() -> None:
    """The file is overwritten in places while the server runs; nothing of it is in its cache any more."""
    with serving() as server:
        tables = [open_table(server, listed=True) for _ in range(40)]
        for table in tables:
            come(server, table).close()
        server.stop()
        file, chance = server.folder / "data" / DATABASE, random.Random(5)
        content = bytearray(file.read_bytes())
        pages = len(content) // 4096
        for page in chance.sample(range(4, pages), min(8, pages - 4)):
            content[page * 4096 : page * 4096 + 600] = chance.randbytes(600)
        file.write_bytes(content)
        server.start()
        said = [get(server, f"/api/tables/{table}").status_code for table in tables]
        assert set(said) <= {200, 404, 503}
        assert 503 in said
        assert get(server, "/api/tables").status_code in (200, 503)
        assert get(server, "/healthz").status_code == 503


def test_a_store_that_cannot_be_read_makes_the_server_unwell_for_a_while(tmp_path: Path) -> None:
    class Unreadable(SqliteStore):
        async def read(self, table: str, after: int = 0, most: int | None = None) -> list[StoredRow]:
            raise StoreFailed("a damaged page")

    async def run() -> None:
        store = WatchedStore(Unreadable(tmp_path / "file"), Metrics())
        row = StoredRow(1, 0.0, None, None, b"{}", b"[]", None)
        await store.open(TableInfo("id", "code", "upturn", False, 0.0, 0.0, False, 1), row)
        assert store.is_well
        with pytest.raises(StoreFailed):
            await store.read("id")
        assert not store.is_well
        await store.close()

    asyncio.run(run())


def test_play_goes_on_at_a_table_in_memory_while_another_is_damaged() -> None:
    with serving() as server:
        table = open_table(server, bots=[1])
        with come(server, table) as anna:
            start([anna])
            broken = open_table(server)
            come(server, broken).close()
            damage(server.folder / "data" / DATABASE, broken, "garbage")
            get(server, f"/api/tables/{broken}")
            anna.done("rename", name="Ann")
