"""Neighbours over Redis: wake-ups, who is where, how much an address has done, and who moves the bots."""

import asyncio
from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

import msgspec

from igroteka.server.cluster.neighbours import Listener, Presence
from igroteka.server.cluster.redis_channel import Channel
from igroteka.server.connection.messages import Said
from igroteka.server.logs import logger
from igroteka.server.together import Together

ALIVE: Final = 5
"""Seconds that a server counts as there after its last heartbeat; its connections count as long."""
_HEARTBEAT: Final = 1.0
KEPT: Final = 900
"""Seconds after which Redis forgets what nobody has named again."""
_SLICES: Final = 240
"""With every heartbeat one slice of what is known here is named again, long before it is forgotten."""
_AT_ONCE: Final = 200
_BETWEEN: Final = 0.02
_TOGETHER: Final = 100
"""Connections or tables that are asked about in one question."""
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
redis.call('EXPIRE', KEYS[1], math.ceil(size / rate) + 30)
return enough and 1 or 0
"""
# Answers whether this server was not known, and with what each server carries.
_BEAT: Final = """
local now = redis.call('TIME')[1]
for _, gone in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now)) do
    redis.call('ZREM', KEYS[1], gone)
    redis.call('HDEL', KEYS[2], gone)
end
local is_new = redis.call('ZADD', KEYS[1], now + ARGV[2], ARGV[1])
redis.call('HSET', KEYS[2], ARGV[1], ARGV[3])
redis.call('EXPIRE', KEYS[1], ARGV[2])
redis.call('EXPIRE', KEYS[2], ARGV[2])
return {is_new, redis.call('HGETALL', KEYS[2])}
"""
# KEYS: the servers, then one address for each that enters; answers with 1 or 0 for each.
_ENTER: Final = """
local now, told = redis.call('TIME')[1], {}
for who = 2, #KEYS do
    local all, counted = 0, redis.call('HGETALL', KEYS[who])
    for at = 1, #counted, 2 do
        local until_ = redis.call('ZSCORE', KEYS[1], counted[at])
        if counted[at] == ARGV[1] or (until_ and tonumber(until_) > tonumber(now)) then
            all = all + tonumber(counted[at + 1])
        else
            redis.call('HDEL', KEYS[who], counted[at])
        end
    end
    told[who - 1] = 0
    if all < tonumber(ARGV[2]) then
        redis.call('HINCRBY', KEYS[who], ARGV[1], 1)
        redis.call('EXPIRE', KEYS[who], ARGV[3])
        told[who - 1] = 1
    end
end
return told
"""
_COUNT: Final = """
if tonumber(ARGV[2]) > 0 then redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
else redis.call('HDEL', KEYS[1], ARGV[1]) end
redis.call('EXPIRE', KEYS[1], ARGV[3])
"""
_LEASE: Final = """
local holder = redis.call('GET', KEYS[1])
if holder and holder ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'EX', ARGV[2])
return 1
"""
_NAME: Final = """
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
redis.call('EXPIRE', KEYS[1], ARGV[3])
"""
# What was forgotten others may have taken for gone: a hint to look again.
_NAME_AGAIN: Final = """
if redis.call('HSET', KEYS[1], ARGV[1], ARGV[2]) == 1 then redis.call('PUBLISH', ARGV[4], ARGV[5]) end
redis.call('EXPIRE', KEYS[1], ARGV[3])
"""
# KEYS: the servers, then tables; answers with the servers that are there and what each table has.
_HERE: Final = """
local told = {redis.call('ZRANGEBYSCORE', KEYS[1], '(' .. redis.call('TIME')[1], '+inf')}
for table = 2, #KEYS do told[table] = redis.call('HGETALL', KEYS[table]) end
return told
"""
_RELEASE: Final = "if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end"

_said: Final = msgspec.json.Decoder(Said)
_json: Final = msgspec.json.Encoder().encode


class RedisNeighbours:
    """Names its connections to the others once; one heartbeat says for all of them that they are there."""

    has_leases = True

    def __init__(self, url: str, database: str, name: str) -> None:
        """`database` is the identity of the database that is shared, `name` that of this server."""
        self._prefix = f"igroteka:{database}:"
        self._name = name
        self._wake = f"{self._prefix}wake"
        self._channel = Channel(url, self._wake, name)
        self._channel.hear, self._channel.back = self._hear, self._back
        self._listener: Listener | None = None
        self._here: dict[tuple[str, str], Presence] = {}
        self._coming: dict[str, str] = {}
        """Connections that are asked about, by their addresses: counted here once they are let in."""
        self._from: dict[str, str] = {}
        self._counted: Counter[str] = Counter()
        self._servers: frozenset[str] = frozenset()
        self._is_known = False
        """Whether Redis has been told of this server."""
        self._most = 0
        self._entering: Together[bool] = Together(self._enter, _TOGETHER)
        self._looking: Together[dict[str, Presence]] = Together(self._look, _TOGETHER)
        self._naming: Iterator[None] = iter(())
        self._keeping: asyncio.Task[None] | None = None
        self._naming_again: asyncio.Task[None] | None = None

    @property
    def is_well(self) -> bool:
        return self._channel.is_well and not self._channel.is_refused

    async def start(self, listener: Listener) -> None:
        self._listener = listener
        await self._channel.start()
        self._keeping = asyncio.create_task(self._keep())

    async def close(self) -> None:
        tasks = [task for task in (self._keeping, self._naming_again) if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._channel.do("ZREM", self._servers_key, self._name)
        self._channel.do("HDEL", f"{self._prefix}load", self._name)
        await self._channel.close()

    # Servers ----------------------------------------------------------------------------------------

    async def _keep(self) -> None:
        """A heartbeat a second; it costs the same for one connection and for ten thousand."""
        while True:
            try:
                await self._beat()
            except Exception as error:  # it must go on beating
                logger.error("fault in a heartbeat", exc_info=error)
            await asyncio.sleep(_HEARTBEAT)

    async def _beat(self) -> None:
        keys = (self._servers_key, f"{self._prefix}load")
        load = len(self._from)
        told = await self._channel.ask(lambda c: c.eval(_BEAT, 2, *keys, self._name, ALIVE, load))
        if told is None:
            return
        is_new, said = told
        is_forgotten, self._is_known = bool(is_new) and self._is_known, True
        if is_forgotten:  # and so is everybody else, until their next heartbeat
            self._back()
            return
        loads = dict(zip((name.decode() for name in said[::2]), map(int, said[1::2]), strict=True))
        gone, self._servers = self._servers - loads.keys(), frozenset(loads)
        assert self._listener is not None
        if gone:
            self._listener.servers_gone(gone)
        self._listener.loads(load, [count for name, count in loads.items() if name != self._name])
        self._name_slice()

    def _name_slice(self) -> None:
        """Some of what Redis knows of us is named again: it may have lost it without our noticing."""
        for _ in range(1 + (len(self._here) + len(self._counted)) // _SLICES):
            if next(self._naming, self) is self:
                self._naming = self._name_all(_NAME_AGAIN)
                return

    def _name_all(self, script: str) -> Iterator[None]:
        for (table, connection), presence in tuple(self._here.items()):
            if (table, connection) in self._here:
                self._name_here(table, connection, presence, script)
            yield
        for address in tuple(self._counted):
            self._count(address)
            yield

    # Hints ------------------------------------------------------------------------------------------

    def wake(self, table: str, number: int) -> None:
        self._channel.tell(f"w{table}:{number}".encode())

    def say(self, table: str, said: Said) -> None:
        self._channel.tell(b"s%s:%s" % (table.encode(), _json(said)))

    def notify(self, table: str, notice: str) -> None:
        self._channel.tell(f"n{table}:{notice}".encode())

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
        elif kind == b"n":
            listener.notified(table.decode(), rest.decode())

    def _back(self) -> None:
        """Redis is there again and may have forgotten everyone: the others have to look anew."""
        if self._naming_again is None or self._naming_again.done():
            self._naming_again = asyncio.create_task(self._name_again())
        assert self._listener is not None
        self._listener.lost_touch()

    async def _name_again(self) -> None:
        """A portion at a time: with many connections it is long work, and people play meanwhile."""
        tables = {table for table, _ in self._here}
        await self._beat()
        for at, _ in enumerate(self._name_all(_NAME)):
            if at % _AT_ONCE == _AT_ONCE - 1:
                await asyncio.sleep(_BETWEEN)
        for table in tables:
            self._channel.tell(b"h" + table.encode())

    # Who is where -----------------------------------------------------------------------------------

    def came(self, table: str, connection: str, presence: Presence) -> None:
        self._here[table, connection] = presence
        self._name_here(table, connection, presence)
        self._channel.tell(b"h" + table.encode())

    def went(self, table: str, connection: str) -> None:
        if self._here.pop((table, connection), None):
            self._channel.do("HDEL", self._key("here", table), f"{self._name}.{connection}")
            self._channel.tell(b"h" + table.encode())

    def _name_here(self, table: str, connection: str, presence: Presence, script: str = _NAME) -> None:
        key, told = self._key("here", table), _json((presence.person, presence.born))
        hint = self._wake, f"{self._name}\nh{table}"
        self._channel.do("EVAL", script, 1, key, f"{self._name}.{connection}", told, KEPT, *hint)

    async def elsewhere(self, table: str) -> dict[str, Presence] | None:
        """Those of servers that are there; what one that has died has left behind is cleared away."""
        return await self._looking.of(table)

    async def _look(self, tables: list[str]) -> dict[str, dict[str, Presence]]:
        keys = [self._key("here", table) for table in tables]
        found = await self._channel.ask(
            lambda client: client.eval(_HERE, 1 + len(keys), self._servers_key, *keys)
        )
        if found is None:
            return {}
        alive = {name.decode() for name in found[0]}
        return {table: self._read(table, alive, said) for table, said in zip(tables, found[1:], strict=True)}

    def _read(self, table: str, alive: set[str], said: list[bytes]) -> dict[str, Presence]:
        there = {}
        for named, told in zip(said[::2], said[1::2], strict=True):
            connection = named.decode()
            server = connection.partition(".")[0]
            if server in alive and server != self._name:
                there[connection] = Presence(*msgspec.json.decode(told))
            elif server != self._name:
                self._channel.do("HDEL", self._key("here", table), connection)
        return there

    # How much ---------------------------------------------------------------------------------------

    async def take(self, what: str, whose: str, size: float, per_second: float, amount: float) -> bool | None:
        return await self._script(_TAKE, self._key(what, whose), size, per_second, amount)

    async def enter(self, address: str, connection: str, most: int) -> bool | None:
        self._coming[connection] = address
        self._most = most
        said = await self._entering.of(connection)
        if self._coming.pop(connection, None) is None:  # it has left while it waited
            self._count(address)
        elif said is not False:
            self._from[connection] = address
            self._counted[address] += 1
        return said

    async def _enter(self, connections: list[str]) -> dict[str, bool]:
        """Those who have left while they waited are not counted."""
        there = [connection for connection in connections if connection in self._coming]
        keys = [self._key("from", self._coming[connection]) for connection in there]
        said = await self._channel.ask(
            lambda c: c.eval(_ENTER, 1 + len(keys), self._servers_key, *keys, self._name, self._most, KEPT)
        )
        return dict(zip(there, map(bool, said or ()), strict=False))

    def leave(self, address: str, connection: str) -> None:
        if self._coming.pop(connection, None) is not None:
            self._count(address)  # it may have been counted there
        elif self._from.pop(connection, None) is not None:
            self._counted[address] -= 1
            if not self._counted[address]:
                del self._counted[address]
            self._count(address)

    def _count(self, address: str) -> None:
        """How many connections this server has from there: the number itself, so that no error stays."""
        key, count = self._key("from", address), self._counted.get(address, 0)
        self._channel.do("EVAL", _COUNT, 1, key, self._name, count, KEPT)

    # Who moves the bots -----------------------------------------------------------------------------

    async def lease(self, table: str) -> bool | None:
        return await self._script(_LEASE, self._key("bots", table), self._name, LEASE)

    def release(self, table: str) -> None:
        self._channel.do("EVAL", _RELEASE, 1, self._key("bots", table), self._name)

    async def _script(self, script: str, key: str, *values: Any) -> bool | None:
        said = await self._channel.ask(lambda client: client.eval(script, 1, key, *values))
        return None if said is None else bool(said)

    @property
    def _servers_key(self) -> str:
        return f"{self._prefix}servers"

    def _key(self, what: str, whose: str) -> str:
        return f"{self._prefix}{what}:{whose}"
