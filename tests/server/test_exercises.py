"""Exercises over HTTP: a position for a skill, one answer judged by the rules, nothing stored."""

from typing import Any

import pytest

from server.serving import Server


def ask(server: Server, skill: str, game: str = "etazhiki", **said: Any) -> Any:
    asked = {"skill": skill, "options": {"variant": "medium"}, **said}
    return server.http.post(f"/api/games/{game}/exercises", json=asked)


def test_the_right_floor_finishes_it_and_a_wrong_one_is_refused_with_its_clause(server: Server) -> None:
    begun = ask(server, "6+4", seed=7).json()
    assert begun["view"]["seat"] == begun["view"]["turn"] == 0
    assert (begun["view"]["floors"], begun["view"]["ball"]) == (["F6"], "B4")
    right = {"kind": "floor", "card": "F0"}
    wrong = {"kind": "floor", "card": next(card for card in begun["view"]["hand"] if card != "F0")}
    refused = ask(server, "6+4", seed=7, intent=wrong).json()
    assert refused["refusal"]["reason"] == "floor-does-not-fit"
    assert refused["view"] == begun["view"]
    assert ask(server, "6+4", seed=7, intent=wrong, why=True).json()["refusal"] == refused["refusal"]
    assert not ask(server, "6+4", seed=7, intent=right, why=True).json()["finished"]
    told = ask(server, "6+4", seed=7, intent=right).json()
    assert told["finished"]
    assert [event["kind"] for event in told["rows"][0]["events"]] == ["floor_laid"]


def test_others_hands_and_the_deck_are_not_told(server: Server) -> None:
    view = ask(server, "3-2").json()["view"]
    assert "deck" not in view
    assert "hands" not in view


@pytest.mark.parametrize(
    ("game", "said", "status"),
    [
        ("etazhiki", {"skill": "6*4"}, 404),
        ("etazhiki", {"skill": "x" * 21}, 400),
        ("etazhiki", {"skill": "6+4", "options": {"variant": "none"}}, 400),
        ("etazhiki", {"skill": "6+4", "seed": -1}, 400),
        ("upturn", {"skill": "6+4", "options": {}}, 404),
        ("chess", {"skill": "6+4"}, 404),
    ],
)
def test_what_cannot_be_is_refused(server: Server, game: str, said: dict[str, Any], status: int) -> None:
    answer = ask(server, said.pop("skill"), game, **said)
    assert answer.status_code == status
    assert answer.json()["reason"]


def test_an_intent_that_is_none_is_refused_and_not_played(server: Server) -> None:
    told = ask(server, "6+4", intent={"kind": "fly"}).json()
    assert told["refusal"]["reason"] == "unknown-kind"
