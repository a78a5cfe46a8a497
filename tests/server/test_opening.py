"""Opening a table: every game, links, short codes, QR codes, listed and private."""

import time
import xml.etree.ElementTree as ET
from importlib.resources import files
from typing import Any
from urllib.parse import unquote

import pytest

from igroteka.games import SHELF
from igroteka.server.entropy import CODE_LENGTH, CODE_LETTERS, Entropy
from server.client import Place, Tables, come, get, join, open_table, post, start
from server.serving import Server, serving


@pytest.mark.parametrize(("game", "seats"), [(g.NAME, n) for g in SHELF.values() for n in g.SEATS])
def test_a_table_of_every_game_and_size_can_be_opened_and_started(
    server: Server, game: str, seats: int
) -> None:
    with Tables(server, game, seats, bots=list(range(1, seats))) as (host,):
        start([host])
        assert host.view["game"] == game
        assert host.view["seats"] == seats
        assert [bool(chair["bot"]) for chair in host.table["chairs"]] == [False] + [True] * (seats - 1)


def test_the_shelf_is_told(server: Server) -> None:
    told = {game["name"]: tuple(game["seats"]) for game in get(server, "/api/games").json()}
    assert told == {game.NAME: game.SEATS for game in SHELF.values()}


def test_options_are_kept_and_those_not_named_are_filled_in(server: Server) -> None:
    with Tables(server, "etazhiki", 2, options={"variant": "beginner"}) as people:
        assert people[0].table["options"]["variant"] == "beginner"
        assert people[0].table["options"]["skip"] == "once"
        start(people)
        assert people[0].view["options"]["variant"] == "beginner"


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ({"game": "chess", "seats": 2}, "unknown-game"),
        ({"game": "upturn", "seats": 9}, "seats-do-not-fit"),
        ({"game": "upturn", "seats": 2, "options": {"colour": "red"}}, "unknown-field"),
        ({"game": "upturn", "seats": 2, "options": {"announce": 3}}, "not-one-of"),
        ({"game": "upturn", "seats": 2, "options": {"announce": "loudly"}}, "not-one-of"),
        ({"game": "upturn", "seats": 2, "bots": [2]}, "no-such-seat"),
        ({"game": "upturn", "seats": 2, "bots": [1], "level": "god"}, "no-such-level"),
        ({"game": "upturn", "seats": 2, "listed": True, "chat": True}, "chat-is-for-private-tables"),
        ({"game": "upturn", "seats": "two"}, "bad-request"),
        ({"game": "upturn"}, "bad-request"),
        ({"game": "upturn", "seats": 2, "secret": "00"}, "bad-request"),
        ([], "bad-request"),
    ],
)
def test_a_table_that_cannot_be_is_refused_with_the_reason(server: Server, body: Any, reason: str) -> None:
    answer = post(server, "/api/tables", body)
    assert (answer.status_code, answer.json()["reason"]) == (400, reason)


@pytest.mark.parametrize(
    ("body", "at"),
    [
        ({"game": "upturn"}, "Object missing required field `seats`"),
        ({"game": "upturn", "seats": "two"}, "seats: Expected `int`, got `str`"),
        ({"game": "upturn", "seats": 2, "secret": "00"}, "Object contains unknown field `secret`"),
        ({"game": "upturn", "seats": 2, "x" * 500: 1}, f"Object contains unknown field `{'x' * 89}"),
    ],
)
def test_a_request_that_cannot_be_read_is_told_what_is_wrong_with_it(
    server: Server, body: Any, at: str
) -> None:
    assert post(server, "/api/tables", body).json()["parameters"]["at"] == at


def test_the_link_the_code_and_the_qr_lead_to_the_table(server: Server) -> None:
    opened = post(server, "/api/tables", {"game": "sequence", "seats": 2}).json()
    assert opened["link"].endswith(f"/t/{opened['table']}")
    assert len(opened["code"]) == CODE_LENGTH
    assert get(server, f"/api/codes/{opened['code']}").json() == opened
    drawn = get(server, f"/api/tables/{opened['table']}/qr.svg")
    assert drawn.headers["content-type"].startswith("image/svg+xml")
    assert ET.fromstring(drawn.text).tag.endswith("svg")
    assert get(server, f"/t/{opened['table']}").status_code == 200


def test_a_code_is_found_however_it_is_typed(server: Server) -> None:
    opened = post(server, "/api/tables", {"game": "upturn", "seats": 2}).json()
    code = str(opened["code"])
    russian = code.translate(str.maketrans("ACEHKMPTXY", "АСЕНКМРТХУ"))
    for typed in (code.lower(), f" {code[:3]}-{code[3:]} ", russian, russian.lower()):
        assert get(server, f"/api/codes/{typed}").json()["table"] == opened["table"], typed


@pytest.mark.parametrize(
    "code", ["AAAAA0", "x", pytest.param("%00", marks=pytest.mark.alone), "'; drop table tables", "🦊" * 50]
)
def test_a_code_of_no_table_is_refused(server: Server, code: str) -> None:
    answer = get(server, f"/api/codes/{code}")
    assert (answer.status_code, answer.json()["reason"]) == (404, "no-such-table")


def test_codes_have_no_letters_that_look_alike() -> None:
    assert not set(CODE_LETTERS) & set("0O1IL2Z5S8BGU")
    drawn = {letter for _ in range(500) for letter in Entropy().code()}
    assert drawn == set(CODE_LETTERS)


def test_listed_tables_are_found_once_their_host_has_come_and_private_ones_never(server: Server) -> None:
    listed, private = open_table(server, "upturn", 3, listed=True), open_table(server)
    assert not {listed, private} & {line["table"] for line in get(server, "/api/tables").json()}
    join(server, listed)
    join(server, private)
    lines = {line["table"]: line for line in get(server, "/api/tables").json()}
    assert lines[listed] == {
        "table": listed,
        "game": "upturn",
        "seats": 3,
        "free": 2,
        "playing": False,
        "installed": True,
    }
    assert private not in lines


def test_the_host_can_list_a_table_and_take_it_off_again(server: Server) -> None:
    table = open_table(server)
    with come(server, table) as host:
        for listed in (True, False):
            host.done("set_table", listed=listed)
            assert host.table["listed"] == listed
            assert (table in {line["table"] for line in get(server, "/api/tables").json()}) == listed


@pytest.mark.parametrize("game", ["up\0turn", " upturn ", "upturn\u200b"])
def test_a_table_has_the_game_s_own_name_whatever_stood_around_it(server: Server, game: str) -> None:
    table = post(server, "/api/tables", {"game": game, "seats": 2, "bots": [1]}).json()["table"]
    assert get(server, f"/api/tables/{table}").json()["game"] == "upturn"
    with Place(server, table, join(server, table, "Anna")) as anna:
        anna.done("start")


@pytest.mark.parametrize("id", ["nowhere", "%00", "no%00where", "%ff", "%ed%a0%80"])
@pytest.mark.parametrize("path", ["", "/qr.svg", "/rounds/1/record"])
def test_a_table_that_is_not_there_is_refused(server: Server, path: str, id: str) -> None:
    """Nor is the store taken for ill because it was asked for what it cannot hold."""
    answer = get(server, f"/api/tables/{id}{path}")
    assert (answer.status_code, answer.json()["reason"]) == (404, "no-such-table")
    again = post(server, "/api/tables/again", {"table": unquote(id), "round": 1})
    assert (again.status_code, again.json()["reason"]) == (404, "no-such-table")
    assert get(server, "/healthz").status_code == 200


def test_a_visitor_sees_the_table_without_coming_to_it(server: Server) -> None:
    table = open_table(server)
    join(server, table)
    told = get(server, f"/api/tables/{table}").json()
    assert told["you"] is None
    assert told["turn"] is None
    assert [person["name"] for person in told["people"]] == ["Anna"]
    assert told["shuffle"]["secret"] is None


@pytest.mark.alone
def test_the_code_of_a_table_that_nobody_touches_leads_nowhere_after_a_while() -> None:
    with serving(code_hours=0.0003) as server:
        opened = post(server, "/api/tables", {"game": "upturn", "seats": 2}).json()
        assert get(server, f"/api/codes/{opened['code']}").status_code == 200
        time.sleep(1.5)
        assert get(server, f"/api/codes/{opened['code']}").status_code == 404
        assert get(server, f"/api/tables/{opened['table']}").status_code == 200


def test_cards_that_are_not_there_do_not_travel(server: Server) -> None:
    """A parts list with lots of no cards: tens of kilobytes in every message otherwise."""
    text = files("igroteka.games.etazhiki").joinpath("parts.toml").read_text("utf-8")
    parts = post(server, "/api/parts", {"text": text}).json()
    nothing = [{"kind": "skip", "count": 0}] * 300
    padded = {**parts, "cards": [*parts["cards"], *nothing]}
    opened = {"game": "etazhiki", "seats": 2, "options": {"parts": padded}}
    told = post(server, "/api/tables", opened)
    assert told.status_code == 201
    seen = get(server, f"/api/tables/{told.json()['table']}").json()
    assert all(lot.get("count", 1) for lot in seen["options"]["parts"]["cards"])
