"""Searching bots share the processors: where many wait, each thinks for less time."""

import asyncio
import os
import threading
from typing import Any

from igroteka.bots import levels
from igroteka.bots.master import MasterBot
from igroteka.core import NO_CHANCE, Chance
from igroteka.server.bots.threads import BotThreads

CORES = os.cpu_count() or 1
MANY = 8 * CORES


class Pensive:
    """A bot of one's own that thinks until it may go on, and notes how much time it was given."""

    may_go_on = threading.Event()
    shares: list[float] = []

    def hurry(self, share: float) -> None:
        self.shares.append(share)

    def choose(self, view: Any, offers: tuple[Any, ...], may_wait: bool, chance: Chance) -> Any:
        assert self.may_go_on.wait(60)
        return offers[0]


def test_where_many_wait_each_has_less_time_and_afterwards_all_of_it_again(monkeypatch: Any) -> None:
    monkeypatch.setitem(levels.LEVELS, "pensive", lambda seconds: Pensive())

    async def ask() -> None:
        threads = BotThreads(1.0)
        asked = [
            asyncio.create_task(threads.think(threads.make("pensive"), None, ("a",), False, NO_CHANCE))
            for _ in range(MANY)
        ]
        await asyncio.sleep(0)  # all of them have asked, and none has gone on
        assert threads.share == CORES / MANY
        Pensive.may_go_on.set()
        assert await asyncio.gather(*asked) == ["a"] * MANY
        assert len(Pensive.shares) == MANY
        assert min(Pensive.shares) <= 0.5
        assert max(Pensive.shares) <= 1.0
        assert threads.share == 1.0
        threads.close()

    asyncio.run(ask())


def test_a_hurried_master_has_a_part_of_its_seconds_for_the_next_choice() -> None:
    bot = MasterBot(2.0)
    bot.hurry(0.25)
    assert (bot.bounds.cpu, bot.bounds.wall) == (0.5, 0.5)
    bot.hurry(1.0)
    assert (bot.bounds.cpu, bot.bounds.wall) == (2.0, 2.0)
    exact = MasterBot(iterations=50)
    exact.hurry(0.25)
    assert exact.bounds.iterations == 50
