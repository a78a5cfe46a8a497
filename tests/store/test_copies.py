"""Backups are of one moment while play goes on, and a restore replaces only by what is whole."""

import asyncio
import os
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from igroteka.store.copies import backup, restore, shrink
from igroteka.store.schema import VERSION
from igroteka.store.sqlite import SqliteStore, migrated
from igroteka.store.transfer import export_tables, import_tables
from store.rows import need_intact, numbers, query, row, table, using, why_not


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file with a table `t` of three rows."""

    async def ask(store: SqliteStore) -> None:
        await store.open(table(), row(1))
        await asyncio.gather(store.append("t", row(2)), store.append("t", row(3)))

    using(tmp_path / "igroteka.db", ask)
    return tmp_path / "igroteka.db"


@pytest.fixture
def copy(path: Path) -> Path:
    """A backup of it."""
    copy = path.with_name("copy.db")
    using(path, lambda store: store.backup(copy))
    return copy


def leftovers(folder: Path) -> set[str]:
    """What nobody asked for; the side files are SQLite's, and a reader may not remove them."""
    asked = {"copy.db", *(f"igroteka.db{side}" for side in ("", ".lock", "-wal", "-shm"))}
    return {each.name for each in folder.iterdir()} - asked


@pytest.mark.parametrize("make", [Path.mkdir, os.mkfifo], ids=["folder", "pipe"])
def test_what_is_no_file_is_not_replaced_by_a_copy(path: Path, make: Callable[[Path], None]) -> None:
    """Root could put a file in the place of /dev/null."""
    other = path.with_name("other")
    make(other)
    for copy in (backup, restore):
        assert why_not(partial(copy, path, other)).parameters["problem"] == "it is no file"
    assert not other.is_file()
    assert leftovers(path.parent) <= {"other", "other.lock"}


def test_a_copy_goes_to_where_a_link_leads_and_the_link_stays(path: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    link = path.with_name("link")
    link.symlink_to(tmp_path / "elsewhere" / "copy.db")
    for _ in range(2):
        backup(path, link)
    assert link.is_symlink()
    assert query(tmp_path / "elsewhere" / "copy.db", "SELECT count(*) FROM log") == [(3,)]


def test_a_backup_that_is_a_folder_is_called_one(path: Path, tmp_path: Path) -> None:
    assert why_not(lambda: restore(tmp_path, path)).parameters["problem"] == "Is a directory"


def test_a_backup_under_load_is_of_one_moment_and_can_be_restored(path: Path) -> None:
    copies = [path.with_name(f"copy{n}.db") for n in range(3)]

    async def play(store: SqliteStore, id: str, done: asyncio.Event) -> None:
        await store.open(table(id), row(1))
        number = 2
        while not done.is_set():
            await store.append(id, row(number, events=b"x" * 3000))
            number += 1

    async def ask(store: SqliteStore) -> list[int]:
        done = asyncio.Event()
        players = [asyncio.ensure_future(play(store, str(n), done)) for n in range(8)]
        least = []
        for each in copies:
            await asyncio.sleep(0.1)
            least.append(sum(info.rows for info in await store.tables()))
            await store.backup(each)
        done.set()
        await asyncio.gather(*players)
        return least

    least = using(path, ask)
    for each, rows in zip(copies, least, strict=True):
        need_intact(each)
        assert query(each, "SELECT count(*) FROM log")[0] >= (rows,)
        restore(each, path)
        assert query(path, "SELECT * FROM log") == query(each, "SELECT * FROM log")
    assert len(numbers(path, "7")) > 1
    assert not leftovers(path.parent) - {each.name for each in copies}


def test_another_process_can_back_up_a_running_store(path: Path) -> None:
    code = "import sys; from pathlib import Path; from igroteka.store.copies import backup; "
    code += "backup(Path(sys.argv[1]), Path(sys.argv[2]))"
    copy = path.with_name("copy.db")

    async def ask(store: SqliteStore) -> None:
        await store.append("t", row(4))
        subprocess.run([sys.executable, "-c", code, str(path), str(copy)], check=True)
        await store.append("t", row(5))

    using(path, ask)
    assert numbers(copy) == [1, 2, 3, 4]
    assert numbers(path) == [1, 2, 3, 4, 5]


def test_a_backup_is_one_private_file_and_replaces_an_older_one(path: Path) -> None:
    copy = path.with_name("copy.db")
    copy.write_text("an older backup")
    backup(path, copy)
    assert copy.stat().st_mode & 0o777 == 0o600
    assert query(copy, "PRAGMA journal_mode") == [("delete",)]
    assert not leftovers(path.parent)


def test_a_restore_brings_back_the_rows_of_the_backup_and_no_others(path: Path, copy: Path) -> None:
    using(path, lambda store: store.append("t", row(4)))
    restore(copy, path)
    assert numbers(path) == [1, 2, 3]
    using(path, lambda store: store.append("t", row(4)))
    need_intact(path)
    assert not leftovers(path.parent)


def test_a_restore_does_not_replay_what_a_killed_server_left(path: Path, copy: Path) -> None:
    code = """if True:
        import asyncio, os, sys
        from pathlib import Path
        from igroteka.store import StoredRow
        from igroteka.store.sqlite import SqliteStore
        async def main():
            store = SqliteStore(Path(sys.argv[1]))
            await store.append("t", StoredRow(4, 4.0, None, 0, b"{}", b"[]", None))
            os.kill(os.getpid(), 9)
        asyncio.run(main())
    """
    subprocess.run([sys.executable, "-c", code, str(path)], check=False)
    assert Path(f"{path}-wal").stat().st_size > 0
    restore(copy, path)
    assert numbers(path) == [1, 2, 3]
    need_intact(path)


def test_a_restore_makes_a_file_that_is_not_there_and_mends_one_that_is_broken(
    path: Path, copy: Path
) -> None:
    restore(copy, path.with_name("new") / "igroteka.db")
    assert numbers(path.with_name("new") / "igroteka.db") == [1, 2, 3]
    path.write_bytes(b"broken" * 1000)
    restore(copy, path)
    assert numbers(path) == [1, 2, 3]


def test_what_root_restores_and_locks_belongs_to_whom_the_file_did(path: Path, copy: Path) -> None:
    """A server of its own user could not read its tables after a restore that was made as root."""
    server = 65534 if os.getuid() == 0 else os.getuid()
    os.chown(path, server, -1)
    path.with_name("igroteka.db.lock").unlink()
    restore(copy, path)
    assert [path.with_name(name).stat().st_uid for name in (path.name, "igroteka.db.lock")] == [server] * 2
    assert copy.stat().st_uid == os.getuid()


def test_a_restore_under_a_running_server_is_refused(path: Path, copy: Path) -> None:
    async def ask(store: SqliteStore) -> None:
        refused = why_not(lambda: restore(copy, path))
        assert (refused.reason, refused.parameters) == ("data-in-use", {"file": str(path)})
        await store.append("t", row(4))

    using(path, ask)
    assert numbers(path) == [1, 2, 3, 4]


def torn(copy: Path) -> None:
    with copy.open("r+b") as file:
        file.seek(4096)
        file.write(b"\xff" * 8192)


def short(copy: Path) -> None:
    copy.write_bytes(copy.read_bytes()[:-8192])


def text(copy: Path) -> None:
    copy.write_text("not a database" * 1000)


def empty(copy: Path) -> None:
    copy.write_bytes(b"")


def foreign(copy: Path) -> None:
    query(copy, "PRAGMA application_id = 1")


def headless(copy: Path) -> None:
    query(copy, "DELETE FROM tables")  # without foreign keys: rows of no table stay


@pytest.mark.parametrize("spoil", [torn, short, text, empty, foreign, headless, Path.unlink])
def test_a_spoilt_backup_is_refused_and_nothing_is_replaced(path: Path, copy: Path, spoil: object) -> None:
    spoil(copy)  # type: ignore[operator]
    before = path.read_bytes()
    refused = why_not(lambda: restore(copy, path))
    assert (refused.reason, refused.parameters["file"]) == ("data-unusable", str(copy))
    assert path.read_bytes() == before
    assert not leftovers(path.parent)
    assert numbers(path) == [1, 2, 3]


@pytest.mark.parametrize("spoil", [torn, short, headless])
def test_a_backup_of_a_spoilt_file_is_refused_and_an_older_backup_stays(
    path: Path, copy: Path, spoil: object
) -> None:
    spoil(path)  # type: ignore[operator]
    before = copy.read_bytes()
    refused = why_not(lambda: backup(path, copy))
    assert (refused.reason, refused.parameters["file"]) == ("data-unusable", str(path))
    assert copy.read_bytes() == before
    assert not leftovers(path.parent)


def test_a_backup_of_a_later_version_is_refused(path: Path, copy: Path) -> None:
    query(copy, f"PRAGMA user_version = {VERSION + 1}")
    assert why_not(lambda: restore(copy, path)).reason == "data-newer"
    assert numbers(path) == [1, 2, 3]


def test_the_room_of_deleted_tables_is_given_back_to_the_disk(path: Path) -> None:
    async def fill(store: SqliteStore) -> None:
        for number in range(4, 400):
            await store.append("t", row(number, events=b"x" * 5000))
        await store.delete("t")

    using(path, fill)
    full = path.stat().st_size
    shrink(path)
    assert path.stat().st_size < full / 10
    need_intact(path)


def test_a_copy_onto_itself_is_refused(path: Path) -> None:
    async def ask(store: SqliteStore) -> None:
        assert why_not(lambda: backup(path, path)).reason == "copy-onto-itself"
        assert why_not(lambda: restore(path, path)).reason == "copy-onto-itself"

    using(path, ask)
    assert numbers(path) == [1, 2, 3]


def test_a_backup_of_nothing_or_to_nowhere_is_refused(path: Path) -> None:
    missing = path.with_name("missing.db")
    for source, to, blamed in [
        (missing, path.with_name("copy.db"), missing),
        (path, path.with_name("no-folder") / "copy.db", path.with_name("no-folder") / "copy.db"),
    ]:
        refused = why_not(lambda source=source, to=to: backup(source, to))
        assert (refused.reason, refused.parameters["file"]) == ("data-unusable", str(blamed))
    assert not leftovers(path.parent)


def test_a_restore_of_nothing_is_refused_by_its_name_and_makes_nothing(tmp_path: Path) -> None:
    missing, folder = tmp_path / "missing", tmp_path / "new"
    told = why_not(lambda: restore(missing, folder / "igroteka.db")).parameters
    assert (told["file"], told["problem"]) == (str(missing), "No such file or directory")
    assert not folder.exists()


@pytest.mark.parametrize("side", ["", "-wal", "-shm", "-journal", ".lock"])
def test_what_a_server_uses_is_never_written_over(path: Path, side: str, tmp_path: Path) -> None:
    """Its own file and those beside it, by whatever names; and those of another server."""
    other = tmp_path / "other" / "igroteka.db"

    async def ask(store: SqliteStore) -> None:
        await store.append("t", row(4))
        target = Path(f"{path}{side}")
        assert why_not(lambda: backup(path, target)).reason == "copy-onto-itself"
        exported = await asyncio.to_thread(why_not, lambda: asyncio.run(export_tables(path, target)))
        assert exported.reason == "copy-onto-itself"
        if target.exists():
            (tmp_path / "linked").hardlink_to(target)
            assert why_not(lambda: backup(path, tmp_path / "linked")).reason == "copy-onto-itself"
        theirs = SqliteStore(other)
        assert why_not(lambda: backup(path, other)).reason == "data-in-use"
        await theirs.close()
        await store.append("t", row(5))

    using(path, ask)
    assert numbers(path) == [1, 2, 3, 4, 5]


def test_a_folder_that_is_made_for_data_is_its_owners_alone(path: Path, copy: Path, tmp_path: Path) -> None:
    restore(copy, tmp_path / "restored" / "igroteka.db")
    asyncio.run(import_tables(copy, tmp_path / "imported" / "igroteka.db"))
    migrated(tmp_path / "migrated" / "igroteka.db")
    for made in ("restored", "imported", "migrated"):
        assert (tmp_path / made).stat().st_mode & 0o777 == 0o700, made


BOUNDED = """
import resource, sys
from pathlib import Path
from igroteka.core import Refused
from igroteka.store.copies import backup
resource.setrlimit(resource.RLIMIT_FSIZE, (8192, 8192))
try:
    backup(Path(sys.argv[1]), Path(sys.argv[2]))
except Refused as refused:
    print(refused.reason, refused.parameters["problem"])
"""


def test_a_disk_that_cannot_take_a_backup_is_named_in_words(path: Path, tmp_path: Path) -> None:
    command = [sys.executable, "-c", BOUNDED, str(path), str(tmp_path / "small.db")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600, check=True)
    reason, _, problem = done.stdout.strip().partition(" ")
    assert reason == "data-unusable"
    assert "disk" in problem
    assert "Error" not in problem
    assert not leftovers(tmp_path)
