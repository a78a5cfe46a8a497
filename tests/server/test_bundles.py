"""Messages are heard at once where few come, and together where many do; in order, and none is left."""

import asyncio
from itertools import pairwise

from igroteka.server.connection.bundles import Bundles
from igroteka.store.gathering import LONGEST


def test_who_comes_alone_is_heard_at_once() -> None:
    async def scene() -> None:
        heard: list[int] = []
        bundles = Bundles()
        for number in range(20):
            bundles.add(lambda number=number: heard.append(number))  # type: ignore[misc]
            assert heard[-1] == number

    asyncio.run(scene())


def test_where_many_come_they_are_heard_together_in_order() -> None:
    async def scene() -> None:
        heard: list[int] = []
        steps: list[int] = []
        bundles = Bundles()
        for number in range(2000):
            bundles.add(lambda number=number: heard.append(number))  # type: ignore[misc]
            if number % 10 == 9:
                await asyncio.sleep(0.001)
                steps.append(len(heard))
        await asyncio.sleep(2 * LONGEST)
        while len(heard) < 2000:
            await asyncio.sleep(0.01)
        assert heard == list(range(2000))
        assert len(set(steps)) < len(steps)  # some came while nobody was heard

    asyncio.run(scene())


def test_a_crowd_is_heard_in_order_and_others_get_their_turn_in_between() -> None:
    async def scene() -> None:
        heard: list[int] = []
        turns: list[int] = []
        bundles = Bundles()
        for number in range(3000):
            bundles.add(lambda number=number: heard.append(number))  # type: ignore[misc]
        while len(heard) < 3000:
            turns.append(len(heard))
            await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert heard == list(range(3000))
        assert max(later - sooner for sooner, later in pairwise(turns)) <= 256

    asyncio.run(scene())


def test_a_fault_in_one_message_is_not_the_others() -> None:
    async def scene() -> None:
        faults: list[object] = []
        asyncio.get_running_loop().set_exception_handler(lambda _, told: faults.append(told["exception"]))
        heard: list[int] = []
        bundles = Bundles()
        bundles.add(lambda: heard.append(1 // 0))
        bundles.add(lambda: heard.append(2))
        await asyncio.sleep(0)
        assert heard == [2]
        assert isinstance(faults[0], ZeroDivisionError)

    asyncio.run(scene())
