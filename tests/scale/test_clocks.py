"""Three servers whose clocks differ by hours are one server all the same."""

import asyncio
import secrets

import msgspec
import pytest

from igroteka.core import Refused
from igroteka.games import game
from igroteka.server.cluster.redis import RedisNeighbours
from igroteka.server.connection.messages import Ask
from igroteka.server.entropy import Entropy
from igroteka.server.hub import Hub
from igroteka.server.metrics import Metrics
from igroteka.server.opening import Open
from igroteka.server.people import intents as i
from igroteka.server.settings import Settings
from igroteka.server.table.record import record_for
from igroteka.server.table.room import Room
from igroteka.store.postgres import PostgresStore
from igroteka.table.verify import verify
from scale.stack import postgres, redis
from scale.test_worst_moments import Watcher, until


class Clock(Entropy):
    """The system's clock, so many seconds wrong."""

    def __init__(self, wrong: float) -> None:
        self._wrong = wrong

    def now(self) -> float:
        return super().now() + self._wrong


class Present(Watcher):
    """A connection of somebody."""

    def __init__(self, who: str) -> None:
        super().__init__()
        self.who = who  # type: ignore[assignment]


async def server(url: str, wrong: float) -> Hub:
    store = await PostgresStore.connected(url)
    neighbours = RedisNeighbours(redis().url, store.identity, secrets.token_hex(4))
    hub = Hub(store, Settings(), Clock(wrong), Metrics(), neighbours)
    await hub.cluster.start()
    return hub


async def move(at: Room, id: str) -> None:
    assert at.match is not None
    seat = at.match.game.turn(at.match.state)
    assert seat is not None
    said = msgspec.Raw(msgspec.json.encode(at.match.legal(seat)[-1]))
    await at.ask(at.party.people[seat].id, Ask(id, at.folded.game_number, said))


def test_servers_whose_clocks_differ_write_true_records_and_know_who_is_there() -> None:
    url = postgres().fresh()
    redis()

    async def run() -> None:
        hubs = [await server(url, wrong) for wrong in (0.0, 3600.0, -7200.0)]
        room = await hubs[0].open(Open("upturn", 2))
        for name in ("Anna", "Boris"):
            await hubs[0].join(room, name, None, None, False)
        rooms = [room, *[await hub.room(room.party.id) for hub in hubs[1:]]]
        anna, boris = (person.id for person in room.party.people)
        for at in rooms[1:]:
            at.came(Watcher())
        rooms[2].came(Present(anna))  # at the server whose clock is two hours behind
        await until(lambda: anna in rooms[1].connected.present())
        with pytest.raises(Refused) as refused:
            await rooms[1].do(boris, i.ClaimHost(), "claim")
        assert refused.value.reason == "host-is-here"
        await rooms[1].do(anna, i.Start(), "start")
        for turn in range(6):
            at = rooms[turn % 3]
            await at.ledger.refresh()
            await move(at, f"move {turn}")
        await rooms[2].do(anna, i.StopGame(), "stop")
        await room.ledger.refresh()
        assert verify(await record_for(hubs[0], room, 1, None), game("upturn")).verified
        rows = await hubs[0].store.read(room.party.id)
        assert [row.time for row in rows] == sorted(row.time for row in rows)
        for hub in hubs:
            await hub.close()

    asyncio.run(run())
    postgres().recycle()
