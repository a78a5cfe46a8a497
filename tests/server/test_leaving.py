"""What a server does no more: decide after its good-bye, play what was left behind, amuse bots alone."""

import asyncio
import signal
import socket
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from urllib.parse import urlsplit

import msgspec
import pytest

from igroteka.core import Refused
from igroteka.server.connection.messages import Ask
from igroteka.server.entropy import Entropy
from igroteka.server.hub import Hub
from igroteka.server.metrics import Metrics
from igroteka.server.opening import Open
from igroteka.server.people import intents as i
from igroteka.server.settings import Settings
from igroteka.server.table.room import Room
from igroteka.store.sqlite import SqliteStore
from server.client import open_table
from server.raw import shaken, text
from server.serving import serving

DRAW = msgspec.Raw(b'{"kind":"draw"}')


def play(folder: Path, bots: tuple[int, ...], scene: Callable[[Hub, Room], Awaitable[None]]) -> None:
    async def run() -> None:
        settings = Settings(bot_pace=0.0, bot_patience=0.0, bot_taken=0.0)
        hub = Hub(SqliteStore(folder / "file"), settings, Entropy(), Metrics())
        room = await hub.open(Open("upturn", 2, bots=bots))
        for name in ("Anna", "Boris")[: 2 - len(bots)]:
            await hub.join(room, name, None, None, False)
        await room.do(room.party.people[0].id, i.Start(), "start")
        await scene(hub, room)
        await hub.close()

    asyncio.run(run())


def on_turn(room: Room) -> str:
    assert room.match is not None
    return str(room.party.chairs[room.match.game.turn(room.match.state) or 0].person)


async def why_not(asking: Awaitable[object]) -> str:
    with pytest.raises(Refused) as refused:
        await asking
    return refused.value.reason


def test_nothing_is_decided_after_the_good_bye(tmp_path: Path) -> None:
    async def scene(hub: Hub, room: Room) -> None:
        number, mover = room.number, on_turn(room)
        await hub.say_good_bye()
        assert await why_not(room.ask(mover, Ask("late", number, DRAW))) == "one-moment"
        assert room.number == number

    play(tmp_path, (), scene)


def test_an_intent_from_before_the_person_s_last_move_is_not_played(tmp_path: Path) -> None:
    """It was left behind on another connection; said again under its own id it has its old answer."""

    async def scene(_hub: Hub, room: Room) -> None:
        before, mover = room.number, on_turn(room)
        number = await room.ask(mover, Ask("first", before, DRAW), before)
        assert await why_not(room.ask(mover, Ask("left behind", before, DRAW), before)) == "too-late"
        assert await room.ask(mover, Ask("first", before, DRAW), before) == number

    play(tmp_path, (), scene)


def test_bots_that_are_all_by_themselves_do_not_play_on(tmp_path: Path) -> None:
    async def scene(_hub: Hub, room: Room) -> None:
        await room.do(room.party.people[0].id, i.Stand(), "stand")
        await asyncio.sleep(0.2)
        number = room.number
        await asyncio.sleep(0.3)
        assert all(chair.bot for chair in room.party.chairs)
        assert room.playing
        assert room.number == number

    play(tmp_path, (1,), scene)


@pytest.mark.alone
def test_a_server_that_stops_lets_nobody_in_once_it_says_good_bye() -> None:
    with serving() as server:
        where = urlsplit(server.url)
        with closing(shaken(server, open_table(server))) as guest:  # who hears it, and does not hang up
            guest.settimeout(10)
            guest.sendall(text({"kind": "hello"}))
            heard = guest.recv(65536)
            server.signal(signal.SIGTERM)
            while b"server-stops" not in heard:
                heard += guest.recv(65536)
            with socket.socket() as probe:
                assert probe.connect_ex((where.hostname, where.port)) != 0
        server.wait(15)
