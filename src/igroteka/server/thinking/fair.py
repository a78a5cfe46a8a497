"""A queue that is fair to tables: whoever asks much waits behind whoever asks little."""

from bisect import insort
from typing import Generic, TypeVar

T = TypeVar("T")


class FairQueue(Generic[T]):
    """Start-time fair queuing: what a table asks for begins, on a clock of the queue, when all that it asked
    for before would have been done if it had a processor to itself.

    Where the queue is full the one that would be last has to go, hence one of the table that asked most.
    """

    def __init__(self) -> None:
        self._queue: list[tuple[float, int, T]] = []
        self._done: dict[str, float] = {}
        """When what each table has asked for would be done."""
        self._now = 0.0
        self._count = 0

    def __len__(self) -> int:
        return len(self._queue)

    def put(self, table: str, cost: float, item: T, most: int) -> T | None:
        """Who has to go, this one perhaps; None if there is room."""
        if not self._queue:  # nobody waits, so nobody is owed anything
            self._now = 0.0
            self._done.clear()
        begin = max(self._now, self._done.get(table, 0.0))
        self._done[table] = begin + cost
        self._count += 1
        insort(self._queue, (begin, self._count, item), key=lambda one: one[:2])
        return self._queue.pop()[2] if len(self._queue) > most else None

    def take(self) -> T:
        begin, _, item = self._queue.pop(0)
        self._now = begin
        return item

    def before(self, item: T) -> int:
        """How many come before this one; none where it does not wait."""
        return next((at for at, one in enumerate(self._queue) if one[2] == item), 0)

    def drop(self, item: T) -> None:
        """Whoever has given up waiting."""
        self._queue = [one for one in self._queue if one[2] is not item]
