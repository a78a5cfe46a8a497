"""What every store offers: an index of tables and, for each table, a log without gaps."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final, Protocol, TypeAlias

import msgspec

MOST_REVIEWS: Final = 10_000
"""So many are kept in a store, the newest ones."""


class StoredRow(msgspec.Struct, frozen=True):
    """One row of a table's log: an accepted intent and the events that came of it."""

    number: int  # 1, 2, 3, ... within its table, no gaps
    time: float  # unix time, the caller's
    who: str | None  # person id, None for the house or a bot
    seat: int | None  # seat in play, None for what is done in the lobby
    intent: bytes  # JSON
    events: bytes  # JSON
    asked: str | None  # the client's id of the intent, for answering a resend


class TableInfo(msgspec.Struct, frozen=True):
    """A line in the index of tables; everything else about a table is in its log."""

    id: str
    code: str
    game: str
    listed: bool
    born: float
    touched: float
    finished: bool
    rows: int


class Conflict(Exception):  # noqa: N818 - somebody else was first; not a fault
    """The number is not the next one of its table, or the id or code is taken."""


class StoreFailed(Exception):  # noqa: N818 - named for what the caller must say
    """The store could not write or read; nothing of it was acknowledged, and asking again may help."""


class Away(StoreFailed):
    """The store itself is not to be reached; once it is, all of it can be read as before."""


class Damaged(StoreFailed):
    """What was kept of one table cannot be read any more; of the others it can."""


Heard: TypeAlias = Callable[[Exception | None], None]
"""Called with what came of an append: None once it is durable, or Conflict, or StoreFailed."""


class Store(Protocol):
    """A keeper of logs; the key (table, number) is the only lock between those who write."""

    is_shared: bool
    """Whether others may write to the same logs."""
    identity: str
    """Which store it is, for those who share it."""
    life: int = 0
    """Grows when the database is not the process that it was: restarted, or taken over by another."""

    async def open(self, info: TableInfo, first: StoredRow) -> None:
        """A new table with its row 1, both or neither; Conflict if its id or code is taken."""

    async def append(
        self,
        table: str,
        row: StoredRow,
        finished: bool | None = None,
        listed: bool | None = None,
        game: str | None = None,
    ) -> None:
        """Durable when it returns; Conflict if the number is not the next one of this table.

        `finished`, `listed` and `game` change the table's line in the index, in the same transaction.
        """

    def append_then(
        self,
        table: str,
        row: StoredRow,
        finished: bool | None,
        heard: Heard,
        following: StoredRow | None = None,
    ) -> None:
        """As `append`, for those who do not wait: `heard` is called in the event loop.

        `following` is the row after it, for those who know that one too: if it fails, the first may be there.
        """
        task = asyncio.ensure_future(self._append_both(table, row, finished, following))
        task.add_done_callback(lambda done: heard(_fault_of(done)))

    async def _append_both(
        self, table: str, row: StoredRow, finished: bool | None, following: StoredRow | None
    ) -> None:
        await self.append(table, row, finished)
        if following is not None:
            await self.append(table, following)

    async def read(self, table: str, after: int = 0, most: int | None = None) -> list[StoredRow]:
        """The rows after this number, in order; none of an unknown table.

        Where there are more than `most` it may be the first of them only, and never fewer than so many.
        """

    async def read_many(
        self, after: Mapping[str, int], most: int | None = None
    ) -> dict[str, list[StoredRow]]:
        """Of several tables the rows after these numbers, as `read`; tables without any are left out."""

    async def numbers(self, tables: Sequence[str]) -> dict[str, int]:
        """The number of the last row of each of these tables; those that are not there are left out."""

    async def info(self, table: str) -> TableInfo | None: ...

    async def by_code(self, code: str) -> TableInfo | None: ...

    async def tables(
        self, *, listed: bool | None = None, finished: bool | None = None, limit: int = 100
    ) -> list[TableInfo]:
        """The index, last touched first."""

    async def unfinished(self) -> list[str]:
        """Ids of the tables that are still in play, oldest first."""

    async def ping(self) -> None:
        """StoreFailed if the store cannot be read now; costs next to nothing."""

    async def prove(self) -> None:
        """StoreFailed if the store takes no change now; a change that leaves everything as it is."""

    async def keep_review(self, table: str, number: int, review: bytes) -> None:
        """Keep what was made of a round until the table goes; of very many the oldest are dropped.

        Nothing happens if there is no such table, or if one is kept already.
        """

    async def review(self, table: str, number: int) -> bytes | None:
        """What was kept of a round of a table."""

    async def delete(self, table: str) -> None:
        """A table and its log; nothing happens if there is none."""

    async def archive(self, before: float, most: int | None = None) -> int:
        """Pack the logs of finished tables last touched before this time, `most` at most; how many.

        Everything that reads or appends works as before. A short code of such a table is free for a new one.
        """

    async def prune(self, before: float) -> int:
        """Delete the tables last touched before this time, and say how many they were."""

    async def tend(self) -> None:
        """What the store needs now and then, once an hour or so, of whoever keeps it open."""

    async def backup(self, path: Path) -> None:
        """A consistent copy, taken while play goes on."""

    async def close(self) -> None:
        """Return when everything asked for is on disk."""


def _fault_of(done: asyncio.Future[None]) -> Exception | None:
    fault = StoreFailed("the append was given up") if done.cancelled() else done.exception()
    if fault is None or isinstance(fault, Exception):
        return fault
    raise fault
