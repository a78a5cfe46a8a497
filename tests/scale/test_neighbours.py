"""What servers tell each other over Redis: hints, who is there, what was counted, who moves the bots."""

import asyncio
import signal
import time
from collections.abc import Awaitable, Callable
from logging.handlers import BufferingHandler
from typing import Any

import pytest
from redis import Redis as Client

from igroteka.core import Refused
from igroteka.server.cluster.neighbours import Presence
from igroteka.server.cluster.redis import ALIVE, RedisNeighbours
from igroteka.server.connection.messages import Said
from igroteka.server.logs import logger
from scale.services import PASSWORD, free_port
from scale.stack import redis


class Ear:
    """Notes what it hears; mutable for that."""

    def __init__(self) -> None:
        self.heard: list[Any] = []
        self.lost = 0
        self.gone: frozenset[str] = frozenset()
        self.told_loads: tuple[int, list[int]] = 0, []

    def woken(self, table: str, number: int) -> None:
        self.heard.append((table, number))

    def moved_about(self, table: str) -> None:
        self.heard.append(table)

    def overheard(self, table: str, said: Said) -> None:
        self.heard.append((table, said))

    def notified(self, table: str, notice: str) -> None:
        self.heard.append((table, notice))

    def lost_touch(self) -> None:
        self.lost += 1

    def servers_gone(self, names: frozenset[str]) -> None:
        self.gone |= names

    def loads(self, own: int, others: list[int]) -> None:
        self.told_loads = own, others


Two = Callable[[RedisNeighbours, Ear, RedisNeighbours, Ear], Awaitable[None]]


def with_two(scene: Two) -> None:
    url = redis().url

    async def run() -> None:
        here, there = RedisNeighbours(url, f"db{time.time()}", "here"), Ear()
        other, ear = RedisNeighbours(url, here._prefix.split(":")[1], "other"), Ear()
        await here.start(there)
        await other.start(ear)
        await until(lambda: here.is_well and other.is_well)
        try:
            await scene(here, there, other, ear)
        finally:
            await here.close()
            await other.close()

    asyncio.run(run())


async def until(is_so: Callable[[], bool]) -> None:
    async with asyncio.timeout(30):
        while not is_so():
            await asyncio.sleep(0.02)


def test_hints_and_phrases_arrive_at_the_others_and_not_at_oneself() -> None:
    async def scene(here: RedisNeighbours, own: Ear, other: RedisNeighbours, ear: Ear) -> None:
        said = Said("anna", 1.5, text="a\nb:c\u2028")
        for number in range(100):
            here.wake("t", number)
        here.say("t", said)
        here.notify("t", "bots_hurried")
        await until(lambda: len(ear.heard) == 102)
        assert ear.heard == [*(("t", number) for number in range(100)), ("t", said), ("t", "bots_hurried")]
        assert not own.heard

    with_two(scene)


def test_people_are_known_elsewhere_until_they_go() -> None:
    async def scene(here: RedisNeighbours, own: Ear, other: RedisNeighbours, ear: Ear) -> None:
        here.came("t", "1", Presence("anna", 1.0))
        other.came("t", "1", Presence("boris", 2.0))
        await until(lambda: ear.heard == ["t"] and own.heard == ["t"])
        assert await here.elsewhere("t") == {"other.1": Presence("boris", 2.0)}
        assert await other.elsewhere("t") == {"here.1": Presence("anna", 1.0)}
        assert await other.elsewhere("u") == {}
        here.went("t", "1")
        await until(lambda: len(ear.heard) == 2)
        assert await other.elsewhere("t") == {}

    with_two(scene)


def test_what_one_address_does_is_counted_at_all_servers_together() -> None:
    async def scene(here: RedisNeighbours, own: Ear, other: RedisNeighbours, ear: Ear) -> None:
        both = (here, other)
        taken = [await both[at % 2].take("requests", "1.2.3.4", 6, 0.001, 1) for at in range(10)]
        assert taken == [True] * 6 + [False] * 4
        assert await here.take("requests", "5.6.7.8", 6, 0.001, 1)
        assert await here.take("heavy", "1.2.3.4", 6, 0.001, 7) is False
        await here.take("requests", "1.2.3.4", 6, 0.001, -2)  # it was given back
        taken = [await both[at % 2].take("requests", "1.2.3.4", 6, 0.001, 1) for at in range(3)]
        assert taken == [True, True, False]
        entered = [await both[at % 2].enter("1.2.3.4", f"s{at}", 3) for at in range(5)]
        assert entered == [True, True, True, False, False]
        here.leave("1.2.3.4", "s0")
        here.wake("t", 1)
        await until(lambda: bool(ear.heard))
        assert await other.enter("1.2.3.4", "s9", 3)

    with_two(scene)


def test_who_is_just_coming_is_counted_once_however_often_the_count_is_named() -> None:
    """The last place of an address was refused where the count was named just then."""

    async def scene(here: RedisNeighbours, own: Ear, other: RedisNeighbours, ear: Ear) -> None:
        for at in range(2):
            assert await here.enter("1.2.3.4", f"s{at}", 3)
        coming = asyncio.create_task(here.enter("1.2.3.4", "last", 3))
        await asyncio.sleep(0)
        assert here._counted["1.2.3.4"] == 2  # what would be named now
        here._count("1.2.3.4")
        assert await coming
        assert await other.enter("1.2.3.4", "one more", 3) is False
        gone = asyncio.create_task(here.enter("5.6.7.8", "gone", 1))
        await asyncio.sleep(0)
        here.leave("5.6.7.8", "gone")
        await gone
        assert await other.enter("5.6.7.8", "next", 1)

    with_two(scene)


def test_the_bots_of_a_table_are_moved_by_one_server_until_it_lets_go() -> None:
    async def scene(here: RedisNeighbours, own: Ear, other: RedisNeighbours, ear: Ear) -> None:
        assert [await here.lease("t"), await other.lease("t"), await here.lease("t")] == [True, False, True]
        other.release("t")  # not its own: nothing happens
        assert await other.lease("t") is False
        here.release("t")
        here.wake("t", 1)
        await until(lambda: bool(ear.heard))
        assert await other.lease("t")

    with_two(scene)


def test_a_redis_that_hangs_counts_as_away_and_is_found_again() -> None:
    """A half-open connection never breaks by itself: the missing heartbeat tells."""

    async def scene(here: RedisNeighbours, own: Ear, other: RedisNeighbours, ear: Ear) -> None:
        lost = ear.lost
        child = redis()._child
        assert child is not None
        child.send_signal(signal.SIGSTOP)
        try:
            await until(lambda: not here.is_well and not other.is_well)
            assert await here.take("requests", "1.2.3.4", 6, 1, 1) is None
            assert await here.lease("t") is None
            assert await here.elsewhere("t") is None
        finally:
            child.send_signal(signal.SIGCONT)
        await until(lambda: here.is_well and other.is_well and ear.lost > lost)
        here.wake("t", 7)
        await until(lambda: ("t", 7) in ear.heard)

    with_two(scene)


def test_a_redis_that_is_full_passes_hints_on_and_is_called_ill() -> None:
    """Without a word the limits of an address would be those of each server, and all would move all bots."""
    logger.addHandler(heard := BufferingHandler(1000))

    async def scene(here: RedisNeighbours, own: Ear, other: RedisNeighbours, ear: Ear) -> None:
        operator = Client.from_url(redis().url)
        operator.config_set("maxmemory", "1")
        try:
            await until(lambda: not here.is_well and not other.is_well)
            assert await here.take("requests", "1.2.3.4", 6, 1, 1) is None
            here.wake("t", 5)
            await until(lambda: ("t", 5) in ear.heard)
        finally:
            operator.config_set("maxmemory", "0")
        await until(lambda: here.is_well and other.is_well)

    with_two(scene)
    logger.removeHandler(heard)
    said = [vars(line)["fields"] for line in heard.buffer if line.msg == "redis refuses"]
    assert len(said) == 2, "once for each of the two"
    assert "maxmemory" in said[0]["problem"]
    assert PASSWORD not in said[0]["redis"]


def test_a_redis_that_is_not_there_is_waited_for_and_a_wrong_password_is_refused() -> None:
    async def absent() -> None:
        lonely = RedisNeighbours(f"redis://127.0.0.1:{free_port()}", "db", "lonely")
        await lonely.start(Ear())
        lonely.wake("t", 1)
        assert not lonely.is_well
        await lonely.close()

    async def wrong() -> None:
        await RedisNeighbours(redis().url.replace(PASSWORD, "wrong-secret"), "db", "x").start(Ear())

    asyncio.run(absent())
    with pytest.raises(Refused) as refused:
        asyncio.run(wrong())
    assert refused.value.reason == "redis-unusable"
    assert "wrong-secret" not in str(refused.value.told())


def test_what_a_dead_server_has_left_counts_for_seconds_only() -> None:
    """A school behind one address is not locked out because a server has died with its sockets."""

    async def scene(here: RedisNeighbours, own: Ear, other: RedisNeighbours, ear: Ear) -> None:
        for at in range(3):
            assert await other.enter("1.2.3.4", f"s{at}", 3)
        other.came("t", "1", Presence("boris", 2.0))
        await until(lambda: own.heard == ["t"])
        assert await here.enter("1.2.3.4", "mine", 3) is False
        assert await here.elsewhere("t")
        assert other._keeping is not None
        for task in (other._keeping, *other._channel._tasks):
            task.cancel()  # it says nothing any more
        died = time.monotonic()
        await until(lambda: own.gone == {"other"})
        assert time.monotonic() - died < ALIVE + 3
        assert await here.enter("1.2.3.4", "mine again", 3)
        assert await here.elsewhere("t") == {}

    with_two(scene)


@pytest.mark.parametrize("lost", ["everything", "a table"])
def test_what_redis_forgets_while_it_goes_on_is_named_again_and_others_look(lost: str) -> None:
    """Somebody has emptied it, or it makes room by itself: who is here would be taken for away, and after a
    minute others could have the role or the seat."""

    async def scene(here: RedisNeighbours, own: Ear, other: RedisNeighbours, ear: Ear) -> None:
        here.came("t", "1", Presence("anna", 1.0))
        other.came("t", "1", Presence("boris", 2.0))
        await until(lambda: ear.heard == ["t"] and own.heard == ["t"])
        with Client.from_url(redis().url) as client:
            if lost == "everything":
                client.flushall()
            else:
                assert client.delete(other._key("here", "t")) == 1
        await until(lambda: min(len(ear.heard), len(own.heard)) > 1)
        assert await here.elsewhere("t") == {"other.1": Presence("boris", 2.0)}
        assert await other.elsewhere("t") == {"here.1": Presence("anna", 1.0)}

    with_two(scene)


def test_servers_know_what_the_others_carry() -> None:
    async def scene(here: RedisNeighbours, own: Ear, other: RedisNeighbours, ear: Ear) -> None:
        for at in range(4):
            await here.enter("1.2.3.4", f"s{at}", 9)
        await until(lambda: own.told_loads == (4, [0]) and ear.told_loads == (0, [4]))

    with_two(scene)
