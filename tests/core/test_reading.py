"""Bad data is refused with a reason that says what is wrong and where, never with a traceback."""

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
        ('{"kind":7}', "wrong-value", {"expected": "str", "at": "$.kind"}),
        ('{"kind":"place","card":"7H"}', "missing-field", {"field": "cell"}),
        ('{"kind":"draw","card":"7H"}', "unknown-field", {"field": "card"}),
        (
            '{"kind":"place","card":7,"cell":"i5"}',
            "wrong-type",
            {"expected": "str", "got": "int", "at": "$.card"},
        ),
        (
            '{"kind":"choose","cells":["a1",2]}',
            "wrong-type",
            {"expected": "str", "got": "int", "at": "$.cells[1]"},
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


def test_bytes_that_are_no_text_are_refused() -> None:
    with pytest.raises(Refused, match="not-json"):
        read_json(b'{"kind":"\xff"}', Intent)


def test_a_long_lie_is_cut_short() -> None:
    with pytest.raises(Refused) as refusal:
        read_json('{"kind":"' + "x" * 10_000 + '"}', Intent)
    assert len(refusal.value.parameters["value"]) <= 60


@pytest.mark.parametrize("value", [1, "true", None, 0.0])
def test_types_are_strict(value: object) -> None:
    with pytest.raises(Refused, match="wrong-type"):
        read({"hard": value}, Options)


def test_words_that_people_typed_may_become_numbers() -> None:
    assert read({"sides": "3"}, Options, strict=False).sides == 3
    with pytest.raises(Refused, match="wrong-type"):
        read({"sides": "3"}, Options)


def test_a_refusal_says_itself_in_one_line() -> None:
    assert str(Refused("cell-occupied", "SQ-21", cell="i5")) == "cell-occupied (cell=i5) [SQ-21]"
    assert str(Refused("game-over")) == "game-over"
