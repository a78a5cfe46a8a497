"""Logs of finished games are packed; whoever reads, appends to or carries them sees no difference."""

import asyncio
import zlib
from pathlib import Path

import msgspec
import pytest

from igroteka.store import Conflict, Damaged, Store, StoredRow, StoreFailed
from igroteka.store.addresses import shown
from igroteka.store.packing import whole
from igroteka.store.transfer import export_tables, import_tables
from store.rows import Where, query, row, table, using, why_not

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


def test_a_log_that_is_packed_between_two_looks_has_every_row_once() -> None:
    rows = game(6)
    assert whole([], rows) == rows, "nothing was packed"
    assert whole(rows, []) == whole(rows, rows) == whole(rows[:4], rows[2:]) == rows


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


def test_a_log_that_is_packed_while_it_is_read_has_every_row_once(where: Where) -> None:
    async def ask(store: Store) -> None:
        await fill(store, 3)
        await store.archive(LATER)
        for number in range(4, 60):
            await store.append("t", row(number), finished=True)
            *read, packed = await asyncio.gather(*(store.read("t") for _ in range(6)), store.archive(LATER))
            assert packed == 1
            for rows in read:
                assert [one.number for one in rows] == list(range(1, number + 1))

    using(where, ask)


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


def bomb() -> bytes:
    """Half a gigabyte of nothing, half a thousand times the same piece: to pack it takes seconds."""
    packing = zlib.compressobj(9)
    begun = packing.compress(bytes(1 << 20)) + packing.flush(zlib.Z_FULL_FLUSH)
    piece = packing.compress(bytes(1 << 20)) + packing.flush(zlib.Z_FULL_FLUSH)
    return begun + 511 * piece


DAMAGES = {
    "garbage": b"no zlib",
    "cut": zlib.compress(b"\x91\x97" + b"x" * 3000)[:20],
    "nothing": zlib.compress(msgspec.msgpack.encode([])),
    "no rows": zlib.compress(msgspec.msgpack.encode([[1]])),
    "a bomb": bomb(),
}


def spoil(where: Where, damage: bytes) -> None:
    """What is packed of table t is something else now."""
    of_t = "WHERE key = (SELECT key FROM tables WHERE id = 't')"
    shown = f"x'{damage.hex()}'" if isinstance(where, Path) else f"'\\x{damage.hex()}'::bytea"
    query(where, f"UPDATE archive SET packed = {shown} {of_t}")


def test_a_loop_goes_on_while_a_large_log_is_unpacked(where: Where) -> None:
    """What is damaged may be as large as is allowed, and everybody else waits for the loop."""

    async def ask(store: Store) -> int:
        ticks = 0

        async def tick() -> None:
            nonlocal ticks
            while True:
                await asyncio.sleep(0.005)
                ticks += 1

        ticking = asyncio.create_task(tick())
        with pytest.raises(Damaged):
            await store.read("t")
        ticking.cancel()
        return ticks

    async def prepare(store: Store) -> None:
        await store.open(table("t", finished=True), row(1))
        await store.archive(LATER)

    using(where, prepare)
    spoil(where, DAMAGES["a bomb"])
    assert using(where, ask) >= 10


def named(where: Where) -> str:
    return shown(where) if isinstance(where, str) else str(where)


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_packed_log_that_is_damaged_is_said_to_be_and_harms_no_other(
    where: Where, damage: str, tmp_path: Path
) -> None:
    async def ask(store: Store) -> None:
        await fill(store, 5)
        await store.open(table("w", finished=True), row(1))
        await store.archive(LATER)

    async def read(store: Store) -> None:
        with pytest.raises(Damaged):
            await store.read("t")
        assert len(await store.read("w")) == 1
        # As a table that is played on: packed again, it would be unpacked first.
        await store.append("t", row(6))
        done = await asyncio.gather(
            store.archive(LATER), store.append("u", row(6)), store.append("w", row(2)), return_exceptions=True
        )
        assert isinstance(done[0], StoreFailed)
        assert done[1:] == [None, None]

    using(where, ask)
    spoil(where, DAMAGES[damage])
    using(where, read)
    refused = why_not(lambda: asyncio.run(export_tables(where, tmp_path / "case")))
    assert (refused.reason, refused.parameters["file"]) == ("data-unusable", named(where))
    assert not (tmp_path / "case").exists()


def test_a_file_to_import_that_is_damaged_is_refused_and_nothing_is_imported(tmp_path: Path) -> None:
    case, there = tmp_path / "case", tmp_path / "there"
    using(case, fill)
    using(case, lambda store: store.archive(LATER))
    for damage in DAMAGES.values():
        spoil(case, damage)
        refused = why_not(lambda: asyncio.run(import_tables(case, there)))
        assert (refused.reason, refused.parameters["file"]) == ("data-unusable", str(case))
        assert query(there, "SELECT * FROM tables") == []
