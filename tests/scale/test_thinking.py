"""Thinking on other machines: workers on a real Redis are killed, flooded and gone, and no table waits."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, asynccontextmanager, contextmanager
from pathlib import Path

import msgspec
import pytest
import redis as plain_redis

from igroteka.server.thinking.elsewhere import ThinkingElsewhere
from igroteka.server.thinking.here import ThinkingHere
from igroteka.server.thinking.redis_queue import ThoughtQueue
from igroteka.server.thinking.thought import MOST_WAITING, Choice, Chosen, NoThought, Thought
from scale.services import PASSWORD, Redis
from server.serving import clean
from server.thoughts import asked

PATIENCE = 60


@pytest.fixture(scope="module")
def own_redis() -> Iterator[Redis]:
    """One of our own: other tests have servers on the shared one."""
    running = Redis()
    yield running
    running.close()


@contextmanager
def worker(url: str) -> Iterator["subprocess.Popen[str]"]:
    """`igroteka think` with one process, in a group of its own."""
    command = [sys.executable, "-m", "igroteka.cli.entry", "think", "--processes", "1", "--lang", "en"]
    with subprocess.Popen(
        command,
        env=clean() | {"IGROTEKA_REDIS": url},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as child:
        try:
            assert child.stdout is not None
            line = child.stdout.readline()
            assert "Thinking for Master in 1 process;" in line
            assert PASSWORD not in line
            yield child
        finally:
            if child.poll() is None:
                os.killpg(child.pid, signal.SIGKILL)


def child_of(pid: int) -> int:
    return int(Path(f"/proc/{pid}/task/{pid}/children").read_text().split()[0])


@asynccontextmanager
async def server(url: str) -> AsyncIterator[ThinkingElsewhere]:
    """The asking side; it has no processes of its own that could help out unseen."""
    thinking = ThinkingElsewhere(url, f"s{time.monotonic_ns()}", Helpless(1))
    await thinking.start()
    try:
        yield thinking
    finally:
        await thinking.close()


class Helpless(ThinkingHere):
    """Answers at once, with a share that nobody else gives."""

    async def think(self, table: str, thought: Thought) -> Chosen:
        return Chosen(0, -1.0, 0.0)


async def answered(thinking: ThinkingElsewhere, table: str = "t", seconds: float = 0.05) -> Chosen:
    """By a worker, however long a busy machine needs to warm one up."""
    async with asyncio.timeout(PATIENCE):
        while True:
            try:
                chosen = await thinking.think(table, asked(seconds))
            except NoThought:
                continue
            if chosen.share > 0:
                return chosen
            await asyncio.sleep(0.05)


def test_a_worker_answers_and_when_it_is_killed_in_a_thought_another_takes_over(own_redis: Redis) -> None:
    async def scene(open_: ExitStack) -> None:
        async with server(own_redis.url) as thinking:
            assert (await thinking.think("t", asked(0.05))).share == -1, "no worker: the server helps itself"
            first = await asyncio.to_thread(open_.enter_context, worker(own_redis.url))
            assert (await answered(thinking)).share == 1
            os.kill(child_of(first.pid), signal.SIGSTOP)  # so that the thought is certainly not over
            long = asyncio.create_task(thinking.think("t", asked(0.05)))
            async with asyncio.timeout(PATIENCE):
                while (await thinking._queue.state())[2] != 1:
                    await asyncio.sleep(0.02)
            os.killpg(first.pid, signal.SIGKILL)
            second = await asyncio.to_thread(open_.enter_context, worker(own_redis.url))
            # Its successor may be too slow on a busy machine: then that is said, and nobody waits.
            (told,) = await asyncio.wait_for(asyncio.gather(long, return_exceptions=True), PATIENCE)
            assert (isinstance(told, Chosen) and told.share > 0) or str(told) == "lost"
            assert (await answered(thinking)).at is not None
            assert (await thinking._queue.state())[3] >= 1
            second.send_signal(signal.SIGTERM)
            assert await asyncio.to_thread(second.wait, PATIENCE) == 0
            async with asyncio.timeout(PATIENCE):
                while (await thinking.think("t", asked(0.05))).share != -1:
                    await asyncio.sleep(0.05)

    with ExitStack() as open_:
        asyncio.run(scene(open_))


def test_redis_that_goes_away_while_a_thought_is_awaited_makes_the_server_help_itself() -> None:
    own = Redis()

    async def scene() -> None:
        async with server(own.url) as thinking:
            queue = ThoughtQueue(own.url, "nobody")
            await queue.beat(1)
            long = asyncio.create_task(thinking.think("t", asked(2.0)))
            async with asyncio.timeout(PATIENCE):
                while (await queue.state())[1] != 1:
                    await asyncio.sleep(0.02)
            await queue.close()
            await asyncio.to_thread(own.kill)
            assert (await asyncio.wait_for(long, PATIENCE)).share == -1
            assert (await asyncio.wait_for(thinking.think("t", asked(1.0)), PATIENCE)).share == -1

    try:
        asyncio.run(scene())
    finally:
        own.close()


# The queue itself, with a worker that answers when it is told to -------------------------------------------


@asynccontextmanager
async def by_hand(url: str) -> AsyncIterator[tuple[ThinkingElsewhere, ThoughtQueue]]:
    with plain_redis.Redis.from_url(url) as client:
        client.flushall()
    async with server(url) as thinking:
        queue = ThoughtQueue(url, "by hand")
        await queue.beat(1)
        try:
            yield thinking, queue
        finally:
            await queue.close()


Asked = list["asyncio.Task[Chosen]"]


async def ask(thinking: ThinkingElsewhere, queue: ThoughtQueue, table: str, before: Asked) -> Asked:
    """One thought more; return when it is in the queue, or has pushed another one out."""
    tasks = [*before, asyncio.create_task(thinking.think(table, asked(1.0)))]
    async with asyncio.timeout(PATIENCE):
        while (await queue.state())[1] + sum(task.done() for task in tasks) < len(tasks):
            await asyncio.sleep(0.005)
    return tasks


async def answer_one(queue: ThoughtQueue) -> float:
    """Take the next one and answer it; its share of the time."""
    taken = await queue.take()
    assert taken is not None
    id, line, share, waited = taken
    assert msgspec.json.decode(line, type=Thought) == asked(1.0)
    told = {"choice": Choice(1), "share": share, "waited": waited}
    await queue.tell(id, msgspec.json.encode(told))
    return share


def test_a_table_that_floods_does_not_hold_up_a_quiet_one_and_where_it_is_full_the_flood_goes(
    own_redis: Redis,
) -> None:
    async def scene() -> None:
        async with by_hand(own_redis.url) as (thinking, queue):
            flood: Asked = []
            for _ in range(MOST_WAITING):
                flood = await ask(thinking, queue, "flood", flood)
            assert (await queue.state())[1] == MOST_WAITING
            quiet = (await ask(thinking, queue, "quiet", flood))[-1]
            with pytest.raises(NoThought, match="full"):
                await asyncio.wait_for(flood[-1], PATIENCE)
            shares = [await answer_one(queue) for _ in range(2)]
            assert (await asyncio.wait_for(quiet, PATIENCE)).share == shares[1] < 0.1
            assert sum(one.done() for one in flood) == 2
            for one in flood:
                one.cancel()
            await asyncio.gather(*flood, return_exceptions=True)

    asyncio.run(scene())


def test_a_thought_whose_worker_says_nothing_more_is_begun_again_and_then_given_up(own_redis: Redis) -> None:
    async def scene() -> None:
        async with by_hand(own_redis.url) as (thinking, queue):
            (task,) = await ask(thinking, queue, "t", [])
            for _ in range(2):
                taken = await queue.take()
                assert taken is not None
                await queue.lost(taken[0])
            assert await queue.take() is None
            with pytest.raises(NoThought, match="lost"):
                await asyncio.wait_for(task, PATIENCE)
            assert (await queue.state())[3] == 2

    asyncio.run(scene())


def test_who_gives_up_waiting_leaves_nothing_behind(own_redis: Redis) -> None:
    async def scene() -> None:
        async with by_hand(own_redis.url) as (thinking, queue):
            (task,) = await ask(thinking, queue, "t", [])
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
            async with asyncio.timeout(PATIENCE):
                while (await queue.state())[1]:
                    await asyncio.sleep(0.02)
            assert await queue.take() is None

    asyncio.run(scene())
