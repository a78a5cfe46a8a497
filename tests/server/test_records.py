"""Records of games: whole when they are over, before that what the asker may know; new tables from them."""

import json
from typing import Any

import pytest
from msgspec import structs

from igroteka.games import SHELF
from igroteka.server.people.events import Given, Round, Sat, Started, Stood
from igroteka.server.people.evolve import evolve
from igroteka.server.people.party import Chair, Party
from igroteka.server.table.record import first_played
from igroteka.table.record import SameDeal, read_record
from igroteka.table.shuffle import Nonce
from igroteka.table.verify import verify
from server.client import (
    Place,
    Tables,
    bearer,
    come,
    first,
    get,
    last,
    open_table,
    play_one,
    play_out,
    post,
    start,
    wait_for_deal,
)
from server.serving import Server


@pytest.fixture(scope="module", params=SHELF)
def finished(request: pytest.FixtureRequest, server: Server) -> tuple[str, str]:
    """A game played to the end by bots: the game and its table."""
    if request.param == "upturn":  # bots that know no better take thousands of moves
        with Tables(server) as people:
            people[0].done("nonce", nonce="ab" * 16)
            start(people)
            play_out(people)
            return "upturn", people[0].id
    table = open_table(server, request.param, 2, bots=[0, 1])
    with come(server, table, watch=True, nonce="ab" * 16) as anna:
        anna.done("start")
        anna.until(lambda: bool(anna.table["results"]), 60)
    return request.param, table


def record_of(server: Server, table: str, number: int = 1, token: str | None = None) -> dict[str, Any]:
    headers = bearer(token) if token else {}
    answer = get(server, f"/api/tables/{table}/rounds/{number}/record", headers=headers)
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json()
    return told


def test_the_record_of_a_finished_game_is_whole_and_true(finished: tuple[str, str], server: Server) -> None:
    name, table = finished
    answer = get(server, f"/api/tables/{table}/rounds/1/record")
    record = read_record(answer.content)
    verdict = verify(record, SHELF[name])
    assert verdict.verified, verdict
    assert record.complete
    assert record.secret
    assert record.outcome


def test_a_changed_record_is_not_true(finished: tuple[str, str], server: Server) -> None:
    name, table = finished
    told = record_of(server, table)
    told["nonces"][0]["hex"] = "ac" * 16
    assert not verify(read_record(json.dumps(told)), SHELF[name]).verified


def test_the_record_of_an_unfinished_game_tells_what_the_asker_may_know(server: Server) -> None:
    with Tables(server, "sequence", 2) as people:
        start(people)
        for _ in range(4):
            play_one(people, first)
        told = {place.seat: record_of(server, place.id, token=place.token) for place in people}
        stranger = record_of(server, people[0].id)
        for seat, record in told.items():
            dealt = next(e for row in record["rows"] for e in row["events"] if e["kind"] == "dealt")
            assert [hand is not None for hand in dealt["hands"]] == [seat == 0, seat == 1]
            assert dealt["deck"] is None
            assert {row["seat"] for row in record["rows"] if row["intent"]} <= {seat}
        for record in (*told.values(), stranger):
            assert (record["secret"], record["seed"], record["complete"]) == (None, None, False)
        dealt = next(e for row in stranger["rows"] for e in row["events"] if e["kind"] == "dealt")
        assert dealt["hands"] == [None, None]
        assert all(row["intent"] is None for row in stranger["rows"])


def take_or_first(offers: list[dict[str, Any]]) -> dict[str, Any]:
    return next((offer for offer in offers if offer["kind"] == "draw"), offers[0])


def test_the_record_of_a_long_unfinished_game_is_written_beside_the_play(server: Server) -> None:
    with Tables(server, "upturn", 2) as people:
        start(people)
        while people[0].number < 250:
            play_one(people, take_or_first)  # nobody comes to an end who takes a tile every turn
        own, stranger = (
            record_of(server, people[0].id, token=people[0].token),
            record_of(server, people[0].id),
        )
    assert len(own["rows"]) == len(stranger["rows"]) > 200
    assert (own["secret"], own["seed"], own["complete"]) == (None, None, False)
    dealt = next(e for row in own["rows"] for e in row["events"] if e["kind"] == "dealt")
    assert [rack is not None for rack in dealt["racks"]] == [True, False]
    assert all(row["intent"] is None for row in stranger["rows"])


def test_records_of_earlier_games_of_a_series_stay(server: Server) -> None:
    with Tables(server) as people:
        for number in (1, 2):
            people[0].done("rematch")
            wait_for_deal(people)
            play_one(people, last)
            people[0].done("stop_game")
            people[0].until(lambda number=number: len(people[0].table["results"]) == number)  # type: ignore[misc]
        for number in (1, 2):
            record = record_of(server, people[0].id, number)
            assert record["outcome"]["reason"] == "stopped"
            assert verify(read_record(bytes_of(record)), SHELF["upturn"]).verified
        assert record_of(server, people[0].id, 1)["secret"] != record_of(server, people[0].id, 2)["secret"]


def bytes_of(record: dict[str, Any]) -> bytes:
    return json.dumps(record).encode()


@pytest.mark.parametrize("number", [0, 2, 10**12, -1])
def test_a_game_that_was_not_played_has_no_record(server: Server, number: int) -> None:
    with Tables(server, bots=[1]) as (anna,):
        start([anna])
        answer = get(server, f"/api/tables/{anna.id}/rounds/{number}/record")
        assert answer.status_code == 404
        assert answer.json()["reason"] in ("no-such-round", "no-such-page")


def test_the_same_deal_again_is_a_table_marked_as_such(finished: tuple[str, str], server: Server) -> None:
    name, table = finished
    original = record_of(server, table)
    again = post(server, "/api/tables/again", {"table": table, "round": 1, "bots": [1]})
    assert again.status_code == 201
    with come(server, again.json()["table"]) as anna:
        assert anna.table["shuffle"]["given"] is True
        assert anna.table["options"] == original["options"]
        assert anna.refused("set_options", seats=2, options={}) == "deal-is-given"
        start([anna])
        shown = record_of(server, anna.id, token=anna.token)
        assert shown["source"]["kind"] == "same_deal"
        assert shown["source"]["seed"] is None
        anna.done("stop_game")
        anna.until(lambda: not anna.table["playing"])
        record = record_of(server, anna.id)
        assert record["rows"][0]["events"] == original["rows"][0]["events"]
        assert record["source"] == {"kind": "same_deal", "of": original["digest"], "seed": original["seed"]}
        assert verify(read_record(bytes_of(record)), SHELF[name]).verified
        anna.done("rematch")
        anna.until(lambda: anna.table["round"] == 2)
        assert anna.table["shuffle"]["given"] is False


def test_a_game_is_played_on_from_a_row_of_a_finished_one(finished: tuple[str, str], server: Server) -> None:
    name, table = finished
    original = record_of(server, table)
    row = len(original["rows"]) // 2
    body = {"table": table, "round": 1, "row": row, "bots": [0, 1]}
    with come(server, post(server, "/api/tables/again", body).json()["table"], watch=True) as anna:
        assert anna.table["shuffle"]["given"] is True
        start([anna])
        anna.until(lambda: len(record_of(server, anna.id)["rows"]) > row)
        anna.do("stop_game")
        anna.until(lambda: bool(anna.table["results"]))
        record = record_of(server, anna.id)
        for at in range(row):
            assert record["rows"][at]["events"] == original["rows"][at]["events"]
        assert record["source"]["kind"] == "played_on"
        assert verify(read_record(bytes_of(record)), SHELF[name]).verified


def test_a_game_played_on_goes_on_after_a_restart_of_the_table(
    finished: tuple[str, str], server: Server
) -> None:
    _, table = finished
    made = post(server, "/api/tables/again", {"table": table, "round": 1, "row": 3, "bots": [1]}).json()
    with come(server, made["table"]) as anna, Place(server, made["table"]) as visitor:
        start([anna])
        wait_for_deal([visitor])
        assert visitor.view["seats"] == 2


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"row": 0}, "no-such-row"),
        ({"row": 10**9}, "no-such-row"),
        ({"row": -1}, "no-such-row"),
        ({"round": 2}, "no-such-round"),
        ({"table": "nowhere"}, "no-such-table"),
        ({"bots": [9]}, "no-such-seat"),
    ],
)
def test_nothing_begins_from_what_is_not_there(
    finished: tuple[str, str], server: Server, change: dict[str, Any], reason: str
) -> None:
    answer = post(server, "/api/tables/again", {"table": finished[1], "round": 1, **change})
    assert answer.json()["reason"] == reason


def test_nothing_begins_from_a_running_game(server: Server) -> None:
    with Tables(server) as (anna, boris):
        start([anna, boris])
        answer = post(server, "/api/tables/again", {"table": anna.id, "round": 1})
        assert (answer.status_code, answer.json()["reason"]) == (400, "game-is-running")


def test_nobody_can_play_on_from_the_last_row(finished: tuple[str, str], server: Server) -> None:
    row = len(record_of(server, finished[1])["rows"])
    answer = post(server, "/api/tables/again", {"table": finished[1], "round": 1, "row": row})
    assert answer.json()["reason"] == "row-ends-the-game"


def test_the_promise_is_shown_before_a_nonce_is_asked_for(server: Server) -> None:
    """With the table and with every token; a nonce given afterwards is among those of the game."""
    opened = post(server, "/api/tables", {"game": "upturn", "seats": 2, "bots": [1]}).json()
    assert (opened["round"], len(opened["commitment"])) == (1, 64)
    token = post(server, f"/api/tables/{opened['table']}/people", {"name": "Anna"}).json()
    assert (token["round"], token["commitment"]) == (1, opened["commitment"])
    with Place(server, opened["table"], token["token"]) as anna:
        assert anna.table["shuffle"]["nonces"] == []
        anna.done("nonce", nonce="ab" * 16)
        start([anna])
        anna.done("stop_game")
        anna.until(lambda: not anna.table["playing"])
        record = get(server, f"/api/tables/{anna.id}/rounds/1/record").json()
        assert record["commitment"] == opened["commitment"]
        assert [nonce["hex"] for nonce in record["nonces"]] == ["ab" * 16]


def test_who_leaves_before_the_game_takes_the_nonce_along(server: Server) -> None:
    """Else whoever comes and goes all day makes all that is told of a table longer and longer."""
    table = open_table(server)
    with come(server, table, "Anna", nonce="ab" * 16) as anna:
        with come(server, table, "Fly", nonce="cd" * 16) as fly:
            anna.until(lambda: len(anna.table["shuffle"]["nonces"]) == 2)
            fly.do("leave")
        anna.until(lambda: len(anna.table["people"]) == 1)
        assert [nonce["nonce"] for nonce in anna.table["shuffle"]["nonces"]] == ["ab" * 16]
        anna.done("add_bot", seat=1, level="player")
        start([anna])
        anna.done("stop_game")
        anna.until(lambda: not anna.table["playing"])
        check = get(server, f"/api/tables/{table}/rounds/1/check").json()
        assert {one["status"] for one in check["checks"]} == {"same"}


def test_of_games_long_over_memory_keeps_their_number_and_where_their_deal_came_from() -> None:
    """Start and stop, again and again: what a table holds must not grow by a list of parts each time."""
    round = Round(1, 0.0, 2, {"parts": "many"}, "aa", "bb", (Nonce("a", "00"),), "cc", None, ())
    given = Given(SameDeal("of", "seed"), "seed", (), "elsewhere", 3)
    party = evolve(Party("", "", "", {}, ()), Started(structs.replace(round, given=given), "", ""))
    assert party.rounds[0].options
    for number in range(2, 100):
        party = evolve(party, Started(structs.replace(round, number=number), "", ""))
    assert [one.number for one in party.rounds] == list(range(1, 100))
    assert party.rounds[-1] == structs.replace(round, number=99)
    assert not any(one.options or one.nonces or one.seed for one in party.rounds[:-1])
    assert first_played(party, 1) == ("elsewhere", 3)


def test_who_sits_down_and_stands_up_all_day_is_noted_once() -> None:
    party = Party("", "", "", {}, (Chair(), Chair()))
    for _ in range(100):
        party = evolve(evolve(party, Sat("a", 1)), Stood("a"))
    assert party.held == (("a", 1),)
