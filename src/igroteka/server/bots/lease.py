"""The lease of a table between servers: whoever holds it moves the bots of the table.

The lease only saves work. What makes a move happen once is the log: a bot's intent is written at the number
that follows the view it has seen, or not at all.
"""

import asyncio
import time
from typing import Final

from igroteka.server.bots.pacing import TableBots
from igroteka.server.cluster.neighbours import Neighbours
from igroteka.server.people.party import Party
from igroteka.server.table.room import Room

TRUSTED: Final = 3.0
"""Seconds for which a lease is believed in; Redis keeps it for longer."""
_AGAIN: Final = 1.0


class BotLease:
    """Asks for the lease of one table and lets its bots move while it is held here."""

    __slots__ = ("_asking", "_bots", "_known", "_neighbours", "_room", "_until", "_without")

    def __init__(self, room: Room, bots: TableBots, neighbours: Neighbours) -> None:
        self._room = room
        self._bots = bots
        self._neighbours = neighbours
        self._until = 0.0
        self._known: tuple[Party | None, tuple[bool, ...]] = None, ()
        self._without: Party | None = None
        """The table as it was when there were last no bots at it."""
        self._asking: asyncio.Task[None] | None = None

    def look(self) -> None:
        """Something has changed: if there are bots, and they are ours to move, let them see."""
        room = self._room
        if room.folded.party is self._without or not self._wanted():
            room.moves_bots = False
            return
        if not self._neighbours.has_leases:
            self._bots.look()
            return
        left = self._until - time.monotonic()
        if left > 0:
            self._bots.look()
        if left < TRUSTED / 2 and (self._asking is None or self._asking.done()):
            self._asking = asyncio.create_task(self._ask())

    async def close(self) -> None:
        if self._asking is not None:
            self._asking.cancel()
            await asyncio.gather(self._asking, return_exceptions=True)
        if self._room.moves_bots:
            self._neighbours.release(self._room.party.id)
        await self._bots.close()

    async def _ask(self) -> None:
        """Until the lease is ours, or no longer needed; nobody knows who holds it: everybody tries."""
        room, seen = self._room, 0
        while room.playing and not room.ledger.deleted:
            if room.ledger.lock.is_held and room.number == seen:
                await asyncio.sleep(_AGAIN)  # it gets nowhere: let another server try
                continue
            seen = room.number
            got = await self._neighbours.lease(room.party.id)
            if got is not False:
                self._until = time.monotonic() + (TRUSTED if got else _AGAIN)
                room.moves_bots = True
                self._bots.look()
                await asyncio.sleep(TRUSTED / 2 if got else _AGAIN)
                if not self._wanted():
                    return
                continue
            room.moves_bots = False
            if not room.connected.sessions:
                return
            await asyncio.sleep(_AGAIN)

    def _wanted(self) -> bool:
        """Whether bots are to move: not where they are all by themselves and nobody looks."""
        room, seats = self._room, self._seats()
        return True in seats and room.playing and (False in seats or room.connected.is_anybody_here)

    def _seats(self) -> tuple[bool, ...]:
        """Which seats bots play; looked up anew when something about the table has changed."""
        party = self._room.folded.party
        if self._known[0] is not party:
            self._known = party, tuple(chair.is_played_by_bot for chair in party.chairs)
            self._without = None if True in self._known[1] else party
        return self._known[1]
