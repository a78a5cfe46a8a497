"""The rows of one table in the store: appended at the next number, read on, deleted."""

from igroteka.server.cluster.neighbours import Neighbours
from igroteka.server.metrics import Metrics
from igroteka.server.table.fold import Folded
from igroteka.server.table.looks import Looks
from igroteka.store import Heard, Store, StoredRow


class SetBack(Exception):  # noqa: N818 - something has happened to the database; no fault of ours
    """The log lacks rows that were acknowledged: an old copy, or a standby that lagged, is in its place."""


class Rows:
    """What is between a table in memory and its log on disk."""

    __slots__ = (
        "_folded", "_looks", "_metrics", "_neighbours", "_store", "_trusted", "is_shared", "is_unsure",
    )  # fmt: skip

    def __init__(
        self, store: Store, looks: Looks, folded: Folded, metrics: Metrics, neighbours: Neighbours
    ) -> None:
        self._store = store
        self._looks = looks
        self._folded = folded
        self._metrics = metrics
        self._neighbours = neighbours
        self._trusted = store.life
        self.is_shared = store.is_shared
        self.is_unsure = False
        """Whether the log may be ahead of memory: an append failed, or was not waited for."""

    async def append(
        self, row: StoredRow, finished: bool | None, listed: bool | None = None, game: str | None = None
    ) -> None:
        """On disk when it returns; when it fails or is cancelled, the disk is asked before the next row."""
        begun, self.is_unsure = self._metrics.clock(), True
        await self._store.append(self._id, row, finished, listed, game)
        self.appended(begun, row.number)

    def append_then(
        self, row: StoredRow, finished: bool | None, heard: Heard, following: StoredRow | None = None
    ) -> None:
        """As `append`, for those who do not wait; with the row after it, if that is known too.

        Who hears that it is on disk says so with `appended`.
        """
        self.is_unsure = True
        self._store.append_then(self._folded.party.id, row, finished, heard, following)

    def appended(self, begun: float, number: int) -> None:
        """Everything up to this number is on disk, what was asked for when it was `begun` too."""
        self.is_unsure = False
        self._metrics.committed(begun)
        if self.is_shared:
            self._neighbours.wake(self._id, number)

    async def missing(self) -> list[StoredRow] | None:
        """The rows that memory does not have yet; None if the table is gone; SetBack if memory is ahead.

        Where something may have happened to the database, the row that memory ends with is compared too:
        a database that was set back may have grown past this number again.
        """
        number = await self._looks.number(self._id)
        if number is None:
            return None
        rows: list[StoredRow] = []
        if number != self._folded.number or self.is_doubtful:
            rows = self.fitting(await self._store.read(self._id, self._folded.number - 1))
        self.is_unsure = False
        self._trusted = self._store.life
        return rows

    def fitting(self, rows: list[StoredRow]) -> list[StoredRow]:
        """Of rows that begin with the one that memory ends with, those after it; SetBack if it differs."""
        last = self._folded.last
        if not rows or last is None or _fingerprint(rows[0]) != _fingerprint(last):
            raise SetBack
        return rows[1:]

    @property
    def is_doubtful(self) -> bool:
        """Whether the database is another one, or was started anew, since this log was last looked at."""
        return self.is_shared and self._trusted != self._store.life

    async def delete(self) -> None:
        self.is_unsure = True
        await self._store.delete(self._id)
        self._neighbours.wake(self._id, 0)

    @property
    def _id(self) -> str:
        return self._folded.party.id


def _fingerprint(row: StoredRow) -> tuple[object, ...]:
    return row.number, row.time, row.who, row.seat, row.events, row.asked
