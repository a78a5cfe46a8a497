"""A game of somebody's that raises in the middle of a move ends no connection and no table."""

from collections.abc import Iterator
from pathlib import Path
from shutil import copytree

import pytest

from server.client import come, on_turn, open_table, reason, start
from server.serving import Server
from sites import EIGHTS, site_of

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
    monkeypatch.setenv("PYTHONPATH", str(site))
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
