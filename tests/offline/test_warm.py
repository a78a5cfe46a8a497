"""What is done ahead for a snapshot of Python's memory: nothing waits, and nothing of it stays."""

import asyncio
import gc

from igroteka.games import SHELF
from igroteka.games.texts import texts
from igroteka.offline.house import House
from igroteka.offline.warm import warm


def test_every_game_is_made_ready_without_a_loop_and_nothing_stays() -> None:
    texts.cache_clear()
    warm()
    assert texts.cache_info().currsize >= 2 * len(SHELF)
    gc.collect()
    assert not [one for one in gc.get_objects() if isinstance(one, House)]
    assert asyncio._get_running_loop() is None
