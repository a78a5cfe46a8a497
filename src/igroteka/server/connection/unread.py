"""Answers over HTTP that their clients do not read: all of them together take so much memory and no more."""

from typing import Final, Protocol

from igroteka.server.logs import Seldom

MOST: Final = 64 * 1024 * 1024
"""Bytes that wait for slow readers; a record of a long game has two million, a file of the page is sent in
pieces."""


class Reader(Protocol):
    """A connection that has more to read than its client takes."""

    def make_room(self) -> None:
        """Close it now."""


class Unread:
    """What waits for whom, in the order in which they began not to read.

    Who asks for records and reads none would fill the memory: where there is too much, the oldest makes room.
    """

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._waiting: dict[Reader, int] = {}
        self._bytes = 0
        self._log = Seldom("answers that nobody reads: the oldest make room")

    def waits(self, reader: Reader, size: int) -> None:
        """So many bytes wait for it; it is not sent away for itself alone."""
        self.reads(reader)
        self._waiting[reader] = size
        self._bytes += size
        while self._bytes > self._most and (oldest := next(iter(self._waiting))) is not reader:
            self.reads(oldest)
            oldest.make_room()
            self._log.warn(most=self._most)

    def reads(self, reader: Reader) -> None:
        """It has read, or is gone; to say so twice is no harm."""
        self._bytes -= self._waiting.pop(reader, 0)
