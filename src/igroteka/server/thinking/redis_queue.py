"""The queue of thoughts in Redis: many servers ask, workers on any machine answer.

Everything that several of them could do at once is one script, so that it happens whole or not at all; what
nobody fetches expires by itself.
"""

import secrets
import time
from typing import Any, Final

import redis.asyncio as aioredis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import AuthenticationError, RedisError

from igroteka.core import Refused
from igroteka.server.logs import logger
from igroteka.server.thinking.thought import GRACE, LEAST, MOST_WAITING, TRIES
from igroteka.store.addresses import shown

FAULTS: Final = (RedisError, OSError)
ALIVE: Final = 5
"""Seconds that a worker counts as there after its last heartbeat."""
BLOCK: Final = 1.0
"""Seconds for which those who wait ask at a time."""
_KEPT: Final = 60
"""Seconds after which a thought that nobody has fetched is forgotten."""
_SLACK: Final = 0.5
"""Seconds more than a worker has to notice that its process hangs: then the worker itself is gone."""
_PREFIX: Final = "igroteka:thinking:"

_KEYS: Final = """
local P = KEYS[1]
local time = redis.call('TIME'); local now = time[1] + time[2] / 1000000
local function processes()
    local all, late = 0, redis.call('ZRANGEBYSCORE', P .. 'workers', '-inf', now)
    for _, worker in ipairs(late) do
        redis.call('ZREM', P .. 'workers', worker); redis.call('HDEL', P .. 'processes', worker)
    end
    for _, count in ipairs(redis.call('HVALS', P .. 'processes')) do all = all + tonumber(count) end
    return all
end
local function tell(id, line)
    local server = redis.call('HGET', P .. 'thought:' .. id, 'server')
    redis.call('DEL', P .. 'thought:' .. id)
    redis.call('ZREM', P .. 'begun', id)
    if server then
        redis.call('RPUSH', P .. 'told:' .. server, line); redis.call('EXPIRE', P .. 'told:' .. server, 60)
    end
end
"""
# As `fair.FairQueue`: start-time fair queuing by table; where there is no room the last one has to go.
_ASK: Final = f"""{_KEYS}
local id, table, server, cost, line = ARGV[1], ARGV[2], ARGV[3], tonumber(ARGV[4]), ARGV[5]
local there = processes()
if there == 0 then return 0 end
if redis.call('ZCARD', P .. 'queue') == 0 then redis.call('DEL', P .. 'done', P .. 'now') end
local begin = math.max(tonumber(redis.call('GET', P .. 'now') or 0),
    tonumber(redis.call('HGET', P .. 'done', table) or 0))
redis.call('HSET', P .. 'done', table, tostring(begin + cost)); redis.call('EXPIRE', P .. 'done', {_KEPT})
redis.call('HSET', P .. 'thought:' .. id, 'line', line, 'server', server, 'asked', tostring(now),
    'seconds', tostring(cost), 'tries', 0)
redis.call('EXPIRE', P .. 'thought:' .. id, {_KEPT})
redis.call('ZADD', P .. 'queue', begin, id); redis.call('EXPIRE', P .. 'queue', {_KEPT})
if redis.call('ZCARD', P .. 'queue') > {MOST_WAITING} * there then
    local last = redis.call('ZPOPMAX', P .. 'queue')[1]; tell(last, last .. ' full')
end
redis.call('LPUSH', P .. 'bell', 1); redis.call('LTRIM', P .. 'bell', 0, 999)
redis.call('EXPIRE', P .. 'bell', {_KEPT})
return there
"""
# One that a worker has had for too long goes first, unless it has been tried often enough.
_TAKE: Final = f"""{_KEYS}
while true do
    local id = redis.call('ZRANGEBYSCORE', P .. 'begun', '-inf', now, 'LIMIT', 0, 1)[1]
    local late = id
    if late then
        redis.call('ZREM', P .. 'begun', id); redis.call('INCR', P .. 'lost')
    else
        local first = redis.call('ZPOPMIN', P .. 'queue')
        id = first[1]
        if not id then return false end
        redis.call('SET', P .. 'now', first[2], 'EX', {_KEPT})
    end
    local kept = redis.call('HMGET', P .. 'thought:' .. id, 'line', 'asked', 'seconds')
    if kept[1] and redis.call('HINCRBY', P .. 'thought:' .. id, 'tries', 1) > {TRIES} then
        tell(id, id .. ' lost')
    elseif kept[1] then
        local wanted = redis.call('ZCARD', P .. 'queue') + redis.call('ZCARD', P .. 'begun') + 1
        local share = math.max({LEAST}, math.min(1, processes() / wanted))
        redis.call('ZADD', P .. 'begun', now + share * tonumber(kept[3]) + {GRACE + _SLACK}, id)
        redis.call('EXPIRE', P .. 'begun', {_KEPT})
        return {{id, kept[1], tostring(share), tostring(now - tonumber(kept[2]))}}
    end
end
"""
_TELL: Final = f"{_KEYS} tell(ARGV[1], ARGV[2])"
# A worker whose process has died or hung says so: the next one may try at once.
_LOST: Final = f"""{_KEYS}
if redis.call('ZSCORE', P .. 'begun', ARGV[1]) then
    redis.call('ZADD', P .. 'begun', 0, ARGV[1])
    redis.call('LPUSH', P .. 'bell', 1)
end
"""
_FORGET: Final = f"""{_KEYS}
redis.call('ZREM', P .. 'queue', ARGV[1]); redis.call('ZREM', P .. 'begun', ARGV[1])
redis.call('DEL', P .. 'thought:' .. ARGV[1])
"""
_BEAT: Final = f"""{_KEYS}
redis.call('ZADD', P .. 'workers', now + {ALIVE}, ARGV[1])
redis.call('HSET', P .. 'processes', ARGV[1], ARGV[2])
"""
_LEAVE: Final = f"""{_KEYS}
redis.call('ZREM', P .. 'workers', ARGV[1]); redis.call('HDEL', P .. 'processes', ARGV[1])
"""
_STATE: Final = f"""{_KEYS}
return {{processes(), redis.call('ZCARD', P .. 'queue'), redis.call('ZCARD', P .. 'begun'),
    tonumber(redis.call('GET', P .. 'lost') or 0)}}
"""


def new_id() -> str:
    """Where two thoughts are due at once, ids decide by their order: who has asked first."""
    return f"{time.time_ns():016x}{secrets.token_hex(4)}"


class ThoughtQueue:
    """The queue, for those who ask and those who answer."""

    def __init__(self, url: str, name: str) -> None:
        """`name` is that of the server or worker."""
        self.name = name
        self.is_away = False
        self._shown = shown(url)
        self._redis: Any = aioredis.Redis.from_url(
            url,
            socket_timeout=BLOCK + 1.5,
            socket_connect_timeout=1.5,
            retry=Retry(NoBackoff(), 0),
            health_check_interval=0,
            protocol=2,
        )

    async def knock(self) -> None:
        """Refused if Redis will not have us; if it is just away, it is waited for."""
        try:
            await self._redis.ping()
        except AuthenticationError as error:
            await self.close()
            raise Refused("redis-unusable", None, url=self._shown, problem=str(error)) from None
        except FAULTS as fault:
            self.complain(fault)

    def complain(self, fault: Exception) -> None:
        """Once for each time that it goes away; who finds it there again says so (`is_away`)."""
        if not self.is_away:
            self.is_away = True
            fields = {"redis": self._shown, "problem": f"{type(fault).__name__}: {fault}"}
            logger.warning("redis is away", extra={"fields": fields})

    # For servers ------------------------------------------------------------------------------------

    async def ask(self, id: str, table: str, seconds: float, line: bytes) -> bool:
        """Whether there is somebody who thinks, and will answer under this id."""
        return bool(await self._run(_ASK, id, table, self.name, seconds, line))

    async def told(self) -> bytes | None:
        """The next answer for this server, if one comes within a second."""
        found = await self._redis.blpop([f"{_PREFIX}told:{self.name}"], BLOCK)
        return None if found is None else bytes(found[1])

    async def forget(self, id: str) -> None:
        """Nobody waits for it any more."""
        await self._run(_FORGET, id)

    async def state(self) -> tuple[int, int, int, int]:
        """Processes that think, thoughts that wait, that have begun, and that were lost since ever."""
        processes, waiting, begun, lost = await self._run(_STATE)
        return int(processes), int(waiting), int(begun), int(lost)

    # For workers ------------------------------------------------------------------------------------

    async def take(self) -> tuple[str, bytes, float, float] | None:
        """The next thought: its id, what is asked, its share of the time, and how long it has waited."""
        found = await self._run(_TAKE)
        if not found:
            return None
        id, line, share, waited = found
        return id.decode(), bytes(line), float(share), float(waited)

    async def wait(self) -> None:
        """Until there is perhaps something to take, a second at most."""
        await self._redis.blpop([f"{_PREFIX}bell"], BLOCK)

    async def tell(self, id: str, line: bytes) -> None:
        await self._run(_TELL, id, id.encode() + b" " + line)

    async def lost(self, id: str) -> None:
        await self._run(_LOST, id)

    async def beat(self, processes: int) -> None:
        await self._run(_BEAT, self.name, processes)

    async def leave(self) -> None:
        await self._run(_LEAVE, self.name)

    async def close(self) -> None:
        await self._redis.aclose()

    async def _run(self, script: str, *values: Any) -> Any:
        return await self._redis.eval(script, 1, _PREFIX, *values)
