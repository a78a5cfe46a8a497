"""Reviews of finished games: kept with their table, so many of them, and gone with it."""

import asyncio
from contextlib import closing
from pathlib import Path

import apsw
import pytest

from igroteka.store import Store, postgres_schema, schema
from igroteka.store.postgres import migrated
from scale.services import Postgres
from store.rows import Where, at_version, numbers, query, row, table, using


def test_a_review_is_there_after_a_restart(where: Where) -> None:
    async def keep(store: Store) -> None:
        await store.open(table(), row(1))
        await store.keep_review("t", 1, b"\x00first")
        await store.keep_review("t", 2, b"second")

    async def ask(store: Store) -> list[bytes | None]:
        return [await store.review("t", 1), await store.review("t", 2), await store.review("t", 3)]

    using(where, keep)
    assert using(where, ask) == [b"\x00first", b"second", None]


def test_what_is_kept_stays_and_of_an_unknown_table_nothing_is(where: Where) -> None:
    async def ask(store: Store) -> list[bytes | None]:
        await store.open(table(), row(1))
        for review in (b"one", b"other"):
            await store.keep_review("t", 1, review)
        await store.keep_review("x", 1, b"lost")
        return [await store.review("t", 1), await store.review("x", 1)]

    assert using(where, ask) == [b"one", None]


def test_reviews_go_with_their_table(where: Where) -> None:
    async def ask(store: Store) -> None:
        for id in ("old", "gone", "t"):
            await store.open(table(id, touched=1.0 if id == "old" else 50.0), row(1))
            await store.keep_review(id, 1, b"review")
        await store.delete("gone")
        assert await store.prune(10.0) == 1
        assert [await store.review(id, 1) for id in ("old", "gone", "t")] == [None, None, b"review"]

    using(where, ask)
    assert query(where, "SELECT count(*) FROM reviews") == [(1,)]


def test_the_oldest_are_dropped_where_there_are_too_many(
    where: Where, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("postgres", "sqlite"):
        monkeypatch.setattr(f"igroteka.store.{module}.MOST_REVIEWS", 3)

    async def ask(store: Store) -> list[int]:
        await store.open(table(), row(1))
        for number in range(1, 8):
            await store.keep_review("t", number, b"review")
        return [number for number in range(1, 8) if await store.review("t", number)]

    assert using(where, ask) == [5, 6, 7]


def test_a_file_from_before_reviews_keeps_its_tables_and_takes_them(tmp_path: Path) -> None:
    path = tmp_path / "igroteka.db"
    with closing(apsw.Connection(str(path))) as db:
        db.execute(schema.FIRST)
        db.execute(
            "INSERT INTO tables (id, code, game, listed, born, touched, finished, rows) "
            "VALUES ('t', 'code-t', 'upturn', 0, 1, 1, 1, 1)"
        )
        db.execute("INSERT INTO log VALUES (1, 1, 1.0, NULL, NULL, x'7b7d', x'5b5d', NULL)")
        db.pragma("application_id", schema.OURS)
        db.pragma("user_version", 1)
    using(path, lambda store: store.keep_review("t", 1, b"review"))
    assert using(path, lambda store: store.review("t", 1)) == b"review"
    assert numbers(path) == [1]


def test_a_database_from_before_reviews_is_migrated(postgres: Postgres) -> None:
    url = postgres.made("template0")
    at_version(url, 1)
    assert asyncio.run(migrated(url)) == (1, postgres_schema.VERSION)
    using(url, lambda store: store.open(table(), row(1)))
    using(url, lambda store: store.keep_review("t", 1, b"review"))
    assert using(url, lambda store: store.review("t", 1)) == b"review"
