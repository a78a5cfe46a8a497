"""A database under siege: no room on its disk, and rows that were overwritten."""

import asyncio
import os
import shutil
from pathlib import Path
from typing import Any

import asyncpg

from scale.stack import SERVERS, Stack, postgres
from server.client import come, open_table
from server.disks import filled, small_disk
from server.siege import Tried, when_damaged, when_full

MOVED = """
DO $$ DECLARE part regclass; BEGIN
    FOR part IN SELECT relid FROM pg_partition_tree('igroteka.log') LOOP
        EXECUTE 'ALTER TABLE ' || part || ' SET TABLESPACE {}';
    END LOOP;
END $$
"""


def done_in(database: str, statement: str, *values: Any) -> None:
    async def do() -> None:
        db = await asyncpg.connect(database)
        await db.execute(statement, *values)
        await db.close()

    asyncio.run(do())


def full_database_disk(stack: Stack) -> Tried:
    """The log lies on a disk that takes nothing more."""
    service = postgres()
    with small_disk(service.folder / "small") as mounted:
        if not mounted:
            return Tried("disk full", "not tried: no file system can be mounted here", 0.0, 0.0)
        said = _with_log_on(stack, service.folder / "small")
        memory = stack.memory() / 1024 / SERVERS
    return Tried("disk full", f"{said} (a file system of 4 MB)", 0.0, memory)


def _with_log_on(stack: Stack, disk: Path) -> str:
    place = disk / "space"
    place.mkdir()
    if os.getuid() == 0:
        shutil.chown(place, *postgres().user())
    done_in(stack.database, f"CREATE TABLESPACE small LOCATION '{place}'")
    try:
        done_in(stack.database, MOVED.format("small"))
        return when_full(stack, filled(disk))
    finally:
        done_in(stack.database, MOVED.format("pg_default"))
        done_in(stack.database, "DROP TABLESPACE small")


def damaged_rows(stack: Stack) -> Tried:
    """One table's rows are overwritten: it refuses at every server, the others play."""
    whole, broken = open_table(stack, listed=True), open_table(stack, listed=True)
    for table in (whole, broken):
        come(stack, table).close()
    stack.stop()
    where = "key = (SELECT key FROM igroteka.tables WHERE id = $1) AND number = 2"
    done_in(stack.database, f"UPDATE igroteka.log SET events = '\\x00ff' WHERE {where}", broken)
    stack.start()
    return Tried("damaged rows", when_damaged(stack, broken, whole), 0.0, stack.memory() / 1024 / SERVERS)
