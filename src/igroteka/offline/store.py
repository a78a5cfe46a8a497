"""A store in memory; the browser is given every change to keep, and gives it back at the next start."""

from collections.abc import Awaitable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

import msgspec

from igroteka.store import Conflict, Store, StoredRow, StoreFailed, TableInfo


class Keeper(Protocol):
    """What keeps rows when the page is closed: IndexedDB in a browser."""

    def keep(self, table: str, number: int, text: str) -> Awaitable[Any]:
        """Durable when it is done; an error where there is no room left."""

    def forget(self, table: str) -> Awaitable[Any]:
        """A table with all its rows."""


class Kept(msgspec.Struct, frozen=True):
    """A row as the browser keeps it, with the table's line in the index at that moment."""

    info: TableInfo
    row: StoredRow


class BrowserStore(Store):
    """The logs of all tables of this browser."""

    is_shared = False
    identity = "browser"

    def __init__(self, keeper: Keeper) -> None:
        self._keeper = keeper
        self._tables: dict[str, tuple[TableInfo, list[StoredRow]]] = {}

    def restore(self, texts: Iterable[str]) -> None:
        """What the browser has kept, in any order; a table with a gap or a spoilt row ends before it.

        So it does before a row that is older than the one it follows: that one lay behind a spoilt row, and
        the game has gone on without it.
        """
        found: dict[str, dict[int, Kept]] = {}
        for text in texts:
            try:
                kept = msgspec.json.decode(text, type=Kept)
            except (msgspec.MsgspecError, UnicodeError):
                continue
            found.setdefault(kept.info.id, {})[kept.row.number] = kept
        for table, rows in found.items():
            whole: list[Kept] = []
            while (one := rows.get(len(whole) + 1)) and (not whole or one.row.time >= whole[-1].row.time):
                whole.append(one)
            if whole:
                self._tables[table] = (whole[-1].info, [kept.row for kept in whole])

    async def open(self, info: TableInfo, first: StoredRow) -> None:
        if info.id in self._tables or await self.by_code(info.code):
            raise Conflict
        await self._keep(info, first)
        self._tables[info.id] = (info, [first])

    async def append(
        self,
        table: str,
        row: StoredRow,
        finished: bool | None = None,
        listed: bool | None = None,
        game: str | None = None,
    ) -> None:
        info, rows = self._tables.get(table) or self._unknown()
        if row.number != len(rows) + 1:
            raise Conflict
        info = msgspec.structs.replace(
            info,
            touched=row.time,
            rows=row.number,
            finished=info.finished if finished is None else finished,
            listed=info.listed if listed is None else listed,
            game=info.game if game is None else game,
        )
        await self._keep(info, row)
        rows.append(row)
        self._tables[table] = (info, rows)

    async def read(self, table: str, after: int = 0, most: int | None = None) -> list[StoredRow]:
        return self._tables[table][1][after:] if table in self._tables else []

    async def read_many(
        self, after: Mapping[str, int], most: int | None = None
    ) -> dict[str, list[StoredRow]]:
        found = {table: await self.read(table, number) for table, number in after.items()}
        return {table: rows for table, rows in found.items() if rows}

    async def numbers(self, tables: Sequence[str]) -> dict[str, int]:
        return {table: len(self._tables[table][1]) for table in tables if table in self._tables}

    async def info(self, table: str) -> TableInfo | None:
        return self._tables[table][0] if table in self._tables else None

    async def by_code(self, code: str) -> TableInfo | None:
        return next((info for info, _ in self._tables.values() if info.code == code), None)

    async def tables(
        self, *, listed: bool | None = None, finished: bool | None = None, limit: int = 100
    ) -> list[TableInfo]:
        infos = [
            info
            for info, _ in self._tables.values()
            if listed in (None, info.listed) and finished in (None, info.finished)
        ]
        return sorted(infos, key=lambda info: info.touched, reverse=True)[:limit]

    async def unfinished(self) -> list[str]:
        return [info.id for info in reversed(await self.tables(finished=False, limit=len(self._tables)))]

    async def ping(self) -> None:
        """It is always there."""

    async def prove(self) -> None:
        """Memory takes everything."""

    async def keep_review(self, table: str, number: int, review: bytes) -> None:
        """Nothing is reviewed in a browser."""

    async def review(self, table: str, number: int) -> bytes | None:
        return None

    async def delete(self, table: str) -> None:
        if self._tables.pop(table, None):
            await self._keeper.forget(table)

    async def archive(self, before: float, most: int | None = None) -> int:
        """A browser keeps few games, each in one piece already."""
        return 0

    async def prune(self, before: float) -> int:
        old = [info.id for info, _ in self._tables.values() if info.touched < before]
        for table in old:
            await self.delete(table)
        return len(old)

    async def tend(self) -> None:
        """A browser's store needs nothing."""

    async def backup(self, path: Path) -> None:
        raise StoreFailed("a browser's tables are copied one by one, as records")

    async def close(self) -> None:
        """Everything is kept already."""

    async def _keep(self, info: TableInfo, row: StoredRow) -> None:
        try:
            await self._keeper.keep(info.id, row.number, msgspec.json.encode(Kept(info, row)).decode())
        except Exception as error:  # the browser's own: no room, or a private window
            raise StoreFailed(str(error)) from None

    def _unknown(self) -> tuple[TableInfo, list[StoredRow]]:
        raise Conflict
