"""What a server hears of the others, and what it does about it for the tables that it has in memory."""

from collections.abc import Collection, Mapping

from igroteka.server.cluster.balance import Balance
from igroteka.server.cluster.catch_up import CatchUp
from igroteka.server.cluster.neighbours import Neighbours
from igroteka.server.cluster.presence import PresenceWatch
from igroteka.server.connection.messages import Said
from igroteka.server.table.room import Room
from igroteka.store import Store


class ClusterListener:
    """Passes hints of other servers on to the tables in memory."""

    def __init__(
        self,
        store: Store,
        neighbours: Neighbours,
        rooms: Mapping[str, Room],
        loading: Collection[str],
        sockets_per_seat: int,
    ) -> None:
        self._neighbours = neighbours
        self._rooms = rooms
        self._loading = loading
        self._missed: set[str] = set()
        """Tables whose log has gone on while they were being loaded."""
        self.catch_up = CatchUp(store, neighbours, rooms.values)
        self._presence = PresenceWatch(neighbours, rooms.values, sockets_per_seat)
        self._balance = Balance(rooms.values)

    async def start(self) -> None:
        """Begin to hear from other servers, if there are any."""
        await self._neighbours.start(self)
        self.catch_up.start()
        self._presence.start()

    async def close(self) -> None:
        await self.catch_up.close()
        await self._presence.close()
        await self._neighbours.close()

    def begin(self, table: str) -> None:
        """A table is about to be loaded."""
        self._missed.discard(table)

    def has_missed(self, table: str) -> bool:
        """Whether its log has gone on since."""
        return table in self._missed

    def woken(self, table: str, number: int) -> None:
        room = self._rooms.get(table)
        if room is None:
            if table in self._loading:
                self._missed.add(table)
        elif number == 0 or number > room.number:
            if room.is_watched:
                self.catch_up.note(room)
            else:
                room.ledger.is_stale = True

    def moved_about(self, table: str) -> None:
        room = self._rooms.get(table)
        if room is not None and room.connected.sessions:
            self._presence.note(room)

    def overheard(self, table: str, said: Said) -> None:
        room = self._rooms.get(table)
        for session in room.connected.sessions if room is not None else ():
            session.push(said)

    def notified(self, table: str, notice: str) -> None:
        if table in self._rooms:
            self._rooms[table].connected.notify(notice, "")

    def lost_touch(self) -> None:
        self.catch_up.look_soon()
        self._presence.note_all()

    def servers_gone(self, names: frozenset[str]) -> None:
        self._presence.note_gone(names)

    def loads(self, own: int, others: list[int]) -> None:
        self._balance.look(own, others)
