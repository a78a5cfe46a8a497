"""A big screen at a table: told what a visitor is told, whatever its browser holds; phones know of it."""

import xml.etree.ElementTree as ET

import pytest

from igroteka.games import SHELF
from server.client import Place, Tables, get, start
from server.serving import Server


@pytest.mark.parametrize("game", SHELF)
def test_a_screen_sees_no_hand_though_its_browser_holds_a_seat(server: Server, game: str) -> None:
    with Tables(server, game, 2) as people:
        start(people)
        host = people[0]
        with Place(server, host.id) as visitor, Place(server, host.id, host.token, screen=True) as screen:
            for watching in (visitor, screen):
                watching.until(lambda watching=watching: bool(watching.told))  # type: ignore[misc]
            assert screen.view == visitor.view
            assert screen.view["seat"] is None
            assert screen.view["legal"] == []
            assert (screen.table["you"], screen.table["seat"]) == (None, None)
            assert screen.ask(host.legal[0] if host.legal else {"kind": "end"})["kind"] == "not_possible"


def test_everybody_is_told_whether_a_screen_is_there(server: Server) -> None:
    with Tables(server, "upturn", 2) as people:
        host = people[0]
        assert host.table["screen"] is False
        with Place(server, host.id, screen=True) as screen:
            assert screen.table["screen"] is True
            host.until(lambda: host.table["screen"] is True)
            with Place(server, host.id, screen=True):
                pass
            assert people[1].say(phrase="hello")["kind"] == "said"
            host.hear("said")
            assert host.table["screen"] is True, "one of two is still there"
        host.until(lambda: host.table["screen"] is False)
        host.until(lambda: all(person["present"] for person in host.table["people"]))


def test_the_screen_has_a_qr_code_of_its_own(server: Server) -> None:
    with Tables(server, "upturn", 2) as people:
        codes = [
            get(server, f"/api/tables/{people[0].id}/qr.svg{more}").text for more in ("", "?screen=true")
        ]
    assert len({ET.canonicalize(code) for code in codes}) == 2
