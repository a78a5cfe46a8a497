"""Chance for bots in environments, which are copied and pickled in the middle of a game."""

from collections.abc import Iterator
from itertools import islice
from typing import Any

from igroteka.core import Seeded


class Lots(Seeded):
    """The stream of a seed; a copy reads on from where the stream was."""

    __slots__ = ("_read",)

    def __init__(self, seed: bytes | int, row: int = 0) -> None:
        super().__init__(seed, row)
        self._read = 0

    def _stream(self) -> Iterator[int]:
        for word in super()._stream():
            self._read += 1
            yield word

    def __getstate__(self) -> Any:
        return self._seed, self._row, self._read

    def __setstate__(self, kept: Any) -> None:
        seed, row, read = kept
        self.__init__(seed, row)  # type: ignore[misc]
        self._words = self._stream()
        next(islice(self._words, read, read), None)
