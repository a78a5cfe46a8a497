"""The commands of `igroteka` on a database: in plain words, and without passwords."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from igroteka.store import postgres_schema, schema
from igroteka.store.postgres import PostgresStore
from igroteka.store.sqlite import SqliteStore
from scale.services import PASSWORD, free_port
from scale.stack import Stack, postgres, redis
from server.client import Place, come, get, join, open_table, start
from server.serving import Server, clean
from store.rows import query


def igroteka(*words: str, code: int = 0, **environment: str) -> str:
    """What a command says; the password is in nothing of it."""
    command = [sys.executable, "-m", "igroteka.cli.main", *words, "--lang", "en"]
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=120, env={**clean(), **environment}, check=False
    )
    said = done.stdout + done.stderr
    assert PASSWORD not in said
    assert "Traceback" not in said
    assert done.returncode == code, said
    return said


def test_a_database_is_migrated_once_and_asked_for_before_it_is_served() -> None:
    url = postgres().made("template0")
    assert "Run igroteka migrate first" in igroteka("serve", "--port", "0", IGROTEKA_DATABASE=url, code=2)
    assert f"from version 0 to version {postgres_schema.VERSION}" in igroteka("migrate", "--database", url)
    assert "nothing was changed" in igroteka("migrate", IGROTEKA_DATABASE=url)


def test_a_database_is_found_behind_the_address_of_one_that_is_away() -> None:
    """As after a failover: standbys stand in the same address, and one of them answers."""
    url = postgres().made().replace("@127.0.0.1:", f"@127.0.0.1:{free_port()},127.0.0.1:")
    assert "nothing was changed" in igroteka("migrate", IGROTEKA_DATABASE=f"{url}?target_session_attrs=any")


def test_a_file_is_migrated_too(tmp_path: Path) -> None:
    assert f"from version 0 to version {schema.VERSION}" in igroteka("migrate", "--data", str(tmp_path))
    assert "nothing was changed" in igroteka("migrate", "--data", str(tmp_path))


@pytest.mark.parametrize(
    ("database", "redis_url", "why"),
    [
        ("mysql://u:{secret}@host/name", "", "not an address"),
        ("postgresql://u:{secret}@127.0.0.1:{nobody}/name", "", "cannot be used: Connect"),
        ("{database}wrong", "", "does not exist"),
        ("{database}", "http://x:{secret}@host", "not an address"),
        ("{database}", "redis://:{secret}-wrong@127.0.0.1:{redis}/0", "Redis at"),
    ],
)
def test_what_cannot_be_served_is_refused_in_words(database: str, redis_url: str, why: str) -> None:
    words: dict[str, object] = {"secret": PASSWORD, "nobody": free_port(), "redis": redis().port}
    words["database"] = postgres().url("template")
    settings = {"IGROTEKA_DATABASE": database.format(**words), "IGROTEKA_REDIS": redis_url.format(**words)}
    assert why in igroteka("serve", "--port", "0", code=2, **settings)


def test_a_worker_that_redis_will_not_have_has_not_started() -> None:
    wrong = f"redis://:{PASSWORD}-wrong@127.0.0.1:{redis().port}/0"
    said = igroteka("think", code=2, IGROTEKA_REDIS=wrong)
    assert "Redis at" in said
    assert "worker started" not in said


def test_a_server_on_a_file_says_that_redis_is_away_or_will_not_have_it(tmp_path: Path) -> None:
    """There Redis is for those who think for Master alone: a mistyped address was noticed by nobody."""
    wrong = f"redis://:{PASSWORD}-wrong@127.0.0.1:{redis().port}/0"
    assert "Redis at" in igroteka(
        "serve", "--port", "0", "--data", str(tmp_path), code=2, IGROTEKA_REDIS=wrong
    )
    command = [sys.executable, "-m", "igroteka.cli.main", "serve", "--port", "0", "--data", str(tmp_path)]
    away = {**clean(), "IGROTEKA_REDIS": f"redis://:{PASSWORD}@127.0.0.1:{free_port()}/0"}
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=away) as child:
        assert child.stderr
        said = child.stderr.readline()
        while "server started" not in said:
            said += child.stderr.readline()
        child.send_signal(signal.SIGTERM)
        said += child.stderr.read()
    assert "redis is away" in said
    assert PASSWORD not in said


def test_a_server_makes_the_weeks_of_the_log_that_are_missing() -> None:
    url = postgres().made()
    *_, last = weeks(url)
    query(url, f"DROP TABLE {last}")
    assert last not in weeks(url)
    command = [sys.executable, "-m", "igroteka.cli.main", "serve", "--port", "0"]
    with subprocess.Popen(
        command, stdout=subprocess.DEVNULL, env={**clean(), "IGROTEKA_DATABASE": url}
    ) as child:
        until = time.monotonic() + 60
        while last not in weeks(url) and time.monotonic() < until:
            time.sleep(0.2)
        child.send_signal(signal.SIGTERM)
    assert last in weeks(url)
    query(url, f"DROP TABLE {last}")
    igroteka("migrate", IGROTEKA_DATABASE=url)
    assert last in weeks(url)


def test_what_cannot_be_written_to_is_called_ill_from_the_start_and_no_fault_of_ours(tmp_path: Path) -> None:
    """A standby, or a role that may only read: a balancer would send people there until one had moved."""
    url = postgres().made()
    query(url, f"ALTER DATABASE {url.rsplit('/', 1)[1]} SET default_transaction_read_only = on")
    server = Server(tmp_path, database=url).start()
    try:
        assert get(server, "/healthz").status_code == 503
    finally:
        server.close()
    assert "read-only" in igroteka("prune", "--older", "90d", IGROTEKA_DATABASE=url, code=2)


def weeks(url: str) -> list[str]:
    found = query(url, "SELECT relname::text FROM pg_class WHERE relname ~ '^log_[0-9]{8}$' ORDER BY 1")
    return [str(name) for (name,) in found]


def test_a_server_on_a_database_says_where_its_tables_are_but_not_the_password() -> None:
    command = [sys.executable, "-m", "igroteka.cli.main", "serve", "--port", "0", "--lang", "en"]
    settings = {
        "IGROTEKA_DATABASE": postgres().fresh(),
        "IGROTEKA_REDIS": redis().url,
        "PYTHONUNBUFFERED": "1",
    }
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env={**clean(), **settings}
    ) as child:
        assert child.stdout
        said = ""
        while "Ctrl-C" not in said:
            said += child.stdout.readline()
        redis().kill()  # what is complained about names no password either
        while "redis is away" not in said:
            said += child.stdout.readline()
        child.send_signal(signal.SIGTERM)
        said += child.stdout.read()
        assert child.wait(30) == 0
    redis().start()
    assert "postgresql://igroteka:…@127.0.0.1" in said
    assert PASSWORD not in said
    postgres().recycle()


def test_tables_move_to_a_file_and_back_and_people_keep_their_seats(stack: Stack, tmp_path: Path) -> None:
    table = open_table(stack)
    people = [come(stack, table, name) for name in ("Anna", "Boris")]
    start(people)
    number, tokens = people[0].number, [place.token for place in people]
    for place in people:
        place.close()
    case, data = tmp_path / "case", tmp_path / "data"
    assert "written to" in igroteka("export", str(case), "--database", stack.database)
    assert "imported" in igroteka("import", str(case), "--data", str(data))
    there = asyncio.run(read(str(data / "igroteka.sqlite3"), table))
    assert there == asyncio.run(read(stack.database, table))
    assert len(there) == number
    again = postgres().fresh()
    igroteka("import", str(case), IGROTEKA_DATABASE=again)
    assert asyncio.run(read(again, table)) == there
    assert "already there" in igroteka("import", str(case), "--database", stack.database, code=2)
    with Place(stack, table, tokens[1]) as boris:
        assert boris.number == number


async def read(where: str, table: str) -> list[object]:
    store = await PostgresStore.connected(where) if "://" in where else SqliteStore(Path(where))
    try:
        return list(await store.read(table))
    finally:
        await store.close()


def test_old_tables_are_pruned_while_servers_run_and_backups_are_left_to_the_database(stack: Stack) -> None:
    table = open_table(stack)
    join(stack, table)
    assert "0 tables deleted" in igroteka("prune", "--older", "90d", IGROTEKA_DATABASE=stack.database)
    assert "pg_dump" in igroteka("backup", os.devnull, IGROTEKA_DATABASE=stack.database, code=2)
    with come(stack, table, "Vera") as vera:
        assert len(vera.names()) == 2
