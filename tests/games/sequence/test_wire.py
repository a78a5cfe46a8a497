"""Intents and positions as plain data: what cannot be read is refused with a reason."""

from typing import Any

import msgspec
import pytest

from games.sequence.picture import draw, empty, why_not
from igroteka.core import NO_CHANCE, Refused, read, read_json
from igroteka.games.sequence import Intent, Options, decide, from_position, legal, position
from igroteka.games.sequence.moves import Choose, Place

HANDS = [["7H", "JS"], ["QC"]]


def refused(data: dict[str, Any], options: Options | None = None) -> str:
    with pytest.raises(Refused) as refusal:
        from_position(data, options or Options())
    return f"{refusal.value.reason} {refusal.value.parameters.get('field')}"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "not-json"),
        ("{", "not-json"),
        ("nonsense", "not-json"),
        ("[]", "wrong-type"),
        ("null", "wrong-type"),
        ('"place"', "wrong-type"),
        ("{}", "missing-kind"),
        ('{"card": "7H", "cell": "i5"}', "missing-kind"),
        ('{"kind": "fly"}', "unknown-kind"),
        ('{"kind": "Place", "card": "7H", "cell": "i5"}', "unknown-kind"),
        ('{"kind": 5}', "wrong-value"),
        ('{"kind": "place", "card": "7H"}', "missing-field"),
        ('{"kind": "place", "card": 7, "cell": "i5"}', "wrong-type"),
        ('{"kind": "place", "card": "7H", "cell": ["i", 5]}', "wrong-type"),
        ('{"kind": "place", "card": null, "cell": "i5"}', "wrong-type"),
        ('{"kind": "place", "card": "7H", "cell": "i5", "side": "blue"}', "unknown-field"),
        ('{"kind": "draw", "card": null}', "unknown-field"),
        ('{"kind": "pass", "seat": 0}', "unknown-field"),
        ('{"kind": "exchange"}', "missing-field"),
        ('{"kind": "choose", "cells": "c3d3e3f3g3"}', "wrong-type"),
        ('{"kind": "choose", "cells": ["c3", 3]}', "wrong-type"),
        ('{"kind": "accuse", "side": 1}', "wrong-type"),
        ('{"kind": "accuse"}', "missing-field"),
        ('{"kind": "forfeit"}', "missing-field"),
    ],
)
def test_an_intent_that_cannot_be_read_is_refused(text: str, reason: str) -> None:  # SQ-16
    with pytest.raises(Refused) as refusal:
        read_json(text, Intent)
    assert refusal.value.reason == reason


def test_bytes_that_are_no_text_are_refused() -> None:  # SQ-16
    with pytest.raises(Refused, match="not-json"):
        read_json(b'{"kind": "place", "card": "\xff", "cell": "i5"}', Intent)


def test_every_legal_intent_survives_json() -> None:  # SQ-21
    state = draw("* g g . . . . . . *", [["7H", "JS", "JD"], ["QC"], ["9C"], ["AS"]], owed=[0])
    offers = legal(state, 0)
    assert {msgspec.to_builtins(offer)["kind"] for offer in offers} == {"place", "remove", "draw", "accuse"}
    assert [read_json(msgspec.json.encode(offer), Intent) for offer in offers] == list(offers)


def test_the_house_words_are_not_for_seats() -> None:  # SQ-10
    state = empty(HANDS)
    for kind in ("deal", "stop"):
        assert why_not(state, 0, read({"kind": kind}, Intent)) == "only-the-house None"


def test_the_house_does_not_play() -> None:  # SQ-16
    with pytest.raises(Refused, match="house-does-not-play"):
        decide(empty(HANDS), -1, Place("7H", "i5"), NO_CHANCE)


def test_what_a_position_leaves_out_is_as_on_a_fresh_turn() -> None:  # SQ-A34
    assert position(from_position({"hands": HANDS}, Options())) == {
        "hands": HANDS,
        "chips": {"blue": [], "green": []},
        "lines": [],
        "piles": [[], []],
        "deck": [],
        "turn": 0,
        "owed": [],
        "exchanged": False,
        "choosing": None,
        "claim": None,
        "accused": [],
        "passes": 0,
        "winner": None,
    }


def test_a_position_with_everything_in_it_comes_back_as_it_went() -> None:  # SQ-A34
    data = {
        "hands": [["7H"], ["QC"], [], ["AS"]],
        "chips": {"blue": ["c3", "d3", "e3", "f3", "g3", "h3"], "green": ["b1", "c1", "d1", "e1"]},
        "lines": [{"side": "green", "cells": ["a1", "b1", "c1", "d1", "e1"]}],
        "piles": [["2C", "3C"], [], ["9D"], []],
        "deck": ["KH", "3C"],
        "turn": 2,
        "owed": [3, 1],
        "exchanged": True,
        "choosing": 2,
        "claim": {"side": "green", "denied": [1], "due": [3]},
        "accused": [0, 2],
        "passes": 1,
        "winner": "draw",
    }
    assert position(from_position(data, Options())) == data


def test_stopped_is_written_only_for_a_stopped_game() -> None:  # SQ-A34
    told = position(from_position({"hands": HANDS, "stopped": True}, Options()))
    assert told is not None
    assert told["stopped"] is True
    assert "stopped" not in (position(from_position({"hands": HANDS, "stopped": False}, Options())) or {})


def test_the_cells_of_a_line_may_come_in_any_order() -> None:  # SQ-B2
    data = {"hands": HANDS, "lines": [{"side": "blue", "cells": ["g3", "c3", "e3", "d3", "f3"]}]}
    assert from_position(data, Options()).lines[0].cells == ("c3", "d3", "e3", "f3", "g3")


def test_a_position_may_hold_fewer_or_more_cards_than_the_box() -> None:  # SQ-12
    data = {"hands": [["7H"] * 5, []], "deck": ["7H"] * 200}
    assert len(from_position(data, Options()).deck) == 200


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"turn": 2}, "position-impossible seats"),
        ({"turn": -1}, "position-impossible seats"),
        ({"owed": [5]}, "position-impossible seats"),
        ({"choosing": 2}, "position-impossible seats"),
        ({"accused": [9]}, "position-impossible seats"),
        ({"claim": {"side": "blue", "due": [4]}}, "position-impossible seats"),
        ({"claim": {"side": "red"}}, "position-impossible sides"),
        ({"claim": {"side": "blue", "denied": [1]}}, "position-impossible claim"),
        ({"claim": {"side": "blue", "due": [1]}}, "position-impossible claim"),
        ({"claim": {"side": "blue", "due": [0]}, "hands": [[], ["7H"]]}, "position-impossible claim"),
        ({"claim": {"side": "blue", "denied": [0, 0]}}, "position-impossible seats"),
        ({"owed": [1, 1]}, "position-impossible seats"),
        ({"passes": -1}, "position-impossible passes"),
        ({"chips": {"red": ["b1"]}}, "position-impossible sides"),
        ({"chips": {"blue": ["z9"]}}, "position-impossible cells"),
        ({"chips": {"blue": ["a1"]}}, "position-impossible chips"),
        ({"chips": {"blue": ["b1"], "green": ["b1"]}}, "position-impossible chips"),
        ({"deck": ["TD"]}, "position-impossible cards"),
        ({"piles": [["1H"], []]}, "position-impossible cards"),
        ({"piles": [[]]}, "position-impossible piles"),
        ({"winner": "red"}, "position-impossible winner"),
        ({"winner": "nobody"}, "position-impossible winner"),
        ({"lines": [{"side": "blue", "cells": ["c3", "d3", "e3", "f3"]}]}, "position-impossible lines"),
        ({"lines": [{"side": "blue", "cells": ["c3", "d3", "e3", "f3", "h3"]}]}, "position-impossible lines"),
        ({"lines": [{"side": "red", "cells": ["c3", "d3", "e3", "f3", "g3"]}]}, "position-impossible sides"),
        ({"turn": "0"}, "wrong-type None"),
        ({"turn": None}, "wrong-type None"),
        ({"exchanged": 1}, "not-one-of None"),
        ({"hand": []}, "unknown-field hand"),
        ({"hands": [["7H"]] * 5}, "seats-do-not-fit None"),
        ({"hands": []}, "seats-do-not-fit None"),
    ],
)
def test_a_position_that_cannot_be_is_refused(wrong: dict[str, Any], said: str) -> None:  # SQ-A34
    assert refused({"hands": HANDS, **wrong}) == said


def test_a_position_without_hands_is_refused() -> None:  # SQ-A34
    assert refused({"deck": []}) == "missing-field hands"


def test_a_choice_of_unknown_cells_is_refused_not_stumbled_over() -> None:  # SQ-A07
    state = draw("* . b b b b b b . *", HANDS, choosing=0)
    assert why_not(state, 0, Choose(("z1", "z2", "z3", "z4", "z5"))) == "not-five-of-the-line SQ-A07"
    assert why_not(state, 0, Choose(("c1",) * 5)) == "not-five-of-the-line SQ-A07"
