"""The box: which tiles there are; a wrong list is refused with what is wrong."""

import tomllib
from collections import Counter
from importlib.resources import files
from typing import Any

import pytest

from igroteka.core import HOUSE, Deal, Refused, Seeded, read
from igroteka.games.upturn import Options, decide, evolve, imagine, load, start, view
from igroteka.games.upturn.parts import SHIPPED, box
from igroteka.games.upturn.tiles import ACTIONS, is_number, is_penalty, is_twin, value

TEXT = files("igroteka.games.upturn").joinpath("parts.toml").read_text("utf-8")
LEFT_OUT = {5, 10, 15, 19, 25, 29, 35, 39, 45, 49, 59, 65, 69, 75, 79, 85, 89, 90, 95}
HANDS = {1, 7, 17, 21, 27, 31, 37, 41, 47, 51, 57, 61, 67, 71, 81, 87, 91, 97}


def what_is_wrong_with(text: str) -> tuple[str, str | None, dict[str, Any]]:
    assert text != TEXT, "the change found nothing to change"
    with pytest.raises(Refused) as refused:
        load(text)
    return refused.value.reason, refused.value.clause, refused.value.parameters


def test_the_box_holds_eighty_numbers_and_twenty_six_actions() -> None:  # UT-02
    numbers = [tile for tile in box(None) if is_number(tile)]
    assert (len(numbers), len(box(None))) == (80, 106)


def test_the_actions_are_counted_as_printed() -> None:  # UT-03
    counted = Counter(tile for tile in box(None) if tile in ACTIONS)
    assert counted == {"U": 6, "D": 6, "UD": 6, "S1": 3, "S2": 3, "J": 2}


def test_the_twins_are_the_nine_repeated_digits() -> None:  # UT-04
    assert [value(tile) for tile in box(None) if is_twin(tile)] == list(range(11, 100, 11))


def test_the_shipped_values_are_the_reconstruction() -> None:  # UT-A01
    values = Counter(value(tile) for tile in box(None) if is_number(tile))
    assert set(values) == set(range(1, 100)) - LEFT_OUT
    assert set(values.values()) == {1}
    assert {value(tile) for tile in box(None) if is_penalty(tile)} == HANDS


def test_the_file_says_that_it_is_a_reconstruction() -> None:  # UT-A01
    assert "RECONSTRUCTION" in TEXT


def test_seventy_nine_numbers_are_refused() -> None:  # UT-02
    assert what_is_wrong_with(TEXT.replace("[1, 7, 17,", "[1, 17,")) == (
        "numbers-miscounted", "UT-02", {"count": 79, "wanted": 80},
    )  # fmt: skip


def test_a_tenth_twin_is_refused() -> None:  # UT-04
    tenth = TEXT.replace("88, 99]", "88, 99, 98]").replace("94, 96, 98,", "94, 96,")
    assert what_is_wrong_with(tenth) == ("twins-too-many", "UT-04", {"values": "98", "count": 10})
    twice = TEXT.replace("88, 99]", "88, 88, 99]")
    assert what_is_wrong_with(twice)[2] == {"values": "88", "count": 10}


def test_a_missing_twin_is_refused() -> None:  # UT-04
    eight = TEXT.replace("twins = [11, ", "twins = [")
    assert what_is_wrong_with(eight) == ("twins-missing", "UT-04", {"values": "11", "count": 8})


@pytest.mark.parametrize("wrong", [0, 100, -4])
def test_a_value_outside_one_to_ninety_nine_is_refused(wrong: int) -> None:  # UT-04
    text = TEXT.replace("96, 98,", f"96, {wrong},")
    assert what_is_wrong_with(text) == ("values-out-of-range", "UT-04", {"values": str(wrong)})


@pytest.mark.parametrize("twofold", [44, 41])
def test_no_number_is_of_two_kinds(twofold: int) -> None:  # UT-A02
    text = TEXT.replace("96, 98,", f"96, {twofold},")
    assert what_is_wrong_with(text) == ("values-of-two-kinds", "UT-A02", {"values": str(twofold)})


def test_the_same_plain_number_may_be_there_twice() -> None:  # UT-A01
    manifest = load(TEXT.replace("96, 98,", "96, 96,"))
    assert Counter(box(manifest))["96"] == 2


def test_a_wrong_count_of_actions_is_refused() -> None:  # UT-03
    assert what_is_wrong_with(TEXT.replace("J = 2", "J = 3")) == (
        "actions-miscounted", "UT-03", {"tile": "J", "count": 3, "wanted": 2},
    )  # fmt: skip


@pytest.mark.parametrize("text", ["", "[numbers", 'numbers = "many"', TEXT + "\n[stickers]\nred = 3\n"])
def test_what_is_no_list_of_tiles_is_refused(text: str) -> None:  # UT-A01
    reason, clause, parameters = what_is_wrong_with(text)
    assert (reason, clause) == ("parts-unreadable", "UT-A01")
    assert parameters["problem"]


def test_the_content_of_a_manifest_travels_with_the_table() -> None:  # UT-A01
    own = tomllib.loads(TEXT.replace("96, 98,", "96, 95,"))
    options = read({"parts": own}, Options)
    state = start(2, options)
    for event in decide(state, HOUSE, Deal(), Seeded(3)):
        state = evolve(state, event)
    held = [tile for group in (*state.racks, *state.rows, state.bag) for tile in group]
    assert Counter(held) == Counter(box(options.parts))
    assert {"95", "98"} & set(held) == {"95"}
    imagined = imagine(view(state, 0), Seeded(4))
    assert Counter(t for g in (*imagined.racks, *imagined.rows, imagined.bag) for t in g) == Counter(held)


def test_a_wrong_manifest_is_refused_at_the_table() -> None:  # UT-02
    wrong = read({"parts": tomllib.loads(TEXT.replace("[1, 7, 17,", "[1, 17,"))}, Options)
    with pytest.raises(Refused, match="numbers-miscounted"):
        start(2, wrong)


def test_the_shipped_manifest_named_as_an_option_is_the_same_box() -> None:  # UT-A01
    assert box(SHIPPED) == box(None)
