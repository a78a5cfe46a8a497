"""The log of PostgreSQL in weeks: made ahead, dropped whole, and never a fork, not in a migration either."""

import asyncio
import shutil
import subprocess
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, TypeVar

import asyncpg
import pytest

from igroteka.store import Conflict, Store, partitions
from igroteka.store.batches import APPEND
from igroteka.store.partitions import AHEAD, BEFORE, REST, WEEK, Partition, key_at, week_at
from igroteka.store.postgres import PostgresStore, migrated
from igroteka.store.postgres_schema import VERSION
from igroteka.store.transfer import export_tables, import_tables
from scale.services import Postgres
from store.rows import at_version, need_intact, query, row, table, using

T = TypeVar("T")
LATER = 1e9
OLD_TABLES = 30

# What servers of version 3 ask, word for word.
OLD_OPEN = """
WITH new AS (
    INSERT INTO igroteka.tables (id, code, game, listed, born, touched, finished, rows)
    VALUES ($1, $2, $3, $4, $5, $6, $7, 1) RETURNING key
)
INSERT INTO igroteka.log (key, number, time, who, seat, intent, events, asked)
SELECT key, 1, $8, $9, $10, $11, $12, $13 FROM new
"""
OLD_PRUNE = """
DELETE FROM igroteka.tables WHERE key IN (
    SELECT key FROM igroteka.tables WHERE touched < $1 LIMIT $2 FOR UPDATE SKIP LOCKED
) RETURNING 1
"""


def on(url: str, ask: Callable[[Any], Awaitable[T]]) -> T:
    async def whole() -> T:
        db = await asyncpg.connect(url)
        try:
            return await ask(db)
        finally:
            await db.close()

    return asyncio.run(whole())


def names(url: str) -> list[str]:
    async def ask(db: Any) -> list[str]:
        return [one.name for one in await partitions.partitions(db)]

    return on(url, ask)


def where_rows_are(url: str) -> dict[str, int]:
    sql = "SELECT tableoid::regclass::text, count(*)::int FROM log GROUP BY 1"
    return {str(name): int(str(count)) for name, count in query(url, sql)}


async def old(db: Any, statement: str, *values: Any) -> Any:
    return await db.fetch(statement, *values)


async def open_as_before(db: Any, id: str, finished: bool = False) -> None:
    values = (id, f"code-{id}", "upturn", False, 1.0, 1.0, finished)
    await old(db, OLD_OPEN, *values, 1.0, "anna", 0, b"{}", b"[]", "asked-1")


async def append_as_before(db: Any, id: str, number: int) -> bool:
    """Whether it was kept."""
    one: list[Any] = [id, number, float(number), "anna", 0, b"{}", b"[]", f"asked-{number}", None, None, None]
    return bool(await old(db, APPEND, *[[value] for value in one]))


@pytest.fixture
def version_3(postgres: Postgres) -> str:
    """A database as the version before had it, with tables in it: odd ones are over."""
    url = postgres.made("template0")
    at_version(url, 3)

    async def fill(db: Any) -> None:
        for at in range(OLD_TABLES):
            await open_as_before(db, f"old{at}", finished=at % 2 == 1)
            for number in range(2, 6):
                assert await append_as_before(db, f"old{at}", number)

    on(url, fill)
    assert query(url, "SELECT number FROM version") == [(3,)]
    return url


def this_week() -> set[str]:
    """Two names for a test that runs at midnight."""
    return {week_at(time.time() + minutes * 60).name for minutes in (-10, 0)}


def past(weeks: int) -> Partition:
    return week_at(time.time() - weeks * WEEK)


def made_past(url: str, *weeks: int) -> list[Partition]:
    """Weeks that are over, as they are when servers have run through them."""
    made = [past(ago) for ago in weeks]

    async def make(db: Any) -> None:
        for ago in weeks:
            await partitions.make_weeks(db, time.time() - ago * WEEK)

    on(url, make)
    assert {one.name for one in made} <= set(names(url))
    return made


async def born(store: Store, url: str, week: Partition, id: str, rows: int = 3, **said: Any) -> None:
    """A table that was opened in a week of the past."""
    db = await asyncpg.connect(url)
    try:
        opened = "INSERT INTO igroteka.tables (key, id, code, game, listed, born, touched, finished, rows)"
        key = week.low + int.from_bytes(id.encode()) % 1000
        touched, finished = said.get("touched", 1.0), said.get("finished", True)
        values = "VALUES ($1, $2, $2, 'upturn', false, 1, $3, $4, 0)"
        await db.execute(f"{opened} {values}", key, id, touched, finished)
    finally:
        await db.close()
    for number in range(1, rows + 1):
        await store.append(id, row(number, time=touched))


# Where rows are ---------------------------------------------------------------------------------------------


def test_weeks_begin_on_mondays_and_follow_one_another() -> None:
    monday = 1_794_787_200  # 16 November 2026, 00:00 UTC
    week = week_at(monday)
    assert week == Partition("log_20261116", key_at(monday), key_at(monday + WEEK))
    assert week_at(monday + WEEK - 1) == week
    assert week_at(monday + WEEK).low == week.high
    assert week_at(monday - 1).name == "log_20261109"
    assert not week.is_over(monday + WEEK - 1)
    assert week.is_over(monday + WEEK)


def test_this_week_and_those_that_come_are_there_and_rows_lie_in_the_week_of_their_table(
    postgres: Postgres,
) -> None:
    url = postgres.made("template0")
    asyncio.run(migrated(url))
    now = time.time()
    assert this_week() & set(names(url))
    assert len(names(url)) == AHEAD + 1

    async def ask(store: Store) -> None:
        for id in ("t", "u"):
            await store.open(table(id), row(1))
            await store.append(id, row(2))

    using(url, ask)
    assert set(where_rows_are(url)) <= this_week()
    low, high = query(url, "SELECT min(key), max(key) FROM tables")[0]
    assert key_at(int(now) - 60) < int(str(low)) < int(str(high)) < key_at(int(time.time()) + 60)
    need_intact(url)


def test_the_database_itself_takes_no_second_row_of_a_number_wherever_the_table_was_born(
    postgres: Postgres,
) -> None:
    url = postgres.made()
    week, *_ = made_past(url, 9)

    async def ask(store: Store) -> None:
        await store.open(table("now"), row(1))
        await born(store, url, week, "past")
        await born(store, url, past(30), "rest")
        for id in ("now", "past", "rest"):
            with pytest.raises(Conflict):
                await store.append(id, row(1))

    using(url, ask)
    assert set(where_rows_are(url)) in [{now, week.name, REST} for now in this_week()]
    again = "INSERT INTO log SELECT l.* FROM log l JOIN tables USING (key) WHERE number = 1 AND id = '{}'"
    for id in ("now", "past", "rest"):
        with pytest.raises(asyncpg.UniqueViolationError):
            query(url, again.format(id))


def test_servers_make_the_weeks_that_come_and_several_at_once_do_no_harm(postgres: Postgres) -> None:
    url = postgres.made()
    later = time.time() + 10 * WEEK

    async def ask(_db: Any) -> None:
        many = [await asyncpg.connect(url) for _ in range(4)]
        await asyncio.gather(*(partitions.make_weeks(db, later) for db in many))
        for db in many:
            await db.close()

    on(url, ask)
    on(url, lambda db: partitions.make_weeks(db, later))
    assert set(names(url)) >= {week_at(later + ahead * WEEK).name for ahead in range(AHEAD + 1)}


def test_servers_that_tend_the_same_weeks_at_once_do_no_harm(postgres: Postgres) -> None:
    """Whoever comes second may find a week gone that it has just seen in the list."""
    url = postgres.made()
    gone = made_past(url, *range(20, 30))

    async def ask(_db: Any) -> None:
        many = [await asyncpg.connect(url) for _ in range(4)]
        await asyncio.gather(*(partitions.tend(db) for db in many))
        for db in many:
            await db.close()

    on(url, ask)
    on(url, partitions.tend)  # those for which they have waited for each other in vain
    assert not {week.name for week in gone} & set(names(url))


def test_a_week_that_nobody_made_in_time_stays_with_the_rest(postgres: Postgres) -> None:
    url = postgres.made()

    async def ask(store: Store) -> None:
        await born(store, url, week_at(time.time() + 20 * WEEK), "early")
        await store.tend()
        assert len(await store.read("early")) == 3

    using(url, ask)
    made = on(url, lambda db: partitions.make_weeks(db, time.time() + 20 * WEEK))
    assert made == AHEAD
    assert where_rows_are(url) == {f"{REST}": 3}
    using(url, lambda store: store.append("early", row(4)))
    need_intact(url)


# What goes --------------------------------------------------------------------------------------------------


def test_a_week_goes_when_all_its_games_are_packed_and_they_are_read_and_played_on(
    postgres: Postgres,
) -> None:
    url = postgres.made()
    week, other = made_past(url, 3, 2)

    async def ask(store: Store) -> None:
        await born(store, url, week, "a")
        await born(store, url, other, "b")
        await born(store, url, other, "going", finished=False)
        rows = await store.read("a")
        assert await store.archive(LATER) == 2
        await store.tend()
        assert await store.read("a") == rows
        await store.append("a", row(4), finished=False)
        await store.append("going", row(4))
        with pytest.raises(Conflict):
            await store.append("a", row(4))
        assert await store.read("a") == [*rows, row(4)]
        await store.append("a", row(5), finished=True)
        await store.archive(LATER)
        assert await store.read("a") == [*rows, row(4), row(5)]

    using(url, ask)
    assert week.name not in names(url)
    assert other.name in names(url)
    assert where_rows_are(url) == {f"{other.name}": 4}


def test_pruning_drops_whole_weeks_and_deletes_rows_only_where_others_stay(postgres: Postgres) -> None:
    url = postgres.made()
    gone, packed, mixed = made_past(url, 8, 6, 3)

    async def ask(store: Store) -> None:
        for id in "abc":
            await born(store, url, gone, f"gone-{id}", finished=False)
        await born(store, url, packed, "packed", touched=LATER)
        await born(store, url, mixed, "mixed-gone", finished=False)
        await born(store, url, mixed, "mixed-stays", touched=LATER, finished=False)
        await store.open(table("young-gone"), row(1))
        await store.open(table("young-stays", touched=LATER), row(1))
        assert await store.archive(LATER + 1) == 1
        assert await store.prune(LATER - 1) == 5
        assert len(await store.read("packed")) == len(await store.read("mixed-stays")) == 3
        assert await store.read("gone-a") == []

    using(url, ask)
    assert not {gone.name, packed.name} & set(names(url))
    assert set(where_rows_are(url).values()) == {1, 3}
    assert query(url, "SELECT count(*) FROM log WHERE key NOT IN (SELECT key FROM tables)") == [(0,)]
    assert query(url, "SELECT id FROM tables ORDER BY id") == [
        ("mixed-stays",),
        ("packed",),
        ("young-stays",),
    ]


def test_a_week_that_somebody_reads_for_long_or_plays_in_is_left_for_another_time(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = postgres.made()
    monkeypatch.setattr(partitions, "TRIES", 2)
    (week,) = made_past(url, 1)

    async def ask(store: Store) -> None:
        await born(store, url, week, "gone")
        reader = await asyncpg.connect(url)
        slow = reader.transaction()
        await slow.start()
        await reader.fetch(f"SELECT * FROM igroteka.{week.name}")
        began = time.monotonic()
        pruning = asyncio.create_task(store.prune(LATER))
        await store.open(table("new", touched=LATER), row(1))  # not to be pruned, whoever is first
        await store.append("new", row(2, time=LATER))
        assert await pruning == 1
        assert time.monotonic() - began < 60
        await slow.rollback()
        await reader.close()
        assert await store.read("gone") == []

    using(url, ask)
    assert week.name in names(url)
    using(url, lambda store: store.prune(0.0))
    assert week.name not in names(url)


def test_a_deleted_table_leaves_no_row(postgres: Postgres) -> None:
    url = postgres.made()
    (week,) = made_past(url, 2)

    async def ask(store: Store) -> None:
        await born(store, url, week, "a")
        await store.open(table("b"), row(1))
        await store.delete("a")
        await store.delete("b")
        await store.delete("never")

    using(url, ask)
    assert where_rows_are(url) == {}


def test_an_export_that_has_begun_keeps_the_weeks_that_it_has_not_read(
    postgres: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = postgres.made()
    monkeypatch.setattr(partitions, "TRIES", 2)
    (week,) = made_past(url, 1)
    from igroteka.store import transfer

    using(url, lambda store: born(store, url, week, "a"))
    carried = transfer._carried

    async def disturbed(to: Any, db: Any, source: str) -> int:
        await db.fetch("SELECT 1 FROM igroteka.tables")  # its moment is now
        other = await PostgresStore.connected(url)
        await other.archive(LATER)
        await other.tend()
        await other.close()
        return await carried(to, db, source)

    monkeypatch.setattr(transfer, "_carried", disturbed)
    assert asyncio.run(export_tables(url, tmp_path / "case")) == 1
    assert query(tmp_path / "case", "SELECT count(*) FROM log") == [(3,)]
    using(url, lambda store: store.tend())
    assert week.name not in names(url)


# From the version before ----------------------------------------------------------------------------------


def test_an_old_log_becomes_the_oldest_partition_and_play_goes_on_in_it(version_3: str) -> None:
    url = version_3
    rows = query(url, "SELECT * FROM log ORDER BY key, number")
    file = query(url, "SELECT pg_relation_filenode('log')")
    assert asyncio.run(migrated(url)) == (3, VERSION)
    assert query(url, "SELECT * FROM log ORDER BY key, number") == rows
    assert query(url, f"SELECT pg_relation_filenode('{BEFORE}')") == file, "rows are not written anew"
    assert where_rows_are(url) == {f"{BEFORE}": OLD_TABLES * 5}

    async def ask(store: Store) -> None:
        await store.append("old0", row(6))
        with pytest.raises(Conflict):
            await store.append("old0", row(6))
        await store.open(table("new"), row(1))
        assert await store.archive(LATER) == OLD_TABLES // 2
        assert len(await store.read("old1")) == 5
        await store.tend()

    using(url, ask)
    assert BEFORE in names(url)
    assert asyncio.run(migrated(url)) == (VERSION, VERSION)
    assert using(url, lambda store: store.prune(LATER)) == OLD_TABLES + 1
    assert BEFORE not in names(url)
    assert where_rows_are(url) == {}


def test_servers_of_the_version_before_go_on_through_a_migration_and_beside_new_ones(version_3: str) -> None:
    url, over = version_3, False
    kept: dict[str, int] = {}

    async def play(at: int) -> None:
        """As an old server does, with the statements that it has prepared long before."""
        db = await asyncpg.connect(url)
        id, number = f"old{at}", 5
        while not over or number < 8:
            assert await append_as_before(db, id, number + 1)
            number += 1
            if number % 5 == 0:
                await open_as_before(db, f"{id}-{number}")
                kept[f"{id}-{number}"] = 1
        assert not await append_as_before(db, id, number)
        await db.close()
        kept[id] = number

    async def upgrade(_db: Any) -> None:
        nonlocal over
        playing = [asyncio.create_task(play(at)) for at in range(4)]
        await asyncio.sleep(0.1)
        assert await asyncio.gather(migrated(url), migrated(url)) in ([(3, 4), (4, 4)], [(4, 4), (3, 4)])
        new = await PostgresStore.connected(url)
        await asyncio.gather(*(new.append(f"old{at}", row(6)) for at in range(10, 20)))
        over = True
        await asyncio.gather(*playing)
        await new.close()

    on(url, upgrade)
    need_intact(url)
    assert {str(id): rows for id, rows in query(url, "SELECT id, rows FROM tables") if id in kept} == kept
    assert len(kept) > 4
    assert REST not in where_rows_are(url)


def test_what_an_old_server_prunes_leaves_rows_that_nobody_sees_until_a_new_one_prunes(
    version_3: str,
) -> None:
    url = version_3
    asyncio.run(migrated(url))
    on(url, lambda db: old(db, OLD_PRUNE, LATER, OLD_TABLES - 1))
    ((left,),) = query(url, "SELECT id FROM tables")
    assert where_rows_are(url) == {f"{BEFORE}": OLD_TABLES * 5}
    using(url, lambda store: store.prune(0.0))
    assert where_rows_are(url) == {f"{BEFORE}": 5}
    assert len(using(url, lambda store: store.read(str(left)))) == 5


def test_a_migration_that_finds_no_quiet_moment_changes_nothing_and_says_so(
    version_3: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from igroteka.core import Refused
    from igroteka.store import postgres_schema as schema

    monkeypatch.setattr(schema, "TRIES", 2)

    async def ask(db: Any) -> Refused:
        async with db.transaction():
            await db.fetch("SELECT * FROM igroteka.log LIMIT 1")
            with pytest.raises(Refused) as refused:
                await migrated(version_3)
            return refused.value

    assert on(version_3, ask).reason == "database-busy"
    assert query(version_3, "SELECT number FROM version") == [(3,)]
    monkeypatch.undo()
    assert asyncio.run(migrated(version_3)) == (3, VERSION)


# Copies -----------------------------------------------------------------------------------------------------


def test_tables_of_all_weeks_are_carried_to_a_file_and_back(postgres: Postgres, tmp_path: Path) -> None:
    url, there = postgres.made(), postgres.made()
    week, *_ = made_past(url, 5)

    async def fill(store: Store) -> None:
        await born(store, url, week, "past")
        await born(store, url, past(40), "rest")
        await store.open(table("now"), row(1))

    using(url, fill)
    assert asyncio.run(export_tables(url, tmp_path / "case")) == 3
    assert asyncio.run(import_tables(tmp_path / "case", there)) == 3
    need_intact(there)
    assert set(where_rows_are(there)) in [{now} for now in this_week()]
    for id in ("past", "rest", "now"):
        assert using(there, lambda store, id=id: store.read(id)) == using(url, lambda s, id=id: s.read(id))


@pytest.mark.skipif(not shutil.which("pg_dump"), reason="without pg_dump")
def test_a_copy_by_pg_dump_has_everything_and_goes_on(postgres: Postgres, tmp_path: Path) -> None:
    url, there = postgres.made(), postgres.made("template0")
    week, *_ = made_past(url, 5)

    async def fill(store: Store) -> None:
        await born(store, url, week, "past")
        await store.open(table("now"), row(1))

    using(url, fill)
    file = str(tmp_path / "dump")
    subprocess.run(["pg_dump", "--format=custom", f"--file={file}", url], check=True)
    subprocess.run(["pg_restore", "--no-owner", f"--dbname={there}", file], check=True)
    assert names(there) == names(url)
    assert using(there, lambda store: store.read("past")) == using(url, lambda store: store.read("past"))

    async def go_on(store: Store) -> None:
        await store.append("past", row(4))
        await store.open(table("next"), row(1))
        with pytest.raises(Conflict):
            await store.append("past", row(4))

    using(there, go_on)
    need_intact(there)
