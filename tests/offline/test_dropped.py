"""A record dropped on the page: replayed and played on in the browser, or refused with a sentence."""

import asyncio
import json
from collections.abc import Callable, Coroutine, Iterator
from functools import cache
from typing import Any

import pytest

from igroteka.bots.levels import LEVELS
from igroteka.core import Seeded
from igroteka.games import SHELF
from igroteka.offline.house import House
from igroteka.server.settings import Settings
from igroteka.table import Match, play_out, random_chooser
from igroteka.table.record import Person, written
from igroteka.table.recorder import About, record_of, seed_for
from offline.page import ORIGIN, Drawer, Place, asked, refused

SECRET = bytes(range(32))


@pytest.fixture(autouse=True)
def levels() -> Iterator[None]:
    known = dict(LEVELS)
    yield
    LEVELS.clear()
    LEVELS.update(known)


@cache
def record(game: str = "etazhiki", rows: int | None = None) -> str:
    """A record of a whole game, or, where it ends early, as its first seat may have it."""
    rules, chance = SHELF[game], Seeded(5)
    about = About(options=rules.Options(), people=(Person("Anna"), Person("Boris")), secret=SECRET)
    match = Match(rules, 2, rules.Options(), seed_for(rules, 2, about))
    for row in play_out(match, random_chooser(chance), chance):
        if row.number == rows:
            break
    return written(record_of(match, about, 0)).decode()


def with_house(steps: Callable[[House], Coroutine[Any, Any, None]]) -> None:
    async def all_of_it() -> None:
        house = House(Drawer(), ORIGIN, Settings(bot_pace=0, bot_patience=0, bot_takes=0, bot_taken=0))
        house.start([])
        await steps(house)
        await house.close()

    asyncio.run(all_of_it())


@pytest.mark.parametrize("game", SHELF)
def test_a_dropped_record_is_replayed_as_a_finished_game_of_a_table_is(game: str) -> None:
    async def steps(house: House) -> None:
        text = record(game)
        told = await asked(house, "POST", "/records/replay", {"record": text, "seat": 1})
        assert (told["game"], told["eyes"], told["own"]) == (game, 1, None)
        assert told["rows"] == len(json.loads(text)["rows"])
        assert [person["name"] for person in told["people"]] == ["Anna", "Boris"]
        assert told["moments"][0]["view"]["seat"] == 1
        end = await asked(
            house, "POST", "/records/replay", {"record": text, "start": told["rows"], "open": True}
        )
        assert end["moments"][0]["view"]["outcome"] == told["outcome"]
        assert len(end["moments"][0]["hands"]) == 2

    with_house(steps)


def damaged(change: Callable[[dict[str, Any]], Any]) -> str:
    told = json.loads(record())
    change(told)
    return json.dumps(told)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "not-json"),
        ("hello", "not-json"),
        ("[1, 2]", "wrong-type"),
        ("{}", "missing-field"),
        ('{"format": "chess/3"}', "unknown-record-format"),
        (record()[:-200], "not-json"),
        (damaged(lambda told: told.update(game="chess")), "unknown-game"),
        (damaged(lambda told: told["rows"].pop(3)), "record-differs"),
        (damaged(lambda told: told["rows"][4]["events"].clear()), "record-differs"),
        (damaged(lambda told: told["people"][0].update(name="Vera")), "record-differs"),
        (damaged(lambda told: told.update(seats=77)), "record-differs"),
        (record(rows=6), "record-of-running-game"),
    ],
)
def test_what_is_no_whole_and_true_record_is_refused(text: str, reason: str) -> None:
    async def steps(house: House) -> None:
        assert await refused(house, "POST", "/records/replay", {"record": text}) == reason
        if reason != "record-of-running-game":
            assert await refused(house, "POST", "/records/again", {"record": text}) == reason

    with_house(steps)


def test_a_record_is_played_on_in_the_browser() -> None:
    async def steps(house: House) -> None:
        text = record()
        body = {"record": text, "row": 5, "bots": [1], "level": "beginner"}
        table = (await asked(house, "POST", "/records/again", body))["table"]
        token = (await asked(house, "POST", f"/api/tables/{table}/people", {"name": "Петя"}))["token"]
        place = Place(house, table, token)
        await place.until(lambda: place.table)
        assert place.table["shuffle"]["rows"] == 5
        assert (await place.do("start"))["kind"] == "answer"
        await place.until(lambda: place.told)
        shown = await asked(house, "GET", f"/api/tables/{table}/rounds/1/record", token=token)
        assert shown["source"]["kind"] == "played_on"
        assert shown["source"]["of"] == json.loads(text)["digest"]
        running = await asked(house, "GET", f"/api/tables/{table}/rounds/1/replay", token=token)
        assert running["eyes"] == 0
        refusal = await refused(house, "GET", f"/api/tables/{table}/rounds/1/replay?open=1", token=token)
        assert refusal == "replay-own-eyes"
        assert len(await asked(house, "GET", f"/api/tables/{table}/rounds/1/deal")) == 1

    with_house(steps)
