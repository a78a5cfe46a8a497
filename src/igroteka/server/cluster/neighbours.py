"""Other servers on the same database: what they tell each other is a hint, and may be lost or late."""

from typing import Final, Protocol

import msgspec

from igroteka.server.connection.messages import Said


class Presence(msgspec.Struct, frozen=True):
    """A connection of a person to a table, wherever it is."""

    person: str
    born: float


class Listener(Protocol):
    """Whoever wants to hear from the neighbours."""

    def woken(self, table: str, number: int) -> None:
        """The log of this table has reached this number; 0: see whether it is still there."""

    def moved_about(self, table: str) -> None:
        """Someone has come to this table, or gone."""

    def overheard(self, table: str, said: Said) -> None:
        """Something was said at this table."""

    def notified(self, table: str, notice: str) -> None:
        """Everyone at this table should know this."""

    def lost_touch(self) -> None:
        """Anything may have been missed until now."""

    def servers_gone(self, names: frozenset[str]) -> None:
        """These servers are not there any more; their connections begin with their names and a dot."""

    def loads(self, own: int, others: list[int]) -> None:
        """How many sockets this server has, and how many each of the others, once a second."""


class Neighbours(Protocol):
    """The way to the other servers; nothing here waits for them but what is awaited."""

    @property
    def is_well(self) -> bool:
        """Whether hints get through at the moment."""
        ...

    has_leases: bool
    """Whether it can be said which server moves the bots of a table."""

    async def start(self, listener: Listener) -> None: ...
    async def close(self) -> None: ...

    def wake(self, table: str, number: int) -> None: ...
    def say(self, table: str, said: Said) -> None: ...
    def notify(self, table: str, notice: str) -> None: ...

    def came(self, table: str, connection: str, presence: Presence) -> None: ...
    def went(self, table: str, connection: str) -> None: ...

    async def elsewhere(self, table: str) -> dict[str, Presence] | None:
        """The connections of people to this table at other servers; None if that cannot be known now."""
        ...

    async def take(self, what: str, whose: str, size: float, per_second: float, amount: float) -> bool | None:
        """Whether there was enough in this bucket, of all servers together; None if that cannot be known."""
        ...

    async def enter(self, address: str, connection: str, most: int) -> bool | None:
        """Whether one more connection from this address is not too many; None if that cannot be known."""
        ...

    def leave(self, address: str, connection: str) -> None: ...

    async def lease(self, table: str) -> bool | None:
        """Whether this server is the one to move this table's bots for the next seconds; None: unknown."""
        ...

    def release(self, table: str) -> None: ...


class Alone:
    """No other servers: nothing to tell, and nothing to hear."""

    is_well = True
    has_leases = False

    async def start(self, listener: Listener) -> None: ...
    async def close(self) -> None: ...
    def wake(self, table: str, number: int) -> None: ...
    def say(self, table: str, said: Said) -> None: ...
    def notify(self, table: str, notice: str) -> None: ...
    def came(self, table: str, connection: str, presence: Presence) -> None: ...
    def went(self, table: str, connection: str) -> None: ...

    async def elsewhere(self, table: str) -> dict[str, Presence] | None:
        return {}

    async def take(self, what: str, whose: str, size: float, per_second: float, amount: float) -> bool | None:
        return None

    async def enter(self, address: str, connection: str, most: int) -> bool | None:
        return None

    def leave(self, address: str, connection: str) -> None: ...

    async def lease(self, table: str) -> bool | None:
        return True

    def release(self, table: str) -> None: ...


class Unheard(Alone):
    """There may be others on the same database, but they are not heard: the log is looked at instead."""

    is_well = False

    async def elsewhere(self, table: str) -> dict[str, Presence] | None:
        return None


ALONE: Final = Alone()
