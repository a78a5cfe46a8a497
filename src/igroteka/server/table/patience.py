"""How often a person may ask for what all at a table hear of."""

import msgspec

from igroteka.core import Refused
from igroteka.server.connection.limits import Bucket
from igroteka.server.table.room import Room


class Patience(msgspec.Struct, frozen=True):
    """One bucket for a person, however many devices it has, at however many servers."""

    what: str
    per_second: float
    at_once: int

    async def need(self, room: Room, person: str) -> None:
        """Refused where it was asked for too often."""
        whose = f"{room.party.id}:{person}"
        if (
            not self._bucket(room, person).take(room.monotonic())
            or await room.neighbours.take(self.what, whose, self.at_once, self.per_second, 1) is False
        ):
            raise Refused("too-fast")

    def _bucket(self, room: Room, person: str) -> Bucket:
        key = self.what, person
        if key not in room.buckets:
            room.buckets[key] = Bucket(self.per_second, self.at_once, room.monotonic())
        return room.buckets[key]
