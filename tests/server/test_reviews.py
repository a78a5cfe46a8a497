"""Reviews of finished games: begun by whoever asks first, made beside the server, told as they come."""

import asyncio
import os
import time
import zlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from igroteka.core import Refused
from igroteka.server.connection.limits import AT_ONCE
from igroteka.server.reviews import Reviews
from igroteka.server.turns import ASKER
from igroteka.store import StoredRow, TableInfo
from igroteka.store.sqlite import SqliteStore
from igroteka.table.record import read_record
from server.client import Tables, come, get, open_table, start
from server.loud import write_loud
from server.serving import Server, serving

ONE = ("one", 1)
FIRST = StoredRow(1, 1.0, None, None, b"{}", b"[]", None)
PATIENCE = 240
"""Seconds: a review has the lowest priority of the machine."""


def finished(server: Server) -> str:
    """The table of a game played to its end by bots."""
    table = open_table(server, "etazhiki", 2, bots=[0, 1], options={"variant": "beginner"})
    with come(server, table, watch=True, nonce="ab" * 16) as anna:
        anna.done("start")
        anna.until(lambda: bool(anna.table["results"]), 60)
    return table


@pytest.fixture(scope="module")
def table(server: Server) -> str:
    return finished(server)


def asked(server: Server, table: str, number: int = 1) -> Any:
    return get(server, f"/api/tables/{table}/rounds/{number}/review")


def reviewed(server: Server, table: str) -> Any:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        answer = asked(server, table)
        assert answer.status_code == 200, answer.text
        told = answer.json()
        if told["review"] and told["review"]["done"] == 1:
            return told
        time.sleep(0.2)
    raise AssertionError("the review is not whole in time")


def test_a_finished_game_is_reviewed_for_whoever_asks(server: Server, table: str) -> None:
    told = reviewed(server, table)
    assert told["ahead"] == 0
    record = read_record(get(server, f"/api/tables/{table}/rounds/1/record").content)
    review = told["review"]
    assert review["digest"] == record.digest
    assert len(review["line"]) == len(record.rows)
    for one in review["accounts"]:
        terms = sum(round(1e6 * one[name]["value"]) for name in ("deal", "draws", "others", "own"))
        assert round(1e6 * one["start"]) + terms == round(1e6 * one["result"])
    assert asked(server, table).json() == told  # kept: nothing is made anew


@pytest.mark.alone
def test_a_review_is_kept_with_the_table_over_a_restart() -> None:
    with serving() as server:
        table = finished(server)
        told = reviewed(server, table)
        server.kill()
        server.start()
        assert asked(server, table).json() == told  # at once: one that is begun has no review yet


def test_a_kept_review_of_another_format_or_spoilt_is_made_anew(tmp_path: Path) -> None:
    async def look() -> None:
        async with queue(tmp_path) as reviews:
            store = reviews._store
            await store.open(TableInfo("one", "code", "upturn", False, 1.0, 1.0, True, 1), FIRST)
            for number, kept in enumerate((b"spoilt", zlib.compress(b'{"format":0,"review":{"done":1}}'))):
                await store.keep_review("one", number, kept)
                assert not await reviews.is_known(("one", number))
            await store.keep_review("one", 9, zlib.compress(b'{"format":1,"review":{"done":1}}'))
            assert await reviews.is_known(("one", 9))
            assert reviews.told(("one", 9)).review == {"done": 1}

    asyncio.run(look())


def test_a_review_that_takes_too_long_is_given_up_and_says_so(
    server: Server, table: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("igroteka.server.reviews._SECONDS", 0.01)
    record = read_record(get(server, f"/api/tables/{table}/rounds/1/record").content)

    async def look() -> None:
        async with queue(tmp_path) as reviews:
            reviews.begin(ONE, record)
            async with asyncio.timeout(PATIENCE):
                while ONE in reviews._waiting:
                    await asyncio.sleep(0.05)
            with pytest.raises(Refused) as refused:
                reviews.told(ONE)
            assert refused.value.told().reason == "review-too-slow"

    asyncio.run(look())


def test_of_a_running_game_nothing_is_told(server: Server) -> None:
    with Tables(server, "sequence", 2) as people:
        start(people)
        answer = asked(server, people[0].id)
    assert (answer.status_code, answer.json()["reason"]) == (400, "game-is-running")


@pytest.mark.parametrize("number", [7, 2**63, 10**30])
def test_a_round_that_is_not_there_is_refused(server: Server, table: str, number: int) -> None:
    answer = asked(server, table, number)
    assert (answer.status_code, answer.json()["reason"]) == (404, "no-such-round")


@pytest.mark.alone
def test_an_address_may_begin_so_many_reviews_and_look_at_them_as_often_as_it_likes() -> None:
    with serving(reviews_per_minute=1) as server:
        one, *others = (finished(server) for _ in range(AT_ONCE + 1))
        assert asked(server, one).status_code == 200
        *_, answer = [asked(server, other) for other in others]
        assert (answer.status_code, answer.json()["reason"]) == (429, "too-many-requests")
        assert asked(server, one).status_code == 200


def test_the_queue_is_bounded_and_says_how_many_come_before(
    server: Server, table: str, tmp_path: Path
) -> None:
    record = read_record(get(server, f"/api/tables/{table}/rounds/1/record").content)

    async def crowd() -> None:
        async with queue(tmp_path) as reviews:
            for number in range(20):
                reviews.begin(("t", number), record)
            assert reviews.told(("t", 19)).ahead == 19
            with pytest.raises(Refused) as refused:
                reviews.begin(("t", 20), record)
            assert refused.value.reason == "review-too-slow"

    asyncio.run(crowd())


def test_who_asks_for_many_waits_behind_others_and_makes_room_for_them(
    server: Server, table: str, tmp_path: Path
) -> None:
    """Reviews take minutes: one address would have kept all others from theirs."""
    record = read_record(get(server, f"/api/tables/{table}/rounds/1/record").content)

    async def crowd() -> None:
        async with queue(tmp_path) as reviews:
            ASKER.set("stranger")
            for number in range(20):
                reviews.begin(("t", number), record)
            reviews.begin(("t", 5), record)  # asked for again at once
            ASKER.set("family")
            reviews.begin(ONE, record)
            assert reviews.told(ONE).ahead == 1
            assert reviews.told(("t", 1)).ahead == 2
            with pytest.raises(Refused) as refused:
                reviews.told(("t", 19))
            assert refused.value.reason == "review-too-slow"

    asyncio.run(crowd())


def test_what_cannot_be_reviewed_is_said_once_and_can_be_asked_again(
    server: Server, table: str, tmp_path: Path
) -> None:
    record = read_record(get(server, f"/api/tables/{table}/rounds/1/record").content)
    damaged = structs.replace(record, secret="0" * 64)

    async def wait() -> None:
        async with queue(tmp_path) as reviews:
            reviews.begin(ONE, damaged)
            assert await refusal(reviews) == "record-differs"
            assert not await reviews.is_known(ONE)

    asyncio.run(wait())


def test_what_a_package_with_a_game_prints_is_no_part_of_a_review(
    server: Server, table: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = read_record(get(server, f"/api/tables/{table}/rounds/1/record").content)
    write_loud(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path), prepend=os.pathsep)

    async def wait() -> None:
        async with queue(tmp_path) as reviews:
            reviews.begin(ONE, structs.replace(record, secret="0" * 64))
            assert await refusal(reviews) == "record-differs"

    asyncio.run(wait())


def test_a_file_where_the_server_was_started_is_no_code_of_a_review(
    server: Server, table: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = read_record(get(server, f"/api/tables/{table}/rounds/1/record").content)
    (tmp_path / "msgspec.py").write_text("raise SystemExit")
    monkeypatch.chdir(tmp_path)

    async def wait() -> None:
        async with queue(tmp_path) as reviews:
            reviews.begin(ONE, structs.replace(record, secret="0" * 64))
            assert await refusal(reviews) == "record-differs"

    asyncio.run(wait())


def test_refusals_that_nobody_comes_back_for_are_forgotten(
    server: Server, table: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("igroteka.server.reviews._KEPT", 1)
    record = read_record(get(server, f"/api/tables/{table}/rounds/1/record").content)
    damaged = structs.replace(record, secret="0" * 64)

    async def wait() -> None:
        async with queue(tmp_path) as reviews:
            for key in (("left", 1), ONE):
                reviews.begin(key, damaged)
            assert await refusal(reviews) == "record-differs"
            assert not await reviews.is_known(("left", 1))

    asyncio.run(wait())


@asynccontextmanager
async def queue(folder: Path) -> AsyncIterator[Reviews]:
    store = SqliteStore(folder / "igroteka.db")
    reviews = Reviews(store, 1000)
    try:
        yield reviews
    finally:
        await reviews.close()
        await store.close()


async def refusal(reviews: Reviews) -> str:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        try:
            reviews.told(ONE)
        except Refused as refused:
            return refused.reason
        await asyncio.sleep(0.05)
    raise AssertionError("nothing was refused in time")
