"""Replays over HTTP: any eyes when a game is over, before that what the asker was told."""

from typing import Any

import pytest

from server.client import Tables, bearer, come, first, get, open_table, play_one, start
from server.serving import Server


def replay(server: Server, table: str, token: str | None = None, number: int = 1, **asked: Any) -> Any:
    headers = bearer(token) if token else {}
    answer = get(server, f"/api/tables/{table}/rounds/{number}/replay", params=asked, headers=headers)
    return answer.json()


@pytest.fixture(scope="module")
def finished(server: Server) -> str:
    """A table whose only game is over."""
    table = open_table(server, "etazhiki", 2, bots=[0, 1])
    with come(server, table, watch=True) as anna:
        anna.done("start")
        anna.until(lambda: bool(anna.table["results"]), 60)
    return table


def test_a_finished_game_is_seen_through_any_eyes(finished: str, server: Server) -> None:
    for seat in (0, 1):
        told = replay(server, finished, seat=seat)
        assert (told["eyes"], told["open"], told["own"]) == (seat, False, None)
        assert told["moments"][0]["view"]["seat"] == seat
        assert told["outcome"]["winners"]
        dealt = next(e for e in told["moments"][0]["events"] if e["kind"] == "dealt")
        assert [hand is not None for hand in dealt["hands"]] == [seat == 0, seat == 1]
        assert all(moment["hands"] is None for moment in told["moments"])
    told = replay(server, finished, open=True)
    assert (told["eyes"], told["open"]) == (0, True)
    assert all(len(moment["hands"]) == 2 for moment in told["moments"])


def test_a_long_game_is_told_in_parts_that_fit_together(finished: str, server: Server) -> None:
    told = replay(server, finished)
    numbers = [moment["number"] for moment in told["moments"]]
    while numbers[-1] < told["rows"]:
        numbers += [moment["number"] for moment in replay(server, finished, start=numbers[-1] + 1)["moments"]]
    assert numbers == list(range(1, told["rows"] + 1))
    last = replay(server, finished, start=told["rows"])["moments"]
    assert [moment["number"] for moment in last] == [told["rows"]]
    assert last[0]["view"]["outcome"] == told["outcome"]


def test_a_running_game_shows_each_what_they_were_told(server: Server) -> None:
    with Tables(server, "sequence", 2) as people:
        start(people)
        for _ in range(4):
            play_one(people, first)
        for place in people:
            told = replay(server, place.id, place.token)
            assert (told["eyes"], told["own"], told["outcome"]) == (place.seat, place.seat, None)
            assert told["moments"][-1]["view"]["turn"] == place.view["turn"]
            for asked in ({"seat": 1 - place.seat}, {"open": True}, {"seat": place.seat, "open": True}):
                assert replay(server, place.id, place.token, **asked)["reason"] == "replay-own-eyes"
        stranger = replay(server, people[0].id)
        assert (stranger["eyes"], stranger["moments"][0]["view"]["hand"]) == (None, None)
        for asked in ({"seat": 0}, {"seat": 1}, {"open": True}):
            assert replay(server, people[0].id, **asked)["reason"] == "replay-own-eyes"


@pytest.mark.parametrize(
    ("number", "asked", "reason"),
    [
        (2, {}, "no-such-round"),
        (1, {"start": 0}, "no-such-row"),
        (1, {"start": 10**9}, "no-such-row"),
        (1, {"seat": 2}, "no-such-seat"),
        (1, {"seat": -1}, "no-such-seat"),
        (1, {"seat": "x"}, "bad-request"),
        (1, {"start": "x"}, "bad-request"),
    ],
)
def test_what_cannot_be_shown_is_refused(
    finished: str, server: Server, number: int, asked: dict[str, Any], reason: str
) -> None:
    assert replay(server, finished, number=number, **asked)["reason"] == reason


def test_a_token_of_nobody_is_refused(finished: str, server: Server) -> None:
    assert replay(server, finished, "nobody")["reason"] == "wrong-token"


def test_the_page_is_there_for_the_link_of_a_moment(finished: str, server: Server) -> None:
    page = get(server, f"/t/{finished}/replay?moment=3")
    assert page.status_code == 200
    assert "text/html" in page.headers["content-type"]
