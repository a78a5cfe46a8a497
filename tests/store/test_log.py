"""A log has no gaps, one winner for each number, and gives back what it was given."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from igroteka.store import Conflict, Store, StoredRow, StoreFailed
from igroteka.store.sqlite import SqliteStore
from store.rows import Where, need_intact, numbers, opened, row, table, using


def test_what_was_written_is_read_again_also_after_reopening(where: Where) -> None:
    rows = [
        StoredRow(1, 1.25, None, None, b'{"kind":"open"}', b"[]", None),
        StoredRow(2, 1e9, "Аня ✨", 3, '{"слово":"да"}'.encode(), b'["\x00\xff"]', "мой-ход-1"),
        StoredRow(3, 1e9, "bob", 0, b"{}", bytes(range(256)) * 40_000, "big"),
    ]

    async def write(store: Store) -> None:
        await store.open(table(), rows[0])
        for each in rows[1:]:
            await store.append("t", each)
        assert await store.read("t") == rows

    using(where, write)
    assert using(where, lambda store: store.read("t")) == rows
    assert using(where, lambda store: store.read("t", 2)) == rows[2:]
    assert using(where, lambda store: store.read("t", 3)) == []
    assert using(where, lambda store: store.read("nobody")) == []


@pytest.mark.parametrize("number", [-1, 0, 1, 3, 2**62])
def test_only_the_next_number_can_be_appended(where: Where, number: int) -> None:
    async def ask(store: Store) -> None:
        await store.open(table(), row(1))
        with pytest.raises(Conflict):
            await store.append("t", row(number))
        with pytest.raises(Conflict):
            await store.append("unknown", row(1))
        await store.append("t", row(2))

    using(where, ask)
    assert numbers(where) == [1, 2]


def test_who_does_not_wait_hears_what_came_of_an_append(where: Where) -> None:
    async def ask(store: Store) -> list[type | None]:
        await store.open(table(), row(1))
        heard: list[Exception | None] = []
        for number in (2, 3, 5, 4):
            store.append_then("t", row(number), None, heard.append)
            await until(lambda number=number: len(heard) == {2: 1, 3: 2, 5: 3, 4: 4}[number])  # type: ignore[misc]
        await store.close()
        store.append_then("t", row(5), None, heard.append)
        await until(lambda: len(heard) == 5)
        return [type(fault) if fault else None for fault in heard]

    assert using(where, ask) == [None, None, Conflict, None, StoreFailed]
    assert numbers(where) == [1, 2, 3, 4]


def test_a_row_is_written_with_the_one_that_follows_it(where: Where) -> None:
    async def ask(store: Store) -> list[type | None]:
        await store.open(table(), row(1))
        heard = [await both(store, 2, 3), await both(store, 5, 6)]
        info = await store.info("t")
        assert info is not None
        assert info.finished
        return heard

    assert using(where, ask) == [None, Conflict]
    assert numbers(where) == [1, 2, 3]


def test_in_a_file_there_are_both_rows_or_neither(tmp_path: Path) -> None:
    async def ask(store: Store) -> list[type | None]:
        await store.open(table(), row(1))
        return [await both(store, 2, 4), await both(store, 2, 3)]

    assert using(tmp_path / "igroteka.db", ask) == [Conflict, None]
    assert numbers(tmp_path / "igroteka.db") == [1, 2, 3]


async def both(store: Store, number: int, following: int) -> type | None:
    """What came of two rows in one go."""
    heard: list[Exception | None] = []
    store.append_then("t", row(number), True, heard.append, row(following))
    await until(lambda: bool(heard))
    return type(heard[0]) if heard[0] else None


async def until(done: Callable[[], bool]) -> None:
    async with asyncio.timeout(30):
        while not done():
            await asyncio.sleep(0.005)


def test_of_two_who_append_the_same_number_exactly_one_wins(where: Where) -> None:
    async def ask(store: Store) -> list[BaseException | None]:
        await store.open(table(), row(1))
        twins = [store.append("t", row(number)) for number in range(2, 42) for _ in "ab"]
        return await asyncio.gather(*twins, return_exceptions=True)

    told = using(where, ask)
    assert [isinstance(told[n], Conflict) for n in range(80)] == [False, True] * 40
    assert numbers(where) == list(range(1, 42))


@pytest.mark.parametrize("count", [1, 3, 5, 17, 64, 65, 130])
def test_rows_of_many_tables_in_one_go_are_each_in_their_log(where: Where, count: int) -> None:
    names = [f"t{number}" for number in range(count)]

    async def ask(store: Store) -> None:
        await asyncio.gather(*(store.open(table(name), row(1)) for name in names))
        await asyncio.gather(*(store.append(name, row(2, events=name.encode()), True) for name in names))
        wrong = [store.append("nowhere", row(2)), store.append(names[0], row(9))]
        right = [store.append(name, row(3, events=name.encode())) for name in names]
        told = await asyncio.gather(*wrong, *right, return_exceptions=True)
        assert [type(one) for one in told[:2]] == [Conflict, Conflict]
        assert told[2:] == [None] * count
        for name in names:
            rows, info = await store.read(name, 1), await store.info(name)
            assert [(one.number, one.events) for one in rows] == [(2, name.encode()), (3, name.encode())]
            assert info is not None
            assert (info.rows, info.touched, info.finished) == (3, 3.0, True)

    using(where, ask)
    need_intact(where)


def test_racing_writers_all_get_through_by_deciding_anew(where: Where) -> None:
    async def write(store: Store, who: str) -> None:
        for _ in range(10):
            while True:
                last = len(await store.read("t"))
                try:
                    await store.append("t", StoredRow(last + 1, 1.0, who, 0, b"{}", b"[]", None))
                    break
                except Conflict:
                    continue

    async def ask(store: Store) -> list[str | None]:
        await store.open(table(), row(1))
        await asyncio.gather(*(write(store, who) for who in "abcd"))
        return [each.who for each in await store.read("t")]

    told = using(where, ask)
    assert sorted(map(str, told[1:])) == sorted("abcd" * 10)
    need_intact(where)


def test_a_bad_row_in_a_batch_hurts_only_itself(where: Where) -> None:
    lone = "\ud800"  # cannot be written in UTF-8

    async def ask(store: Store) -> list[BaseException | None]:
        await store.open(table(), row(1))
        return await asyncio.gather(
            store.append("t", row(2)),
            store.append("t", StoredRow(3, 1.0, lone, 0, b"{}", b"[]", None)),
            store.append("t", StoredRow(3, 1.0, None, 0, "text", b"[]", None)),  # type: ignore[arg-type]
            store.append("t", StoredRow(3, 1.0, None, 2**80, b"{}", b"[]", None)),
            store.append("t", StoredRow(3, 1.0, object(), 0, b"{}", b"[]", None)),  # type: ignore[arg-type]
            store.append("t", row(3)),
            store.append("t", row(9)),
            store.open(table("u"), row(1)),
            store.open(table("u"), row(1)),
            store.append("u", row(2)),
            store.append("t", row(4)),
            return_exceptions=True,
        )

    told = [type(each).__name__ for each in using(where, ask)]
    good, bad, late = "NoneType", "StoreFailed", "Conflict"
    assert told == [good, bad, bad, bad, bad, good, late, good, late, good, good]
    assert numbers(where) == [1, 2, 3, 4]
    assert numbers(where, "u") == [1, 2]
    need_intact(where)


def test_a_new_table_comes_with_its_first_row_or_not_at_all(where: Where) -> None:
    async def ask(store: Store) -> None:
        await store.open(table("a"), row(1))
        for info, first in [
            (table("a"), row(1)),
            (msgspec.structs.replace(table("b"), code="code-a"), row(1)),
            (table("c"), row(2)),
        ]:
            with pytest.raises(Conflict):
                await store.open(info, first)
        with pytest.raises(StoreFailed):
            await store.open(table("d"), StoredRow(1, 1.0, None, 0, None, b"", None))  # type: ignore[arg-type]
        assert [info.id for info in await store.tables()] == ["a"]

    using(where, ask)
    need_intact(where)


def test_closing_waits_for_what_is_queued_and_takes_no_more(where: Where) -> None:
    async def ask() -> None:
        store = await opened(where)
        await store.open(table(), row(1))
        queued = [asyncio.ensure_future(store.append("t", row(number))) for number in range(2, 502)]
        await asyncio.sleep(0)
        await asyncio.gather(store.close(), store.close())
        assert all(each.done() and each.exception() is None for each in queued)
        with pytest.raises(StoreFailed):
            await store.append("t", row(502))
        with pytest.raises(StoreFailed):
            await store.read("t")

    asyncio.run(ask())
    assert numbers(where) == list(range(1, 502))


def test_an_asker_who_gives_up_disturbs_nobody(where: Where) -> None:
    async def ask(store: Store) -> None:
        await store.open(table(), row(1))
        impatient = asyncio.ensure_future(store.append("t", row(2)))
        patient = asyncio.ensure_future(store.append("t", row(3)))
        await asyncio.sleep(0)
        impatient.cancel()
        await patient
        assert impatient.cancelled()
        assert [each.number for each in await store.read("t")] == [1, 2, 3]

    using(where, ask)


def test_a_full_disk_fails_the_batch_and_the_store_goes_on_later(tmp_path: Path) -> None:
    path, big = tmp_path / "igroteka.db", b"x" * 200_000

    async def ask(store: SqliteStore) -> None:
        await asyncio.gather(*(store.open(table(str(n)), row(1)) for n in range(4)))
        store._db.pragma("max_page_count", 1)  # the smallest it may be: no page more than there are
        batch = (store.append(str(n), row(2, events=big)) for n in range(4))
        told = await asyncio.gather(*batch, return_exceptions=True)
        assert [type(each) for each in told] == [StoreFailed] * 4
        assert [len(await store.read(str(n))) for n in range(4)] == [1] * 4
        store._db.pragma("max_page_count", 1_000_000)
        await asyncio.gather(*(store.append(str(n), row(2, events=big)) for n in range(4)))
        assert [len(await store.read(str(n))) for n in range(4)] == [2] * 4

    using(path, ask)
    need_intact(path)
