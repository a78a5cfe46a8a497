"""How fast the store appends durably: rows a second and CPU per row, beside plain commits one by one."""

import argparse
import asyncio
import tempfile
import time
from contextlib import closing
from pathlib import Path

import apsw

from igroteka.store import Store, StoredRow, TableInfo
from igroteka.store.postgres import PostgresStore
from igroteka.store.sqlite import SqliteStore

INTENT = b'{"kind":"place","card":"7H","cell":"i5"}'
EVENTS = b"[" + b",".join([b'{"kind":"placed","seat":1,"card":"7H","cell":"i5"}'] * 6) + b"]"
LENGTH = 100  # rows of a table before its seats begin a new one


def row(number: int) -> StoredRow:
    return StoredRow(number, time.time(), "person-1", 1, INTENT, EVENTS, f"asked-{number}")


async def write(store: Store, name: str, until: float) -> list[float]:
    """Append to one table after another, and say how long each append took."""
    took: list[float] = []
    number = games = 0
    while (began := time.perf_counter()) < until:
        number = number % LENGTH + 1
        if number == 1:
            games += 1
            table = f"{name}-{games}-0123456789abcdef"
            await store.open(TableInfo(table, table, "upturn", False, 0.0, 0.0, False, 1), row(1))
        else:
            await store.append(table, row(number))
        took.append(time.perf_counter() - began)
    return took


async def grouped(where: Path | str, writers: int, seconds: float) -> None:
    store: Store
    if isinstance(where, str):
        store = await PostgresStore.connected(where)
    else:
        store = SqliteStore(where / f"{writers}.db")
    began, cpu = time.perf_counter(), time.process_time()
    until = began + seconds
    each = await asyncio.gather(*(write(store, f"{writers}-{n}", until) for n in range(writers)))
    told(f"{writers} writers", sorted(t for took in each for t in took), began, cpu)
    await store.close()


def one_by_one(folder: Path, seconds: float) -> None:
    """The reference: the same bytes in a bare table, a commit for each row, no event loop."""
    with closing(apsw.Connection(str(folder / "plain.db"))) as db:
        db.pragma("journal_mode", "wal")
        db.pragma("synchronous", "full")
        db.execute("CREATE TABLE log (key, number, time, who, seat, intent, events, asked)")
        took: list[float] = []
        began, cpu = time.perf_counter(), time.process_time()
        while (start := time.perf_counter()) < began + seconds:
            values = (1, len(took), time.time(), "person-1", 1, INTENT, EVENTS, "asked")
            db.execute("INSERT INTO log VALUES (?, ?, ?, ?, ?, ?, ?, ?)", values)
            took.append(time.perf_counter() - start)
        told("plain commits", sorted(took), began, cpu)


def told(name: str, took: list[float], began: float, cpu: float) -> None:
    count, spent, passed = len(took), time.process_time() - cpu, time.perf_counter() - began
    middle, late = took[count // 2] * 1e3, took[int(count * 0.99)] * 1e3
    print(
        f"{name:>14}  {count / passed:8,.0f} rows/s  {spent / count * 1e6:6.1f} CPU µs/row"
        f"  p50 {middle:6.2f} ms  p99 {late:6.2f} ms"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=3.0, help="for each line")
    parser.add_argument("--folder", type=Path, help="the disk to measure; default: the temporary folder")
    parser.add_argument("--database", help="postgresql://…, migrated and not used for anything else")
    asked = parser.parse_args()
    if asked.database:
        print(f"PostgreSQL, {len(INTENT + EVENTS)} bytes of JSON a row, all synced; CPU without the database")
        for writers in (1, 32, 256):
            asyncio.run(grouped(asked.database, writers, asked.seconds))
        return
    with tempfile.TemporaryDirectory(dir=asked.folder) as folder:
        print(f"SQLite {apsw.sqlite_lib_version()}, {len(INTENT + EVENTS)} bytes of JSON a row, all synced")
        one_by_one(Path(folder), asked.seconds)
        for writers in (1, 32, 256):
            asyncio.run(grouped(Path(folder), writers, asked.seconds))


if __name__ == "__main__":
    main()
