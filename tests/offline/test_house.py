"""The tables of a browser: the same games, kept, gone on with, checked; what needs a server says so."""

import asyncio
from collections.abc import Coroutine, Iterator
from typing import Any

import pytest

from igroteka.bots.levels import LEVELS
from igroteka.games import SHELF
from igroteka.offline.house import House
from igroteka.offline.store import BrowserStore
from igroteka.server.settings import Settings
from igroteka.store import StoredRow, TableInfo
from offline.page import ORIGIN, Drawer, Place, asked, refused

QUICK = Settings(bot_pace=0, bot_patience=0, bot_takes=0, bot_taken=0)
MOVES = 25


@pytest.fixture(autouse=True)
def levels() -> Iterator[None]:
    """A house leaves the searching bots out for the whole interpreter: that is its own in a browser."""
    known = dict(LEVELS)
    yield
    LEVELS.clear()
    LEVELS.update(known)


def run(steps: Coroutine[Any, Any, None]) -> None:
    asyncio.run(steps)


def opened(drawer: Drawer) -> House:
    house = House(drawer, ORIGIN, QUICK)
    house.start(list(drawer.rows.values()))
    return house


async def seated(house: House, game: str, seats: int) -> tuple[str, str, Place]:
    """A table with bots in all other seats, its game begun."""
    body = {"game": game, "seats": seats, "bots": list(range(1, seats)), "level": "beginner"}
    table = (await asked(house, "POST", "/api/tables", body))["table"]
    token = (await asked(house, "POST", f"/api/tables/{table}/people", {"name": "Петя"}))["token"]
    place = Place(house, table, token)
    await place.until(lambda: place.table)
    assert (await place.do("nonce", nonce="ab" * 16))["kind"] == "answer"
    assert (await place.do("start"))["kind"] == "answer"
    await place.until(lambda: place.told)
    return table, token, place


async def play(place: Place, moves: int) -> None:
    """So many moves, or until the game is over."""
    for _ in range(moves):
        await place.until(lambda: place.told["view"]["legal"] or place.told["view"]["outcome"])
        if place.told["view"]["outcome"]:
            return
        number = place.told["number"]
        await place.play()
        await place.until(lambda number=number: place.told["number"] > number)


@pytest.mark.parametrize("game", SHELF)
def test_there_are_hints_without_a_server(game: str) -> None:
    async def steps() -> None:
        house = opened(Drawer())
        _, _, place = await seated(house, game, SHELF[game].SEATS[0])
        await place.until(lambda: place.told["view"]["turn"] == place.table["seat"])
        told = await place.hint()
        assert told["intent"] in place.told["view"]["legal"]
        assert told["reason"]
        await house.close()

    run(steps())


@pytest.mark.parametrize("game", SHELF)
def test_a_game_is_played_closed_gone_on_with_and_checked(game: str) -> None:
    async def steps() -> None:
        drawer = Drawer()
        house = opened(drawer)
        table, token, place = await seated(house, game, SHELF[game].SEATS[0])
        await play(place, MOVES)
        await house.close()

        house = opened(drawer)  # the tab was closed, and is opened again
        again = Place(house, table, token)
        await again.until(lambda: again.told)
        assert again.told["number"] >= place.told["number"]
        await play(again, MOVES)
        if not again.told["view"]["outcome"]:
            assert (await again.do("stop_game"))["kind"] == "answer"
        path = f"/api/tables/{table}/rounds/1"
        record = await asked(house, "GET", f"{path}/record", token=token)
        assert record["complete"]
        assert record["game"] == game
        checks = (await asked(house, "GET", f"{path}/check"))["checks"]
        assert checks
        assert all(check["status"] == "same" for check in checks), checks
        await house.close()

    run(steps())


def test_what_needs_a_server_says_so() -> None:
    async def steps() -> None:
        house = opened(Drawer())
        name = next(iter(SHELF))
        assert await refused(house, "GET", "/api/codes/ABCDEF") == "needs-server"
        assert await refused(house, "POST", "/api/tables/x/moves", {}) == "needs-server"
        body = {"game": name, "seats": SHELF[name].SEATS[0], "bots": [1], "level": "master"}
        assert await refused(house, "POST", "/api/tables", body) == "no-such-level"
        assert await refused(house, "POST", "/api/tables", {"game": 3}) != "server-error"
        assert await refused(house, "GET", "/api/tables/nothing") == "no-such-table"
        nowhere = Place(house, "nothing", None)
        await nowhere.until(lambda: nowhere.closed)
        assert nowhere.closed == "no-such-table"
        await house.close()

    run(steps())


def test_texts_and_rules_are_told_as_a_server_tells_them() -> None:
    async def steps() -> None:
        house = opened(Drawer())
        games = await asked(house, "GET", "/api/games")
        assert [game["name"] for game in games] == list(SHELF)
        for game in SHELF:
            assert (await asked(house, "GET", f"/api/games/{game}/rules/ru"))["text"]
            assert "game" in await asked(house, "GET", f"/api/games/{game}/texts/en")
        await house.close()

    run(steps())


def test_a_browser_without_room_refuses_and_loses_nothing() -> None:
    async def steps() -> None:
        drawer = Drawer()
        house = opened(drawer)
        _, _, place = await seated(house, next(iter(SHELF)), 2)
        await place.until(lambda: place.told["view"]["legal"])
        before, number = dict(drawer.rows), place.told["number"]
        drawer.full = True
        offer = place.told["view"]["legal"][0]
        said = await place.answer("ask", offer, number=number)
        assert said["refusal"]["reason"] == "one-moment"
        assert drawer.rows == before
        drawer.full = False
        assert (await place.answer("ask", offer, number=number))["kind"] == "answer"
        await house.close()

    run(steps())


def test_a_spoilt_row_ends_its_table_before_it_and_spoils_no_other() -> None:
    async def steps() -> None:
        drawer = Drawer()
        house = opened(drawer)
        name = next(iter(SHELF))
        first, token, _ = await seated(house, name, 2)
        other, other_token, _ = await seated(house, name, 2)
        await house.close()
        last = max(number for table, number in drawer.rows if table == first)
        drawer.rows[first, last] = "\x00 not a row"
        house = opened(drawer)
        for table, held in ((first, token), (other, other_token)):
            assert (await asked(house, "GET", f"/api/tables/{table}", token=held))["game"] == name
        await house.close()

    run(steps())


def test_what_lay_behind_a_spoilt_row_does_not_come_back_once_the_game_has_gone_on() -> None:
    def row(number: int, time: float, said: bytes) -> StoredRow:
        return StoredRow(number, time, None, None, said, b"[]", None)

    def restored(drawer: Drawer) -> BrowserStore:
        store = BrowserStore(drawer)
        store.restore(list(drawer.rows.values()))
        return store

    async def steps() -> None:
        drawer = Drawer()
        store = BrowserStore(drawer)
        await store.open(TableInfo("t", "CODE", "upturn", False, 1.0, 1.0, False, 1), row(1, 1.0, b"1"))
        for number in (2, 3, 4):
            await store.append("t", row(number, 2.0, b"then"))
        drawer.rows["t", 2] = "\x00 not a row"
        store = restored(drawer)
        for number in (2, 3):
            await store.append("t", row(number, 3.0, b"now"))
        assert [one.intent for one in await restored(drawer).read("t")] == [b"1", b"now", b"now"]

    run(steps())


def test_a_deleted_table_is_forgotten() -> None:
    async def steps() -> None:
        drawer = Drawer()
        house = opened(drawer)
        table, _, place = await seated(house, next(iter(SHELF)), 2)
        await place.do("stop_game")
        await place.do("delete")
        assert not drawer.rows
        assert await refused(house, "GET", f"/api/tables/{table}") == "no-such-table"
        await house.close()

    run(steps())
