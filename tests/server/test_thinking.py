"""Searching bots share processors and processes: where many wait, each thinks for less time, and says so."""

import asyncio
import os
import signal
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import ExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from igroteka.bots import levels
from igroteka.bots.master import MasterBot
from igroteka.core import NO_CHANCE, Chance, Seeded
from igroteka.server.bots.threads import BotThreads
from igroteka.server.metrics import Metrics
from igroteka.server.thinking.crew import Crew
from igroteka.server.thinking.fair import FairQueue
from igroteka.server.thinking.here import ThinkingHere
from igroteka.server.thinking.process import answer
from igroteka.server.thinking.thought import TRIES, Chosen, NoThought, Thought
from igroteka.table.canonical import plain
from server.client import come, get, open_table
from server.loud import write_loud
from server.serving import serving
from server.thoughts import GAME, asked, position

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


# In processes -------------------------------------------------------------------------------------------


@pytest.mark.skipif(not Path("/proc/self/task").is_dir() or CORES == 1, reason="threads are counted in /proc")
def test_a_process_that_thinks_has_one_thread_however_many_cores_there_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The units of deploy/ let a server have 256 of them: with one for each core in each process 16 cores are
    too many."""
    for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"):
        monkeypatch.delenv(name, raising=False)

    async def threads() -> int:
        crew = Crew()
        await crew.stand_by()
        try:
            return len(list(Path(f"/proc/{crew.pids[0]}/task").iterdir()))
        finally:
            await crew.close()

    assert asyncio.run(threads()) == 1


def test_a_process_is_told_one_view_and_chooses_one_of_the_offers() -> None:
    view, offers, match = position()
    told = msgspec.json.encode(asked(0.05))
    hidden = [plain(match.view(seat)) for seat in match.seats if seat != view.seat]
    assert bytes(msgspec.json.decode(told, type=Thought).view) == msgspec.json.encode(view)
    assert all(msgspec.json.encode(other["hand"]) not in told for other in hidden)
    choice = answer(told)
    assert choice.failed == ""
    assert choice.at in range(len(offers))
    assert answer(b"{}").failed == "ValidationError"


@asynccontextmanager
async def one_process() -> AsyncIterator[ThinkingHere]:
    """Warm, and patient: on a busy machine a first thought takes long."""
    here = ThinkingHere(1)
    here.crew.grace = 60
    try:
        assert (await here.think("t", asked(0.05))).share == 1
        yield here
    finally:
        await here.close()


async def until(is_so: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not is_so():
            await asyncio.sleep(0.01)


def test_a_process_that_hangs_or_dies_is_made_up_for_and_one_without_work_is_let_go() -> None:
    async def scene() -> None:
        async with one_process() as here:
            (first,) = here.crew.pids
            os.kill(first, signal.SIGSTOP)
            here.crew.grace = 0.5
            thinking = asyncio.create_task(here.think("t", asked(0.05)))
            await until(lambda: here.lost == 1)
            here.crew.grace = 60
            assert (await thinking).at is not None
            (second,) = here.crew.pids
            assert second != first
            thinking = asyncio.create_task(here.think("t", asked(1.0)))
            await asyncio.sleep(0.1)
            os.kill(second, signal.SIGKILL)
            assert (await thinking).at is not None
            assert here.lost == 2
            here.crew.rest(0)
            await until(lambda: here.crew.pids == [])

    asyncio.run(scene())


def test_where_no_process_can_be_started_nobody_waits_for_one(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene() -> None:
        here = ThinkingHere(1)
        monkeypatch.setattr("sys.executable", "/nowhere/python")
        try:
            async with asyncio.timeout(10):
                with pytest.raises(NoThought):
                    await here.think("t", asked(0.05))
            assert here.lost == TRIES
        finally:
            await here.close()

    asyncio.run(scene())


def test_what_a_package_with_a_game_prints_is_no_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_loud(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path), prepend=os.pathsep)

    async def scene() -> None:
        async with one_process() as here:
            assert here.lost == 0

    asyncio.run(scene())


def test_a_file_where_the_server_was_started_is_no_code_of_its_processes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody else may have put it there: /tmp is everybody's."""
    (tmp_path / "msgspec.py").write_text("raise SystemExit")
    monkeypatch.chdir(tmp_path)

    async def scene() -> None:
        async with one_process() as here:
            assert here.lost == 0

    asyncio.run(scene())


def test_who_gives_up_waiting_is_forgotten() -> None:
    async def scene() -> None:
        async with one_process() as here:
            thoughts = [asyncio.create_task(here.think("t", asked(0.2))) for _ in range(3)]
            await until(lambda: here.waiting == 2)
            for one in thoughts[1:]:
                one.cancel()
            await asyncio.gather(*thoughts[1:], return_exceptions=True)
            assert here.waiting == 0
            assert (await thoughts[0]).at is not None

    asyncio.run(scene())


def test_a_table_that_floods_waits_behind_a_quiet_one() -> None:
    queue: FairQueue[str] = FairQueue()
    for at in range(10):
        assert queue.put("flood", 1.0, f"flood {at}", 20) is None
    assert queue.take() == "flood 0"
    assert queue.put("quiet", 1.0, "quiet", 20) is None
    assert queue.take() == "quiet"
    assert queue.put("quiet", 1.0, "quiet again", 20) is None
    assert [queue.take() for _ in range(2)] == ["flood 1", "quiet again"]


def test_who_is_dropped_from_the_queue_does_not_come_up() -> None:
    queue: FairQueue[str] = FairQueue()
    first, second = "first", "second"
    queue.put("t", 1.0, first, 5)
    queue.put("t", 1.0, second, 5)
    queue.drop(first)
    assert queue.take() is second
    assert not queue


def test_where_the_queue_is_full_the_table_that_asked_most_has_to_go() -> None:
    queue: FairQueue[str] = FairQueue()
    for at in range(5):
        assert queue.put("flood", 1.0, f"flood {at}", 5) is None
    assert queue.put("flood", 1.0, "too much", 5) == "too much"
    assert queue.put("quiet", 1.0, "quiet", 5) == "flood 4"
    assert len(queue) == 5


class Nobody:
    """Nobody thinks there."""

    processes, waiting, lost, share = 1, 0, 0, 1.0

    async def start(self) -> None: ...
    def tidy(self) -> None: ...
    async def close(self) -> None: ...

    async def think(self, table: str, thought: Thought) -> Chosen:
        raise NoThought("full")


def test_where_nobody_thinks_about_it_the_usual_bot_chooses_and_the_bot_is_in_a_hurry() -> None:
    async def scene() -> None:
        metrics = Metrics()
        threads = BotThreads(1.0, Nobody(), metrics)
        view, offers, _ = position()
        seated = threads.make("master", "t")
        assert await threads.think(seated, view, offers, False, Seeded(1)) in offers
        assert seated.is_hurried
        assert metrics.hurried_choices == 1
        assert threads.waiting == 0
        threads.close()

    asyncio.run(scene())


def test_player_thinks_in_a_process_where_it_plays_a_game_out_and_is_in_no_hurry(monkeypatch: Any) -> None:
    """A game of the house has a sense, and needs no process; what is bounded by steps is not hurried."""
    told: list[str] = []

    class Notes(Nobody):
        async def think(self, table: str, thought: Thought) -> Chosen:
            told.append(thought.level)
            raise NoThought("full")

    async def scene() -> None:
        threads = BotThreads(1.0, Notes(), Metrics())
        view, offers, _ = position()
        seated = threads.make("player", "t")
        assert await threads.think(seated, view, offers, False, Seeded(1)) in offers
        assert told == []
        monkeypatch.setattr(levels, "has_own", lambda game: False)
        assert await threads.think(seated, view, offers, False, Seeded(1)) in offers
        assert told == ["player"]
        assert not seated.is_hurried
        threads.close()

    asyncio.run(scene())


def test_people_are_told_that_master_thinks_for_less_time_and_the_figures_say_so() -> None:
    """Four tables of Masters and one process for them: each has a quarter of its time."""
    with serving(thinking_processes=1, master_seconds=0.5, bot_pace=0.0) as server, ExitStack() as open_:
        tables = [open_table(server, GAME, 2, bots=[0, 1], level="master") for _ in range(4)]
        places = [open_.enter_context(come(server, table)) for table in tables]
        for place in places:
            place.done("start")
        assert places[0].hear("notice", seconds=60, notice="bots_hurried")["person"] == ""
        assert places[3].hear("notice", seconds=60, notice="bots_hurried")["person"] == ""
        figures = {
            line.rpartition(" ")[0]: float(line.rpartition(" ")[2])
            for line in get(server, "/metrics").text.splitlines()
            if line.startswith(("igroteka_t", "igroteka_h"))
        }
        assert figures["igroteka_hurried_choices_total"] > 0
        assert figures["igroteka_thinking_processes"] == 1
        assert "igroteka_thinking_wait_seconds_count" in figures
        assert "igroteka_thoughts_lost_total" in figures
