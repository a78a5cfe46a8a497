"""A finished game whose log is packed is still replayed, checked, played again and played on."""

import subprocess
import sys
from pathlib import Path
from typing import Any

from igroteka.games import SHELF
from igroteka.server.settings import DATABASE
from igroteka.table.record import read_record
from igroteka.table.verify import verify
from server.client import Place, Tables, get, open_table, play_out, post, start
from server.serving import Server, clean
from store.rows import query

ROUND = "/api/tables/{}/rounds/1/{}"


def told(server: Server, table: str) -> dict[str, Any]:
    """What there is to know of a finished game."""
    answers = {what: get(server, ROUND.format(table, what)) for what in ("record", "check", "replay")}
    assert all(answer.status_code == 200 for answer in answers.values()), answers
    assert verify(read_record(answers["record"].content), SHELF["upturn"]).verified
    return {what: answer.json() for what, answer in answers.items()}


def archive(server: Server, older: str) -> str:
    command = [sys.executable, "-m", "igroteka.cli.entry", "archive", "--older", older, "--lang", "en"]
    said = subprocess.run(
        [*command, "--data", str(server.folder / "data")],
        env=clean(),
        capture_output=True,
        text=True,
        check=False,
    )
    return said.stdout + said.stderr


def test_a_packed_game_is_seen_again_checked_and_played_on(tmp_path: Path) -> None:
    server = Server(tmp_path).start()
    try:
        with Tables(server) as people:
            start(people)
            play_out(people)
            table, token = people[0].id, people[0].token
        open_table(server)
        before = told(server, table)
        server.stop()
        assert "Logs of 0 tables packed." in archive(server, "1d")
        assert "Logs of 1 table packed." in archive(server, "0h")
        assert query(server.folder / "data" / DATABASE, "SELECT count(*) FROM archive") == [(1,)]
        assert query(server.folder / "data" / DATABASE, "SELECT count(*) FROM log") == [(1,)]
        server.start()
        assert told(server, table) == before
        again = post(server, "/api/tables/again", {"table": table, "round": 1, "row": 3})
        assert again.status_code == 201, again.text
        with Place(server, table, token) as anna:
            anna.done("rematch")
            assert anna.table["round"] == 2
        assert told(server, table) == before
    finally:
        server.close()
