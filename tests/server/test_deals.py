"""Tables of one deal: dealt again or played on, known to be such, and their results beside each other."""

from typing import Any

import pytest

from server.client import Place, Tables, come, first, get, last, play_one, post, start
from server.serving import Server


def deal_of(server: Server, table: str, number: int = 1) -> list[dict[str, Any]]:
    answer = get(server, f"/api/tables/{table}/rounds/{number}/deal")
    assert answer.status_code == 200, answer.text
    told: list[dict[str, Any]] = answer.json()
    return told


def stop(anna: Place) -> None:
    games = len(anna.table["results"])
    anna.done("stop_game")
    anna.until(lambda: len(anna.table["results"]) > games)


def again(server: Server, table: str, **asked: Any) -> str:
    answer = post(server, "/api/tables/again", {"table": table, "round": 1, **asked})
    assert answer.status_code == 201, answer.text
    new: str = answer.json()["table"]
    return new


@pytest.fixture
def finished(server: Server) -> str:
    """A game of two people that was stopped after some moves."""
    with Tables(server, "sequence", 2) as people:
        start(people)
        for _ in range(6):
            play_one(people, first)
        stop(people[0])
        return people[0].id


def test_results_of_one_deal_stand_beside_each_other(finished: str, server: Server) -> None:
    (alone,) = deal_of(server, finished)
    assert (alone["here"], alone["row"], alone["outcome"]["reason"]) == (True, None, "stopped")
    assert len(alone["people"]) == 2
    same, on = again(server, finished, bots=[1]), again(server, finished, row=4, bots=[1], level="beginner")
    with come(server, same, "Vera") as vera:
        start([vera])
        running = deal_of(server, same)
        assert [one["here"] for one in running] == [False, True, False]
        assert [one["row"] for one in running] == [None, None, 4]
        assert (running[1]["outcome"], running[1]["people"], running[1]["rows"]) == (None, [], 0)
        stop(vera)
    results = deal_of(server, finished)
    assert [one["here"] for one in results] == [True, False, False]
    assert results[1]["outcome"] is not None
    assert results[1]["people"][0]["name"] == "Vera"
    assert results[2]["people"] == []
    assert same not in str(results)
    assert on not in str(results)


def test_a_copy_of_a_copy_belongs_to_the_first_deal(finished: str, server: Server) -> None:
    same = again(server, finished, bots=[1])
    with come(server, same) as vera:
        start([vera])
        stop(vera)
        again(server, same, row=1, bots=[1])
    assert [one["row"] for one in deal_of(server, finished)] == [None, None, 1]
    assert [one["here"] for one in deal_of(server, same)] == [False, True, False]


def test_the_next_game_of_such_a_table_is_a_deal_of_its_own(finished: str, server: Server) -> None:
    with come(server, again(server, finished, bots=[1])) as vera:
        start([vera])
        stop(vera)
        vera.done("rematch")
        vera.until(lambda: vera.table["round"] == 2)
        assert vera.table["shuffle"]["given"] is False
        (own,) = deal_of(server, vera.id, 2)
        assert own["here"] is True


def test_a_table_of_a_deleted_one_tells_of_itself(server: Server) -> None:
    with Tables(server, "sequence", 2) as people:
        start(people)
        stop(people[0])
        same = again(server, people[0].id, bots=[1])
        people[0].do("delete")
        people[0].bye()
    with come(server, same) as vera:
        start([vera])
        (own,) = deal_of(server, same)
        assert own["here"] is True


def test_such_a_table_says_so_before_the_game_and_during_it(finished: str, server: Server) -> None:
    for row, rows in ((None, 0), (3, 3)):
        with come(server, again(server, finished, row=row, bots=[1])) as vera:
            assert vera.table["shuffle"]["given"] is True
            assert vera.table["shuffle"]["rows"] == rows
            start([vera])
            assert (vera.table["shuffle"]["given"], vera.table["shuffle"]["rows"]) == (True, rows)
            asked = get(server, f"/api/tables/{vera.id}/rounds/1/replay").json()
            assert asked["given"] == ("same_deal" if row is None else "played_on")


def test_no_hand_of_a_running_game_is_reached_by_playing_on(server: Server) -> None:
    with Tables(server, "sequence", 2) as people:
        start(people)
        play_one(people, last)
        for asked in ({}, {"row": 1}):
            answer = post(server, "/api/tables/again", {"table": people[0].id, "round": 1, **asked})
            assert (answer.status_code, answer.json()["reason"]) == (400, "game-is-running")
        (running,) = deal_of(server, people[0].id)
        assert (running["people"], running["rows"], running["outcome"]) == ([], 0, None)


@pytest.mark.parametrize("number", [0, 2, 10**9])
def test_a_game_that_was_not_played_has_no_deal(finished: str, server: Server, number: int) -> None:
    answer = get(server, f"/api/tables/{finished}/rounds/{number}/deal")
    assert (answer.status_code, answer.json()["reason"]) == (404, "no-such-round")
