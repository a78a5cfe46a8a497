"""The rows of one table in the store: appended at the next number, read on, deleted."""

from igroteka.server.cluster.neighbours import Neighbours
from igroteka.server.metrics import Metrics
from igroteka.server.table.fold import Folded
from igroteka.store import Store, StoredRow


class Rows:
    """What is between a table in memory and its log on disk."""

    def __init__(self, store: Store, folded: Folded, metrics: Metrics, neighbours: Neighbours) -> None:
        self._store = store
        self._folded = folded
        self._metrics = metrics
        self._neighbours = neighbours
        self.is_unsure = False
        """Whether the log may be ahead of memory: an append failed, or was not waited for."""

    @property
    def is_shared(self) -> bool:
        return self._store.is_shared

    async def append(
        self, row: StoredRow, finished: bool | None, listed: bool | None = None, game: str | None = None
    ) -> None:
        """On disk when it returns; when it fails or is cancelled, the disk is asked before the next row."""
        begun, self.is_unsure = self._metrics.clock(), True
        await self._store.append(self._id, row, finished, listed, game)
        self.is_unsure = False
        self._metrics.committed(begun)
        self._neighbours.wake(self._id, row.number)

    async def missing(self) -> list[StoredRow] | None:
        """The rows that memory does not have yet; None if the table is gone."""
        number = (await self._store.numbers([self._id])).get(self._id)
        if number is None:
            return None
        rows = await self._store.read(self._id, self._folded.number) if number > self._folded.number else []
        self.is_unsure = False
        return rows

    async def delete(self) -> None:
        self.is_unsure = True
        await self._store.delete(self._id)
        self._neighbours.wake(self._id, 0)

    @property
    def _id(self) -> str:
        return self._folded.party.id
