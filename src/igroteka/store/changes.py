"""What the writer does inside a transaction; each change says Conflict if the log has gone on."""

from collections.abc import Sequence
from typing import Any, Final, Protocol

import apsw
import msgspec

from igroteka.store.packing import packed_anew
from igroteka.store.store import Conflict, StoredRow, TableInfo

OPEN: Final = """
INSERT INTO tables (id, code, game, listed, born, touched, finished, rows) VALUES (?, ?, ?, ?, ?, ?, ?, 1)
"""
SIZES: Final = (1, 4, 16, 64)
"""So many rows are written by one statement; where there are fewer the others are empty, and of no table."""

_FEW_PAGES: Final = 50
"""Of what has changed and is not in the file yet; SQLite would let it be a thousand."""


def _lines(count: int, columns: int) -> str:
    return ", ".join([f"({', '.join('?' * columns)})"] * count)


COUNT_SOME: Final = {
    size: f"UPDATE tables SET rows = column2, touched = column3 FROM (VALUES {_lines(size, 3)})"
    " WHERE id = column1 AND rows = column2 - 1"
    for size in SIZES
}
WRITE_SOME: Final = {
    size: "INSERT INTO log (key, number, time, who, seat, intent, events, asked)"
    " SELECT key, column2, column3, column4, column5, column6, column7, column8"
    f" FROM (VALUES {_lines(size, 8)}) CROSS JOIN tables ON id = column1"
    for size in SIZES
}
WRITE: Final = """
INSERT INTO log (key, number, time, who, seat, intent, events, asked)
VALUES ((SELECT key FROM tables WHERE id = ?), ?, ?, ?, ?, ?, ?, ?)
"""
MARK: Final = """
UPDATE tables SET finished = coalesce(?, finished), listed = coalesce(?, listed), game = coalesce(?, game)
WHERE id = ?
"""
KEEP_REVIEW: Final = """
INSERT INTO reviews (key, round, review) SELECT key, ?, ? FROM tables WHERE id = ? ON CONFLICT DO NOTHING
"""
DROP_REVIEWS: Final = "DELETE FROM reviews WHERE id <= (SELECT max(id) FROM reviews) - ?"
FREE: Final = """
UPDATE tables SET code = '~' || id WHERE code = ? AND key IN (SELECT key FROM archive)
"""
OVER: Final = """
SELECT key FROM tables t WHERE finished = 1 AND touched < ?
    AND rows > coalesce((SELECT upto FROM archive a WHERE a.key = t.key), 0)
    AND EXISTS (SELECT 1 FROM log l WHERE l.key = t.key) LIMIT ?
"""
LOG: Final = "SELECT number, time, who, seat, intent, events, asked FROM log WHERE key = ? ORDER BY number"
PACKED: Final = "SELECT packed FROM archive WHERE key = ?"
KEEP: Final = "INSERT OR REPLACE INTO archive (key, upto, packed) VALUES (?, ?, ?)"
CLEAR: Final = "DELETE FROM log WHERE key = ?"
DELETE: Final = "DELETE FROM tables WHERE id = ?"
PRUNE: Final = "DELETE FROM tables WHERE key IN (SELECT key FROM tables WHERE touched < ? LIMIT ?)"


class Change(Protocol):
    """Something to do inside a transaction."""

    def make(self, db: apsw.Connection) -> int | None: ...


class Append(msgspec.Struct, frozen=True, gc=False):
    """A row at the end of a table's log, or two of them, both or neither."""

    table: str
    row: StoredRow
    finished: bool | None = None
    listed: bool | None = None
    game: str | None = None
    following: StoredRow | None = None

    @property
    def is_marked(self) -> bool:
        """Whether the index of tables changes with it."""
        return self.finished is not None or self.listed is not None or self.game is not None

    def make(self, db: apsw.Connection) -> None:
        append_all(db, (self,))


def append_all(db: apsw.Connection, appends: Sequence[Append]) -> None:
    """Many rows with few calls: in each of them the interpreter is left to others, and has to be won back."""
    _append_some(db, [(a.table, a.row) for a in appends])
    if following := [(a.table, a.following) for a in appends if a.following is not None]:
        _append_some(db, following)
    if marks := [a for a in appends if a.is_marked]:
        db.executemany(MARK, [(a.finished, a.listed, a.game, a.table) for a in marks])


def _append_some(db: apsw.Connection, rows: Sequence[tuple[str, StoredRow]]) -> None:
    """A row of each of these tables; a table counts its rows, and one that miscounts spoils all of them."""
    for first in range(0, len(rows), SIZES[-1]):
        some = rows[first : first + SIZES[-1]]
        size = next(size for size in SIZES if size >= len(some))
        empty, before = size - len(some), db.total_changes()
        counts = [value for table, row in some for value in (table, row.number, row.time)]
        db.execute(COUNT_SOME[size], counts + [None] * (3 * empty))
        if db.total_changes() - before != len(some):
            raise Conflict("not the next number of this table")
        values = [value for table, row in some for value in written(table, row)]
        db.execute(WRITE_SOME[size], values + [None] * (8 * empty))


def written(table: str, row: StoredRow) -> tuple[str | int | float | bytes | None, ...]:
    return table, row.number, row.time, row.who, row.seat, row.intent, row.events, row.asked


class Open(msgspec.Struct, frozen=True):
    """A new table with its first row."""

    info: TableInfo
    first: StoredRow

    def make(self, db: apsw.Connection) -> int:
        if self.first.number != 1:
            raise Conflict("a log begins with row 1")
        info = self.info
        told = (info.id, info.code, info.game, info.listed, info.born, info.touched, info.finished)
        db.execute(FREE, (info.code,))
        db.execute(OPEN, told)
        db.execute(WRITE, written(info.id, self.first))
        return 1


class KeepReview(msgspec.Struct, frozen=True):
    """What was made of a round of a table; the oldest ones go when there are too many."""

    table: str
    number: int
    review: bytes
    most: int

    def make(self, db: apsw.Connection) -> int:
        db.execute(KEEP_REVIEW, (self.number, self.review, self.table))
        kept = db.changes()
        db.execute(DROP_REVIEWS, (self.most,))
        return kept


class Archive(msgspec.Struct, frozen=True):
    """Pack some of the finished tables last touched before a time; few at once, as with Prune."""

    before: float
    most: int

    def make(self, db: apsw.Connection) -> int:
        keys = [key for (key,) in db.execute(OVER, (self.before, self.most)).fetchall()]
        for key in keys:
            packed: Any = next((one for (one,) in db.execute(PACKED, (key,)).fetchall()), None)
            db.execute(KEEP, (key, *packed_anew(packed, db.execute(LOG, (key,)).fetchall())))
            db.execute(CLEAR, (key,))
        return len(keys)


class Prove(msgspec.Struct, frozen=True):
    """What is written already, once more: whether the disk takes anything."""

    def make(self, db: apsw.Connection) -> int:
        db.pragma("user_version", int(db.pragma("user_version")))
        return 0


class Delete(msgspec.Struct, frozen=True):
    """A table and its log."""

    table: str

    def make(self, db: apsw.Connection) -> int:
        db.execute(DELETE, (self.table,))
        return db.changes()


class Prune(msgspec.Struct, frozen=True):
    """Some of the tables last touched before a time; few at once, so that others need not wait long.

    What has changed goes into the file soon: somebody prunes because the disk is full.
    """

    before: float
    most: int = 20

    def make(self, db: apsw.Connection) -> int:
        db.wal_autocheckpoint(_FEW_PAGES)
        db.execute(PRUNE, (self.before, self.most))
        return db.changes()
