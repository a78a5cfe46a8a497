"""What the server tells of its games: enough for a page that was not built with them."""

from typing import Literal

import msgspec
import pytest

from igroteka.core import rotates, seat_fields
from igroteka.games import SHELF
from igroteka.games.texts import rules_text, texts
from igroteka.lab.playouts.playouts import is_playable
from igroteka.server.about import _typed
from server.client import Tables, get, play_out, start
from server.serving import Server


@pytest.mark.parametrize("name", SHELF)
def test_a_game_is_told_in_both_languages(server: Server, name: str) -> None:
    game = SHELF[name]
    told = next(one for one in get(server, "/api/games").json() if one["name"] == name)
    assert told["title"] == {
        language: texts(game.__name__, language)["game"]["title"] for language in ("ru", "en")
    }
    assert told["rotates"] == rotates(game)
    assert told["reviewed"] == is_playable(name)
    assert {one["name"] for one in told["options"]} == set(game.Options.__struct_fields__)
    for language in ("ru", "en"):
        said = get(server, f"/api/games/{name}/texts/{language}").json()
        assert set(said.pop("seats")) == seat_fields(game.Intent, game.Event) | {"winners", "losers"}
        honour = {kind.__struct_config__.tag for kind in game.HONOUR}
        assert set(said.pop("honour", {})) == honour
        assert said == texts(game.__name__, language)
        assert get(server, f"/api/games/{name}/rules/{language}").json()["text"] == rules_text(game, language)


def test_a_value_says_for_how_many_it_is_not(server: Server) -> None:
    told = {one["name"]: one for one in get(server, "/api/games").json()}
    sides = next(one for one in told["sequence"]["options"] if one["name"] == "sides")
    assert sides["unfit"] == {"2": [3, 9], "3": [2, 4, 8, 10]}
    assert [one["name"] for one in told["upturn"]["options"] if "unfit" in one] == []
    assert (told["upturn"]["minutes"], told["sequence"]["minutes"]) == (20, 30)


def test_a_word_that_looks_like_a_number_stays_a_word() -> None:
    class Options(msgspec.Struct):
        rows: Literal["3", "5"] = "3"
        size: Literal[3, 5] = 3
        most: int = 4
        open: bool = False

    fields = {field.name: field for field in msgspec.inspect.type_info(Options).fields}
    said = {"rows": "5", "size": "5", "most": "4", "open": "true"}
    assert [_typed(said[name], field) for name, field in fields.items()] == ["5", 5, 4, True]


def test_what_is_not_there_is_said(server: Server) -> None:
    for path, reason in (
        ("/api/games/chess/texts/en", "no-such-game"),
        ("/api/games/chess/rules/en", "no-such-game"),
        ("/api/games/upturn/texts/de", "no-such-language"),
        ("/api/tables/nowhere/rounds/1/check", "no-such-table"),
    ):
        answer = server.http.get(path)
        assert (answer.status_code, answer.json()["reason"]) == (404, reason)


def test_the_server_checks_a_finished_game_and_no_other(server: Server) -> None:
    with Tables(server) as people:
        start(people)
        path = f"/api/tables/{people[0].id}/rounds/1/check"
        assert server.http.get(path).json()["reason"] == "game-is-running"
        play_out(people)
        checks = get(server, path).json()["checks"]
        assert {one["name"] for one in checks} >= {"commitment", "seed", "rows", "outcome", "digest"}
        assert {one["status"] for one in checks} == {"same"}
