"""Texts that go out one right after the other: what the kernel does for each is then still in the caches."""

import asyncio
from typing import Protocol


class Line(Protocol):
    """A connection that can be written to."""

    def write_now(self, text: bytes) -> None: ...


class Outbox:
    """What is written at the end of this step of the event loop, in the order in which it was put in."""

    def __init__(self) -> None:
        self._waiting: list[tuple[Line, bytes]] = []

    def add(self, line: Line, text: bytes) -> None:
        if not self._waiting:
            asyncio.get_running_loop().call_soon(self._write_all)
        self._waiting.append((line, text))

    def _write_all(self) -> None:
        waiting, self._waiting = self._waiting, []
        for line, text in waiting:
            try:
                line.write_now(text)
            except Exception as error:  # the others must be written to all the same
                asyncio.get_running_loop().call_exception_handler(
                    {"message": "fault in writing", "exception": error}
                )
