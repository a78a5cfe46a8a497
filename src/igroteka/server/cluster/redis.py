"""Neighbours over Redis: wake-ups, who is where, how much an address has done, and who moves the bots."""

import asyncio
from typing import Any, Final

import msgspec

from igroteka.server.cluster.neighbours import Listener, Presence
from igroteka.server.cluster.redis_channel import Channel
from igroteka.server.connection.messages import Said

KEPT: Final = 30
"""Seconds that a connection is remembered after its server was last heard of."""
REFRESHED: Final = 8.0
LEASE: Final = 4
"""Seconds for which a server moves the bots of a table without asking again."""

_TAKE: Final = """
local now = redis.call('TIME'); now = now[1] + now[2] / 1000000
local size, rate, amount = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local was = redis.call('HMGET', KEYS[1], 'level', 'time')
local since = math.max(0, now - (tonumber(was[2]) or now))
local level = math.min(size, (tonumber(was[1]) or size) + since * rate)
local enough = level >= amount
if enough then level = level - amount end
redis.call('HSET', KEYS[1], 'level', tostring(level), 'time', string.format('%.6f', now))
redis.call('EXPIRE', KEYS[1], 90)
return enough and 1 or 0
"""
_ENTER: Final = """
local now = redis.call('TIME')[1]
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[2]) then return 0 end
redis.call('ZADD', KEYS[1], now + ARGV[3], ARGV[1])
redis.call('EXPIRE', KEYS[1], ARGV[3])
return 1
"""
_LEASE: Final = """
local holder = redis.call('GET', KEYS[1])
if holder and holder ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'EX', ARGV[2])
return 1
"""
_NAME: Final = """
local until_ = redis.call('TIME')[1] + ARGV[3]
redis.call('HSET', KEYS[1], ARGV[1], '[' .. ARGV[2] .. ',' .. until_ .. ']')
redis.call('EXPIRE', KEYS[1], ARGV[3])
"""
_HERE: Final = "return {redis.call('TIME')[1], redis.call('HGETALL', KEYS[1])}"
_STAY: Final = """
redis.call('ZADD', KEYS[1], redis.call('TIME')[1] + ARGV[2], ARGV[1])
redis.call('EXPIRE', KEYS[1], ARGV[2])
"""
_RELEASE: Final = "if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end"

_said: Final = msgspec.json.Decoder(Said)
_json: Final = msgspec.json.Encoder().encode


class RedisNeighbours:
    """Remembers its own connections, to name them again before Redis forgets them."""

    has_leases = True

    def __init__(self, url: str, database: str, name: str) -> None:
        """`database` is the identity of the database that is shared, `name` that of this server."""
        self._prefix = f"igroteka:{database}:"
        self._name = name
        self._channel = Channel(url, f"{self._prefix}wake", name)
        self._channel.hear, self._channel.back = self._hear, self._back
        self._listener: Listener | None = None
        self._here: dict[tuple[str, str], Presence] = {}
        self._from: dict[str, str] = {}
        self._keeping: asyncio.Task[None] | None = None

    @property
    def is_well(self) -> bool:
        return self._channel.is_well

    async def start(self, listener: Listener) -> None:
        self._listener = listener
        await self._channel.start()
        self._keeping = asyncio.create_task(self._keep())

    async def close(self) -> None:
        if self._keeping is not None:
            self._keeping.cancel()
            await asyncio.gather(self._keeping, return_exceptions=True)
        await self._channel.close()

    async def _keep(self) -> None:
        while True:
            await asyncio.sleep(REFRESHED)
            self._refresh()

    # Hints ------------------------------------------------------------------------------------------

    def wake(self, table: str, number: int) -> None:
        self._channel.tell(f"w{table}:{number}".encode())

    def say(self, table: str, said: Said) -> None:
        self._channel.tell(b"s%s:%s" % (table.encode(), _json(said)))

    def _hear(self, line: bytes) -> None:
        listener, kind = self._listener, line[:1]
        assert listener is not None
        table, _, rest = line[1:].partition(b":")
        if kind == b"w":
            listener.woken(table.decode(), int(rest))
        elif kind == b"h":
            listener.moved_about(table.decode())
        elif kind == b"s":
            listener.overheard(table.decode(), _said.decode(rest))

    def _back(self) -> None:
        """Redis is there again and may have forgotten everyone: the others have to look anew."""
        self._refresh()
        for table in {table for table, _ in self._here}:
            self._channel.tell(b"h" + table.encode())
        assert self._listener is not None
        self._listener.lost_touch()

    # Who is where -----------------------------------------------------------------------------------

    def came(self, table: str, connection: str, presence: Presence) -> None:
        self._here[table, connection] = presence
        self._name_here(table, connection, presence)
        self._channel.tell(b"h" + table.encode())

    def went(self, table: str, connection: str) -> None:
        if self._here.pop((table, connection), None):
            self._channel.do("HDEL", self._key("here", table), f"{self._name}.{connection}")
            self._channel.tell(b"h" + table.encode())

    def _refresh(self) -> None:
        """Name all own connections again, before they are forgotten."""
        for (table, connection), presence in self._here.items():
            self._name_here(table, connection, presence)
        for connection, address in self._from.items():
            key, name = self._key("from", address), f"{self._name}.{connection}"
            self._channel.do("EVAL", _STAY, 1, key, name, KEPT)

    def _name_here(self, table: str, connection: str, presence: Presence) -> None:
        """Until when it is believed is said by the clock of Redis: those of the servers may differ."""
        key, told = self._key("here", table), _json((presence.person, presence.born))[1:-1]
        self._channel.do("EVAL", _NAME, 1, key, f"{self._name}.{connection}", told, KEPT)

    async def elsewhere(self, table: str) -> dict[str, Presence] | None:
        found = await self._channel.ask(lambda client: client.eval(_HERE, 1, self._key("here", table)))
        if found is None:
            return None
        own, now, there = f"{self._name}.".encode(), int(found[0]), {}
        for connection, told in zip(found[1][::2], found[1][1::2], strict=True):
            person, born, until = msgspec.json.decode(told)
            if until > now and not connection.startswith(own):
                there[connection.decode()] = Presence(person, born)
        return there

    # How much ---------------------------------------------------------------------------------------

    async def take(self, what: str, whose: str, size: float, per_second: float, amount: float) -> bool | None:
        return await self._script(_TAKE, self._key(what, whose), size, per_second, amount)

    async def enter(self, address: str, connection: str, most: int) -> bool | None:
        self._from[connection] = address
        key = self._key("from", address)
        let_in = await self._script(_ENTER, key, f"{self._name}.{connection}", most, KEPT)
        if let_in is False:
            self._from.pop(connection, None)
        return let_in

    def leave(self, address: str, connection: str) -> None:
        if self._from.pop(connection, None):
            self._channel.do("ZREM", self._key("from", address), f"{self._name}.{connection}")

    # Who moves the bots -----------------------------------------------------------------------------

    async def lease(self, table: str) -> bool | None:
        return await self._script(_LEASE, self._key("bots", table), self._name, LEASE)

    def release(self, table: str) -> None:
        self._channel.do("EVAL", _RELEASE, 1, self._key("bots", table), self._name)

    async def _script(self, script: str, key: str, *values: Any) -> bool | None:
        said = await self._channel.ask(lambda client: client.eval(script, 1, key, *values))
        return None if said is None else bool(said)

    def _key(self, what: str, whose: str) -> str:
        return f"{self._prefix}{what}:{whose}"
