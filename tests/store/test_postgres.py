"""Many servers on one database: one winner for each number, nothing lost when the database goes away."""

import asyncio
import os
import random
import secrets
import subprocess
import sys
import threading
from pathlib import Path

import asyncpg
import pytest
from asyncpg import InternalClientError

from igroteka.core import Refused
from igroteka.store import Away, Conflict, Store, StoredRow, StoreFailed
from igroteka.store.postgres import PostgresStore, connection, migrated, vacuum
from igroteka.store.postgres_schema import VERSION
from scale.services import PASSWORD, Postgres, free_port
from store.rows import need_intact, numbers, query, query_postgres, row, table, using

RACER = """
import asyncio, random, sys
from igroteka.store import Conflict, StoredRow
from igroteka.store.postgres import PostgresStore

async def main(url, who, tables, each):
    store, chance = await PostgresStore.connected(url), random.Random(who)
    async def write(table):
        for at in range(each):
            while True:
                last = (await store.numbers([table]))[table]
                try:
                    await store.append(table, StoredRow(last + 1, 1.0, who, 0, b"{}", b"[]", f"{who}-{at}"))
                    break
                except Conflict:
                    continue
    await asyncio.gather(*(write(t) for t in chance.sample(tables, len(tables))))
    await store.close()

asyncio.run(main(sys.argv[1], sys.argv[2], sys.argv[4:], int(sys.argv[3])))
"""
SIZE = "SELECT sum(pg_total_relation_size(relid)) FROM pg_partition_tree('igroteka.log')"
MIGRATE = """
import asyncio, sys
from igroteka.store.postgres import migrated
sys.stdin.readline()
print(*asyncio.run(migrated(sys.argv[1])))
"""


def refusal(url: str) -> Refused:
    with pytest.raises(Refused) as caught:
        asyncio.run(PostgresStore.connected(url))
    assert PASSWORD not in str(caught.value.told())
    return caught.value


def test_three_processes_that_write_the_same_logs_get_all_their_rows_in_once(postgres: Postgres) -> None:
    url, tables = postgres.fresh(), [f"t{n}" for n in range(12)]

    async def ask(store: PostgresStore) -> None:
        await asyncio.gather(*(store.open(table(id), row(1)) for id in tables))

    using(url, ask)
    command = [sys.executable, "-c", RACER, url]
    racers = [subprocess.Popen([*command, who, "6", *tables]) for who in "abc"]
    assert [racer.wait(120) for racer in racers] == [0, 0, 0]
    for id in tables:
        rows = using(url, lambda store, id=id: store.read(id))
        assert [each.number for each in rows] == list(range(1, 20))
        assert sorted(str(each.asked) for each in rows[1:]) == [f"{w}-{n}" for w in "abc" for n in range(6)]
    need_intact(url)


def test_migrations_may_run_twice_and_from_many_processes(postgres: Postgres) -> None:
    url = postgres.made("template0")
    assert refusal(url).reason == "database-not-migrated"
    many = [
        subprocess.Popen(
            [sys.executable, "-c", MIGRATE, url], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        for _ in range(3)
    ]
    for one in many:
        assert one.stdin
        one.stdin.write("go\n")
        one.stdin.flush()
    said = sorted(one.communicate()[0].strip() for one in many)
    assert said == [f"0 {VERSION}", *[f"{VERSION} {VERSION}"] * 2]
    assert asyncio.run(migrated(url)) == (VERSION, VERSION)
    using(url, lambda store: store.open(table(), row(1)))
    need_intact(url)


def test_a_database_of_a_later_version_or_one_that_forgets_is_refused(postgres: Postgres) -> None:
    url = postgres.made()
    query(url, f"UPDATE version SET number = {VERSION + 1}")
    refused = refusal(url)
    assert (refused.reason, refused.parameters["version"]) == ("data-newer", VERSION + 1)
    with pytest.raises(Refused):
        asyncio.run(migrated(url))
    url = postgres.made()
    query(url, f'ALTER DATABASE "{url.rsplit("/", 1)[1]}" SET synchronous_commit = off')
    refused = refusal(url)
    assert (refused.reason, refused.parameters["setting"]) == ("database-forgets", "synchronous_commit")


def test_a_database_that_cannot_keep_every_letter_is_refused(postgres: Postgres) -> None:
    """One message of a stranger with a letter that it has not was refused for all who wrote just then."""

    async def make(name: str) -> None:
        db = await asyncpg.connect(postgres.url("postgres"))
        await db.execute(f"CREATE DATABASE {name} ENCODING 'LATIN1' TEMPLATE template0")
        await db.close()

    name = f"letters_{secrets.token_hex(4)}"
    asyncio.run(make(name))
    with pytest.raises(Refused) as refused:
        asyncio.run(migrated(postgres.url(name)))
    assert "its encoding is LATIN1" in refused.value.parameters["problem"]
    assert refusal(postgres.url(name)).parameters == refused.value.parameters


def test_what_cannot_be_reached_is_said_in_words_without_the_password(postgres: Postgres) -> None:
    assert refusal(postgres.url("nowhere")).reason == "database-unreachable"
    assert refusal(postgres.url("nowhere").replace(str(postgres.port), str(free_port()))).reason == (
        "database-unreachable"
    )
    wrong = postgres.url("template").replace(PASSWORD, "another-secret")
    refused = refusal(wrong)
    assert "another-secret" not in str(refused.told())
    assert "password" in refused.parameters["problem"]
    for url in (
        f"mysql://u:{PASSWORD}@host/name",
        "postgresql://",
        f"postgresql://u:{PASSWORD}@host:99999/x",
    ):
        assert refusal(url).reason == "address-unreadable"


def test_no_prepared_statements_are_needed_behind_a_pooler(postgres: Postgres) -> None:
    async def ask(store: PostgresStore) -> list[int]:
        await store.open(table(), row(1))
        for number in range(2, 12):
            await store.append("t", row(number))
        return [each.number for each in await store.read("t")]

    assert using(f"{postgres.fresh()}?statement_cache_size=0", ask) == list(range(1, 12))


def test_many_tables_are_caught_up_with_in_one_question(postgres: Postgres) -> None:
    async def ask(store: PostgresStore) -> None:
        for id in "abc":
            await store.open(table(id), row(1))
        await asyncio.gather(store.append("a", row(2)), store.append("b", row(2)), store.append("a", row(3)))
        assert await store.numbers(["a", "b", "c", "never"]) == {"a": 3, "b": 2, "c": 1}
        read = await store.read_many({"a": 1, "b": 2, "c": 0, "never": 0})
        assert {id: [each.number for each in rows] for id, rows in read.items()} == {"a": [2, 3], "c": [1]}

    using(postgres.fresh(), ask)


def test_two_who_prune_at_once_delete_every_table_once(postgres: Postgres) -> None:
    url = postgres.fresh()

    async def ask(store: PostgresStore) -> None:
        await asyncio.gather(*(store.open(table(str(n), touched=float(n)), row(1)) for n in range(100)))
        other = await PostgresStore.connected(url)
        assert sum(await asyncio.gather(store.prune(90.0), other.prune(90.0), store.prune(90.0))) == 90
        assert len(await store.tables()) == 10
        await other.close()

    using(url, ask)
    need_intact(url)


def test_a_store_says_so_while_its_database_is_away_and_goes_on_when_it_is_back(postgres: Postgres) -> None:
    url = postgres.fresh()

    async def ask(store: PostgresStore) -> int:
        await store.open(table(), row(1))
        await asyncio.to_thread(postgres.crash)
        for _ in range(3):
            with pytest.raises(StoreFailed):
                await store.append("t", row(2))
            with pytest.raises(StoreFailed):
                await store.read("t")
        await asyncio.to_thread(postgres.start)
        number = 2
        while number < 20:
            try:
                await store.append("t", row(number))
                number += 1
            except StoreFailed:
                await asyncio.sleep(0.05)
            except Conflict:
                number = len(await store.read("t")) + 1
        return len(await store.read("t"))

    assert using(url, ask) == 19
    assert numbers(url) == list(range(1, 20))


def test_connections_that_the_database_ends_are_no_fault_of_what_it_keeps(postgres: Postgres) -> None:
    """Whatever asyncpg calls it: who is idle just then hears of it in the middle of the next question."""
    url = postgres.fresh()
    name = url.rsplit("/", 1)[1]
    ended = f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'"

    async def ask(store: PostgresStore) -> list[StoreFailed]:
        faults: list[StoreFailed] = []
        until = asyncio.get_running_loop().time() + 30

        async def read() -> None:
            while not over() and asyncio.get_running_loop().time() < until:
                try:
                    await store.read("t")
                except StoreFailed as failed:
                    faults.append(failed)
                await asyncio.sleep(0.001)

        def over() -> bool:
            return any(isinstance(failed.__cause__, InternalClientError) for failed in faults)

        reading = [asyncio.create_task(read()) for _ in range(4)]
        while not over() and asyncio.get_running_loop().time() < until:
            await query_postgres(postgres.url("postgres"), ended)
        await asyncio.gather(*reading)
        return faults

    faults = using(url, ask)
    assert faults
    assert [str(failed) for failed in faults if not isinstance(failed, Away)] == []


def test_kills_of_writers_and_of_the_database_lose_nothing_that_was_acknowledged(postgres: Postgres) -> None:
    url = postgres.fresh()
    appender = str(Path(__file__).with_name("appender.py"))
    promised: dict[str, int] = {}
    for moment in range(3):
        with subprocess.Popen([sys.executable, appender, url], stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout
            said = [process.stdout.readline()]
            seconds = random.Random(f"kill {moment}").uniform(0.0, 0.5)
            timer = threading.Timer(seconds, process.kill if moment else postgres.crash)
            timer.start()
            said += process.stdout
            timer.join()
        if not moment:
            postgres.start()
        promised |= {id: int(number) for id, number in (line.split() for line in said)}
        kept = dict(query(url, "SELECT id, rows FROM tables"))
        assert promised
        assert not {id for id, number in promised.items() if kept.get(id, 0) < number}
        need_intact(url)


def test_rows_that_postgres_cannot_hold_fail_alone(postgres: Postgres) -> None:
    async def ask(store: PostgresStore) -> None:
        await store.open(table(), row(1))
        with pytest.raises(StoreFailed):
            await store.append("t", StoredRow(2, 1.0, "a\0b", 0, b"{}", b"[]", None))
        await store.append("t", row(2))

    using(postgres.fresh(), ask)


def test_what_was_pruned_goes_back_to_the_disk_if_that_is_asked_for(postgres: Postgres) -> None:
    url = postgres.fresh()

    async def fill(store: Store) -> None:
        for n in range(40):
            await store.open(table(str(n), touched=float(n)), row(1))
            await store.append(str(n), StoredRow(2, float(n), None, 0, b"{}", os.urandom(20_000), None))

    async def size() -> int:
        async with connection(url) as db:
            return int(await db.fetchval(SIZE))

    using(url, fill)
    before = asyncio.run(size())
    assert using(url, lambda store: store.prune(39.0)) == 39
    asyncio.run(vacuum(url, is_full=False))
    assert using(url, lambda store: store.read("39", 1))
    asyncio.run(vacuum(url, is_full=True))
    assert asyncio.run(size()) < before / 4
    assert len(using(url, lambda store: store.read("39"))) == 2
