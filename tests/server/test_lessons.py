"""Lessons over HTTP: told in both languages, judged by the rules, stored nowhere."""

from typing import Any

import pytest

from igroteka.games import SHELF
from igroteka.games.lessons import lessons
from server.serving import Server

TAUGHT = [(game, name) for game in SHELF for name in lessons(SHELF[game])]
FIRST = ("upturn", "lesson")


def ask(server: Server, lesson: tuple[str, str], step: int, **said: Any) -> Any:
    path = "/api/games/{}/lessons/{}".format(*lesson)
    return server.http.post(path, json={"step": step, **said})


@pytest.mark.parametrize(("game", "name"), TAUGHT)
def test_a_lesson_is_told_without_its_positions(server: Server, game: str, name: str) -> None:
    told = server.http.get(f"/api/games/{game}/lessons/{name}").json()
    wanted = lessons(SHELF[game])[name]
    assert [step["say"] for step in told["steps"]] == [step.say for step in wanted.steps]
    assert not any("position" in step for step in told["steps"])
    infos = {one["name"]: one for one in server.http.get("/api/games").json()}[game]["lessons"]
    assert {"name": name, "title": wanted.title, "options": wanted.options} in infos


def test_the_right_intent_leads_on_and_others_answer(server: Server) -> None:
    begun = ask(server, FIRST, 0).json()
    assert begun["view"]["turn"] == begun["view"]["seat"] == 0
    assert not begun["finished"]
    right = {"kind": "lay", "tile": "40"}
    told = ask(server, FIRST, 0, intent=right).json()
    assert (told["refusal"], told["finished"]) == (None, True)
    assert [row["seat"] for row in told["rows"]] == [0, 1, 2]
    assert ask(server, FIRST, 1, done=[right]).json()["view"] == told["view"]


def test_a_wrong_intent_is_explained_by_the_rules_and_changes_nothing(server: Server) -> None:
    begun = ask(server, FIRST, 0).json()
    told = ask(server, FIRST, 0, intent={"kind": "lay", "tile": "U", "row": "append"}).json()
    assert told["refusal"]["reason"] == "open-with-a-number"
    assert told["view"] == begun["view"]
    legal = ask(server, FIRST, 0, intent={"kind": "lay", "tile": "63"}).json()
    assert legal["refusal"]["reason"] == "lesson-other"
    assert legal["view"] == begun["view"]


def test_asking_why_plays_nothing(server: Server) -> None:
    begun = ask(server, FIRST, 0).json()
    told = ask(server, FIRST, 0, intent={"kind": "lay", "tile": "40"}, why=True).json()
    assert (told["refusal"], told["rows"], told["view"]) == (None, [], begun["view"])


def test_hands_of_others_are_not_told(server: Server) -> None:
    view = ask(server, FIRST, 0).json()["view"]
    assert "racks" not in view
    assert "bag" not in view or not isinstance(view["bag"], list)


@pytest.mark.parametrize(("game", "name"), TAUGHT)
def test_the_short_game_goes_on_from_what_the_browser_remembers(server: Server, game: str, name: str) -> None:
    last = len(lessons(SHELF[game])[name].steps)
    told = ask(server, (game, name), last, seed=5).json()
    done: list[Any] = []
    for _ in range(6):
        view = told["view"]
        if view["outcome"]:
            break
        assert told["hint"] in view["legal"] or told["waits"] or told["turns"] > 1
        said = {"wait": True} if told["waits"] else {"intent": told["hint"] or view["legal"][0]}
        told = ask(server, (game, name), last, seed=5, done=done, **said).json()
        assert told["refusal"] is None
        done.append(said.get("intent"))
    assert ask(server, (game, name), last, seed=6).json()["view"] != told["view"]
    again = ask(server, (game, name), last, seed=5, done=done).json()
    assert (again["view"], again["turns"]) == (told["view"], told["turns"])


def test_what_cannot_be_is_refused(server: Server) -> None:
    def reason(answer: Any) -> tuple[int, str]:
        return answer.status_code, answer.json()["reason"]

    assert reason(ask(server, ("upturn", "nothing"), 0)) == (404, "no-such-lesson")
    assert reason(ask(server, ("chess", "lesson"), 0)) == (404, "no-such-game")
    assert reason(ask(server, FIRST, 99)) == (404, "no-such-step")
    assert reason(ask(server, FIRST, -1)) == (400, "bad-request")
    assert reason(ask(server, FIRST, 1)) == (400, "lesson-differs")
    assert reason(ask(server, FIRST, 1, done=[None])) == (400, "lesson-differs")
    assert reason(ask(server, FIRST, 1, done=[{"kind": "draw"}])) == (400, "lesson-other")
    assert reason(ask(server, FIRST, 0, done=[None] * 500)) == (400, "bad-request")
    told = ask(server, FIRST, 0, intent={"kind": "fly"}).json()
    assert told["refusal"]["reason"] == "unknown-kind"


def test_a_lesson_leaves_no_table_behind(server: Server) -> None:
    before = server.http.get("/api/tables").json()
    ask(server, FIRST, 0, intent={"kind": "lay", "tile": "40"})
    assert server.http.get("/api/tables").json() == before
