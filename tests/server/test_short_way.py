"""The short way of an intent to its row leads where the long one does; what is not for it is left alone."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest

from igroteka.server.connection.limits import Bucket
from igroteka.server.connection.messages import Ask, Said
from igroteka.server.connection.session import Session
from igroteka.server.entropy import Entropy
from igroteka.server.hub import Hub
from igroteka.server.metrics import Metrics
from igroteka.server.opening import Open
from igroteka.server.people import intents
from igroteka.server.settings import Settings
from igroteka.server.table.room import Room
from igroteka.store import Conflict, Heard, StoredRow, StoreFailed
from igroteka.store.sqlite import SqliteStore
from server.client import Place, join, open_table, start
from server.raw import CONTINUED, TEXT, frame, shaken, text
from server.serving import Server


class MoodyStore(SqliteStore):
    """A real store whose next rows go wrong in given ways, on the long way too if it is broken."""

    moods: tuple[str, ...] = ()
    is_broken = False

    async def append(self, *row: Any, **changes: Any) -> None:
        if self.is_broken:
            raise RuntimeError("a fault of ours")
        await super().append(*row, **changes)

    def append_then(
        self,
        table: str,
        row: StoredRow,
        finished: bool | None,
        heard: Heard,
        following: StoredRow | None = None,
    ) -> None:
        mood, self.moods = (self.moods[0], self.moods[1:]) if self.moods else ("", ())
        if mood == "lost":
            heard(StoreFailed("nothing was written"))
        elif mood == "late":
            heard(Conflict("somebody else was faster"))
        elif mood == "kept":
            super().append_then(
                table,
                row,
                finished,
                lambda _: heard(StoreFailed("it was written all the same")),
                following,
            )
        else:
            super().append_then(table, row, finished, heard, following)


class Paper:
    """A client that writes down what it is told."""

    def __init__(self) -> None:
        self.told: list[dict[str, Any]] = []
        self.is_ready = True
        self.may_end = False

    def write(self, text: bytes) -> None:
        self.told += json.loads(text)

    def hang_up(self, code: int, reason: str) -> None:
        assert self.may_end, reason

    async def answer(self, id: str) -> dict[str, Any]:
        """To the intent with this id."""
        async with asyncio.timeout(30):
            while not (found := [one for one in self.told if one.get("id") == id]):
                await asyncio.sleep(0.005)
        return found[-1]


class Scene:
    """The person on turn at a table of two."""

    def __init__(self, store: MoodyStore, room: Room, metrics: Metrics) -> None:
        assert room.match is not None
        self.store, self.room, self.paper, self.metrics = store, room, Paper(), metrics
        who = room.party.chairs[room.match.state.turn].person
        self.session = self.connected(who)
        room.came(self.session)
        self.who = who or ""

    def connected(self, who: str | None) -> Session:
        bucket = Bucket(0.0, 10.0, 0.0)
        return Session(self.room, who, "link", self.paper, bucket, self.metrics)

    def text(self, id: str, kind: str = "draw") -> str:
        asked = {"kind": "ask", "id": id, "number": self.room.number, "intent": {"kind": kind}}
        return json.dumps(asked)

    def at_once(self, id: str, kind: str = "draw") -> bool:
        return self.session.hear_at_once(self.text(id, kind), 0.0)

    def host(self) -> Session:
        """The host's connection, in place of that of the person on turn."""
        self.room.went(self.session)
        self.session = self.connected(self.room.party.host)
        self.room.came(self.session)
        return self.session

    async def need_agreement(self) -> None:
        fresh = Room(self.store, Entropy(), Metrics())
        fresh.folded.go_on(await self.store.read(self.room.party.id))
        assert fresh.match is not None
        assert self.room.match is not None
        assert (fresh.number, fresh.match.state) == (self.room.number, self.room.match.state)


def do(id: str, kind: str) -> str:
    return json.dumps({"kind": "do", "id": id, "intent": {"kind": kind}})


def play(folder: Path, scene: Callable[[Scene], Awaitable[None]]) -> None:
    async def run() -> None:
        metrics = Metrics()
        store = MoodyStore(folder / "igroteka.db")
        hub = Hub(store, Settings(), Entropy(), metrics)
        room = await hub.open(Open("upturn", 2))
        for name in ("Anna", "Boris"):
            await hub.join(room, name, None, None, False)
        await room.do(room.party.people[0].id, intents.Start(), "start")
        await scene(Scene(store, room, metrics))
        await hub.close()

    asyncio.run(run())


def test_an_intent_is_answered_once_it_is_on_disk_and_told_with_the_answer(tmp_path: Path) -> None:
    async def scene(table: Scene) -> None:
        number = table.room.number
        assert table.at_once("draw")
        assert table.room.number == number  # not before the commit
        assert await table.paper.answer("draw") == {"kind": "answer", "id": "draw", "number": number + 1}
        assert [one["number"] for one in table.paper.told if one["kind"] == "told"][-1] == number + 1
        assert table.metrics.intents_accepted == 1
        await table.need_agreement()

    play(tmp_path, scene)


def test_who_may_hear_the_same_is_told_the_same_and_it_is_not_kept(tmp_path: Path) -> None:
    async def scene(table: Scene) -> None:
        again, seen = Paper(), table.room.number
        twice = Session(table.room, table.who, "link", again, Bucket(0.0, 10.0, 0.0), table.metrics)
        table.room.came(twice)
        await asyncio.sleep(0)
        assert table.at_once("draw")
        await table.paper.answer("draw")
        (one,), (other,) = (
            [said for said in paper.told if said["kind"] == "told" and said["number"] > seen]
            for paper in (table.paper, again)
        )
        assert one == other
        assert table.room.folded.told == {}

    play(tmp_path, scene)


def test_telling_is_timed_once_for_a_row(tmp_path: Path) -> None:
    async def scene(table: Scene) -> None:
        await asyncio.sleep(0)
        before = sum(table.metrics.tell.counts)
        assert table.at_once("draw")
        await table.paper.answer("draw")
        assert sum(table.metrics.tell.counts) == before + 1

    play(tmp_path, scene)


def test_what_is_refused_or_known_or_no_intent_is_left_to_the_long_way(tmp_path: Path) -> None:
    async def scene(table: Scene) -> None:
        assert table.at_once("draw")
        answer = await table.paper.answer("draw")
        number = table.room.number
        assert not table.at_once("again")  # drawn already
        assert not table.at_once("draw", "end")  # a resend
        assert not table.at_once("", "end")  # no id
        for message in ('{"kind":"hello"}', "{", "[]", '{"kind":"why","id":"w","intent":{"kind":"end"}}'):
            assert not table.session.hear_at_once(message, 0.0)
        assert table.room.number == number
        assert not table.room.ledger.lock.is_held
        table.paper.told.clear()
        await table.session.hear(table.text("draw", "end"), 0.0)
        assert await table.paper.answer("draw") == answer
        await table.session.hear(table.text("again"), 0.0)
        assert (await table.paper.answer("again"))["refusal"]["reason"] == "drawn-already"

    play(tmp_path, scene)


def test_what_the_short_way_leaves_alone_counts_once(tmp_path: Path) -> None:
    async def scene(table: Scene) -> None:
        for _ in range(50):
            assert not table.at_once("end", "end")  # not without having drawn
        for at in range(10):
            await table.session.hear(table.text(f"end{at}", "end"), 0.0)
            assert (await table.paper.answer(f"end{at}"))["kind"] == "not_possible"
        assert not table.at_once("draw")  # too fast
        await table.session.hear(table.text("draw"), 0.0)
        await asyncio.sleep(0.01)
        assert table.paper.told[-1]["refusal"]["reason"] == "too-fast"

    play(tmp_path, scene)


def test_the_next_message_waits_until_the_first_is_answered(tmp_path: Path) -> None:
    async def scene(table: Scene) -> None:
        assert table.at_once("draw")
        end = table.text("end", "end")
        assert not table.session.hear_at_once(end, 0.0)
        await table.session.hear(end, 0.0)
        await table.paper.answer("end")
        answers = [one["id"] for one in table.paper.told if one["kind"] == "answer"]
        assert answers == ["draw", "end"]
        await table.need_agreement()

    play(tmp_path, scene)


def test_a_message_that_comes_when_the_first_is_answered_does_not_overtake_the_second(tmp_path: Path) -> None:
    async def scene(table: Scene) -> None:
        third: list[bool] = []

        def come(told: bytes) -> None:
            write(told)
            if b'"id":"draw"' in told:
                third.append(table.at_once("third", "end"))

        write, table.paper.write = table.paper.write, come  # type: ignore[method-assign]
        assert table.at_once("draw")
        await table.session.hear(table.text("end", "end"), 0.0)
        assert (await table.paper.answer("end"))["kind"] == "answer"
        assert third == [False]
        assert "third" not in [one.get("id") for one in table.paper.told]
        await table.need_agreement()

    play(tmp_path, scene)


def test_whoever_goes_while_a_message_waits_for_another_leaves_no_fault(tmp_path: Path) -> None:
    async def scene(table: Scene) -> None:
        faults: list[Any] = []
        asyncio.get_running_loop().set_exception_handler(lambda _, what: faults.append(what))
        assert table.at_once("draw")
        waiting = asyncio.ensure_future(table.session.hear(table.text("end", "end"), 0.0))
        await asyncio.sleep(0)  # it waits now
        waiting.cancel()
        assert (await table.paper.answer("draw"))["kind"] == "answer"
        assert waiting.cancelled()
        await table.session.hear(table.text("end", "end"), 0.0)
        assert await table.paper.answer("end")
        assert faults == []

    play(tmp_path, scene)


@pytest.mark.parametrize("mood", ["lost", "kept"])
def test_what_the_disk_refuses_can_be_asked_again(tmp_path: Path, mood: str) -> None:
    async def scene(table: Scene) -> None:
        number = table.room.number
        table.store.moods = (mood,)
        assert table.at_once("draw")
        assert (await table.paper.answer("draw"))["refusal"]["reason"] == "one-moment"
        assert not table.room.ledger.lock.is_held
        assert table.room.number == number
        assert not table.at_once("draw")  # first the disk is asked what it has
        table.paper.told.clear()
        await table.session.hear(table.text("draw"), 0.0)
        assert (await table.paper.answer("draw"))["number"] == number + 1
        rows = [row for row in await table.store.read(table.room.party.id) if row.asked == "draw"]
        assert len(rows) == 1
        await table.need_agreement()

    play(tmp_path, scene)


def test_a_game_is_stopped_and_the_next_dealt_at_once(tmp_path: Path) -> None:
    async def scene(table: Scene) -> None:
        number = table.room.number
        host = table.host()
        assert host.hear_at_once(do("stop", "stop_game"), 0.0)
        assert (await table.paper.answer("stop"))["number"] == number + 1
        assert table.paper.told[-1]["view"]["outcome"]["reason"] == "stopped"
        table.paper.told.clear()
        assert host.hear_at_once(do("again", "rematch"), 0.0)
        assert table.room.number == number + 1  # not before the commit
        assert (await table.paper.answer("again"))["number"] == number + 2
        kinds = ["answer", "table", "told"]  # in one frame, and no view without a deal
        assert [one["kind"] for one in table.paper.told] == kinds
        assert table.paper.told[-1]["number"] == number + 3
        assert not host.hear_at_once(do("again", "rematch"), 0.0)  # a resend
        rows = await table.store.read(table.room.party.id, number)
        assert [(row.seat, row.asked) for row in rows] == [(-1, "stop"), (None, "again"), (-1, None)]
        await table.need_agreement()

    play(tmp_path, scene)


def test_what_a_host_may_not_do_now_is_left_to_the_long_way(tmp_path: Path) -> None:
    async def scene(table: Scene) -> None:
        host, guest = table.host(), table.connected(table.room.party.people[1].id)
        for session, kind in ((host, "rematch"), (guest, "stop_game"), (host, "pause"), (host, "delete")):
            assert not session.hear_at_once(do(kind, kind), 0.0)
        assert not table.room.ledger.lock.is_held
        await table.need_agreement()

    play(tmp_path, scene)


@pytest.mark.parametrize("mood", ["lost", "kept"])
def test_a_start_that_the_disk_refuses_can_be_asked_again(tmp_path: Path, mood: str) -> None:
    async def scene(table: Scene) -> None:
        host = table.host()
        assert host.hear_at_once(do("stop", "stop_game"), 0.0)
        number = (await table.paper.answer("stop"))["number"]
        table.store.moods = (mood,)
        assert host.hear_at_once(do("again", "rematch"), 0.0)
        assert (await table.paper.answer("again"))["refusal"]["reason"] == "one-moment"
        assert not table.room.playing
        table.paper.told.clear()
        await host.hear(do("again", "rematch"), 0.0)
        assert (await table.paper.answer("again"))["number"] == number + 1
        rows = await table.store.read(table.room.party.id, number)
        assert [(row.seat, row.asked) for row in rows] == [(None, "again"), (-1, None)]
        assert table.room.playing
        await table.need_agreement()

    play(tmp_path, scene)


def test_a_row_of_another_writer_is_folded_in_and_the_intent_decided_anew(tmp_path: Path) -> None:
    async def scene(table: Scene) -> None:
        other = Room(table.store, Entropy(), Metrics())
        other.folded.go_on(await table.store.read(table.room.party.id))
        await other.ask(table.who, Ask("elsewhere", 0, msgspec.Raw(b'{"kind":"draw"}')))
        assert table.at_once("here")
        answer = await table.paper.answer("here")
        assert answer["kind"] == "not_possible"
        assert table.metrics.conflicts == 1
        await table.need_agreement()
        assert table.at_once("end", "end")
        assert (await table.paper.answer("end"))["kind"] == "answer"

    play(tmp_path, scene)


def test_every_answer_is_kept_for_who_reads_slowly_and_phrases_overflow(tmp_path: Path) -> None:
    async def scene(table: Scene) -> None:
        table.paper.is_ready = False
        for _ in range(100):
            table.session.push(Said(table.who, 0.0, "hello", None, None))
        asked = {"kind": "why", "id": "why", "intent": {"kind": "draw"}}
        await table.session.hear(json.dumps(asked), 0.0)
        table.paper.is_ready = True
        table.session.flush()
        assert [one["kind"] for one in table.paper.told].count("said") == 64
        assert (await table.paper.answer("why"))["kind"] == "possible"

    play(tmp_path, scene)


def test_a_fault_in_deciding_anew_ends_the_connection_and_is_logged(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def scene(table: Scene) -> None:
        table.store.moods, table.store.is_broken, table.paper.may_end = ("late",), True, True
        assert table.at_once("here")
        async with asyncio.timeout(30):
            while not any(one.get("reason") == "server-error" for one in table.paper.told):
                await asyncio.sleep(0.005)
        table.store.is_broken = False
        await table.need_agreement()

    play(tmp_path, scene)
    assert [record.message for record in caplog.records] == ["fault on a connection"]


# Over a real connection -------------------------------------------------------------------------------------


def cut(message: dict[str, Any]) -> list[bytes]:
    """A frame in two pieces."""
    whole = text(message)
    return [whole[:9], whole[9:]]


def in_fragments(message: dict[str, Any]) -> list[bytes]:
    body = json.dumps(message).encode()
    return [frame(TEXT, body[:20], last=False) + frame(CONTINUED, body[20:])]


@pytest.mark.parametrize("how", [lambda message: [text(message)], cut, in_fragments])
def test_intents_are_answered_in_order_however_their_frames_come(
    server: Server, how: Callable[[dict[str, Any]], list[bytes]]
) -> None:
    table = open_table(server)
    tokens = [join(server, table, name) for name in ("Anna", "Boris")]
    with Place(server, table, tokens[0]) as anna, Place(server, table, tokens[1]) as boris:
        start([anna, boris])
        at = anna.view["turn"]
        mover, number = (anna, boris)[at], anna.number
        with closing(shaken(server, table)) as raw:
            raw.sendall(text({"kind": "hello", "token": tokens[at]}))
            mover.until(lambda: bool(mover.told))
            asks = [
                {"kind": "ask", "id": kind, "number": number, "intent": {"kind": kind}}
                for kind in ("draw", "end")
            ]
            for message in asks:
                for piece in how(message):
                    raw.sendall(piece)
            raw.sendall(b"".join(piece for message in asks for piece in how(message)))  # once more, at once
            for place in (anna, boris):
                place.until(lambda place=place: place.number == number + 2)  # type: ignore[misc]
                assert place.quiet(0.2) == []
