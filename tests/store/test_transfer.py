"""Tables move between SQLite and PostgreSQL byte by byte, and never onto one another."""

import asyncio
from contextlib import closing
from pathlib import Path

import apsw
import pytest
from msgspec import structs

from igroteka.core import Refused
from igroteka.store import Store, StoredRow, TableInfo
from igroteka.store.schema import MIGRATIONS, OURS
from igroteka.store.transfer import export_tables, import_tables
from scale.services import Postgres
from store.rows import Where, need_intact, query, row, table, using

TABLES = (
    TableInfo("a", "AAAAAA", "upturn", True, 1.1, 1e9 + 1 / 3, False, 1),
    TableInfo("b", "BBBBBB", "sequence", False, 2.2, 3.3, True, 1),
    TableInfo("c", "CCCCCC", "etazhiki", False, 0.1 + 0.2, 5e-324, False, 1),
)
FIRST = StoredRow(1, 1 / 3, None, None, b'{"kind":"open"}', b'[{"secret":"00ff"}]', None)
MORE = (
    StoredRow(2, 1e9 + 0.1, "Аня ✨", 3, '{"слово": "да" }'.encode(), b'["\x00\xff"]', "мой-ход-1"),
    StoredRow(3, 0.0, None, -1, b"", bytes(range(256)) * 100, ""),
)


async def fill(store: Store) -> None:
    for info in TABLES:
        await store.open(info, FIRST)
    for each in MORE:
        await store.append("a", each, listed=False)
    await store.append("c", row(2), finished=True)


async def everything(store: Store) -> list[tuple[TableInfo, list[StoredRow]]]:
    infos = await store.tables(limit=10_000)
    return [(info, await store.read(info.id)) for info in sorted(infos, key=lambda info: info.id)]


def by_id(
    found: list[tuple[TableInfo, list[StoredRow]]],
) -> list[tuple[str, tuple[TableInfo, list[StoredRow]]]]:
    return [(info.id, (info, rows)) for info, rows in found]


@pytest.fixture(params=["sqlite", "postgres"])
def there(request: pytest.FixtureRequest, tmp_path: Path, postgres: Postgres) -> Where:
    """Where the tables go."""
    return tmp_path / "other" / "igroteka.db" if request.param == "sqlite" else postgres.fresh()


def test_a_round_trip_loses_nothing(where: Where, there: Where, tmp_path: Path) -> None:
    using(where, fill)
    assert asyncio.run(export_tables(where, tmp_path / "case")) == 3
    assert asyncio.run(import_tables(tmp_path / "case", there)) == 3
    assert using(there, everything) == using(where, everything)
    need_intact(there)
    assert (tmp_path / "case").stat().st_mode & 0o777 == 0o600
    assert asyncio.run(export_tables(there, tmp_path / "back")) == 3
    logs = "SELECT * FROM tables JOIN log USING (key) ORDER BY key, number"
    assert query(tmp_path / "case", logs) == query(tmp_path / "back", logs)
    using(there, lambda store: store.append("a", row(4)))


def test_nothing_is_overwritten(where: Where, tmp_path: Path) -> None:
    using(where, fill)
    asyncio.run(export_tables(where, tmp_path / "case"))
    before = using(where, everything)
    for ask, reason in (
        (import_tables(tmp_path / "case", where), "tables-taken"),
        (export_tables(where, tmp_path / "case"), "file-exists"),
    ):
        with pytest.raises(Refused) as refused:
            asyncio.run(ask)
        assert refused.value.reason == reason
    assert using(where, everything) == before


def test_one_table_that_is_there_stops_the_whole_import(where: Where, there: Where, tmp_path: Path) -> None:
    using(where, fill)
    asyncio.run(export_tables(where, tmp_path / "case"))
    using(there, lambda store: store.open(TableInfo("z", "CCCCCC", "upturn", False, 1, 1, False, 1), row(1)))
    with pytest.raises(Refused) as refused:
        asyncio.run(import_tables(tmp_path / "case", there))
    assert (refused.value.reason, refused.value.parameters) == ("tables-taken", {"count": 1, "id": "z"})
    assert [info.id for info, _ in using(there, everything)] == ["z"]


def test_a_table_whose_code_is_taken_gets_another_and_the_import_goes_on(
    where: Where, there: Where, tmp_path: Path
) -> None:
    opened = StoredRow(1, 1.0, None, None, b"{}", b'[{"id":"d","code":"DDDDDD"},{"code":"DDDDDD2"}]', None)
    using(where, fill)
    using(where, lambda store: store.open(TableInfo("d", "DDDDDD", "upturn", False, 1, 1, False, 1), opened))
    asyncio.run(export_tables(where, tmp_path / "case"))
    for id, code in (("y", "CCCCCC"), ("z", "DDDDDD")):
        taken = TableInfo(id, code, "upturn", False, 1, 1, False, 1)
        using(there, lambda store, taken=taken: store.open(taken, row(1)))
    assert asyncio.run(import_tables(tmp_path / "case", there, lambda old: f"new {old}")) == 4
    need_intact(there)
    before, after = dict(by_id(using(where, everything))), dict(by_id(using(there, everything)))
    assert {id: info.code for id, (info, _) in after.items()} == {
        "a": "AAAAAA", "b": "BBBBBB", "c": "new CCCCCC", "d": "new DDDDDD", "y": "CCCCCC", "z": "DDDDDD",
    }  # fmt: skip
    assert after["d"][1][0].events == b'[{"id":"d","code":"new DDDDDD"},{"code":"DDDDDD2"}]'
    assert [after[id][1] for id in "abc"] == [before[id][1] for id in "abc"]


def test_a_table_that_is_there_itself_stops_the_import_whatever_its_code(
    where: Where, there: Where, tmp_path: Path
) -> None:
    using(where, fill)
    asyncio.run(export_tables(where, tmp_path / "case"))
    using(there, lambda store: store.open(TableInfo("b", "XXXXXX", "upturn", False, 1, 1, False, 1), row(1)))
    with pytest.raises(Refused) as refused:
        asyncio.run(import_tables(tmp_path / "case", there, lambda old: f"new {old}"))
    assert refused.value.parameters == {"count": 1, "id": "b"}
    assert [info.id for info, _ in using(there, everything)] == ["b"]


def test_what_is_no_file_of_ours_is_not_imported(where: Where, tmp_path: Path) -> None:
    using(where, lambda store: store.open(table(), row(1)))
    (tmp_path / "case").write_bytes(b"Dear diary" * 1000)
    for file in (tmp_path / "case", tmp_path / "missing"):
        with pytest.raises(Refused) as refused:
            asyncio.run(import_tables(file, where))
        assert refused.value.reason == "data-unusable"


ENDLESS = "WITH RECURSIVE many(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM many)"


@pytest.mark.parametrize(
    "made",
    [
        f"DROP TABLE log; CREATE VIEW log AS {ENDLESS} SELECT n AS key, n AS number FROM many",
        "CREATE TRIGGER other AFTER INSERT ON log BEGIN DELETE FROM tables; END",
        "CREATE TABLE other (key)",
    ],
)
def test_a_file_whose_tables_were_made_otherwise_is_not_imported(made: str, tmp_path: Path) -> None:
    """It may be anybody's: one whose tables never end was read until there was no memory left."""
    case, there = tmp_path / "case", tmp_path / "there"
    using(case, lambda store: store.open(table(), row(1)))
    with closing(apsw.Connection(str(case))) as db:
        db.execute(made)
    with pytest.raises(Refused) as refused:
        asyncio.run(import_tables(case, there))
    assert refused.value.parameters == {"file": str(case), "problem": "a database of another program"}


def test_a_file_of_an_earlier_version_is_imported(tmp_path: Path) -> None:
    case, there = tmp_path / "case", tmp_path / "there"
    with closing(apsw.Connection(str(case))) as db:
        db.execute(MIGRATIONS[0])
        db.pragma("application_id", OURS)
        db.pragma("user_version", 1)
        db.execute("INSERT INTO tables VALUES (1, 'a', 'AAAAAA', 'upturn', 0, 1.0, 1.0, 0, 0)")
    assert asyncio.run(import_tables(case, there)) == 1


@pytest.mark.parametrize("events", [b"\xff", b"[1]", b"{}", b"[" * 10_000])
def test_a_damaged_table_whose_code_is_taken_is_carried_as_it_is(events: bytes, tmp_path: Path) -> None:
    case, there = tmp_path / "case", tmp_path / "there"
    damaged = structs.replace(row(1), events=events)
    for file, id in ((case, "a"), (there, "b")):
        one = structs.replace(table(id), code="CODE")
        using(file, lambda store, one=one: store.open(one, damaged))
    assert asyncio.run(import_tables(case, there, lambda old: f"new {old}")) == 1
    assert query(there, "SELECT code FROM tables ORDER BY key") == [("CODE",), ("new CODE",)]
    assert [bytes(kept) for (kept,) in query(there, "SELECT events FROM log")] == [events, events]


def test_hundreds_of_tables_are_carried_in_several_goes(where: Where, there: Where, tmp_path: Path) -> None:
    async def many(store: Store) -> None:
        await asyncio.gather(*(store.open(table(str(n)), row(1)) for n in range(450)))
        await asyncio.gather(*(store.append(str(n), row(2)) for n in range(450)))
        await asyncio.gather(*(store.delete(str(n)) for n in range(0, 450, 7)))

    using(where, many)
    asyncio.run(export_tables(where, tmp_path / "case"))
    assert asyncio.run(import_tables(tmp_path / "case", there)) == 385
    need_intact(there)
    assert using(there, everything) == using(where, everything)
