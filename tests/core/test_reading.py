"""Bad data is refused with a reason that says what is wrong and where, never with a traceback."""

from typing import Annotated, Literal

import msgspec
import pytest

from igroteka.core import Refused, read, read_json
from igroteka.games.sequence import Intent, Options


@pytest.mark.parametrize(
    ("text", "reason", "parameters"),
    [
        ("", "not-json", {}),
        ("{", "not-json", {}),
        ("\x00", "not-json", {}),
        ('{"kind":"place","card":"7H","cell":"i5"} x', "not-json", {}),
        ("[]", "wrong-type", {"expected": "object", "got": "array"}),
        ("7", "wrong-type", {"expected": "object", "got": "int"}),
        ("null", "wrong-type", {"expected": "object", "got": "null"}),
        ("{}", "missing-kind", {}),
        ('{"kind":"fly"}', "unknown-kind", {"value": "fly"}),
        ('{"kind":7}', "wrong-value", {"expected": "str", "at": "kind"}),
        ('{"kind":"place","card":"7H"}', "missing-field", {"field": "cell"}),
        ('{"kind":"draw","card":"7H"}', "unknown-field", {"field": "card", "possible": ""}),
        ('{"kind":"place","cart":"7H"}', "unknown-field", {"field": "cart", "possible": "card, cell"}),
        (
            '{"kind":"place","card":7,"cell":"i5"}',
            "wrong-type",
            {"expected": "str", "got": "int", "at": "card"},
        ),
        (
            '{"kind":"choose","cells":["a1",2]}',
            "wrong-type",
            {"expected": "str", "got": "int", "at": "cells[1]"},
        ),
        ("[" * 100_000, "wrong-type", {"expected": "object", "got": "array"}),
    ],
)
def test_bad_json_is_refused(text: str, reason: str, parameters: dict[str, str]) -> None:
    with pytest.raises(Refused) as refusal:
        read_json(text, Intent)
    told = refusal.value.told()
    assert (told.reason, {k: v for k, v in told.parameters.items() if k in parameters or k != "at"}) == (
        reason,
        parameters,
    )


class _Bounded(msgspec.Struct):
    """What has bounds."""

    seconds: Annotated[float, msgspec.Meta(ge=0, le=60)] = 0.0
    word: Annotated[str, msgspec.Meta(max_length=3)] = ""
    way: Literal["up", "down"] = "up"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('{"seconds":-1}', "float >= 0.0"),
        ('{"seconds":61}', "float <= 60.0"),
        ('{"seconds":1e999}', "Number out of range"),
        ('{"word":"long"}', "str of length <= 3"),
    ],
)
def test_a_bound_is_named_without_the_place_which_is_named_anyway(text: str, expected: str) -> None:
    with pytest.raises(Refused, match="wrong-value") as refusal:
        read_json(text, _Bounded)
    assert refusal.value.parameters["expected"] == expected
    assert refusal.value.parameters["at"] in ("seconds", "word")


class _Deep(msgspec.Struct, forbid_unknown_fields=True):
    """What has values that can be listed, at any depth."""

    ways: tuple[Literal["up", "down"], ...] = ()
    by_cell: dict[str, Literal[1, 2] | None] = {}
    inner: _Bounded | None = None
    open: bool = False
    first: Literal["random"] | int = "random"


@pytest.mark.parametrize(
    ("text", "possible", "at"),
    [
        ('{"inner":{"way":"left"}}', "down, up", "inner.way"),
        ('{"ways":["up","left"]}', "down, up", "ways[1]"),
        ('{"by_cell":{"a1":3}}', "1, 2, null", "by_cell[...]"),
        ('{"open":"maybe"}', "true, false", "open"),
        ('{"first":"me"}', "0, 1, 2…, random", "first"),
        ('{"first":true}', "0, 1, 2…, random", "first"),
    ],
)
def test_what_could_stand_there_is_listed(text: str, possible: str, at: str) -> None:
    for refused in (lambda: read_json(text, _Deep), lambda: read(msgspec.json.decode(text), _Deep)):
        with pytest.raises(Refused, match="not-one-of") as refusal:
            refused()
        assert refusal.value.parameters == {"possible": possible, "at": at}


def test_where_not_all_that_could_stand_there_can_be_listed_nothing_is() -> None:
    with pytest.raises(Refused, match="wrong-type") as refusal:
        read({"inner": 5}, _Deep)  # an object or nothing: that it may be nothing says too little
    assert refusal.value.parameters == {"expected": "object | null", "got": "int", "at": "inner"}


def test_an_unknown_name_is_told_those_that_there_are() -> None:
    with pytest.raises(Refused, match="unknown-field") as refusal:
        read({"side": 3}, Options)
    assert refusal.value.parameters == {"field": "side", "possible": "sides, draw, hard, table_talk"}


def test_bytes_that_are_no_text_are_refused() -> None:
    with pytest.raises(Refused, match="not-json"):
        read_json(b'{"kind":"\xff"}', Intent)


@pytest.mark.parametrize("data", [{"first": "\udcff"}, {"\ud800": 1}])
def test_half_a_character_is_refused_also_where_it_is_no_bytes(data: dict[str, object]) -> None:
    """A command line holds such halves where what was typed is no text."""
    with pytest.raises(Refused, match="not-json"):
        read(data, _Deep)


def test_a_long_lie_is_cut_short() -> None:
    with pytest.raises(Refused) as refusal:
        read_json('{"kind":"' + "x" * 10_000 + '"}', Intent)
    assert len(refusal.value.parameters["value"]) <= 60


@pytest.mark.parametrize("value", [1, "true", None, 0.0])
def test_types_are_strict(value: object) -> None:
    with pytest.raises(Refused, match="not-one-of"):
        read({"hard": value}, Options)


def test_words_that_people_typed_may_become_numbers() -> None:
    assert read({"sides": "3"}, Options, strict=False).sides == 3
    with pytest.raises(Refused, match="wrong-type"):
        read({"sides": "3"}, Options)


def test_a_refusal_says_itself_in_one_line() -> None:
    assert str(Refused("cell-occupied", "SQ-21", cell="i5")) == "cell-occupied (cell=i5) [SQ-21]"
    assert str(Refused("game-over")) == "game-over"
