"""Where a turn can be taken, bots leave people time: to think, and to take a bot's turn themselves."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from igroteka.bots import DEFAULT, LEVELS
from igroteka.games import etazhiki
from igroteka.games.etazhiki.moves import Intercept
from igroteka.server.people import intents as i
from igroteka.table import Match
from server.test_bots import hub_in, rows_until, seconds_until_the_bot_moves, table_with
from server.test_clocks import Clock

ENOUGH = 3
"""Cards in each hand, so that nobody goes out."""


def may_take(match: Match, seat: int) -> bool:
    turn = match.game.turn(match.state)
    hands = [len(match.view(one).hand or ()) for one in (0, 1)]
    takes = any(isinstance(offer, Intercept) for offer in match.legal(seat))
    return turn == 1 - seat and takes and min(hands) >= ENOUGH


class Taker:
    """A bot that takes the turn whenever it can, and else does the first thing that it may."""

    def choose(self, view: Any, offers: tuple[Any, ...], may_wait: bool, chance: Any) -> Any | None:
        takes = [offer for offer in offers if isinstance(offer, Intercept)]
        return takes[0] if takes else None if may_wait else offers[0]


@pytest.fixture(autouse=True)
def taker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(LEVELS, DEFAULT, lambda seconds: Taker())


def test_a_bot_leaves_the_person_on_turn_time_to_think(tmp_path: Path) -> None:
    rows = rows_until("etazhiki", lambda match: may_take(match, 1))

    async def run() -> None:
        async with hub_in(tmp_path, bot_pace=0, bot_takes=1.0) as hub:
            room = await table_with(hub, "etazhiki", rows, {})
            assert await seconds_until_the_bot_moves(room) >= 0.95
            quick = await table_with(hub, "etazhiki", rows, {})
            assert quick.party.host
            await quick.do(quick.party.host, i.SetTable(taking="quick"), "quick")
            assert await seconds_until_the_bot_moves(quick) < 0.9

    asyncio.run(run())


@pytest.mark.parametrize("step", [-3600.0, 3600.0])
def test_a_clock_that_steps_neither_stops_a_bot_nor_hurries_it(tmp_path: Path, step: float) -> None:
    rows = rows_until("etazhiki", lambda match: may_take(match, 1))

    async def run() -> None:
        clock = Clock()
        async with hub_in(tmp_path, clock, bot_pace=0, bot_takes=1.0) as hub:
            room = await table_with(hub, "etazhiki", rows, {})
            asyncio.get_running_loop().call_later(0.5, setattr, clock, "wrong", step)
            assert 0.95 <= await seconds_until_the_bot_moves(room) < 5.0

    asyncio.run(run())


def test_a_host_may_keep_bots_from_taking_turns(tmp_path: Path) -> None:
    rows = rows_until("etazhiki", lambda match: may_take(match, 1))

    async def run() -> None:
        async with hub_in(tmp_path, bot_pace=0) as hub:
            room = await table_with(hub, "etazhiki", rows, {})
            assert room.party.host
            await room.do(room.party.host, i.SetTable(taking="never"), "never")
            with pytest.raises(AssertionError, match="does not move"):
                await seconds_until_the_bot_moves(room, most=1.0)

    asyncio.run(run())


def test_a_person_has_time_to_take_the_turn_of_a_bot(tmp_path: Path) -> None:
    """And only as long as there is something to take it with, where one person plays."""
    rows = rows_until("etazhiki", lambda match: may_take(match, 0))
    idle = rows_until("etazhiki", lambda match: etazhiki.turn(match.state) == 1 and not _takes(match, 0))

    async def run() -> None:
        async with hub_in(tmp_path, bot_pace=0, bot_taken=1.0) as hub:
            room = await table_with(hub, "etazhiki", rows, {})
            assert await seconds_until_the_bot_moves(room) >= 0.95
            other = await table_with(hub, "etazhiki", idle, {})
            assert await seconds_until_the_bot_moves(other) < 0.9

    asyncio.run(run())


def _takes(match: Match, seat: int) -> bool:
    return any(isinstance(offer, Intercept) for offer in match.legal(seat))


def test_nobody_waits_where_no_turn_can_be_taken(tmp_path: Path) -> None:
    rows = rows_until("etazhiki", lambda match: etazhiki.turn(match.state) == 1, variant="medium")

    async def run() -> None:
        async with hub_in(tmp_path, bot_pace=0, bot_takes=5.0, bot_taken=5.0) as hub:
            room = await table_with(hub, "etazhiki", rows, {"variant": "medium"})
            assert await seconds_until_the_bot_moves(room) < 2.0

    asyncio.run(run())


def test_bots_are_slow_where_small_children_play_unless_the_host_wants_otherwise(tmp_path: Path) -> None:
    rows = rows_until("etazhiki", lambda match: etazhiki.turn(match.state) == 1, variant="beginner")

    async def run() -> None:
        async with hub_in(tmp_path, bot_pace=0.5) as hub:
            room = await table_with(hub, "etazhiki", rows, {"variant": "beginner"})
            assert await seconds_until_the_bot_moves(room) >= 1.2
            usual = await table_with(hub, "etazhiki", rows, {"variant": "beginner"})
            assert usual.party.host
            await usual.do(usual.party.host, i.SetTable(pace="usual"), "usual")
            assert await seconds_until_the_bot_moves(usual) < 1.1

    asyncio.run(run())
