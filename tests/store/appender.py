"""A process to be killed: appends under several tasks and prints every row that was acknowledged.

With a second folder it plays a disk that loses power: that folder holds, of every file, only what SQLite
has asked to be synced.
"""

import asyncio
import os
import shutil
import sys
from pathlib import Path

import apsw

from igroteka.store import Store, StoredRow, TableInfo
from igroteka.store.postgres import PostgresStore
from igroteka.store.sqlite import SqliteStore

TASKS = 6
BASE = apsw.vfs_names()[0]


class Disk(apsw.VFS):
    """Files whose synced content is kept elsewhere."""

    def __init__(self, image: Path) -> None:
        self.image = image
        super().__init__("disk", BASE, makedefault=True)

    def xOpen(self, name: str | apsw.URIFilename | None, flags: list[int]) -> apsw.VFSFile:
        return DiskFile(self.image, name, flags)

    def xDelete(self, name: str, syncdir: bool) -> None:
        super().xDelete(name, syncdir)
        (self.image / Path(name).name).unlink(missing_ok=True)


class DiskFile(apsw.VFSFile):
    """A file that is copied when it is synced."""

    def __init__(self, image: Path, name: str | apsw.URIFilename | None, flags: list[int]) -> None:
        self.path = Path(name.filename() if isinstance(name, apsw.URIFilename) else str(name))
        self.image = image
        super().__init__(BASE, name, flags)

    def xSync(self, flags: int) -> None:
        super().xSync(flags)
        fresh = self.image / f"{self.path.name}.fresh"
        shutil.copyfile(self.path, fresh)
        fresh.replace(self.image / self.path.name)


def row(number: int) -> StoredRow:
    return StoredRow(number, 1.0, "anna", 0, b"{}", b"x" * (number * 397 % 2000), None)


async def play(store: Store, id: str) -> None:
    number = len(await store.read(id))
    if not number:
        await store.open(TableInfo(id, id, "upturn", False, 1.0, 1.0, False, 1), row(1))
        acknowledge(id, number := 1)
    while True:
        await store.append(id, row(number := number + 1))
        acknowledge(id, number)


def acknowledge(id: str, number: int) -> None:
    os.write(1, f"{id} {number}\n".encode())


async def main(where: str) -> None:
    store = await PostgresStore.connected(where) if "://" in where else SqliteStore(Path(where))
    await asyncio.gather(*(play(store, str(n)) for n in range(TASKS)))


if __name__ == "__main__":
    if len(sys.argv) > 2:
        disk = Disk(Path(sys.argv[2]))
    asyncio.run(main(sys.argv[1]))
