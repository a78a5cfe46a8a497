"""Clocks that step back or forward, or differ between servers, harm neither records nor roles."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from igroteka.core import Refused
from igroteka.games import game
from igroteka.server.connection.messages import Ask
from igroteka.server.entropy import Entropy
from igroteka.server.hub import Hub
from igroteka.server.metrics import Metrics
from igroteka.server.opening import Open
from igroteka.server.people import intents as i
from igroteka.server.settings import Settings
from igroteka.server.table.record import Again, again, record_for
from igroteka.server.table.room import Room
from igroteka.store.sqlite import SqliteStore
from igroteka.table.verify import verify


class Clock(Entropy):
    """The system's clock, so many seconds wrong."""

    wrong = 0.0
    later = 0.0
    """Seconds that have really passed, besides those that have."""

    def now(self) -> float:
        return super().now() + self.wrong

    def monotonic(self) -> float:
        return super().monotonic() + self.later


def play(folder: Path, scene: Callable[[Hub, Room, Clock], Awaitable[None]]) -> None:
    async def run() -> None:
        clock = Clock()
        hub = Hub(SqliteStore(folder / "file"), Settings(), clock, Metrics())
        room = await hub.open(Open("upturn", 2))
        for name in ("Anna", "Boris"):
            await hub.join(room, name, None, None, False)
        await scene(hub, room, clock)
        await hub.close()

    asyncio.run(run())


def person(room: Room, seat: int) -> str:
    return room.party.people[seat].id


async def move(room: Room, id: str) -> None:
    assert room.match is not None
    seat = room.match.game.turn(room.match.state)
    assert seat is not None
    said = msgspec.Raw(msgspec.json.encode(room.match.legal(seat)[-1]))
    await room.ask(person(room, seat), Ask(id, room.folded.game_number, said))


async def finished(hub: Hub, room: Room) -> Any:
    await room.do(person(room, 0), i.StopGame(), "stop")
    return await record_for(hub, room, 1, None)


@pytest.mark.parametrize("steps", [(-3600.0, -7200.0, 0.0), (86_400.0, -86_400.0, 5.0), (-1e9, 0.0, 1e9)])
def test_a_record_is_true_however_the_clock_steps(tmp_path: Path, steps: tuple[float, ...]) -> None:
    async def scene(hub: Hub, room: Room, clock: Clock) -> None:
        await room.do(person(room, 0), i.Start(), "start")
        for step in steps:
            clock.wrong = step
            await move(room, f"move at {step}")
        clock.wrong = -3600.0
        record = await finished(hub, room)
        assert verify(record, game("upturn")).verified
        rows = await hub.store.read(room.party.id)
        times = [row.time for row in rows]
        assert times == sorted(times)
        same = await again(hub, Again(room.party.id, 1))  # «same deal» asks for a true record
        assert same.party.given is not None

    play(tmp_path, scene)


def test_nobody_claims_the_host_s_role_by_setting_the_clock(tmp_path: Path) -> None:
    async def scene(hub: Hub, room: Room, clock: Clock) -> None:
        clock.wrong = 7200.0
        with pytest.raises(Refused) as refused:
            await room.do(person(room, 1), i.ClaimHost(), "claim")
        assert refused.value.reason == "host-is-here"

    play(tmp_path, scene)


def test_who_has_claimed_the_role_after_a_minute_does_not_delete_the_table(tmp_path: Path) -> None:
    async def scene(hub: Hub, room: Room, clock: Clock) -> None:
        clock.later = 61.0
        assert await room.do(person(room, 1), i.ClaimHost(), "claim")
        with pytest.raises(Refused) as refused:
            await room.do(person(room, 1), i.Delete(), "delete")
        assert refused.value.reason == "role-was-claimed"
        assert await hub.store.info(room.party.id)

    play(tmp_path, scene)
