"""Everyone who looks on at a table, here and at other servers."""

from collections.abc import Callable
from typing import Any, Protocol

from igroteka.server.cluster.neighbours import Neighbours, Presence
from igroteka.server.connection.limits import Bucket
from igroteka.server.entropy import Entropy
from igroteka.server.people.party import Gone, Moved, PartyEvent
from igroteka.server.table.fold import Folded


class Onlooker(Protocol):
    """A connection to the table: told that there is something new, it looks for itself."""

    who: str | None
    id: str
    born: float

    def poke(self, *, table: bool, game: bool) -> None: ...
    def push(self, message: Any) -> None: ...
    def dismiss(self, reason: str) -> None: ...


class Gathering(Folded):
    """A table and its onlookers; mutable because they come and go."""

    def __init__(self, entropy: Entropy, neighbours: Neighbours) -> None:
        super().__init__(entropy.now())
        self.neighbours = neighbours
        self._entropy = entropy
        self.sockets: set[Onlooker] = set()
        self.elsewhere: dict[str, Presence] | None = {}
        """Connections of people to this table at other servers; None while that cannot be known."""
        self.is_stale = False
        """Whether the log has gone on while nobody here was looking."""
        self.catch_up_soon: Callable[[], None] = lambda: None
        self.is_minded = False
        """Whether its bots are moved here."""
        self.changed: Callable[[], None] = lambda: None
        """Called after every change: bots look whether it is for them to move."""
        self.talking: dict[str, Bucket] = {}
        """How much each person may still say for now."""
        self._held = False
        """Whether something about the table is still to be told, once the game is dealt."""
        self._loaded = entropy.now()
        self._last_seen: dict[str, float] = {}

    def tell(self, *, table: bool, game: bool) -> None:
        """Everyone who looks on is told, each as far as it may know."""
        table, self._held = table or self._held, False
        for socket in self.sockets:
            socket.poke(table=table, game=game)
        self.changed()

    def now(self) -> float:
        return self._entropy.now()

    def came(self, socket: Onlooker) -> None:
        """Someone looks on; the others hear of it if a person has come."""
        news = socket.who is not None and socket.who not in self.present()
        self.sockets.add(socket)
        if socket.who is not None:
            self.neighbours.came(self.party.id, socket.id, Presence(socket.who, socket.born))
        if news:
            self.tell(table=True, game=False)
        if self.is_stale:
            self.is_stale = False
            self.catch_up_soon()

    def went(self, socket: Onlooker) -> None:
        self.sockets.discard(socket)
        if socket.who is None:
            return
        self.neighbours.went(self.party.id, socket.id)
        if socket.who not in self.present():
            self._last_seen[socket.who] = self.now()
            self.tell(table=True, game=False)

    def heard_from_elsewhere(self, there: dict[str, Presence] | None) -> None:
        """Who is at this table at other servers; while that cannot be known, it stays as it was."""
        if there is None:
            self.elsewhere = self.elsewhere or None
            return
        before, self.elsewhere = self.present(), there
        now = self.present()
        self._last_seen |= dict.fromkeys(before - now, self.now())
        if before != now:
            self.tell(table=True, game=False)

    @property
    def is_watched(self) -> bool:
        """Whether it has to be up to date; else it is enough when someone asks."""
        return bool(self.sockets) or self.is_minded

    def present(self) -> frozenset[str]:
        here = {socket.who for socket in self.sockets if socket.who is not None}
        return frozenset(here.union(there.person for there in (self.elsewhere or {}).values()))

    def maybe_present(self) -> frozenset[str]:
        """Those of whom one cannot say that they are not here."""
        if self.elsewhere is None:
            return frozenset(person.id for person in self.party.people)
        return self.present()

    def seconds_away(self, person: str | None) -> float:
        """For how long this person has certainly not been here."""
        if person in self.maybe_present():
            return 0.0
        return self.now() - self._last_seen.get(person or "", self._loaded)

    def _evolve(self, event: PartyEvent) -> None:
        super()._evolve(event)
        if isinstance(event, Gone | Moved):
            self._see_off(event)

    def _see_off(self, event: Gone | Moved) -> None:
        """Those who have left, were removed, or are at another device now, hear nothing more here."""
        for socket in tuple(self.sockets):
            if socket.who == event.person:
                if isinstance(event, Gone):
                    socket.dismiss("gone")
                else:
                    socket.dismiss("moved-away")
