"""Bots at a live table: they see views, keep a pace, and leave people's windows open for a while."""

import asyncio
import os
import sys
import threading
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from importlib.resources import as_file, files
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import pytest

from igroteka.bots import DEFAULT, LEVELS, RandomBot, levels
from igroteka.core import Refused, Seeded
from igroteka.games import SHELF
from igroteka.games.sequence.moves import Draw, Place, Placed
from igroteka.server.bots import threads
from igroteka.server.connection.messages import Ask
from igroteka.server.entropy import Entropy
from igroteka.server.hub import Hub
from igroteka.server.metrics import Metrics
from igroteka.server.opening import Open
from igroteka.server.people import intents as i
from igroteka.server.people.events import Given
from igroteka.server.settings import Settings
from igroteka.server.table.room import Room
from igroteka.server.table.tell import table_view
from igroteka.store.sqlite import SqliteStore
from igroteka.table.canonical import plain
from igroteka.table.driver import play_out, random_chooser
from igroteka.table.match import Match
from igroteka.table.record import SameDeal, Written


class Watcher:
    """Somebody who looks on: where nobody does, bots do not play among themselves."""

    who, id, born, is_screen = None, "0", 0.0, False

    def poke(self, *, table: bool, game: bool) -> None: ...
    def push(self, message: Any) -> None: ...
    def dismiss(self, reason: str) -> None: ...


async def watched(hub: Hub, asked: Open) -> Room:
    room = await hub.open(asked)
    room.connected.sessions.add(Watcher())
    return room


@asynccontextmanager
async def hub_in(folder: Path, entropy: Entropy | None = None, **settings: Any) -> AsyncIterator[Hub]:
    settings = {"bot_takes": 0.0, "bot_taken": 0.0, **settings}
    hub = Hub(SqliteStore(folder / "db"), Settings(**settings), entropy or Entropy(), Metrics())
    try:
        yield hub
    finally:
        for room in hub.rooms():
            room.connected.sessions.clear()  # these do not hang up by themselves
        await hub.close()


def rows_until(name: str, is_it: Callable[[Match], bool], **options: Any) -> tuple[Written, ...]:
    """The rows of a random game up to the first position that is wanted."""
    game = SHELF[name]
    for seed in range(300):
        match = Match(game, 2, game.Options(**options), seed)
        chance = Seeded(seed + 7)
        for _ in zip(range(400), play_out(match, random_chooser(chance), chance), strict=False):
            if match.outcome is None and is_it(match):
                return tuple(
                    Written(row.number, 0, row.seat, plain(row.intent), tuple(plain(row.events)))
                    for row in match.log
                )
    raise AssertionError("no such position")


def closing_moves(match: Match, person: int = 0, bot: int = 1) -> list[Any]:
    """What of the bot's offers would close the person's window."""

    def windows(state: Any) -> set[Any]:
        offers = match.game.legal(state, person)
        return {offer for offer in offers if isinstance(offer, match.game.WINDOWS)}

    now = windows(match.state)
    offers = [o for o in match.legal(bot) if now and not isinstance(o, match.game.HONOUR)]
    return [o for o in offers if now - windows(match.after(match.decide(bot, o)))]


def a_move_closes(match: Match) -> bool:
    """The person, seat 0, could still do something, and the bot could put an end to that."""
    return match.game.turn(match.state) == 1 and bool(closing_moves(match))


class Hasty:
    """A bot that closes other people's windows whenever it can."""

    room: Room | None = None

    def choose(self, view: Any, offers: tuple[Any, ...], may_wait: bool, chance: Any) -> Any | None:
        assert Hasty.room
        assert Hasty.room.match
        closing = closing_moves(Hasty.room.match)
        return next((offer for offer in offers if offer in closing), None if may_wait else offers[0])


async def table_with(hub: Hub, name: str, rows: tuple[Written, ...], options: dict[str, Any]) -> Room:
    """A person at seat 0, a bot at seat 1, and a game that begins after these rows."""
    given = Given(SameDeal("00" * 32, "00" * 32), "", rows)
    room = await hub.open(Open(name, 2, options, bots=(1,)), given)
    await hub.join(room, "Anna", None, None, False)
    Hasty.room = room
    return room


async def seconds_until_the_bot_moves(room: Room, most: float = 8.0) -> float:
    assert room.party.host
    begun = time.monotonic()
    await room.do(room.party.host, i.Start(), "start")
    assert room.match
    rows = len(room.match.log)
    while len(room.match.log) == rows and time.monotonic() - begun < most:
        await asyncio.sleep(0.01)
    assert len(room.match.log) > rows, "the bot does not move"
    return time.monotonic() - begun


WINDOWED = [("sequence", {"draw": "by_hand"}), ("upturn", {"announce": "by_hand"})]


@pytest.mark.parametrize(("name", "options"), WINDOWED, ids=["an owed card", "a last tile"])
def test_a_bot_does_not_close_a_persons_window_before_its_patience_is_over(
    name: str, options: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(LEVELS, DEFAULT, lambda seconds: Hasty())
    rows = rows_until(name, a_move_closes, **options)

    async def run() -> None:
        async with hub_in(tmp_path, bot_pace=0, bot_patience=1.0) as hub:
            room = await table_with(hub, name, rows, options)
            assert await seconds_until_the_bot_moves(room) >= 0.95
            hasty = await table_with(hub, name, rows, options)
            assert hasty.party.host
            await hasty.do(hasty.party.host, i.SetPatience(0, 0.0), "patience")
            assert await seconds_until_the_bot_moves(hasty) < 0.9

    asyncio.run(run())


@pytest.mark.parametrize(("name", "options"), WINDOWED, ids=["an owed card", "a last tile"])
def test_a_seat_may_be_given_more_time_than_others(
    name: str, options: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(LEVELS, DEFAULT, lambda seconds: Hasty())
    rows = rows_until(name, a_move_closes, **options)

    async def run() -> None:
        async with hub_in(tmp_path, bot_pace=0, bot_patience=0.0) as hub:
            room = await table_with(hub, name, rows, options)
            assert room.party.host
            await room.do(room.party.host, i.SetPatience(0, 1.0), "patience")
            assert await seconds_until_the_bot_moves(room) >= 0.95

    asyncio.run(run())


def test_a_bot_takes_its_time(tmp_path: Path) -> None:
    async def run() -> None:
        async with hub_in(tmp_path, bot_pace=0.2, bot_patience=0.0) as hub:
            room = await watched(hub, Open("sequence", 2, bots=(0, 1)))
            await hub.join(room, "Anna", None, None, True)
            assert room.party.host
            await room.do(room.party.host, i.Start(), "start")
            await asyncio.sleep(1.1)
            assert room.match
            moved = [event for row in room.match.log for event in row.events if isinstance(event, Placed)]
            assert 1 <= len(moved) <= 6

    asyncio.run(run())


def test_a_bot_takes_its_card_before_the_quickest_person_can_move_on(tmp_path: Path) -> None:
    """SQ-19: once the next player has moved and drawn, a card that was not taken is gone."""

    async def run() -> None:
        async with hub_in(tmp_path, bot_pace=0.3) as hub:
            room = await hub.open(Open("sequence", 2, {"draw": "by_hand"}, bots=(1,), level="player"))
            await hub.join(room, "Anna", None, None, False)
            host = room.party.host
            assert host
            await room.do(host, i.Start(), "start")
            match = room.match
            assert match
            for number in range(6):
                await until(lambda: match.game.turn(match.state) == 0)
                await asyncio.sleep(0.05)  # as quick as a finger
                place = next(offer for offer in match.legal(0) if isinstance(offer, Place))
                for intent in (place, Draw()):
                    said = msgspec.Raw(msgspec.json.encode(intent))
                    await room.ask(host, Ask(f"{number}{intent}", room.folded.game_number, said))
                assert len(match.state.hands[1]) == 7

    asyncio.run(run())


class Spy:
    """A bot that remembers what it was shown."""

    seen: list[Any] = []
    threads: set[str] = set()

    def choose(self, view: Any, offers: tuple[Any, ...], may_wait: bool, chance: Any) -> Any | None:
        Spy.seen.append(view)
        Spy.threads.add(threading.current_thread().name)
        return offers[0]


@pytest.mark.parametrize("name", SHELF)
def test_a_bot_sees_a_view_and_nothing_else_and_thinks_beside_the_event_loop(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(LEVELS, DEFAULT, lambda seconds: Spy())
    Spy.seen.clear()
    Spy.threads.clear()

    async def run() -> None:
        async with hub_in(tmp_path, bot_pace=0, bot_patience=0.0) as hub:
            room = await watched(hub, Open(name, 2, bots=(0, 1)))
            await hub.join(room, "Anna", None, None, True)
            assert room.party.host
            await room.do(room.party.host, i.Start(), "start")
            await asyncio.sleep(0.5)

    asyncio.run(run())
    assert Spy.seen
    assert {type(view) for view in Spy.seen} == {SHELF[name].View}
    assert {view.seat for view in Spy.seen} <= {0, 1}
    assert not any("MainThread" in thread for thread in Spy.threads)


# Bots that fail, and bots that take long ---------------------------------------------------------------


class Failing:
    """A bot of one's own that has faults of all kinds, one after the other."""

    calls = 0

    def choose(self, view: Any, offers: tuple[Any, ...], may_wait: bool, chance: Any) -> Any | None:
        Failing.calls += 1
        match Failing.calls % 4:
            case 0:
                raise KeyError(view)  # what it knows must not get into the log
            case 1:
                return "whatever"
            case 2:
                sys.exit(3)  # not the server's end
            case _:
                return None if not may_wait else offers[0]


class Sleeping:
    """A bot that does not answer."""

    calls = 0

    def choose(self, view: Any, offers: tuple[Any, ...], may_wait: bool, chance: Any) -> Any | None:
        Sleeping.calls += 1
        time.sleep(1.5)
        return offers[0]


async def a_table_of_bots(hub: Hub, name: str, level: str, seats: int = 2, **options: Any) -> Room:
    room = await watched(hub, Open(name, seats, options, bots=tuple(range(seats)), level=level))
    await hub.join(room, "Anna", None, None, True)
    assert room.party.host
    await room.do(room.party.host, i.Start(), "start")
    return room


async def until(is_so: Callable[[], bool], most: float = 60.0) -> None:
    end = time.monotonic() + most
    while not is_so():
        assert time.monotonic() < end, "waited in vain"
        await asyncio.sleep(0.01)


def is_over(room: Room) -> bool:
    return room.match is not None and room.match.outcome is not None


@pytest.mark.parametrize("name", SHELF)
def test_a_bot_that_fails_hangs_no_table_and_is_written_to_the_log_without_what_it_knows(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setitem(LEVELS, "rex", lambda seconds: Failing())

    async def run() -> None:
        async with hub_in(tmp_path, bot_pace=0, bot_patience=0.0) as hub:
            room = await a_table_of_bots(hub, name, "rex")
            await until(lambda: is_over(room))

    with caplog.at_level("WARNING", "igroteka"):
        asyncio.run(run())
    told = [record.fields for record in caplog.records if record.getMessage() == "a bot failed"]
    assert {fields["error"] for fields in told} >= {"KeyError", "NotOffered", "EndsProgram"}
    assert {fields["bot"] for fields in told} == {"rex"}
    assert all(set(fields) == {"bot", "error", "where"} for fields in told)
    assert any(fields["where"].startswith("test_bots.py:") for fields in told)


def test_a_bot_that_does_not_answer_is_replaced_and_keeps_no_other_table_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(LEVELS, "sleepy", lambda seconds: Sleeping())
    monkeypatch.setattr(threads, "_GIVEN_UP", 0.1)
    Sleeping.calls = 0

    async def run() -> None:
        async with hub_in(tmp_path, bot_pace=0, bot_patience=0.0, master_seconds=0.1) as hub:
            sleepy = await a_table_of_bots(hub, "upturn", "sleepy")
            awake = await a_table_of_bots(hub, "upturn", "player")
            await until(lambda: is_over(awake) and is_over(sleepy))

    asyncio.run(run())
    assert 1 <= Sleeping.calls <= 2, "each seat asks it once"


class Forever:
    """A bot that never comes back, until the test lets its threads go."""

    calls = 0
    end = threading.Event()

    def choose(self, view: Any, offers: tuple[Any, ...], may_wait: bool, chance: Any) -> Any | None:
        Forever.calls += 1
        Forever.end.wait()
        return offers[0]


class Counting:
    calls = 0

    def choose(self, view: Any, offers: tuple[Any, ...], may_wait: bool, chance: Any) -> Any | None:
        Counting.calls += 1
        return None if may_wait else offers[0]


def test_bots_that_never_come_back_leave_room_for_other_bots_of_ones_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(LEVELS, "lost", lambda seconds: Forever())
    monkeypatch.setitem(LEVELS, "rex", lambda seconds: Counting())
    monkeypatch.setattr(threads, "_GIVEN_UP", 1.0)
    monkeypatch.setattr(os, "cpu_count", lambda: 1)
    Forever.calls = Counting.calls = 0

    async def run() -> None:
        async with hub_in(tmp_path, bot_pace=0, bot_patience=0.0, master_seconds=0.1) as hub:
            lost = await a_table_of_bots(hub, "upturn", "lost")
            await until(lambda: is_over(lost))
            rex = await a_table_of_bots(hub, "upturn", "rex")
            await until(lambda: Counting.calls > 3 or is_over(rex))

    try:
        asyncio.run(run())
    finally:
        Forever.end.set()
    assert (Forever.calls, Counting.calls > 3) == (2, True)


def test_many_tables_of_bots_do_not_stall_the_server(tmp_path: Path) -> None:
    """The event loop has its turn all the time; how long it waits is in docs/figures.md."""
    waits: list[float] = []

    async def run() -> None:
        async with hub_in(tmp_path, bot_pace=0, bot_patience=0.0) as hub:
            rooms = [await a_table_of_bots(hub, name, "player", 3) for name in SHELF for _ in range(3)]
            while not all(is_over(room) for room in rooms) and len(waits) < 3000:
                begun = time.perf_counter()
                await asyncio.sleep(0)
                waits.append(time.perf_counter() - begun)
                await asyncio.sleep(0.002)

    asyncio.run(run())
    waits.sort()
    assert waits[int(0.9 * len(waits))] < 0.2, "nine of ten"


def test_what_a_bot_thinks_about_is_part_of_its_pace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Slow:
        def choose(self, view: Any, offers: tuple[Any, ...], may_wait: bool, chance: Any) -> Any | None:
            time.sleep(0.4)
            return offers[0]

    monkeypatch.setitem(LEVELS, DEFAULT, lambda seconds: Slow())

    async def run() -> None:
        async with hub_in(tmp_path, bot_pace=0.5, bot_patience=0.0) as hub:
            room = await a_table_of_bots(hub, "sequence", DEFAULT, draw="automatic")
            assert room.match
            await until(lambda: room.match is not None and len(room.match.log) >= 6)
            times = [row.time for row in room.match.log[1:]]
            gaps = [after - before for before, after in pairwise(times)]
            assert 0.45 <= min(gaps) < 0.85

    asyncio.run(run())


def test_a_bot_that_only_ends_its_turn_does_not_take_its_time(tmp_path: Path) -> None:
    async def run() -> None:
        async with hub_in(tmp_path, bot_pace=0.2, bot_patience=0.0) as hub:
            room = await a_table_of_bots(hub, "etazhiki", "beginner", variant="beginner")  # slow: 0.5 s
            await until(lambda: room.match is not None and len(room.match.log) >= 8)
            assert room.match
            rows = room.match.log[1:]
            gaps = [(type(row.intent).__name__, row.time - before.time) for before, row in pairwise(rows)]
            assert min(gap for kind, gap in gaps if kind == "End") < 0.45, gaps
            assert min(gap for kind, gap in gaps if kind != "End") > 0.45, gaps

    asyncio.run(run())


def test_bots_think_at_the_same_time_where_being_asked_tells_what_one_holds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One after the other, the pause before a bot's move said that another bot could have taken its turn."""
    begun, ended = threading.Barrier(2, timeout=30), []

    class Slow:
        def choose(self, view: Any, offers: tuple[Any, ...], may_wait: bool, chance: Any) -> Any | None:
            begun.wait()  # until the other thinks, too
            ended.append(may_wait)
            return None if may_wait else offers[0]

    def both_may(match: Match) -> bool:
        turn = match.game.turn(match.state)
        return turn is not None and len(match.legal(turn)) > 1 and bool(match.legal(1 - turn))

    monkeypatch.setitem(LEVELS, "master", lambda seconds: Slow())
    rows = rows_until("etazhiki", both_may)

    async def run() -> None:
        async with hub_in(tmp_path, bot_pace=0.0, bot_patience=0.0) as hub:
            given = Given(SameDeal("00" * 32, "00" * 32), "", rows)
            room = await hub.open(Open("etazhiki", 2, {}, bots=(0, 1), level="master"), given)
            room.connected.sessions.add(Watcher())
            await hub.join(room, "Anna", None, None, True)
            assert room.party.host
            await room.do(room.party.host, i.Start(), "start")
            await until(lambda: len(ended) >= 2)
            begun.abort()
            assert sorted(ended[:2]) == [False, True]

    asyncio.run(run())


# Levels ------------------------------------------------------------------------------------------------


def test_a_table_tells_which_bots_there_are_and_a_level_may_be_chosen_for_each_seat(tmp_path: Path) -> None:
    async def run() -> None:
        async with hub_in(tmp_path) as hub:
            room = await hub.open(Open("sequence", 4))
            await hub.join(room, "Anna", None, None, True)
            host = room.party.host
            assert host
            for seat, level in enumerate(LEVELS):
                await room.do(host, i.AddBot(seat, level), f"bot {seat}")
            with pytest.raises(Refused, match="no-such-level"):
                await room.do(host, i.AddBot(3, "grandmaster"), "bot 4")
            await room.do(host, i.AddBot(3), "bot 3")
            shown = table_view(room, host, "")
            assert shown.levels == tuple(LEVELS)
            assert [chair.bot for chair in shown.chairs] == [*LEVELS, DEFAULT]

    asyncio.run(run())


def test_a_network_sits_where_its_game_is_played_and_nowhere_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At another table it failed at every move, and a line in the log told of each."""
    monkeypatch.setattr("igroteka.bots.levels.LEVELS", known := dict(LEVELS))
    with as_file(files("igroteka.turbo.upturn.search").joinpath("network-2.npz")) as taught:
        levels.add(f"net={taught}")
    assert [*known][-1] == "net"

    async def run() -> None:
        async with hub_in(tmp_path) as hub:
            with pytest.raises(Refused, match="no-such-level"):
                await hub.open(Open("etazhiki", 2, bots=(1,), level="net"))
            room = await hub.open(Open("upturn", 2, bots=(1,), level="net"))
            await hub.join(room, "Anna", None, None, True)
            host = room.party.host
            assert host
            assert "net" in table_view(room, host, "").levels
            await room.do(host, i.ChangeGame("etazhiki", 2), "change")
            assert "net" not in table_view(room, host, "").levels

    asyncio.run(run())
    made = threads.BotThreads(1.0).make
    assert [made("net", game=game).level for game in ("upturn", "etazhiki")] == ["net", DEFAULT]


@pytest.mark.parametrize("level", ["random", "a bot that this server does not know any more"])
def test_a_table_with_a_bot_that_is_offered_no_more_plays_on(
    level: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def before() -> str:
        monkeypatch.setitem(LEVELS, level, lambda seconds: RandomBot())
        async with hub_in(tmp_path, bot_pace=60) as hub:
            return (await a_table_of_bots(hub, "etazhiki", level)).party.id

    table = asyncio.run(before())
    monkeypatch.delitem(LEVELS, level)

    async def after() -> None:
        async with hub_in(tmp_path, bot_pace=0) as hub:
            room = await hub.room(table)
            room.connected.sessions.add(Watcher())
            room.changed()
            assert room.party.chairs[0].bot == level
            await until(lambda: is_over(room))

    asyncio.run(after())
