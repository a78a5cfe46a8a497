"""Who is connected to a table: sessions at this server, presence at the others, and who has been away."""

from collections.abc import Iterable
from typing import Any, Final, Protocol

from igroteka.server.cluster.neighbours import Neighbours, Presence
from igroteka.server.connection.messages import Notice
from igroteka.server.entropy import Entropy
from igroteka.server.people.events import Gone, HintTaken, HostCame, Moved, PartyEvent
from igroteka.server.table.fold import Folded

SCREEN: Final = "screen"
"""What a big screen is called among those who are present; no person has such an id."""


class AnySession(Protocol):
    """What a table knows of a session: it is told that there is news, and looks for itself."""

    who: str | None
    is_screen: bool
    id: str
    born: float

    def poke(self, *, table: bool, game: bool) -> None: ...
    def push(self, message: Any) -> None: ...
    def flush(self) -> bool: ...
    def dismiss(self, reason: str) -> None: ...


class Connected:
    """The connections to one table."""

    __slots__ = (
        "_entropy", "_folded", "_last_seen", "_loaded", "_neighbours", "elsewhere", "is_holding", "sessions",
    )  # fmt: skip

    def __init__(self, folded: Folded, entropy: Entropy, neighbours: Neighbours) -> None:
        self._folded = folded
        self._entropy = entropy
        self._neighbours = neighbours
        self.sessions: set[AnySession] = set()
        self.elsewhere: dict[str, Presence] | None = {}
        """Connections of people to this table at other servers; None while that cannot be known."""
        self.is_holding = False
        """Whether sessions keep what they have to tell until `let_go`."""
        self._loaded = entropy.monotonic()
        self._last_seen: dict[str, float] = {}

    def came(self, session: AnySession) -> bool:
        """Whether a person, or the first big screen, has come who was not here before."""
        who = _named(session)
        is_new = who is not None and who not in self.present()
        self.sessions.add(session)
        if who is not None:
            self._neighbours.came(self._id, session.id, Presence(who, session.born))
        return is_new

    def went(self, session: AnySession) -> bool:
        """Whether with this session a person, or the last big screen, is gone."""
        self.sessions.discard(session)
        if (who := _named(session)) is None:
            return False
        self._neighbours.went(self._id, session.id)
        if who in self.present():
            return False
        self._last_seen[who] = self._entropy.monotonic()
        return True

    def heard_from_elsewhere(self, there: dict[str, Presence] | None) -> bool:
        """Whether this changes who is here; while it cannot be known, it stays as it was."""
        if there is None:
            self.elsewhere = self.elsewhere or None
            return False
        before, self.elsewhere = self.present(), there
        now = self.present()
        self._last_seen |= dict.fromkeys(before - now, self._entropy.monotonic())
        return before != now

    def let_go(self) -> None:
        """An answer and its news are complete: write both now, while what they are made of is at hand.

        Nobody else will hear the same: the texts are let go of too, and their memory is warm for the next.
        """
        self.is_holding = False
        for session in tuple(self.sessions):
            session.flush()
        self._folded.told.clear()

    def present(self) -> frozenset[str]:
        here = {who for session in self.sessions if (who := _named(session)) is not None}
        return frozenset(here.union(there.person for there in (self.elsewhere or {}).values()))

    @property
    def is_anybody_here(self) -> bool:
        """Whether somebody is connected, a visitor too, or it cannot be known."""
        return bool(self.sessions) or self.elsewhere is None or bool(self.elsewhere)

    def maybe_present(self) -> frozenset[str]:
        """Those of whom one cannot say that they are not here."""
        if self.elsewhere is None:
            return frozenset(person.id for person in self._folded.party.people)
        return self.present()

    def seconds_away(self, person: str | None) -> float:
        """For how long this person has certainly not been here; no step of the clock makes it longer."""
        if person in self.maybe_present():
            return 0.0
        return self._entropy.monotonic() - self._last_seen.get(person or "", self._loaded)

    def dismiss(self, person: str, reason: str) -> None:
        """Close the connections of this person at this server."""
        for session in tuple(self.sessions):
            if session.who == person:
                session.dismiss(reason)

    def dismiss_all(self, reason: str) -> None:
        for session in tuple(self.sessions):
            session.dismiss(reason)

    def see_off(self, events: Iterable[PartyEvent]) -> None:
        """Those who have left, were removed, or are at another device now, hear nothing more here."""
        for event in events:
            if isinstance(event, Gone):
                self.dismiss(event.person, "gone")
            elif isinstance(event, Moved):
                self.dismiss(event.person, "moved-away")
                self.notify("seat_moved", event.person)
            elif isinstance(event, HintTaken):
                self.notify("hint_taken", event.person)
            elif isinstance(event, HostCame) and event.claimed and event.person:
                self.notify("host_claimed", event.person)

    def notify(self, notice: str, person: str) -> None:
        """Of this person, or of the table itself ("")."""
        for session in self.sessions:
            session.push(Notice(notice, person))

    @property
    def _id(self) -> str:
        return self._folded.party.id


def _named(session: AnySession) -> str | None:
    """Who is present by this session; a visitor is nobody."""
    return SCREEN if session.is_screen else session.who
