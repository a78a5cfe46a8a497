"""Bots at a live table: they see views, keep a pace, and leave people's windows open for a while."""

import asyncio
import threading
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from igroteka.bots import DEFAULT, LEVELS
from igroteka.core import Seeded
from igroteka.games import SHELF
from igroteka.server import intents as i
from igroteka.server.entropy import Entropy
from igroteka.server.hub import Hub, Open
from igroteka.server.metrics import Metrics
from igroteka.server.party import Given
from igroteka.server.room import Room
from igroteka.server.settings import Settings
from igroteka.store import SqliteStore
from igroteka.table.canonical import plain
from igroteka.table.driver import play_out, random_chooser
from igroteka.table.match import Match
from igroteka.table.record import SameDeal, Written


@asynccontextmanager
async def hub_in(folder: Path, **settings: Any) -> AsyncIterator[Hub]:
    hub = Hub(SqliteStore(folder / "db"), Settings(**settings), Entropy(), Metrics())
    try:
        yield hub
    finally:
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
            room = await hub.open(Open("sequence", 2, bots=(0, 1)))
            await hub.join(room, "Anna", None, None, True)
            assert room.party.host
            await room.do(room.party.host, i.Start(), "start")
            await asyncio.sleep(1.1)
            assert room.match
            moved = len(room.match.log) - 1
            assert 1 <= moved <= 6

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
            room = await hub.open(Open(name, 2, bots=(0, 1)))
            await hub.join(room, "Anna", None, None, True)
            assert room.party.host
            await room.do(room.party.host, i.Start(), "start")
            await asyncio.sleep(0.5)

    asyncio.run(run())
    assert Spy.seen
    assert {type(view) for view in Spy.seen} == {SHELF[name].View}
    assert {view.seat for view in Spy.seen} <= {0, 1}
    assert not any("MainThread" in thread for thread in Spy.threads)
