"""Commits wait for more rows only where rows come fast, and never for long."""

import asyncio
from itertools import pairwise

import pytest

from igroteka.store import Store
from igroteka.store.gathering import ENOUGH, LONGEST, Gathering
from store.rows import Where, numbers, row, table, using


def after(
    rows_a_second: float, seconds: float = 3.0, gathering: Gathering | None = None
) -> tuple[Gathering, float]:
    """Somebody who has seen rows come at this pace, one by one, and the moment of the last one."""
    gathering, count = gathering or Gathering(), int(rows_a_second * seconds)
    for at in range(count):
        gathering.took(1, 100.0 + at / rows_a_second)
    return gathering, 100.0 + (count - 1) / rows_a_second


@pytest.mark.parametrize("pace", [1, 10, 100, 300])
def test_where_rows_are_few_nobody_waits(pace: float) -> None:
    gathering, now = after(pace)
    assert Gathering().wait(1, now) == 0.0
    assert gathering.wait(1, now) == 0.0


@pytest.mark.parametrize("pace", [450, 500, 5_000, 50_000])
def test_where_rows_are_many_a_commit_waits_until_enough_of_them_share_it(pace: float) -> None:
    gathering, now = after(pace)
    waits = [gathering.wait(waiting, now) for waiting in range(1, ENOUGH + 1)]
    assert all(later <= sooner for sooner, later in pairwise(waits))
    assert 0.0 < waits[0] <= LONGEST
    assert waits[0] == pytest.approx(min(LONGEST, (ENOUGH - 1) / pace), rel=0.1)
    assert waits[-1] == 0.0


@pytest.mark.parametrize(("pace", "enough"), [(500, 24), (1_000, 24), (3_000, 16), (9_000, 16)])
def test_at_the_pace_of_people_more_may_be_gathered_than_at_full_speed(pace: float, enough: int) -> None:
    """At full speed who has been answered asks again: to wait for more is to wait for those who wait."""
    gathering, now = after(pace, gathering=Gathering(1.0, 16, calmly=24))
    assert gathering.wait(1, now) == pytest.approx((enough - 1) / pace, rel=0.1)
    assert gathering.wait(enough, now) == 0.0


def test_who_asks_alone_and_waits_for_each_answer_is_not_held_up_again_and_again() -> None:
    gathering, now = after(500)
    waited = 0.0
    for _ in range(1000):  # two seconds of a disk that takes two milliseconds
        seconds = gathering.wait(1, now)
        waited, now = waited + seconds, now + seconds + 0.002
        gathering.took(1, now)
    assert waited < 10 * LONGEST


def test_a_rush_that_is_over_is_forgotten() -> None:
    gathering, now = after(500)
    assert gathering.wait(1, now) > 0.0
    assert gathering.wait(1, now + 2.0) == 0.0


def test_rows_that_come_fast_and_one_by_one_are_all_kept_in_order(where: Where) -> None:
    async def ask(store: Store) -> None:
        for id in ("t", "u", "v"):
            await store.open(table(id), row(1))
        await asyncio.gather(*(one_by_one(store, id) for id in ("t", "u", "v")))
        await store.append("t", row(301))

    async def one_by_one(store: Store, id: str) -> None:
        for number in range(2, 301):
            await store.append(id, row(number))

    using(where, ask)
    for id in ("t", "u", "v"):
        assert numbers(where, id) == list(range(1, 302 if id == "t" else 301))
