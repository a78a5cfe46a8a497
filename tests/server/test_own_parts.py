"""A family's own parts file: read by the server, judged by the game, kept with the table."""

from importlib.resources import files

import pytest

from server.client import Tables, come, open_table, post
from server.serving import Server


def shipped(game: str) -> str:
    return files(f"igroteka.games.{game}").joinpath("parts.toml").read_text("utf-8")


@pytest.mark.parametrize("game", ["upturn", "etazhiki"])
def test_the_shipped_file_is_a_family_s_own_too(server: Server, game: str) -> None:
    content = post(server, "/api/parts", {"text": shipped(game)}).raise_for_status().json()
    with come(server, open_table(server, game=game, seats=2), "Anna") as anna:
        anna.done("set_options", seats=2, options={"parts": content})
        assert anna.table["options"]["parts"]
        anna.done("set_options", seats=2, options={"parts": None})
        assert anna.table["options"]["parts"] is None


@pytest.mark.parametrize(
    "text",
    ["[numbers", "a = 1979-05-27", "x = inf", "{", '{"a": 1', "[" * 5000, "\x00"],
)
def test_what_cannot_be_read_is_refused_with_what_is_wrong(server: Server, text: str) -> None:
    answer = post(server, "/api/parts", {"text": text})
    assert (answer.status_code, answer.json()["reason"]) == (400, "parts-file-unreadable")


def test_a_list_against_the_rules_is_refused_by_the_game(server: Server) -> None:
    wrong = shipped("upturn").replace("U = 6", "U = 7", 1)
    content = post(server, "/api/parts", {"text": wrong}).json()
    with Tables(server, bots=[1]) as (anna,):
        answer = anna.do("set_options", seats=2, options={"parts": content})
        assert answer["refusal"]["clause"] == "UT-03"
