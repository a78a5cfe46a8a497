"""What the writer does inside a transaction; each change says Conflict if the log has gone on."""

from collections.abc import Sequence
from typing import Any, Final, Protocol

import apsw
import msgspec

from igroteka.store.packing import joined, pack
from igroteka.store.store import Conflict, StoredRow, TableInfo

OPEN: Final = """
INSERT INTO tables (id, code, game, listed, born, touched, finished, rows) VALUES (?, ?, ?, ?, ?, ?, ?, 1)
"""
COUNT: Final = "UPDATE tables SET rows = ?1, touched = ?2 WHERE id = ?3 AND rows = ?1 - 1"
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
        return (self.finished, self.listed, self.game) != (None, None, None)

    def make(self, db: apsw.Connection) -> None:
        append_all(db, (self,))


def append_all(db: apsw.Connection, appends: Sequence[Append]) -> None:
    """Many rows with two calls; a table counts its rows, and one that miscounts spoils all of them."""
    rows = [(a.table, row) for a in appends for row in (a.row, a.following) if row is not None]
    before = db.total_changes()
    db.executemany(COUNT, [(row.number, row.time, table) for table, row in rows])
    if db.total_changes() - before != len(rows):
        raise Conflict("not the next number of this table")
    db.executemany(WRITE, [written(table, row) for table, row in rows])
    if marks := [a for a in appends if a.is_marked]:
        db.executemany(MARK, [(a.finished, a.listed, a.game, a.table) for a in marks])


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
            rows = joined(packed, db.execute(LOG, (key,)).fetchall())
            db.execute(KEEP, (key, rows[-1][0], pack(rows)))
            db.execute(CLEAR, (key,))
        return len(keys)


class Delete(msgspec.Struct, frozen=True):
    """A table and its log."""

    table: str

    def make(self, db: apsw.Connection) -> int:
        db.execute(DELETE, (self.table,))
        return db.changes()


class Prune(msgspec.Struct, frozen=True):
    """Some of the tables last touched before a time; few at once, so that others need not wait long."""

    before: float
    most: int = 20

    def make(self, db: apsw.Connection) -> int:
        db.execute(PRUNE, (self.before, self.most))
        return db.changes()
