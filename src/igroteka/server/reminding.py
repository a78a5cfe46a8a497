"""The soft timer of a table: once a turn everyone is told that a person has been thinking for a while."""

import asyncio
from typing import TypeAlias

from igroteka.core import Seat
from igroteka.server.messages import Reminded
from igroteka.server.room import Room

_Turn: TypeAlias = tuple[int, Seat, int]
"""The game of the series, the seat on turn, the timer."""


class Reminding:
    """Mutable because it waits; nothing ever follows from a reminder but the reminder."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._turn: _Turn | None = None
        self._waiting: asyncio.TimerHandle | None = None

    def look(self) -> None:
        """Something has changed: a turn that goes on is left alone, a new one is timed from now."""
        turn = self._thinking()
        if turn != self._turn:
            self.close()
            self._turn = turn
            if turn is not None:
                self._waiting = asyncio.get_running_loop().call_later(turn[2], self._remind, turn[1])

    def close(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None

    def _thinking(self) -> _Turn | None:
        """The turn of a person at a table with a timer, while the game runs."""
        room = self._room
        timer = room.party.timer
        if timer is None or not room.playing or room.party.paused or room.deleted or room.match is None:
            return None
        seat = room.match.game.turn(room.match.state)
        if seat is None or room.party.chairs[seat].is_played_by_bot:
            return None
        return len(room.party.rounds), seat, timer

    def _remind(self, seat: Seat) -> None:
        for onlooker in self._room.sockets:
            onlooker.push(Reminded(seat))
