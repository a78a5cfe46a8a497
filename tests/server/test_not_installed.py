"""Tables of a game that is not installed any more are kept, told as such, and come back with it."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import apsw
import pytest

from igroteka.server.settings import DATABASE
from server.client import Place, come, get, join, open_table, start
from server.serving import Server
from sites import EIGHTS, site_of


class Choosy(Server):
    """A server that has the guest installed or not."""

    def with_guest(self, monkeypatch: pytest.MonkeyPatch, installed: bool) -> "Choosy":
        if installed:
            monkeypatch.setenv("PYTHONPATH", str(site_of(EIGHTS)))
        else:
            monkeypatch.delenv("PYTHONPATH", raising=False)
        self.start()
        return self


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Choosy]:
    server = Choosy(tmp_path)
    yield server
    server.close()


def test_a_table_waits_for_its_game(server: Choosy, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    server.with_guest(monkeypatch, installed=True)
    guest = open_table(server, "eights", 2, bots=[1], listed=True)
    ours = open_table(server, "upturn", 2, bots=[1], listed=True)
    with come(server, guest, name="Anna") as anna, come(server, ours, name="Boris") as boris:
        start([anna])
        start([boris])
        token, number = anna.token, anna.number
    server.stop()

    server.with_guest(monkeypatch, installed=False)
    answer = get(server, f"/api/tables/{guest}")
    assert (answer.status_code, answer.json()["reason"]) == (404, "game-not-installed")
    with Place(server, guest, token) as anna:
        assert anna.bye() == "game-not-installed"
    listed = {line["table"]: line for line in get(server, "/api/tables").json()}
    assert (listed[guest]["game"], listed[guest]["installed"]) == ("eights", False)
    assert (listed[ours]["game"], listed[ours]["installed"]) == ("upturn", True)
    assert get(server, f"/api/tables/{ours}").status_code == 200
    assert [line for line in server.log() if line["level"] == "error"] == []
    server.stop()
    _exported_and_imported(tmp_path)

    server.with_guest(monkeypatch, installed=True)
    with Place(server, guest, token) as anna:
        assert anna.number >= number
        assert get(server, f"/api/tables/{guest}").status_code == 200


def test_a_table_with_options_that_its_game_has_no_more_is_shown_and_gets_others(server: Choosy) -> None:
    """A later version of a package may know other ones; who sat there was told of a fault of the server."""
    server.start()
    table = open_table(server, "upturn", 2, bots=[1], options={"announce": "automatic"}, listed=True)
    token = join(server, table)
    server.stop()
    with closing(apsw.Connection(str(server.folder / "data" / DATABASE))) as db:
        old, new = '"announce":"automatic"', '"announce":"sometimes"'
        db.execute("UPDATE log SET events = CAST(replace(CAST(events AS TEXT), ?, ?) AS BLOB)", (old, new))
    server.start()
    assert [line["table"] for line in get(server, "/api/tables").json()] == [table]
    with Place(server, table, token) as anna:
        assert anna.table["options"]["announce"] == "sometimes"
        assert anna.refused("start") == "not-one-of"
        anna.done("set_options", seats=2)
        start([anna])
    assert [line for line in server.log() if line["level"] == "error"] == []


def _exported_and_imported(folder: Path) -> None:
    """Without the game installed a backup, and an export, carry its table."""

    def igroteka(*words: str) -> str:
        command = [sys.executable, "-m", "igroteka.cli.main", *words, "--lang", "en"]
        return subprocess.run(command, capture_output=True, text=True, timeout=60, check=True).stdout

    data = ("--data", str(folder / "data"))
    assert "copied" in igroteka("backup", str(folder / "backup"), *data)
    assert igroteka("export", str(folder / "tables"), *data).startswith("2 tables written")
    assert igroteka("import", str(folder / "tables"), "--data", str(folder / "other")).startswith("2 tables")
