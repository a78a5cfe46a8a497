"""How a log of millions of rows in PostgreSQL behaves: what an append costs, and how old weeks go.

    scripts/growth.py --millions 4

Synthetic rows of the size of real ones go into weeks of the past; after each week real appends are
measured in the present one. Then half of the old weeks is dropped, and of the other half the rows are
deleted.
"""

import argparse
import asyncio
import os
import sys
import time
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import asyncpg

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from igroteka.store import StoredRow, TableInfo, partitions
from igroteka.store.partitions import WEEK, Partition, week_at
from igroteka.store.postgres import PostgresStore
from scale.services import Postgres

WEEKS = 4
ROWS = 100
"""Of a table."""
TABLES, EACH = 50, 60
"""With which appends are measured, and how many each gets."""
OLD = 1.0
INTENT, EVENTS = b"i" * 60, b"e" * 110

FILL_TABLES = """
INSERT INTO igroteka.tables (key, id, code, game, listed, born, touched, finished, rows)
SELECT $1::bigint + n, 'w' || ($1::bigint + n), 'w' || ($1::bigint + n), 'upturn', false, $3::float8,
    $3::float8, false, $4::int
FROM generate_series(0, $2::int - 1) AS n
"""
FILL_LOG = """
INSERT INTO igroteka.log (key, number, time, who, seat, intent, events, asked)
SELECT $1::bigint + n, number, $3::float8, 'somebody', 0, $5, $6, 'asked-' || number
FROM generate_series(0, $2::int - 1) AS n, generate_series(1, $4::int) AS number
"""
SIZES = """
SELECT sum(pg_table_size(relid))::bigint, sum(pg_indexes_size(relid))::bigint
FROM pg_partition_tree('igroteka.log') WHERE isleaf
"""


class Cluster(Postgres):
    """A PostgreSQL with the memory of a small server, and its CPU time."""

    def command(self) -> list[str]:
        return [*super().command(), "-c", "shared_buffers=256MB", "-c", "max_wal_size=4GB"]

    def cpu(self) -> float:
        """Seconds of all its processes, those that have ended too."""
        assert self._child is not None
        mine = self._child.pid
        own = _stat(str(mine))
        assert own is not None
        spent = sum(own[11:15])
        for name in filter(str.isdigit, os.listdir("/proc")):
            stat = _stat(name)
            if stat is not None and stat[1] == mine:
                spent += stat[11] + stat[12]
        return spent / os.sysconf("SC_CLK_TCK")


def _stat(process: str) -> list[int] | None:
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:  # it has ended
        return None
    return [0, *map(int, fields[1:])]


async def timed(cluster: Cluster, db: Any, doing: Callable[[], Awaitable[Any]]) -> tuple[float, float, float]:
    """Seconds by the clock, CPU seconds of the database, and megabytes of its write-ahead log."""
    began, spent, at = time.perf_counter(), cluster.cpu(), await db.fetchval("SELECT pg_current_wal_lsn()")
    await doing()
    written = await db.fetchval("SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), $1::pg_lsn)", at)
    return time.perf_counter() - began, cluster.cpu() - spent, float(written) / 1e6


async def fill(db: Any, week: Partition, tables: int) -> None:
    await db.execute(FILL_TABLES, week.low, tables, OLD, ROWS)
    await db.execute(FILL_LOG, week.low, tables, OLD, ROWS, INTENT, EVENTS)
    await db.execute("ANALYZE igroteka.tables")
    await db.execute(f"VACUUM (ANALYZE) igroteka.{week.name}")


async def measure(cluster: Cluster, store: PostgresStore, name: str) -> tuple[float, float]:
    """CPU microseconds of the database a row, and milliseconds to read a whole log, in the present week."""
    now = time.time()
    tables = [f"{name}-{at}" for at in range(TABLES)]
    for id in tables:
        info = TableInfo(id, id, "upturn", False, now, now, False, 1)
        await store.open(info, StoredRow(1, now, None, 0, INTENT, EVENTS, None))
    spent = cluster.cpu()
    await asyncio.gather(*(append(store, id) for id in tables))
    row = 1e6 * (cluster.cpu() - spent) / (TABLES * (EACH - 1))
    began = time.perf_counter()
    for id in tables:
        assert len(await store.read(id)) == EACH
    return row, 1e3 * (time.perf_counter() - began) / TABLES


async def append(store: PostgresStore, id: str) -> None:
    for number in range(2, EACH + 1):
        await store.append(id, StoredRow(number, time.time(), "somebody", 0, INTENT, EVENTS, f"{number}"))


async def grow(cluster: Cluster, url: str, millions: float) -> None:
    db, store = await asyncpg.connect(url), await PostgresStore.connected(url)
    weeks = [week_at(time.time() - ago * WEEK) for ago in range(WEEKS, 0, -1)]
    await partitions.make_weeks(db, time.time() - WEEKS * WEEK)
    tables = int(millions * 1e6 / ROWS / WEEKS)
    await measure(cluster, store, "warm")
    print("rows, millions   log, MB   index, MB   bytes a row   append, CPU µs   read a log, ms")
    for at, week in enumerate([None, *weeks]):
        if week is not None:
            await fill(db, week, tables)
        row, read = await measure(cluster, store, f"at{at}")
        count = at * tables * ROWS
        size, index = await db.fetchrow(SIZES)
        each = f"{(size + index) / count:13.0f}" if count else " " * 13
        print(
            f"{count / 1e6:14.2f} {size / 1e6:9.0f} {index / 1e6:11.0f} {each} {row:16.0f} {read:16.2f}",
            flush=True,
        )
    await shed(cluster, db, store, weeks, tables)
    await store.close()
    await db.close()


async def shed(cluster: Cluster, db: Any, store: PostgresStore, weeks: list[Partition], tables: int) -> None:
    half, rest = weeks[: WEEKS // 2], weeks[WEEKS // 2 :]
    rows = len(half) * tables * ROWS
    low, high = rest[0].low, rest[-1].high
    await db.execute("UPDATE igroteka.tables SET touched = $1 WHERE key >= $2", time.time(), low)

    async def delete() -> None:
        await db.execute("DELETE FROM igroteka.log WHERE key >= $1 AND key < $2", low, high)
        for week in rest:
            await db.execute(f"VACUUM igroteka.{week.name}")

    async def drop() -> None:
        for week in half:
            assert await partitions.drop(db, week)

    async def forget() -> None:
        gone = half[0].low, half[-1].high
        await db.execute("DELETE FROM igroteka.tables WHERE key >= $1 AND key < $2", *gone)

    print(f"\nto get rid of {rows / 1e6:.2f} million rows   seconds   CPU seconds   WAL, MB")
    ways = {
        "(their tables' lines in the index)": forget,
        "drop their weeks": drop,
        "delete and vacuum": delete,
    }
    for name, doing in ways.items():
        seconds, cpu, written = await timed(cluster, db, doing)
        print(f"{name:36} {seconds:9.2f} {cpu:13.2f} {written:9.1f}", flush=True)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    options.add_argument("--millions", type=float, default=4.0, help="rows in all")
    with closing(Cluster()) as cluster:
        asyncio.run(grow(cluster, cluster.made(), options.parse_args().millions))


if __name__ == "__main__":
    main()
