"""Tables from one store to another: a file of SQLite is the suitcase, whatever store it came from."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, Final, TypeAlias

import apsw
import msgspec

from igroteka.core import Refused
from igroteka.store import lock
from igroteka.store.copies import need_two_files, need_whole, replacing, sync_folder
from igroteka.store.packing import unpack
from igroteka.store.schema import (
    WITH_ARCHIVE,
    for_reading,
    for_writing,
    known,
    migrate,
    need_tables,
    refusing,
    transaction,
)
from igroteka.store.store import Damaged

_AT_ONCE: Final = 200
"""Tables that are carried together."""

_TABLES: Final = "SELECT key, id, code, game, listed, born, touched, finished, rows FROM"
_ROWS: Final = "SELECT key, number, time, who, seat, intent, events, asked FROM"
_PUT_TABLE: Final = """
INSERT INTO tables (id, code, game, listed, born, touched, finished, rows) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
RETURNING key
"""
_PUT_ROW: Final = "INSERT INTO log VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
_PUT_TABLES: Final = """
INSERT INTO igroteka.tables (id, code, game, listed, born, touched, finished, rows)
SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::bool[], $5::float8[], $6::float8[], $7::bool[],
    $8::int[])
RETURNING id, key
"""
_TAKEN: Final = "SELECT id, code FROM igroteka.tables WHERE id = ANY($1) OR code = ANY($2)"
_COLUMNS: Final = ("key", "number", "time", "who", "seat", "intent", "events", "asked")


# Out ----------------------------------------------------------------------------------------------------


async def export_tables(source: Path | str, file: Path) -> int:
    """All tables of one moment into a new file, also while servers go on; how many there are."""
    if isinstance(source, Path):
        need_two_files(source, file)
    if file.exists():
        raise Refused("file-exists", None, file=str(file))
    with replacing(file) as fresh:
        with refusing(file), closing(for_writing(fresh)) as to:
            migrate(to, file)
            count = await _fill(to, source)
            to.pragma("journal_mode", "delete")  # one file, that can be read from anywhere
        need_whole(fresh, file)
        if file.exists():
            raise Refused("file-exists", None, file=str(file))
    return count


async def _fill(to: apsw.Connection, source: Path | str) -> int:
    return await _from_postgres(to, source) if isinstance(source, str) else _from_sqlite(to, source)


def _from_sqlite(to: apsw.Connection, source: Path) -> int:
    with refusing(source), closing(for_reading(source)) as db:
        known(db, source)
        db.execute("BEGIN")  # of one moment
        with transaction(to):
            count = sum(_put(to, tables, rows) for tables, rows in _packed(db))
    return count


async def _from_postgres(to: apsw.Connection, source: str) -> int:
    from igroteka.store import postgres_schema as schema
    from igroteka.store.addresses import shown
    from igroteka.store.postgres import connection, reaching

    async with connection(source) as db, reaching(shown(source)):
        await schema.need_current(db, shown(source))
        async with db.transaction(isolation="repeatable_read", readonly=True):
            await db.execute("LOCK TABLE igroteka.log IN ACCESS SHARE MODE")  # no week goes meanwhile
            return await _carried(to, db, shown(source))


async def _carried(to: apsw.Connection, db: Any, source: str) -> int:
    count, last = 0, 0
    with transaction(to):
        while tables := await db.fetch(
            f"{_TABLES} igroteka.tables WHERE key > $1 ORDER BY key LIMIT {_AT_ONCE}", last
        ):
            keys = [table["key"] for table in tables]
            last = keys[-1]
            asked = f"{_ROWS} igroteka.log WHERE key = ANY($1) ORDER BY key, number"
            packed = await db.fetch("SELECT key, packed FROM igroteka.archive WHERE key = ANY($1)", keys)
            rows = [*_unpacked(packed, source), *map(tuple, await db.fetch(asked, keys))]
            count += _put(to, [tuple(table) for table in tables], rows)
    return count


# In -----------------------------------------------------------------------------------------------------


Fresh: TypeAlias = Callable[[str], str]
"""A short code in the place of one that is taken."""


async def import_tables(file: Path, target: Path | str, fresh: Fresh | None = None) -> int:
    """All tables of such a file beside those that are there; Refused, and nothing done, if one of them is.

    Where only a short code is taken, by another table, `fresh` gives a new one; without it that is Refused.
    """
    with refusing(file):
        need_whole(file, file)
        with closing(for_reading(file)) as db:
            db.execute("BEGIN")  # of one moment
            need_tables(db, file)
            into = _into_postgres(db, target, fresh) if isinstance(target, str) else None
            count = _into_sqlite(db, Path(target), fresh) if into is None else await into
    return count


def _into_sqlite(db: apsw.Connection, target: Path, fresh: Fresh | None) -> int:
    with refusing(target):
        target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with closing(lock.hold(target)), refusing(target), closing(for_writing(target)) as to:
        migrate(to, target)
        asked = "SELECT id, code FROM tables WHERE id = ? OR code = ?"
        taken = [
            found for tables, _ in _packed(db, False) for t in tables for found in to.execute(asked, t[1:3])
        ]
        codes = _need_free(db, taken, fresh)
        with transaction(to):
            count = sum(_put(to, *_recoded(tables, rows, codes)) for tables, rows in _packed(db))
    sync_folder(target.parent)
    return count


async def _into_postgres(db: apsw.Connection, target: str, fresh: Fresh | None) -> int:
    from igroteka.store import postgres_schema as schema
    from igroteka.store.addresses import shown
    from igroteka.store.postgres import connection, reaching

    async with connection(target) as to, reaching(shown(target)):
        await schema.need_current(to, shown(target))
        async with to.transaction():
            taken: list[tuple[str, str]] = []
            for tables, _ in _packed(db, False):
                found = await to.fetch(_TAKEN, [t[1] for t in tables], [t[2] for t in tables])
                taken += [tuple(one) for one in found]
            codes = _need_free(db, taken, fresh)
            return sum(
                [await _put_postgres(to, *_recoded(tables, rows, codes)) for tables, rows in _packed(db)]
            )


def _need_free(db: apsw.Connection, taken: list[tuple[Any, Any]], fresh: Fresh | None) -> dict[str, str]:
    """New codes for those that tables there have already; Refused if a table itself is there."""
    there = [id for id, _ in taken if fresh is None or _has(db, id)]
    if there:
        raise Refused("tables-taken", None, count=len(there), id=there[0])
    return {code: fresh(code) for _, code in taken} if fresh else {}


def _has(db: apsw.Connection, id: str) -> bool:
    return bool(db.execute("SELECT 1 FROM tables WHERE id = ?", (id,)).fetchall())


def _recoded(
    tables: list[tuple[Any, ...]], rows: list[tuple[Any, ...]], codes: dict[str, str]
) -> tuple[list[tuple[Any, ...]], list[tuple[Any, ...]]]:
    """The code stands in the index and in the event that opened the table; nothing else changes."""
    new = {table[0]: (table[2], codes[table[2]]) for table in tables if table[2] in codes}
    tables = [(*t[:2], new[t[0]][1], *t[3:]) if t[0] in new else t for t in tables]
    return tables, [_reopened(row, *new[row[0]]) if row[0] in new and row[1] == 1 else row for row in rows]


def _reopened(row: tuple[Any, ...], old: str, new: str) -> tuple[Any, ...]:
    try:
        events = msgspec.json.decode(row[6], type=list[dict[str, Any]])
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return row  # it is damaged: the others are not, and this one is kept as it is
    told = [{**event, "code": new} if event.get("code") == old else event for event in events]
    return (*row[:6], msgspec.json.encode(told), *row[7:])


async def _put_postgres(to: Any, tables: list[tuple[Any, ...]], rows: list[tuple[Any, ...]]) -> int:
    columns = [list(column) for column in zip(*(_yes_or_no(table) for table in tables), strict=True)]
    keys = dict(await to.fetch(_PUT_TABLES, *columns))
    new = {table[0]: keys[table[1]] for table in tables}
    records = [(new[key], *rest) for key, *rest in rows]
    await to.copy_records_to_table("log", schema_name="igroteka", records=records, columns=_COLUMNS)
    return len(tables)


def _yes_or_no(table: tuple[Any, ...]) -> tuple[Any, ...]:
    """A table without its key, and with truth values where SQLite has 0 and 1."""
    _, id, code, game, listed, born, touched, finished, rows = table
    return id, code, game, bool(listed), born, touched, bool(finished), rows


# Files --------------------------------------------------------------------------------------------------


def _packed(
    db: apsw.Connection, with_rows: bool = True
) -> Iterator[tuple[list[tuple[Any, ...]], list[tuple[Any, ...]]]]:
    """The tables of a file in their order, some at a time, with all rows of their logs."""
    last: Any = 0
    while tables := db.execute(
        f"{_TABLES} tables WHERE key > ? ORDER BY key LIMIT ?", (last, _AT_ONCE)
    ).fetchall():
        first, last = tables[0][0], tables[-1][0]
        asked = f"{_ROWS} log WHERE key BETWEEN ? AND ? ORDER BY key, number"
        rows = db.execute(asked, (first, last)).fetchall() if with_rows else []
        packed = _archived(db, first, last) if with_rows else []
        yield tables, [*_unpacked(packed, db.filename), *rows]


def _archived(db: apsw.Connection, first: Any, last: Any) -> list[tuple[Any, ...]]:
    """What is packed in a file; one of an earlier version has nothing packed."""
    if int(db.pragma("user_version")) < WITH_ARCHIVE:
        return []
    asked = "SELECT key, packed FROM archive WHERE key BETWEEN ? AND ?"
    return db.execute(asked, (first, last)).fetchall()


def _unpacked(packed: Iterable[Any], source: str) -> Iterator[tuple[Any, ...]]:
    """On its way a log is not packed: it lies as its rows, wherever it came from."""
    for key, rows in packed:
        try:
            yield from ((key, *row) for row in unpack(rows))
        except Damaged as damaged:
            raise Refused("data-unusable", None, file=source, problem=str(damaged)) from damaged


def _put(to: apsw.Connection, tables: list[tuple[Any, ...]], rows: list[tuple[Any, ...]]) -> int:
    new = {table[0]: to.execute(_PUT_TABLE, table[1:]).fetchall()[0][0] for table in tables}
    to.executemany(_PUT_ROW, [(new[key], *rest) for key, *rest in rows])
    return len(tables)
