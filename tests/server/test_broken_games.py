"""A game of somebody's that raises, or does not answer, ends no connection and no table."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from shutil import copytree
from typing import Any

import httpx
import pytest

from server.client import Place, come, get, in_step, on_turn, open_table, reason, start
from server.serving import Server
from server.spoiling import RAISES, SLEEPS, SPINS, Spoil, spoiler
from sites import EIGHTS, site_of, with_site

BREAKS = """
def decide(state, seat, intent, chance):
    if seat >= 0:
        raise KeyError("8H")
    return _decide(state, seat, intent, chance)


def _decide("""


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """A server whose Crazy Eights fails at every move."""
    site = tmp_path / "site"
    copytree(site_of(EIGHTS), site)
    rules = site / "igroteka_eights" / "rules.py"
    rules.write_text(rules.read_text("utf-8").replace("\ndef decide(", BREAKS, 1), "utf-8")
    monkeypatch.setenv("PYTHONPATH", with_site(site)["PYTHONPATH"])
    server = Server(tmp_path).start()
    yield server
    server.close()


def broke(server: Server) -> list[str]:
    return [line["intent"] for line in server.log() if line["event"] == "a game broke"]


def test_whoever_asks_is_told_once_and_nothing_has_changed(server: Server) -> None:
    table = open_table(server, "eights", 2)
    with come(server, table, name="Anna") as anna, come(server, table, name="Boris") as boris:
        start([anna, boris])
        asker = on_turn([anna, boris])
        number, offer = asker.number, asker.legal[0]
        assert reason(asker.ask(offer)) == "game-broke"
        assert reason(asker.ask(offer)) == "game-broke"  # over the same connection
        assert (asker.number, offer in asker.legal) == (number, True)
    assert broke(server)


def test_people_are_told_when_a_bot_cannot_move(server: Server) -> None:
    table = open_table(server, "eights", 2, bots=[1])
    for _ in range(20):  # until a bot begins, by lot
        with come(server, table, name="Anna") as anna:
            start([anna])
            if anna.legal:
                table = open_table(server, "eights", 2, bots=[1])
                continue
            assert anna.hear("notice", notice="game_broke")["person"] == ""
            assert anna.quiet(1.0) == []  # it is not said again and again
            break
    assert len(broke(server)) == 1


# Of its other functions ------------------------------------------------------------------------------


@pytest.fixture
def spoiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Spoil]:
    with spoiler(tmp_path, monkeypatch) as spoil:
        yield spoil


def broken(server: Server) -> list[dict[str, Any]]:
    return [line for line in server.log() if line["event"] == "a game broke"]


def lay(people: list[Place]) -> tuple[Place, dict[str, Any]]:
    """Whoever is on turn tries all it may, and has either laid a card or was refused."""
    asker = on_turn(people)
    return asker, asker.ask(next(one for one in asker.legal if one["kind"] == "lay"))


@pytest.mark.parametrize("name", ["view", "outcome", "turn", "legal"])
def test_a_move_to_what_cannot_be_told_is_not_made_and_the_table_stays(spoiled: Spoil, name: str) -> None:
    server = spoiled(name)
    table = open_table(server, "eights", 2)
    with come(server, table, name="Anna") as anna, come(server, table, name="Boris") as boris:
        start([anna, boris])
        while not any(one["kind"] == "lay" for one in on_turn([anna, boris]).legal):
            drawer = on_turn([anna, boris])
            drawer.ask(drawer.legal[0])
            in_step([anna, boris])
        asker, answer = lay([anna, boris])
        assert reason(answer) == "game-broke"
        assert asker.legal
        assert anna.done("stop_game")  # the host can end it
    (line,) = broken(server)
    assert (line["game"], line["error"]) == ("eights", "KeyError")
    assert line["function"] in (name, "view")  # which asks for what is legal


def test_a_game_that_cannot_be_dealt_is_not_started(spoiled: Spoil) -> None:
    server = spoiled("redact", when="True")
    table = open_table(server, "eights", 2)
    with come(server, table, name="Anna") as anna, come(server, table, name="Boris"):
        assert anna.refused("start") == "game-broke"
        assert not anna.table["playing"]


@pytest.mark.parametrize("name", ["view", "outcome"])
def test_whoever_comes_to_a_table_that_a_new_version_cannot_show_is_told_so(
    spoiled: Spoil, name: str
) -> None:
    server = spoiled()
    table, other = open_table(server, "eights", 2), open_table(server, "upturn", 2)
    with come(server, table, name="Anna") as anna, come(server, table, name="Boris") as boris:
        start([anna, boris])
        token = anna.token
    server = spoiled(name, when="True")
    with Place(server, table, token) as anna:
        assert anna.bye() in ("view-broke", "game-broke")
    with come(server, other, name="Vera") as vera, come(server, other, name="Gleb") as gleb:
        start([vera, gleb])
        assert vera.view["rack"]
    server = spoiled()  # and mended
    with Place(server, table, token) as anna:
        assert anna.view["hand"]


@pytest.mark.parametrize("does", [SLEEPS, SPINS], ids=["sleeps", "spins"])
def test_a_game_that_does_not_answer_holds_up_the_others_for_seconds_and_only_once(
    spoiled: Spoil, does: str
) -> None:
    server = spoiled()
    table = open_table(server, "eights", 2)
    with come(server, table, name="Anna") as anna, come(server, table, name="Boris") as boris:
        start([anna, boris])
        token = anna.token
    server = spoiled("legal", does, when="True")
    begun = time.monotonic()
    with Place(server, table, token) as anna:
        assert anna.bye() == "view-broke"
    assert time.monotonic() - begun < 15
    begun = time.monotonic()
    for _ in range(5):
        with Place(server, table, token) as anna:
            assert anna.bye() in ("view-broke", "game-broke")
        assert get(server, "/healthz").status_code == 200
    assert time.monotonic() - begun < 3
    (line,) = broken(server)
    assert (line["game"], line["function"], line["error"]) == ("eights", "view", "TooSlow")


def test_bots_play_on_everywhere_where_a_game_does_not_come_back_with_what_it_thinks(spoiled: Spoil) -> None:
    """All usual bots of a server once shared the thread that waited for it. At its own tables they play
    anything, and it is asked no more."""
    server = spoiled("weigh", SPINS, when="True")
    table, other = open_table(server, "eights", 2), open_table(server, "upturn", 2)
    with come(server, table, name="Anna") as anna, come(server, other, name="Boris") as boris:
        for place in (anna, boris):
            place.done("add_bot", seat=1)
            place.done("start")
        begun = time.monotonic()
        play_until_a_bot_has_moved(anna, 5)
        play_until_a_bot_has_moved(boris, 1)
        assert time.monotonic() - begun < 15
        need_rest(server)
    (line,) = broken(server)
    assert (line["game"], line["function"], line["level"]) == ("eights", "sense", "error")


def play_until_a_bot_has_moved(place: Place, times: int) -> None:
    """The one on the other seat, so often since the deal."""
    until = time.monotonic() + 20
    while times > sum(row["seat"] == 1 for told in place.heard for row in told.get("rows", ())):
        assert time.monotonic() < until
        if place.told and place.legal:
            place.ask(place.legal[0])
        place.read(0.1)


def test_hints_that_do_not_come_back_keep_nobody_from_anything_else(spoiled: Spoil) -> None:
    server = spoiled("explain", SPINS, when="True")
    with come(server, open_table(server, "eights", 2), name="Anna") as anna:
        anna.done("add_bot", seat=1)
        anna.done("start")
        anna.until(lambda: bool(anna.told and anna.legal))
        assert [reason(anna.hint()) for _ in range(2)] == ["no-hint"] * 2
        need_rest(server)


@pytest.mark.parametrize("does", [RAISES, SPINS], ids=["raises", "spins"])
def test_a_game_that_does_not_say_which_tables_it_has_keeps_the_others_on_the_shelf(
    spoiled: Spoil, does: str
) -> None:
    server = spoiled("start", does, when="True")
    told = get(server, "/api/games")
    assert told.status_code == 200
    assert {"upturn", "etazhiki", "sequence"} < {game["name"] for game in told.json()}
    assert open_table(server, "upturn", 2)
    (line,) = broken(server)
    assert (line["game"], line["function"]) == ("eights", "start")


def test_a_listed_table_whose_game_breaks_keeps_no_other_from_the_list(
    spoiled: Spoil, tmp_path: Path
) -> None:
    now = tmp_path / "from now on"
    server = spoiled("outcome", when=f"__import__('os').path.exists({str(now)!r})")
    broke, other = open_table(server, "eights", 2, listed=True), open_table(server, "upturn", 2, listed=True)
    with come(server, broke) as anna, come(server, other):
        anna.done("add_bot", seat=1)
        anna.done("start")
        now.touch()
        listed = get(server, "/api/tables")
        assert listed.status_code == 200
        assert [line["table"] for line in listed.json()] == [other]


def test_a_server_that_stops_waits_for_no_work_that_takes_long(spoiled: Spoil) -> None:
    """A stranger asks for it, and people wait for the server that is started anew."""
    beside = "__import__('threading').current_thread() is not __import__('threading').main_thread()"
    server = spoiled("decide", SLEEPS, when=beside)
    table = open_table(server, "eights", 2)
    with come(server, table) as anna:
        anna.done("add_bot", seat=1)
        anna.done("start")
        anna.done("stop_game")
    with ThreadPoolExecutor(1) as stranger:
        asked = stranger.submit(httpx.get, f"{server.url}/api/tables/{table}/rounds/1/check", timeout=60)
        time.sleep(1.0)
        begun = time.monotonic()
        assert server.stop() == 0
        assert time.monotonic() - begun < 12
        asked.exception()


def test_what_master_keeps_of_earlier_views_is_not_waited_for_for_ever(
    spoiled: Spoil, tmp_path: Path
) -> None:
    server = spoiled()
    table, other = open_table(server, "eights", 2, bots=[1], level="master"), open_table(server)
    server.stop()
    sense = tmp_path / "site" / "igroteka_eights" / "sense.py"
    sense.write_text(f"{sense.read_text('utf-8')}\ndef remember(views, view):\n    {SPINS}\n", "utf-8")
    server.start()
    with come(server, table, name="Anna") as anna, come(server, other, name="Boris") as boris:
        anna.done("start")
        play_until_a_bot_has_moved(anna, 2)
        assert boris.done("rename", name="Borja")
    (line,) = broken(server)
    assert (line["game"], line["function"], line["level"]) == ("eights", "sense", "error")


def need_rest(server: Server) -> None:
    """No thread goes on counting."""
    used = server.cpu()
    time.sleep(1.0)
    assert server.cpu() - used < 0.5
