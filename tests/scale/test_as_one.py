"""Several servers look like one: whichever is asked knows what any other has answered."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor

from scale.stack import Stack
from server.client import (
    Place,
    Tables,
    bearer,
    come,
    get,
    in_step,
    join,
    last,
    on_turn,
    open_table,
    play_one,
    post,
    reason,
    start,
    wait_for_number,
)


def spread(stack: Stack, table: str, tokens: list[str]) -> list[Place]:
    """Each of them at another server."""
    servers = stack.servers
    return [Place(servers[at % len(servers)], table, token) for at, token in enumerate(tokens)]


def test_what_one_server_has_answered_every_other_knows_at_once(stack: Stack) -> None:
    a, b, c = stack.servers
    for _ in range(5):
        table = open_table(a)
        token = join(b, table)
        with Place(c, table, token) as anna:
            anna.done("rename", name="Vera")
            for server in (a, b):
                seen = get(server, f"/api/tables/{table}", headers=bearer(token)).json()
                assert [person["name"] for person in seen["people"]] == ["Vera"]


def test_the_sockets_of_a_seat_at_three_servers_see_one_order_of_events(stack: Stack) -> None:
    table = open_table(stack, "upturn", 2)
    tokens = [join(stack, table, name) for name in ("Anna", "Boris")]
    anna, *others = spread(stack, table, [tokens[0], tokens[1], tokens[0]])
    boris, again = others
    start([anna, boris])
    for _ in range(12):
        play_one([anna, boris], last)
        wait_for_number(again, anna.number)
    stories = []
    for place in (anna, again):
        told = [message for message in place.heard if message["kind"] == "told"]
        assert [message["number"] for message in told] == sorted({message["number"] for message in told})
        stories.append({row["number"]: row for message in told for row in message["rows"]})
    assert stories[0].keys() >= set(range(anna.number - 10, anna.number + 1))
    shared = stories[0].keys() & stories[1].keys()
    assert {number: stories[0][number] for number in shared} == {n: stories[1][n] for n in shared}
    for place in (anna, boris, again):
        place.close()


def test_a_resend_to_another_server_gets_the_same_number_and_is_not_played_twice(stack: Stack) -> None:
    with Tables(stack) as people:
        start(people)
        mover = on_turn(people)
        number = mover.number
        answers = [mover.ask({"kind": "draw"}, id="only-once", number=number)]
        for server in stack.servers:
            with Place(server, mover.id, mover.token) as elsewhere:
                answers.append(elsewhere.ask({"kind": "draw"}, id="only-once", number=number))
        assert answers[0]["kind"] == "answer"
        assert answers == [answers[0]] * 4


def test_many_who_ask_at_different_servers_at_the_same_moment_are_all_heard(stack: Stack) -> None:
    """They decide for the same number; one wins, the others decide anew, and nobody notices."""
    table = open_table(stack, "sequence", 6)
    places = spread(stack, table, [join(stack, table, f"P{n}") for n in range(6)])
    begin = threading.Barrier(len(places))

    def rename(place: Place) -> list[int]:
        begin.wait()
        answers = [place.do("rename", name=f"N{n}") for n in range(8)]
        assert {answer["kind"] for answer in answers} == {"answer"}, answers
        return [answer["number"] for answer in answers]

    with ThreadPoolExecutor(len(places)) as pool:
        numbers = [number for own in pool.map(rename, places) for number in own]
    assert len(set(numbers)) == 48
    assert sorted(numbers) == list(range(min(numbers), min(numbers) + 48))
    for place in places:
        place.until(lambda place=place: place.table_number == max(numbers))  # type: ignore[misc]
        names = {person["name"] for person in place.table["people"]}
        assert len(names) == len(places)
        assert {name.partition(" ")[0] for name in names} == {"N7"}  # told apart: N7, N7 2 and so on
        place.close()


def test_interception_is_decided_once_whoever_is_asked(stack: Stack) -> None:
    """Two who want the same at different servers: one has it, the other hears who was faster."""
    for _ in range(5):
        table = open_table(stack, "upturn", 2)
        tokens = [join(stack, table, name) for name in ("Anna", "Boris")]
        people = spread(stack, table, tokens)
        start(people)
        mover = on_turn(people)
        with Place(stack.servers[2], table, mover.token) as twin:
            in_step([*people, twin])
            begin = threading.Barrier(2)

            def draw(place: Place, begin: threading.Barrier = begin) -> dict[str, object]:
                begin.wait()
                return place.ask({"kind": "draw"})

            with ThreadPoolExecutor(2) as pool:
                answers = list(pool.map(draw, (mover, twin)))
        kinds = sorted(str(answer["kind"]) for answer in answers)
        assert kinds == ["answer", "not_possible"]
        lost = next(answer for answer in answers if answer["kind"] == "not_possible")
        assert reason(lost) in ("too-late", "drawn-already")
        for place in people:
            place.close()


def test_people_at_other_servers_are_seen_to_come_and_go(stack: Stack) -> None:
    a, b, _ = stack.servers
    table = open_table(a)
    with come(a, table, "Anna") as anna:
        boris = come(b, table, "Boris")
        anna.until(lambda: anna.is_here(boris.me))
        boris.until(lambda: boris.is_here(anna.me))
        boris.close()
        anna.until(lambda: not anna.is_here(boris.me))


def test_phrases_are_heard_at_every_server(stack: Stack) -> None:
    a, b, c = stack.servers
    table = open_table(a)
    with come(a, table) as anna, come(b, table, "Boris") as boris, Place(c, table) as visitor:
        anna.say(phrase="hello")
        for place in (boris, visitor):
            assert place.hear("said", phrase="hello")["person"] == anna.me


def test_a_person_may_speak_so_often_at_all_servers_together(stack: Stack) -> None:
    table = open_table(stack)
    token = join(stack, table)
    places = spread(stack, table, [token] * 3)
    with Place(stack.servers[0], table) as visitor:
        for _ in range(6):
            for place in places:
                place.send({"kind": "say", "reaction": "star"})
        complaints = sum(message["kind"] == "complaint" for place in places for message in place.quiet(1.0))
        said = sum(message["kind"] == "said" for message in visitor.quiet(0.5))
    assert 5 <= said < 10
    assert said + complaints == 18
    for place in places:
        place.close()


def test_a_seat_that_moves_is_dismissed_at_every_server(stack: Stack) -> None:
    table = open_table(stack)
    token = join(stack, table)
    places = spread(stack, table, [token] * 3)
    word = post(stack, f"/api/tables/{table}/moves", headers=bearer(token)).json()["move"]
    new = post(stack, f"/api/tables/{table}/moves/used", {"move": word}).json()["token"]
    assert [place.bye() for place in places] == ["moved-away"] * 3
    for server in stack.servers:
        with Place(server, table, token) as old, Place(server, table, new) as moved:
            assert old.bye() == "wrong-token"
            assert moved.me


def test_one_connection_too_many_takes_over_from_the_oldest_at_whatever_server(stack: Stack) -> None:
    table = open_table(stack)
    token = join(stack, table)
    places = []
    for at in range(9):  # one more than a person may have
        places.append(Place(stack.servers[at % 3], table, token))
        time.sleep(0.05)
    assert places[0].bye() == "taken-over"
    for place in places[1:]:
        assert place.do("rename", name="Still here")["kind"] == "answer"
        place.close()


def test_a_deleted_table_is_gone_at_every_server(stack: Stack) -> None:
    table = open_table(stack)
    tokens = [join(stack, table, name) for name in ("Anna", "Boris", "Vera")]
    host, *others = spread(stack, table, tokens)
    host.do("delete")
    assert [place.bye() for place in (host, *others)] == ["table-deleted"] * 3
    for server in stack.servers:
        assert get(server, f"/api/tables/{table}").status_code == 404


def test_a_stranger_who_asks_for_what_no_database_can_hold_makes_no_server_seem_ill(stack: Stack) -> None:
    for server in stack.servers:
        assert get(server, "/api/tables/no%00where").status_code == 404
        assert get(server, "/api/codes/A%00B").status_code == 404
        assert post(server, "/api/tables/again", {"table": "\0", "round": 1}).status_code == 404
        with Place(server, "%00") as nowhere:
            assert nowhere.bye() == "no-such-table"
        table = post(server, "/api/tables", {"game": "up\0turn", "seats": 2}).json()["table"]
        with Place(server, table, join(server, table)) as anna:
            assert anna.do("rename", name="V\0era", id="a\0b")["refusal"]["reason"] == "bad-id"
            anna.done("rename", name="V\0era")
        assert get(server, "/healthz").status_code == 200
