"""The index of tables: found by id and code, listed by last touch, deleted and pruned with their logs."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from igroteka.store import Conflict, Store, TableInfo
from igroteka.store.reader import INFO, UNFINISHED
from store.rows import Where, need_intact, query, row, table, using


def test_an_append_touches_counts_and_marks_its_table(where: Where) -> None:
    async def ask(store: Store) -> list[TableInfo | None]:
        await store.open(table(listed=True), row(1))
        born = await store.info("t")
        await store.append("t", row(2, time=50.0))
        played = await store.info("t")
        await store.append("t", row(3, time=60.0), listed=False)
        await store.append("t", row(4, time=70.0), finished=True, game="sequence")
        return [born, played, await store.by_code("code-t"), await store.info("x"), await store.by_code("x")]

    assert using(where, ask) == [
        TableInfo("t", "code-t", "upturn", True, 1.0, 1.0, False, 1),
        TableInfo("t", "code-t", "upturn", True, 1.0, 50.0, False, 2),
        TableInfo("t", "code-t", "sequence", False, 1.0, 70.0, True, 4),
        None,
        None,
    ]


def test_a_conflict_marks_nothing(where: Where) -> None:
    async def ask(store: Store) -> None:
        await store.open(table(), row(1))
        with pytest.raises(Conflict):
            await store.append("t", row(3, time=99.0), finished=True, listed=True, game="sequence")
        assert await store.info("t") == table()

    using(where, ask)


def test_tables_are_told_last_touched_first_and_by_kind(where: Where) -> None:
    async def ask(store: Store) -> None:
        kinds = {"a": (True, False), "b": (True, True), "c": (False, False), "d": (False, True)}
        for number, (id, (listed, finished)) in enumerate(kinds.items()):
            await store.open(table(id, listed=listed, finished=finished, touched=10.0 + number), row(1))
        await store.append("b", row(2, time=100.0))

        async def ids(**asked: bool | int) -> str:
            return "".join(info.id for info in await store.tables(**asked))  # type: ignore[arg-type]

        assert await ids() == "bdca"
        assert await ids(limit=2) == "bd"
        assert await ids(listed=True) == "ba"
        assert await ids(finished=False) == "ca"
        assert await ids(listed=True, finished=False) == "a"
        assert await ids(listed=False, finished=True) == "d"
        assert await store.unfinished() == ["a", "c"]

    using(where, ask)


def test_the_lobby_looks_only_at_tables_in_play(tmp_path: Path) -> None:
    path = tmp_path / "igroteka.db"
    using(path, lambda store: store.open(table(), row(1)))
    for question in (f"{INFO} WHERE listed = 1 AND finished = 0 ORDER BY touched", UNFINISHED):
        assert "in_play" in str(query(path, f"EXPLAIN QUERY PLAN {question}"))


def test_asking_whether_the_store_is_well_looks_at_one_row(tmp_path: Path) -> None:
    path = tmp_path / "igroteka.db"
    asked: list[str] = []

    async def look(store: Any) -> None:
        await store.open(table(), row(1))
        store._reader._db.exec_trace = lambda _cursor, sql, _values: asked.append(sql) or True
        await store.ping()

    using(path, look)
    assert asked
    assert all("SCAN" not in str(query(path, f"EXPLAIN QUERY PLAN {question}")) for question in asked)


def test_a_deleted_table_takes_its_log_along_and_its_names_are_free(where: Where) -> None:
    async def ask(store: Store) -> None:
        await asyncio.gather(store.open(table("a"), row(1)), store.open(table("b"), row(1)))
        await store.append("a", row(2))
        await store.delete("a")
        await store.delete("never-was")
        assert await store.read("a") == []
        assert await store.info("a") is None
        with pytest.raises(Conflict):
            await store.append("a", row(3))
        await store.open(table("a"), row(1))
        assert [len(await store.read(id)) for id in "ab"] == [1, 1]

    using(where, ask)
    need_intact(where)


def test_pruning_takes_the_tables_last_touched_before(where: Where) -> None:
    async def ask(store: Store) -> None:
        await asyncio.gather(*(store.open(table(str(n), touched=float(n)), row(1)) for n in range(60)))
        await store.append("5", row(2, time=1000.0))
        assert await store.prune(before=50.0) == 49
        assert await store.prune(before=50.0) == 0
        left = {info.id for info in await store.tables()}
        assert left == {"5", *map(str, range(50, 60))}

    using(where, ask)
    assert query(where, "SELECT count(*) FROM log") == [(12,)]
    need_intact(where)
