"""What each seat of one table has heard of the answers, one after the other: the history of observations."""

from collections import deque

import numpy as np
import numpy.typing as npt

from igroteka.envs.table import Table
from igroteka.turbo import WAIT

History = npt.NDArray[np.int16]


class Heard:
    """The last `length` answers that each seat has heard of; that a seat has let it be, it alone knows."""

    def __init__(self, seats: int, length: int) -> None:
        self.length = length
        self._of: list[deque[tuple[int, int]]] = [deque(maxlen=length) for _ in range(seats)]

    def clear(self) -> None:
        """A new game: nobody has heard anything."""
        for one in self._of:
            one.clear()

    def tell(self, table: Table, actor: int, action: int) -> None:
        """The actor has just answered at this table."""
        for seat, one in enumerate(self._of):
            if action != WAIT or seat == actor:
                one.appendleft((actor, table.heard(seat)))

    def take(self, other: "Heard", seat: int) -> None:
        """What this seat has heard at another table."""
        self._of[seat] = other._of[seat].copy()

    def rows(self, seat: int, relative: bool = False) -> History:
        """Pairs of 1 + seat and 1 + action, the newest first, then zeros; `relative` counts from the seat."""
        rows, known = np.zeros((self.length, 2), np.int16), self._of[seat]
        if known:
            rows[: len(known)] = known
            if relative:
                rows[: len(known), 0] = (rows[: len(known), 0] - seat) % len(self._of)
            rows[: len(known)] += 1
        return rows
