"""When many come at once few are greeted at a time; the rest are told when to come, each another moment."""

import asyncio
from collections.abc import Awaitable, Callable

from igroteka.server.cluster.balance import surplus
from igroteka.server.connection.greetings import _AT_ONCE, _FIRST_RATE, _LATEST, _LONGEST, Greetings
from igroteka.server.metrics import Metrics


def play(scene: Callable[[Greetings, Metrics], Awaitable[None]]) -> None:
    async def run() -> None:
        metrics = Metrics()
        await scene(Greetings(metrics), metrics)

    asyncio.run(run())


def test_few_are_greeted_at_once_and_the_next_when_one_is_done() -> None:
    async def scene(greetings: Greetings, _metrics: Metrics) -> None:
        assert [await greetings.turn() for _ in range(_AT_ONCE)] == [None] * _AT_ONCE
        waiting = asyncio.create_task(greetings.turn())
        await asyncio.sleep(0)
        assert not waiting.done()
        greetings.done()
        assert await waiting is None

    play(scene)


def test_who_would_wait_for_long_is_told_a_time_that_nobody_else_is_told() -> None:
    async def scene(greetings: Greetings, metrics: Metrics) -> None:
        room = _AT_ONCE + int(_LONGEST * _FIRST_RATE) + 1
        waiting = [asyncio.create_task(greetings.turn()) for _ in range(room)]
        await asyncio.sleep(0)
        told = [await greetings.turn() for _ in range(1000)]
        times = [time for time in told if time is not None]
        assert len(times) == len(set(times)) == metrics.greetings_put_off == 1000
        assert min(times) >= _LONGEST
        assert max(times) <= _LATEST
        assert max(times) > _LONGEST + 0.9 * 1000 / _FIRST_RATE  # as many a second as are greeted
        for task in waiting:
            task.cancel()

    play(scene)


def test_a_server_has_too_many_sockets_only_far_above_the_average() -> None:
    assert surplus(40, [40, 40]) == surplus(45, [40, 35]) == surplus(3, [0, 0]) == surplus(100, []) == 0
    assert surplus(90, [30, 0]) == 50
