"""Hints: for whoever has to decide, made from the own view alone; the host decides, the others hear of it."""

import asyncio
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest

from igroteka.core import Refused, why
from igroteka.games import game as on_shelf
from igroteka.games.etazhiki.moves import Intercept
from igroteka.games.upturn.moves import Draw
from igroteka.server.connection.messages import Ask, HintTold
from igroteka.server.hub import Hub
from igroteka.server.opening import Open
from igroteka.server.people import intents as i
from igroteka.server.table.hints import tell_hint
from server.client import Place, Tables, on_turn, reason, start
from server.serving import Server
from server.test_bots import hub_in, rows_until, table_with


def _others(people: list[Place], place: Place) -> list[Place]:
    return [other for other in people if other is not place]


def test_alone_with_bots_a_hint_is_a_legal_move_with_a_reason(server: Server) -> None:
    with Tables(server, "sequence", bots=[1]) as (anna,):
        start([anna])
        assert anna.table["hints"]
        anna.until(lambda: anna.view["turn"] == anna.seat)
        begun = time.monotonic()
        told = anna.hint()
        assert time.monotonic() - begun < 5
        assert told["intent"] in anna.legal
        assert told["number"] == anna.number
        assert told["reason"]
        assert told["clause"].startswith("SQ-")
        assert not [heard for heard in anna.heard if heard["kind"] == "notice"]


def test_among_people_the_host_decides_and_everyone_is_told(server: Server) -> None:
    with Tables(server) as people, Place(server, people[0].id) as visitor:
        start(people)
        mover = on_turn(people)
        assert reason(mover.hint()) == "hints-off"
        people[0].done("set_table", hints=True)
        mover.until(lambda: bool(mover.table["hints"]))
        first = mover.hint()
        assert first["intent"] in mover.legal
        for place in (*people, visitor):
            notice = place.hear("notice")
            assert (notice["notice"], notice["person"]) == ("hint_taken", mover.me)
        for place in (*_others(people, mover), visitor):
            assert not [heard for heard in place.heard if heard["kind"] == "hint"]
        again = mover.hint()
        assert {**again, "id": ""} == {**first, "id": ""}
        people[0].done("set_table", hints=False)
        mover.until(lambda: not mover.table["hints"])
        assert reason(mover.hint()) == "hints-off"
        assert len([heard for heard in mover.heard if heard["kind"] == "notice"]) == 1


def test_there_is_none_for_who_has_nothing_to_decide(server: Server) -> None:
    with Tables(server) as people, Place(server, people[0].id) as visitor:
        people[0].done("set_table", hints=True)
        assert reason(people[0].hint()) == "no-game-is-running"
        start(people)
        (waiting,) = _others(people, on_turn(people))
        assert reason(waiting.hint()) == "hint-not-now"
        assert reason(visitor.hint()) == "only-watching"
        people[0].done("pause")
        assert reason(on_turn(people).hint()) == "paused"
        people[0].done("resume")
        people[0].done("stop_game")
        people[0].until(lambda: people[0].view["outcome"] is not None)
        assert reason(people[0].hint()) == "hint-not-now"


def test_small_children_may_always_ask(server: Server) -> None:
    with Tables(server, "etazhiki", options={"variant": "beginner"}) as people:
        start(people)
        assert people[0].table["hints"]
        assert on_turn(people).hint()["kind"] == "hint"


def test_only_the_host_sets_it(server: Server) -> None:
    with Tables(server) as (_anna, boris):
        assert boris.refused("set_table", hints=True) == "only-the-host"
        assert boris.refused("set_table", hints="yes") == "not-one-of"


def test_the_log_says_that_a_hint_was_taken_not_which(tmp_path: Path) -> None:
    async def run() -> None:
        async with hub_in(tmp_path) as hub:
            room = await _two_people(hub)
            seat = on_shelf("upturn").turn(room.match.state)
            who = room.party.chairs[seat].person
            told = await tell_hint(room, who, "1")
            assert isinstance(told, HintTold)
            row = (await hub.store.read(room.party.id))[-1]
            assert (row.who, row.seat, row.intent) == (who, None, b'{"kind":"hint"}')
            assert row.events == b'[{"kind":"hint_taken","person":"%s"}]' % who.encode()

    asyncio.run(run())


async def _two_people(hub: Hub) -> Any:
    room = await hub.open(Open("upturn", 2))
    for name in ("Anna", "Boris"):
        await hub.join(room, name, None, "00" * 16, False)
    host = room.party.host or ""
    await room.do(host, i.SetTable(hints=True), "hints")
    await room.do(host, i.Start(), "start")
    return room


def test_out_of_turn_there_is_none_where_it_would_tell_a_card(tmp_path: Path) -> None:
    """ET-41: that somebody may take the turn is nobody else's to know, and everyone hears of a hint."""

    def may_take(match: Any) -> bool:
        return match.game.turn(match.state) == 1 and any(isinstance(one, Intercept) for one in match.legal(0))

    rows = rows_until("etazhiki", may_take)

    async def run() -> None:
        async with hub_in(tmp_path, bot_pace=1000.0, bot_taken=1000.0) as hub:
            room = await table_with(hub, "etazhiki", rows, {})
            await room.do(room.party.host or "", i.Start(), "start")
            with pytest.raises(Refused, match="hint-not-now"):
                await tell_hint(room, room.party.chairs[0].person or "", "1")

    asyncio.run(run())


def test_too_many_are_too_fast_and_a_game_that_fails_gives_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = on_shelf("upturn")

    def explain(view: Any, intent: Any) -> Any:
        if view.rows:
            raise ValueError(view.rack)
        return why("good-move")

    monkeypatch.setattr(game, "explain", explain)

    async def run() -> list[str]:
        heard = []
        async with hub_in(tmp_path) as hub:
            room = await _two_people(hub)
            who = room.party.chairs[game.turn(room.match.state)].person
            for at in range(7):
                with pytest.raises(Refused) as refused:
                    await tell_hint(room, who, str(at))
                heard.append(refused.value.reason)
        return heard

    assert asyncio.run(run()) == ["no-hint"] * 5 + ["too-fast"] * 2


def test_a_hint_that_takes_too_long_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("igroteka.server.table.hints._SECONDS", 0.05)
    game = on_shelf("upturn")
    monkeypatch.setattr(game, "explain", lambda view, intent: time.sleep(0.5) or why("good-move"))

    async def run() -> None:
        async with hub_in(tmp_path) as hub:
            room = await _two_people(hub)
            who = room.party.chairs[game.turn(room.match.state)].person
            with pytest.raises(Refused, match="no-hint"):
                await tell_hint(room, who, "1")

    asyncio.run(run())


def test_a_hint_is_thought_about_anew_where_the_game_has_gone_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = on_shelf("upturn")
    moved: list[int] = []

    async def run() -> None:
        async with hub_in(tmp_path) as hub:
            room = await _two_people(hub)
            who = room.party.chairs[game.turn(room.match.state)].person
            loop = asyncio.get_running_loop()
            explained = game.explain

            def explain(view: Any, intent: Any) -> Any:
                """While it is thought about, the same person draws a tile on another device."""
                if Draw() in view.legal:
                    asked = Ask("move", 0, msgspec.Raw(b'{"kind":"draw"}'))
                    moved.append(asyncio.run_coroutine_threadsafe(room.ask(who, asked), loop).result(20))
                return explained(view, intent)

            monkeypatch.setattr(game, "explain", explain)
            told = await tell_hint(room, who, "1")
            assert told.number == room.folded.game_number
            assert told.intent in room.match.legal(room.party.seat_of(who))

    asyncio.run(run())
    assert len(moved) == 1
