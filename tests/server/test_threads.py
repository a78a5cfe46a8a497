"""What works in a thread for too long is cut short, and nothing else is."""

import random
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from igroteka.server.threads import Scissors, TooSlow

SHORT = 0.3


def counted(seconds: float) -> bool:
    """In Python alone, as whoever has forgotten to stop."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        pass
    return True


def deaf() -> bool:
    """Whoever catches everything is told again."""
    try:
        return counted(60)
    except BaseException:
        return counted(60)


def test_what_does_not_come_back_is_cut_short_though_it_catches_everything() -> None:
    begun = time.monotonic()
    with ThreadPoolExecutor(1) as threads:
        fault = threads.submit(Scissors().within, SHORT, deaf).exception()
    assert isinstance(fault, TooSlow)
    assert time.monotonic() - begun < 10


def test_what_is_done_next_in_the_thread_is_not_cut_instead() -> None:
    """Some of the work is done just when it would be cut: the cut comes at once or never."""
    scissors, chance = Scissors(), random.Random("scissors")

    def work() -> tuple[int, int]:
        done = cut = 0
        for _ in range(12):
            try:
                done += scissors.within(SHORT, partial(counted, chance.uniform(0.0, 2 * SHORT)))
            except TooSlow:
                cut += 1
            assert counted(0.01)
        return done, cut

    with ThreadPoolExecutor(6) as threads:
        told = [one.result() for one in [threads.submit(work) for _ in range(6)]]
    assert sum(done for done, _ in told) > 0
    assert sum(cut for _, cut in told) > 0
    assert not scissors._working


def test_the_main_thread_takes_as_long_as_it_takes() -> None:
    assert Scissors().within(0.0, partial(counted, 2 * SHORT))
