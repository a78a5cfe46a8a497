"""The soft timer of a table: once a turn everyone is told that a person has been thinking for a while."""

import asyncio
from typing import TypeAlias

from igroteka.core import Seat
from igroteka.server.connection.messages import Reminded
from igroteka.server.table.room import Room

_Turn: TypeAlias = tuple[int, Seat, int]
"""The game of the series, the seat on turn, the timer."""


class TurnTimer:
    """Waits for the end of a turn's time; nothing follows from a reminder but the reminder."""

    __slots__ = ("_room", "_turn", "_waiting")

    def __init__(self, room: Room) -> None:
        self._room = room
        self._turn: _Turn | None = None
        self._waiting: asyncio.TimerHandle | None = None

    def look(self) -> None:
        """Something has changed: a turn that goes on is left alone, a new one is timed from now."""
        folded = self._room.folded
        if self._turn is None and folded.party.timer is None:  # most tables have none
            return
        turn = folded.thinking()
        if turn != self._turn:
            self.close()
            self._turn = turn
            if turn is not None:
                self._wait(turn)

    def _wait(self, turn: _Turn) -> None:
        """By the time of the log, which is the same at every server: who moves to another hears it once."""
        left = self._room.folded.turn_since + turn[2] - self._room.now()
        if left > 0:
            self._waiting = asyncio.get_running_loop().call_later(left, self._remind, turn[1])

    def close(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None

    def _remind(self, seat: Seat) -> None:
        for session in self._room.connected.sessions:
            session.push(Reminded(seat))
