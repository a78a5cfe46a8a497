"""How long a commit waits for more rows: it costs as much CPU time as twenty rows, and they share it."""

import math
from typing import Final

LONGEST: Final = 0.016
"""Seconds; nobody at a table notices, and without need nobody waits."""
ENOUGH: Final = 8
"""So many rows share a commit well; more would only wait for each other."""
_MANY: Final = 375.0
"""Rows a second; where there are fewer, the commit begins at once. Those who ask one by one and wait for each
answer are never made slower than that."""
_FAST: Final = 1500.0
"""Rows a second; where there are more, who asks next waits for an answer, and a longer wait holds it up."""
_IN_VAIN: Final = 1.0
"""Seconds without waiting after nobody came twice: there is one who asks and waits, not many."""
_MEMORY: Final = 0.5
"""Seconds over which the pace of rows is averaged."""


class Gathering:
    """Counts what is committed, and remembers how fast it came; `calmly` so many are enough below _FAST."""

    def __init__(self, longest: float = LONGEST, enough: int = ENOUGH, calmly: int | None = None) -> None:
        self._longest = longest
        self._enough = enough
        self._calmly = calmly or enough
        self._recent = 0.0
        self._at = 0.0
        self._waited = False
        self._was_vain = False
        """Whether nobody came when it was last waited."""
        self._not_before = 0.0

    def wait(self, waiting: int, now: float) -> float:
        """Seconds to wait when so many rows are there, the first of them just now."""
        pace = self._recent / _MEMORY * math.exp((self._at - now) / _MEMORY)
        enough = self._enough if pace >= _FAST else self._calmly
        self._waited = waiting < enough and pace >= _MANY and now >= self._not_before
        return min(self._longest, (enough - waiting) / pace) if self._waited else 0.0

    def took(self, count: int, now: float) -> None:
        self._recent = self._recent * math.exp((self._at - now) / _MEMORY) + count
        self._at = now
        if self._waited:
            if self._was_vain and count == 1:
                self._not_before = now + _IN_VAIN
            self._was_vain = count == 1
