"""Nobody in where they don't belong: bad messages, wrong origins, big frames, slow and half-open sockets."""

import json
import socket
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from igroteka.server.http.headers import HEADERS
from server.client import (
    Place,
    Tables,
    come,
    get,
    join,
    last,
    open_table,
    play_one,
    post,
    reason,
    start,
    wait_for_number,
)
from server.raw import shaken, text
from server.serving import Server, serving


@pytest.fixture
def anna(server: Server) -> Iterator[Place]:
    with Tables(server, bots=[1]) as (place,):
        yield place


# Messages -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("frame", "why"),
    [
        ("", "not-json"),
        ("{", "not-json"),
        ("nonsense", "not-json"),
        (b"\xff\xfe", "not-json"),
        (b"\x00" * 100, "not-json"),
        ("[" * 5000, "wrong-type"),
        ('{"kind":"say","text":' + "[" * 5000, "wrong-type"),
        ('{"kind":"say","text":"\\ud800"}', "not-json"),
        ("[]", "wrong-type"),
        ("null", "wrong-type"),
        ("1e999", "wrong-value"),
        ('"hello"', "wrong-type"),
        ("{}", "missing-kind"),
        ('{"kind":"fly"}', "unknown-kind"),
        ('{"kind":7}', "wrong-value"),
        ('{"kind":"ask"}', "missing-field"),
        ('{"kind":"ask","id":1,"number":1,"intent":{}}', "wrong-type"),
        ('{"kind":"ask","id":"1","number":"1","intent":{}}', "wrong-type"),
        ('{"kind":"ask","id":"1","number":1e400,"intent":{}}', "wrong-value"),
        ('{"kind":"do","id":"1","intent":{},"x":1}', "unknown-field"),
        ('{"kind":"say","phrase":7}', "wrong-type"),
        ('{"kind":"hello"}', "hello-is-said"),
    ],
)
def test_a_bad_message_gets_a_complaint_and_nothing_else_happens(
    anna: Place, frame: str | bytes, why: str
) -> None:
    anna.send(frame)
    assert reason(anna.hear("complaint")) == why
    assert anna.do("rename", name="Still here")["kind"] == "answer"


def test_a_text_that_is_no_text_closes_the_connection_and_is_no_fault_of_ours(server: Server) -> None:
    with closing(shaken(server, open_table(server))) as raw:
        raw.settimeout(5)
        raw.sendall(b"\x81\x82\0\0\0\0\xff\xfe")
        assert raw.recv(100) == b"\x88\x02" + (1007).to_bytes(2, "big")
    assert [line for line in server.log() if line["level"] == "error"] == []


def test_a_message_may_also_come_as_bytes(anna: Place) -> None:
    anna.send(json.dumps({"kind": "do", "id": "b", "intent": {"kind": "start"}}).encode())
    assert anna.hear("answer", id="b")["number"]


@pytest.mark.parametrize(
    ("intent", "why"),
    [
        ({"kind": "sit"}, "missing-field"),
        ({"kind": "sit", "seat": "0"}, "wrong-type"),
        ({"kind": "sit", "seat": -1}, "no-such-seat"),
        ({"kind": "sit", "seat": 10**30}, "no-such-seat"),
        ({"kind": "place", "card": "AS"}, "unknown-kind"),
        ({"kind": "set_options", "seats": 2, "options": []}, "wrong-type"),
        ({"kind": "set_patience", "seat": 0, "seconds": 1e308}, "patience-out-of-range"),
        ([], "wrong-type"),
    ],
)
def test_a_bad_intent_about_the_table_is_refused(anna: Place, intent: Any, why: str) -> None:
    anna.send({"kind": "do", "id": "1", "intent": intent})
    assert reason(anna.hear("not_possible", id="1")) in (why, "wrong-type")


@pytest.mark.parametrize(
    "size",
    [20_000, pytest.param(10 * 2**20, marks=pytest.mark.alone)],  # nginx cuts off who is still sending
)
@pytest.mark.parametrize("binary", [False, True])
def test_a_message_that_is_too_big_closes_the_connection_cleanly(
    server: Server, size: int, binary: bool
) -> None:
    with Tables(server) as (anna, boris):
        start([anna, boris])
        with suppress(ConnectionClosed):  # it may be closed before all of it is sent
            anna.send(b"x" * size if binary else "x" * size)
        assert anna.bye() == ""
        assert anna.closed == 1009
        boris.until(lambda: not boris.is_here(anna.me))
        with Place(server, anna.id, anna.token) as again:
            assert again.view["rack"]


@pytest.mark.alone  # nginx cuts off who is still sending
def test_a_message_in_too_many_pieces_closes_the_connection_cleanly(anna: Place) -> None:
    with suppress(ConnectionClosed):
        anna.socket.send("x" * 1000 for _ in range(10_000))
    assert anna.bye() == ""
    assert anna.closed == 1009


# Coming in ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "why"),
    [
        ("{", "not-json"),
        ('{"kind":"ask","id":"1","number":1,"intent":{}}', "hello-first"),
        ('{"kind":"hello","token":7}', "wrong-type"),
        ('{"kind":"hello","token":null,"x":1}', "unknown-field"),
        (b"\xff", "not-json"),
        ("", "not-json"),
    ],
)
def test_who_does_not_say_hello_is_sent_away(server: Server, first: str | bytes, why: str) -> None:
    with connect(f"{server.socket_url}/ws/{open_table(server)}") as raw:
        raw.send(first)
        assert json.loads(raw.recv(timeout=5)) == [{"kind": "bye", "reason": why}]
        with pytest.raises(ConnectionClosed) as closed:
            raw.recv(timeout=5)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1008


def test_a_table_that_is_not_there_is_said_good_bye_from(server: Server) -> None:
    with Place(server, "nowhere") as place:
        assert (place.bye(), place.closed) == ("no-such-table", 1008)


@pytest.mark.parametrize("path", ["/ws", "/ws/", "/ws/a/b", "/api/tables", "/"])
def test_there_are_no_other_sockets(server: Server, path: str) -> None:
    with pytest.raises((InvalidStatus, ConnectionClosed)), connect(server.socket_url + path) as raw:
        raw.recv(timeout=5)


@pytest.mark.parametrize(
    "origin",
    ["https://evil.example", "null", "http://127.0.0.1", "http://127.0.0.1:1", "file://", "http://[", "x"],
)
def test_a_page_of_another_origin_gets_no_socket_and_no_post(server: Server, origin: str) -> None:
    table = open_table(server)
    with pytest.raises(InvalidStatus) as refused:
        Place(server, table, additional_headers={"Origin": origin})
    assert refused.value.response.status_code == 403
    answer = post(server, "/api/tables", {"game": "upturn", "seats": 2}, headers={"Origin": origin})
    assert (answer.status_code, answer.json()["reason"]) == (403, "wrong-origin")


def test_our_own_page_and_programs_without_origin_are_let_in(server: Server) -> None:
    table = open_table(server)
    with Place(server, table, additional_headers={"Origin": server.url}) as page:
        assert page.table["id"] == table
    body = {"game": "upturn", "seats": 2}
    assert post(server, "/api/tables", body, headers={"Origin": server.url}).status_code == 201


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/", 200),
        ("GET", "/api/games", 200),
        ("GET", "/api/tables", 200),
        ("GET", "/api/tables/nowhere", 404),
        ("GET", "/nowhere/at/all", 404),
        ("DELETE", "/api/tables", 405),
        ("POST", "/api/tables", 400),
        ("GET", "/healthz", 200),
        ("GET", "/metrics", 200),
        ("GET", "/api/schema/openapi.json", 200),
    ],
)
def test_every_answer_carries_the_security_headers(
    server: Server, method: str, path: str, status: int
) -> None:
    answer = server.http.request(method, path)
    assert answer.status_code == status
    for name, value in HEADERS.items():
        if name != "Cache-Control":
            assert answer.headers[name] == value
    proxy = None if type(server) is Server else "nginx"  # alone, or three behind it
    assert answer.headers.get("server") == proxy  # no version, and no word from us
    assert "'none'" in HEADERS["Content-Security-Policy"]
    assert "http:" not in HEADERS["Content-Security-Policy"]


@pytest.mark.parametrize("path", ["/nowhere/at/all", "/api/nowhere", "/api/schema/swagger"])
def test_what_is_not_there_is_told_in_our_words(server: Server, path: str) -> None:
    answer = get(server, path)
    assert (answer.status_code, answer.json()["reason"]) == (404, "no-such-page")


@pytest.mark.parametrize("path", ["/", "/healthz", "/api/games", "/api/tables/nowhere", "/t/nowhere"])
def test_who_asks_for_the_head_gets_what_get_says_without_its_body(server: Server, path: str) -> None:
    """Those who watch servers, and chats that preview a link."""
    whole, head = server.http.get(path), server.http.head(path)
    assert (head.status_code, head.content) == (whole.status_code, b"")
    assert head.headers["content-type"] == whole.headers["content-type"]
    assert head.headers["x-frame-options"] == "DENY"
    assert server.http.get(path).content == whole.content  # on the same connection: nothing was left in it


@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"\xff", b"null", b"[" * 30_000, b'{"game":"upturn","seats":2,"options":' + b"[" * 9000],
)
def test_a_bad_body_is_refused(server: Server, body: bytes) -> None:
    answer = server.http.post("/api/tables", content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code == 400
    assert answer.json()["kind"] == "refused"


def test_a_big_body_is_refused(server: Server) -> None:
    answer = server.http.post("/api/tables", content=b" " * 10_000_000)
    assert (answer.status_code, answer.json()["reason"]) == (413, "too-large")


# Limits -------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def strict() -> Iterator[Server]:
    """A server with small limits, the ones of a test spread over different kinds."""
    with serving(
        tables_per_minute=2,
        requests_per_minute=100_000,
        messages_per_second=10,
        sockets_per_address=12,
        sockets_per_seat=3,
        hello_seconds=0.5,
        ping_seconds=1.0,
    ) as server:
        yield server


@pytest.mark.usefixtures("table")
def test_too_many_tables_from_one_address_are_refused(strict: Server) -> None:
    answers = [post(strict, "/api/tables", {"game": "upturn", "seats": 2}) for _ in range(12)]
    assert {answer.status_code for answer in answers} == {201, 429}
    refused = answers[-1]
    assert refused.json()["reason"] == "too-many-requests"
    assert int(refused.headers["retry-after"]) > 0


@pytest.fixture(scope="module")
def table(strict: Server) -> str:
    return open_table(strict)


@pytest.fixture(scope="module")
def token(strict: Server, table: str) -> str:
    return join(strict, table)


def test_messages_that_come_too_fast_are_refused(strict: Server, table: str, token: str) -> None:
    with Place(strict, table, token) as anna:
        for at in range(200):
            anna.send({"kind": "do", "id": str(at), "intent": {"kind": "stand"}})
        assert reason(anna.hear("complaint")) == "too-fast"
        assert any(_stands_again(anna, f"again-{at}") for at in range(60))


def test_a_long_message_counts_for_several(strict: Server, table: str, token: str) -> None:
    """A family's own cards are judged and kept as a whole: twenty times a second that would fill the disk."""
    with Place(strict, table, token) as anna:
        said = [anna.refused("rename", name="A", avatar="x" * 9_000) for _ in range(3)]
        assert said == ["no-such-avatar"] * 3
        anna.send({"kind": "do", "id": "long", "intent": {"kind": "rename", "name": "A" * 9_000}})
        assert reason(anna.hear("complaint", "answer")) == "too-fast"


def test_games_are_not_started_many_times_a_second(strict: Server, table: str, token: str) -> None:
    with Place(strict, table, token) as anna:
        anna.done("sit", seat=0)
        anna.done("add_bot", seat=1)
        said = [(anna.do("start"), anna.do("stop_game"))[0] for _ in range(4)]
        assert [answer["kind"] for answer in said] == ["answer", "answer", "not_possible", "not_possible"]
        assert reason(said[-1]) == "too-fast"


def _stands_again(anna: Place, id: str) -> bool:
    """After a pause; what was too fast may still be complained of."""
    time.sleep(0.5)
    before = len(anna.heard)
    anna.send({"kind": "do", "id": id, "intent": {"kind": "stand"}})
    return anna.hear("answer", "complaint", after=before, id=id)["kind"] == "answer"


def test_one_more_socket_of_a_person_takes_over_from_the_oldest(
    strict: Server, table: str, token: str
) -> None:
    places = [Place(strict, table, token) for _ in range(5)]
    try:
        assert [places[at].bye() for at in (0, 1)] == ["taken-over", "taken-over"]
        for place in places[2:]:
            assert place.do("stand")["kind"] == "answer"
    finally:
        for place in places:
            place.close()


def test_too_many_sockets_from_one_address_are_refused(strict: Server, table: str) -> None:
    places = [Place(strict, table) for _ in range(13)]
    try:
        assert (places[-1].bye(), places[-1].closed) == ("too-many-sockets", 1013)
        assert places[0].table
    finally:
        for place in places:
            place.close()
    time.sleep(0.3)
    with Place(strict, table) as place:
        assert place.table


def test_who_says_nothing_is_sent_away(strict: Server, table: str) -> None:
    with connect(f"{strict.socket_url}/ws/{table}") as raw:
        assert json.loads(raw.recv(timeout=5)) == [{"kind": "bye", "reason": "hello-first"}]


def test_a_half_open_connection_is_noticed(strict: Server, table: str) -> None:
    """It has shaken hands and said hello, and answers no ping any more."""
    with closing(shaken(strict, table)) as raw, Place(strict, table) as watching:
        raw.sendall(text({"kind": "hello", "token": join(strict, table, "Half")}))
        watching.until(lambda: present(watching, "Half"))
        watching.until(lambda: not present(watching, "Half"))


def test_who_asks_and_is_answered_is_not_pinged_and_who_falls_silent_is(strict: Server, table: str) -> None:
    ping = b"\x89\x00\x81\x02[]"
    with closing(shaken(strict, table)) as raw:
        raw.sendall(text({"kind": "hello", "token": join(strict, table, "Busy")}))
        came = b""
        for at in range(8):  # for two seconds, twice as long as it may be silent
            raw.sendall(text({"kind": "do", "id": str(at), "intent": {"kind": "stand"}}))
            time.sleep(0.25)
            came += raw.recv(2**16)
        assert b'"id":"7"' in came
        assert ping not in came
        raw.settimeout(10)
        while ping not in came:
            came += raw.recv(2**16)


def present(place: Place, name: str) -> bool:
    return any(person["present"] for person in place.table["people"] if person["name"] == name)


def test_short_codes_cannot_be_walked_through() -> None:
    with serving(requests_per_minute=4) as server:  # one code, and the next in most of three minutes
        code = post(server, "/api/tables", {"game": "upturn", "seats": 2}).json()["code"]
        tries = [
            get(server, f"/api/codes/AAAA{at:02}", headers={"X-Forwarded-For": f"10.0.0.{at}"}).status_code
            for at in range(10)
        ]  # nobody is believed to come from elsewhere
        assert tries[0] == 404
        assert tries[-1] == 429
        assert get(server, f"/api/codes/{code}").status_code == 429
        with Place(server, "anything") as place:
            while place.bye() == "no-such-table":
                place.close()
                place = Place(server, "anything")  # noqa: PLW2901
            assert (place.bye(), place.closed) == ("too-many-requests", 1013)
            place.close()


# Slow readers -------------------------------------------------------------------------------------------

CHANGES = 200


@pytest.mark.alone  # nginx, too, keeps some for a slow reader
def test_a_slow_reader_skips_what_was_overtaken_and_holds_up_nobody(server: Server) -> None:
    """Hundreds of moves happen while one client does not read: it gets the latest view, not a queue."""
    with Tables(server) as people, closing(shaken(server, people[0].id)) as raw:
        for at in range(60):
            join(server, people[0].id, f"Somebody with a long name {at}")
        start(people)
        raw.sendall(text({"kind": "hello"}))
        before = server.memory()
        for at in range(CHANGES):
            people[0].done("rename", name=f"Anna {at}")
        for _ in range(20):
            play_one(people, last)
        assert server.memory() - before < 20_000
        newest = people[0].number
        messages = [m for frame in frames(raw, newest) for m in frame]
        told = [m for m in messages if m["kind"] == "told"]
        assert told[-1]["number"] == newest
        assert told[-1]["view"]["turn"] == people[0].view["turn"]
        tables = [m for m in messages if m["kind"] == "table"]
        assert len(tables) < CHANGES
        assert tables[-1]["table"]["people"][0]["name"] == f"Anna {CHANGES - 1}"


def frames(raw: socket.socket, until: int) -> Iterator[list[dict[str, Any]]]:
    """The frames of a bare connection, until it has told this number."""
    raw.settimeout(10)
    held = b""
    while True:
        while len(held) < 10 or len(held) < size(held)[0] + size(held)[1]:
            held += raw.recv(65536)
        begin, long = size(held)
        messages = json.loads(held[begin : begin + long])
        held = held[begin + long :]
        yield messages
        if any(m["kind"] == "told" and m["number"] >= until for m in messages):
            return


def size(held: bytes) -> tuple[int, int]:
    if held[1] < 126:
        return 2, held[1]
    if held[1] == 126:
        return 4, int.from_bytes(held[2:4], "big")
    return 10, int.from_bytes(held[2:10], "big")


def test_who_asks_and_does_not_read_the_answers_is_not_heard_any_more(server: Server) -> None:
    table = open_table(server, bots=[1])
    token = join(server, table)
    with closing(shaken(server, table)) as raw, come(server, table, "Boris") as boris:
        raw.settimeout(1)
        before = server.memory()
        try:
            raw.sendall(text({"kind": "hello", "token": token}))
            for at in range(120_000):
                raw.sendall(text({"kind": "why", "id": f"{at:064}", "intent": {"kind": "fly"}}))
        except (TimeoutError, ConnectionError):
            pass  # the server takes no more: that is what is wanted
        else:
            pytest.fail("everything was heard")
        assert server.memory() - before < 40_000
        assert boris.do("rename", name="Still here")["kind"] == "answer"


def test_a_person_who_comes_back_while_the_old_socket_hangs_gets_everything(server: Server) -> None:
    with Tables(server) as people:
        start(people)
        mover = next(place for place in people if place.seat == people[0].view["turn"])
        with Place(server, mover.id, mover.token) as again:
            wait_for_number(again, again.ask({"kind": "draw"})["number"])
            assert again.view["drawn"]
