"""A file is used only if it is ours, known, writable, and nobody else's at the moment."""

import asyncio
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import apsw
import pytest

from igroteka.store.schema import OURS, VERSION, migrate
from igroteka.store.sqlite import SqliteStore
from store.rows import need_intact, numbers, query, row, table, using, why_not

MIGRATE = """
import sys, apsw
from pathlib import Path
from igroteka.store.schema import migrate
db = apsw.Connection(sys.argv[1])
db.set_busy_timeout(5000)
sys.stdin.readline()
migrate(db, Path(sys.argv[1]))
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "deep" / "igroteka.db"


def refusal(path: Path) -> tuple[str, dict[str, object]]:
    refused = why_not(lambda: SqliteStore(path))
    assert refused.parameters["file"] == str(path)
    return refused.reason, refused.parameters


def test_a_new_file_is_made_with_its_folder_and_kept_from_others(path: Path) -> None:
    using(path, lambda store: store.open(table(), row(1)))
    assert query(path, "PRAGMA user_version") == [(VERSION,)]
    assert query(path, "PRAGMA application_id") == [(OURS,)]
    assert query(path, "PRAGMA journal_mode") == [("wal",)]
    assert path.stat().st_mode & 0o777 == 0o600


def test_an_open_store_is_four_files_and_a_closed_one_two(path: Path) -> None:
    async def ask(store: SqliteStore) -> set[str]:
        await store.open(table(), row(1))
        return {each.name for each in path.parent.iterdir()}

    assert using(path, ask) == {f"igroteka.db{side}" for side in ("", ".lock", "-wal", "-shm")}
    assert {each.name for each in path.parent.iterdir()} == {"igroteka.db", "igroteka.db.lock"}


def test_commits_reach_the_disk_before_they_return(path: Path) -> None:
    async def ask(store: SqliteStore) -> tuple[object, ...]:
        return store._db.pragma("synchronous"), store._db.pragma("journal_mode")

    assert using(path, ask) == (2, "wal")


def test_a_second_server_is_refused_in_this_process_and_in_another(path: Path) -> None:
    code = "import sys; from pathlib import Path; from igroteka.store.sqlite import SqliteStore; "
    code += "SqliteStore(Path(sys.argv[1]))"

    async def ask(store: SqliteStore) -> None:
        assert refusal(path)[0] == "data-in-use"
        link = path.with_name("another-name.db")
        link.symlink_to(path)
        assert why_not(lambda: SqliteStore(link)).reason == "data-in-use"
        other = subprocess.run(
            [sys.executable, "-c", code, str(path)], capture_output=True, text=True, check=False
        )
        assert "data-in-use" in other.stderr
        await store.open(table(), row(1))

    using(path, ask)
    assert numbers(path) == [1]


def test_a_file_of_a_later_version_is_refused_and_left_alone(path: Path) -> None:
    using(path, lambda store: store.open(table(), row(1)))
    query(path, f"PRAGMA user_version = {VERSION + 1}")
    before = path.read_bytes()
    reason, said = refusal(path)
    assert (reason, said["version"], said["known"]) == ("data-newer", VERSION + 1, VERSION)
    assert path.read_bytes() == before
    query(path, f"PRAGMA user_version = {VERSION}")
    assert numbers(path) == [1]


@pytest.mark.parametrize("content", [b"Dear diary, ", b"SQLite format 3\x00"])
def test_what_is_not_a_database_is_refused_and_left_alone(path: Path, content: bytes) -> None:
    path.parent.mkdir()
    path.write_bytes(content * 1000)
    assert refusal(path)[0] == "data-unusable"
    assert path.read_bytes() == content * 1000


def test_a_database_of_another_program_is_refused_and_left_alone(path: Path) -> None:
    path.parent.mkdir()
    query(path, "CREATE TABLE bookmarks (url TEXT)")
    before = path.read_bytes()
    assert refusal(path) == (
        "data-unusable",
        {"file": str(path), "problem": "a database of another program"},
    )
    assert path.read_bytes() == before


def test_a_folder_that_cannot_be_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    assert refusal(tmp_path / "file" / "igroteka.db")[0] == "data-unusable"
    (tmp_path / "folder.db").mkdir()
    assert refusal(tmp_path / "folder.db")[0] == "data-unusable"


@pytest.mark.skipif(os.getuid() == 0, reason="root may write everywhere")
def test_a_folder_or_file_without_permission_is_refused(path: Path) -> None:
    using(path, lambda store: store.open(table(), row(1)))
    path.chmod(0o400)
    assert refusal(path)[0] == "data-unusable"
    path.chmod(0o600)
    path.parent.chmod(0o500)
    assert refusal(path)[0] == "data-unusable"
    path.parent.chmod(0o700)
    assert numbers(path) == [1]


def test_a_file_is_free_again_after_a_refusal(path: Path) -> None:
    path.parent.mkdir()
    path.write_bytes(b"nonsense" * 1000)
    refusal(path)
    path.unlink()
    using(path, lambda store: store.open(table(), row(1)))
    assert numbers(path) == [1]


def test_a_file_whose_birth_was_cut_short_is_born_again(path: Path) -> None:
    path.parent.mkdir()
    query(path, "PRAGMA journal_mode = wal")
    using(path, lambda store: store.open(table(), row(1)))
    assert numbers(path) == [1]


def test_migrations_may_run_twice_and_from_many_processes(tmp_path: Path) -> None:
    path = tmp_path / "igroteka.db"
    command = [sys.executable, "-c", MIGRATE, str(path)]
    many = [subprocess.Popen(command, stdin=subprocess.PIPE, text=True) for _ in range(4)]
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda one: one.communicate("go\n"), many))
    assert [one.returncode for one in many] == [0] * 4
    with closing(apsw.Connection(str(path))) as db:
        migrate(db, path)
    using(path, lambda store: store.open(table(), row(1)))
    need_intact(path)


@pytest.mark.skipif(os.name != "posix", reason="rights of files are POSIX")
def test_nobody_else_on_the_machine_reads_the_folder_or_its_files(tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        store = SqliteStore(tmp_path / "data" / "igroteka.sqlite3")
        modes = {path.name: path.stat().st_mode & 0o777 for path in (tmp_path / "data").iterdir()}
        folder = (tmp_path / "data").stat().st_mode & 0o777
        asyncio.run(store.close())
    finally:
        os.umask(before)
    assert folder == 0o700
    assert set(modes.values()) == {0o600}, modes
    assert "igroteka.sqlite3.lock" in modes
