"""Logs of finished games are packed; whoever reads, appends to or carries them sees no difference."""

import asyncio
from pathlib import Path

import pytest

from igroteka.store import Conflict, Store, StoredRow
from igroteka.store.transfer import export_tables, import_tables
from store.rows import Where, query, row, table, using

LATER = 1e9


def game(count: int) -> list[StoredRow]:
    """Rows that are much alike, as those of a game are."""
    return [
        StoredRow(
            at,
            1.0 + at / 7,
            f"p{at % 3}",
            at % 3,
            b'{"kind":"lay","tile":"%d"}' % at,
            b'[{"kind":"laid"}]',
            f"a{at}",
        )
        for at in range(1, count + 1)
    ]


async def fill(store: Store, count: int = 60) -> list[StoredRow]:
    """Table t is over, u goes on, v is over and was touched lately."""
    rows = game(count)
    for id in ("t", "u", "v"):
        await store.open(table(id), rows[0])
        for each in rows[1:-1]:
            await store.append(id, each)
        await store.append(id, rows[-1], finished=id != "u")
    await store.append("v", row(count + 1, time=LATER + 1))
    return rows


def left(where: Where) -> list[tuple[object, ...]]:
    return query(
        where, "SELECT id, count(number) FROM tables LEFT JOIN log USING (key) GROUP BY id ORDER BY id"
    )


def test_a_packed_log_reads_as_before_and_takes_a_fraction_of_the_room(where: Where) -> None:
    async def ask(store: Store) -> None:
        rows = await fill(store)
        before = await store.info("t")
        assert await store.archive(LATER) == 1
        assert await store.archive(LATER) == 0
        assert await store.info("t") == before
        assert await store.read("t") == rows
        assert await store.read("t", 57) == rows[57:]
        assert await store.read("t", 60) == []
        assert await store.read_many({"t": 58, "u": 59, "v": 60, "x": 0}) == {
            "t": rows[58:],
            "u": rows[59:],
            "v": [row(61, time=LATER + 1)],
        }
        assert await store.numbers(["t", "u"]) == {"t": 60, "u": 60}

    using(where, ask)
    assert left(where) == [("t", 0), ("u", 60), ("v", 61)]
    ((packed,),) = query(where, "SELECT length(packed) FROM archive")
    plain = sum(len(one.intent) + len(one.events) for one in game(60))
    assert isinstance(packed, int)
    assert packed < plain / 3


def test_a_packed_table_is_played_on_and_packed_again(where: Where) -> None:
    async def ask(store: Store) -> None:
        rows = await fill(store, 10)
        await store.archive(LATER)
        with pytest.raises(Conflict):
            await store.append("t", row(10))
        await store.append("t", row(11), finished=False)
        assert await store.read("t") == [*rows, row(11)]
        assert await store.read("t", 10) == [row(11)]
        assert await store.archive(LATER) == 0
        await store.append("t", row(12), finished=True)
        assert await store.read_many({"t": 9}) == {"t": [*rows[9:], row(11), row(12)]}
        assert await store.archive(LATER) == 1
        assert await store.read("t") == [*rows, row(11), row(12)]

    using(where, ask)
    assert left(where)[0] == ("t", 0)


def test_the_code_of_a_packed_table_is_free_and_the_table_stays(where: Where) -> None:
    async def ask(store: Store) -> None:
        rows = await fill(store, 3)
        again = table("w")
        again = type(again)("w", "code-t", *(getattr(again, name) for name in again.__struct_fields__[2:]))
        with pytest.raises(Conflict):
            await store.open(again, row(1))
        await store.archive(LATER)
        await store.open(again, row(1))
        found = await store.by_code("code-t")
        assert found is not None
        assert found.id == "w"
        assert await store.read("t") == rows

    using(where, ask)


def test_some_at_a_time_and_gone_when_the_table_is(where: Where) -> None:
    async def ask(store: Store) -> None:
        for at in range(12):
            await store.open(table(f"t{at}", finished=True), row(1))
        assert await store.archive(LATER, 7) == 7
        assert await store.archive(LATER) == 5
        await store.delete("t0")
        assert await store.prune(LATER) == 11

    using(where, ask)
    assert query(where, "SELECT * FROM archive") == []


def test_packed_logs_travel_as_rows(where: Where, tmp_path: Path) -> None:
    rows = using(where, fill)
    using(where, lambda store: store.archive(LATER))
    case, there = tmp_path / "case", tmp_path / "there" / "igroteka.db"
    assert asyncio.run(export_tables(where, case)) == 3
    assert asyncio.run(import_tables(case, there)) == 3
    assert left(there)[0] == ("t", 60)
    assert using(there, lambda store: store.read("t")) == rows
