"""Intents, options and positions as plain data: strict, complete, both ways."""

from typing import Any

import msgspec
import pytest

from games.etazhiki.picture import BEGINNER, draw
from igroteka.core import HOUSE, NO_CHANCE, Refused, Stop, read
from igroteka.games import etazhiki
from igroteka.games.etazhiki import Options, decide, evolve, from_position, outcome, position
from igroteka.games.etazhiki.moves import Floor, Intent

FRESH: dict[str, Any] = {"hands": [["F2", "B1"], ["N8"]], "floors": ["F1", "F5"], "balls": ["B1", "B3"]}


def refused(data: dict[str, Any], options: Options | None = None) -> str:
    with pytest.raises(Refused) as found:
        from_position(data, options or Options())
    return f"{found.value.reason} {found.value.parameters.get('field', '')}".strip()


@pytest.mark.parametrize(
    "said",
    [
        {"kind": "floor", "card": "F8", "pile": None},
        {"kind": "floor", "card": "F8", "pile": True},
        {"kind": "floor", "card": "F8", "pile": "0"},
        {"kind": "floor", "card": 8},
        {"kind": "floor"},
        {"kind": "ball", "card": "B3", "pile": 0},
        {"kind": "draw", "count": 2},
        {"kind": "shed", "card": "B3"},
        {"kind": "intercept", "top": "N8"},
        {"kind": "fly"},
        {},
    ],
)
def test_an_intent_with_a_wrong_key_or_type_is_refused(said: dict[str, Any]) -> None:  # ET-B5
    with pytest.raises(Refused):
        read(said, Intent)  # type: ignore[arg-type]


def test_an_intent_is_written_without_what_it_does_not_say() -> None:  # ET-B5
    assert msgspec.json.decode(msgspec.json.encode(Floor("F8"))) == {"kind": "floor", "card": "F8"}
    assert msgspec.json.decode(msgspec.json.encode(Floor("F8", 1)))["pile"] == 1


def test_what_a_position_leaves_out_is_as_on_a_fresh_turn() -> None:  # ET-27
    told = position(from_position(FRESH, Options()))
    assert told == {
        **FRESH,
        "deck": [],
        "turn": 0,
        "stars": [0, 0],
        "drew": False,
        "floors_laid": 0,
        "balls_laid": 0,
        "shedding": False,
        "skip_armed": False,
        "idle": 0,
        "winner": None,
    }


def test_a_full_position_comes_back_as_it_was() -> None:  # ET-B4
    data = {
        **FRESH,
        "balls": ["B1", "SKIP"],
        "deck": ["F6", "B2"],
        "turn": 1,
        "stars": [2, 3],
        "drew": True,
        "floors_laid": 1,
        "balls_laid": 2,
        "shedding": False,
        "skip_armed": True,
        "idle": 1,
        "winner": [0, 1],
    }
    assert position(from_position(data, Options())) == data


def test_nobody_shares_a_win_with_themselves() -> None:  # ET-B4
    told = position(from_position({**FRESH, "winner": [1, 0, 1]}, Options()))
    assert told is not None
    assert told["winner"] == [0, 1]


def test_the_two_piles_of_beginners_are_written_apart() -> None:  # ET-62
    told = position(draw("F4 | F7 F8", "F1", "F1", options=BEGINNER))
    assert told is not None
    assert (told["floors"], told["balls"]) == ([["F4"], ["F7", "F8"]], [])


@pytest.mark.parametrize(
    ("change", "wrong"),
    [
        ({"hands": [["F2"], ["X1"]]}, "position-impossible cards"),
        ({"hands": [["F2"], ["F10"]]}, "position-impossible cards"),
        ({"deck": ["B0"]}, "position-impossible cards"),
        ({"deck": ["F1", ""]}, "position-impossible cards"),
        ({"floors": ["F1", ""]}, "position-impossible floors"),
        ({"floors": ["B1"]}, "position-impossible floors"),
        ({"floors": []}, "position-impossible floors"),
        ({"floors": [["F1"], ["F2"]]}, "position-impossible floors"),
        ({"floors": ["F1", ["F2"]]}, "position-impossible floors"),
        ({"balls": ["F1"]}, "position-impossible balls"),
        ({"balls": []}, "position-impossible balls"),
        ({"turn": 2}, "position-impossible turn"),
        ({"turn": -1}, "position-impossible turn"),
        ({"winner": 2}, "position-impossible winner"),
        ({"winner": [0, 5]}, "position-impossible winner"),
        ({"winner": []}, "position-impossible winner"),
        ({"stars": [1]}, "position-impossible stars"),
        ({"skip_armed": True}, "position-impossible skip_armed"),
        ({"stars": [1, -1]}, "wrong-value"),
        ({"turn": True}, "wrong-type"),
        ({"drew": 1}, "not-one-of"),
        ({"moon": "full"}, "unknown-field moon"),
        ({"hands": [["F2"]]}, "seats-do-not-fit"),
    ],
)
def test_a_position_of_what_there_is_not_is_refused(change: dict[str, Any], wrong: str) -> None:  # ET-05
    assert refused({**FRESH, **change}) == wrong


@pytest.mark.parametrize(
    ("change", "wrong"),
    [
        ({"balls": ["B1"]}, "position-impossible balls"),
        ({"floors": ["F1", "F2"]}, "position-impossible floors"),
        ({"floors": [["F1"]]}, "position-impossible floors"),
        ({"floors": [["F1"], []]}, "position-impossible floors"),
        ({"floors": [["F1"], ["F2"], ["F3"]]}, "position-impossible floors"),
    ],
)
def test_a_beginners_position_has_two_piles_and_no_balls(change: dict[str, Any], wrong: str) -> None:  # ET-62
    data = {"hands": [["F2"], ["F1"]], "floors": [["F4"], ["F8"]], **change}
    assert refused(data, BEGINNER) == wrong


def test_a_stopped_game_says_so_and_has_no_winner() -> None:  # ET-A42
    state = from_position(FRESH, Options())
    for event in decide(state, HOUSE, Stop(), NO_CHANCE):
        state = evolve(state, event)
    told = position(state)
    assert told is not None
    assert (told["stopped"], told["winner"]) == (True, None)
    back = from_position(told, Options())
    assert back == state
    found = outcome(back)
    assert found is not None
    assert found.reason == "stopped"


@pytest.mark.parametrize(
    "wrong",
    [{"stars": 3}, {"skip": "twice"}, {"parity": True}, {"parts": []}, {"parts": {"cards": 1}}],
)
def test_unknown_options_and_values_are_refused(wrong: dict[str, Any]) -> None:  # ET-A14, ET-A19
    with pytest.raises(Refused):
        read(wrong, Options)


def test_the_module_offers_all_that_a_game_has_to() -> None:  # ET-01
    assert (etazhiki.NAME, etazhiki.SEATS, etazhiki.HONOUR) == ("etazhiki", (2, 3, 4, 5), ())
