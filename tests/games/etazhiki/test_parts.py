"""The cards: the shipped manifest, a family's own, and what is refused about a wrong one."""

import tomllib
from importlib.resources import files
from typing import Any

import msgspec
import pytest

from igroteka.core import Refused, read
from igroteka.games import etazhiki
from igroteka.games.etazhiki import Options
from igroteka.games.etazhiki.options import box_of
from igroteka.games.etazhiki.parts import NUMBERS, SHIPPED, load
from igroteka.table import Match

TEXT = files("igroteka.games.etazhiki").joinpath("parts.toml").read_text("utf-8")


def what_is_wrong_with(text: str) -> str:
    assert text != TEXT, "the change found nothing to change"
    with pytest.raises(Refused) as refused:
        load(text)
    said = " ".join(f"{key}={value}" for key, value in refused.value.parameters.items())
    return f"{refused.value.reason} {refused.value.clause} {said}".strip()


def changed(old: str, new: str) -> str:
    return TEXT.replace(old, new, 1)


def lots(**counts: int) -> dict[str, Any]:
    """A manifest of so many day floors, numbered balls, special balls, with its six blue balls beside."""
    cards: list[dict[str, Any]] = [{"kind": "ball", "value": 1, "count": 6, "marks": ["blue"]}]
    cards += [{"kind": "floor", "value": n % 10} for n in range(counts.get("floors", 0))]
    cards += [{"kind": "ball", "value": 2} for _ in range(counts.get("balls", 0))]
    cards += [{"kind": "near"} for _ in range(counts.get("near", 0))]
    return {"cards": cards}


def refusal(seats: int, parts: dict[str, Any], variant: str = "full") -> str | None:
    options = read({"variant": variant, "parts": parts}, Options)
    try:
        etazhiki.start(seats, options)
    except Refused as refused:
        return f"{refused.reason} {refused.clause}"
    return None


def test_the_shipped_manifest_has_98_cards_and_says_that_it_is_a_reconstruction() -> None:  # ET-A01
    assert sum(lot.count for lot in SHIPPED.cards) == 98
    assert "RECONSTRUCTION" in TEXT


def test_the_numbers_of_the_rulebook() -> None:  # ET-07, ET-14, ET-29, ET-46
    assert (NUMBERS.hand, NUMBERS.draw, NUMBERS.penalty) == (6, 2, 2)
    assert NUMBERS.stars == {2: 5, 3: 5, 4: 3, 5: 3}


NIGHT_3 = '{ kind = "night", value = 3, count = 2, marks = ["red"] }'
BALL_4 = '{ kind = "ball", value = 4, count = 4, marks = ["red"] }'
BLUE_1 = '{ kind = "ball", value = 1, count = 2, marks = ["blue"] }'
FLOOR_9 = '{ kind = "floor", value = 9, count = 4 }'
SKIPS = '{ kind = "skip", count = 4 }'


@pytest.mark.parametrize(
    ("old", "new", "wrong"),
    [
        (BLUE_1, BLUE_1.replace("2", "3"), "parts-blue-not-six ET-06 count=7"),
        (BLUE_1, BLUE_1.replace("blue", "red"), "parts-blue-not-six ET-06 count=4"),
        (
            FLOOR_9,
            FLOOR_9.replace("4 }", '4, marks = ["blue"] }'),
            "parts-blue-not-a-ball ET-06 row=10 card=F9",
        ),
        (NIGHT_3, NIGHT_3.replace('["red"]', "[]"), "parts-night-not-red ET-52 row=14 card=N3"),
        (BALL_4, BALL_4.replace('["red"]', "[]"), "parts-ball-not-red ET-50 row=24 card=B4"),
        (
            FLOOR_9,
            FLOOR_9.replace("9", "10"),
            "parts-floor-out-of-range ET-A01 row=10 value=10 least=0 most=9",
        ),
        (
            FLOOR_9,
            FLOOR_9.replace("9", "-1"),
            "parts-floor-out-of-range ET-A01 row=10 value=-1 least=0 most=9",
        ),
        (
            BALL_4,
            BALL_4.replace("4,", "0,", 1),
            "parts-ball-out-of-range ET-A01 row=24 value=0 least=1 most=99",
        ),
        (FLOOR_9, '{ kind = "floor", count = 4 }', "parts-value-missing ET-A01 row=10 card=floor"),
        (SKIPS, '{ kind = "skip", value = 1 }', "parts-value-needless ET-A01 row=32 card=skip value=1"),
        (FLOOR_9, FLOOR_9.replace("4", "500"), "parts-too-many-cards ET-A01 count=594 most=500"),
    ],
)
def test_a_wrong_manifest_is_refused_with_what_is_wrong(old: str, new: str, wrong: str) -> None:  # ET-A01
    assert what_is_wrong_with(changed(old, new)) == wrong


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("cards = [", "cards = ["[:-1]),
        (SKIPS, '{ kind = "wild", count = 4 }'),
        (SKIPS, '{ kind = "skip", count = -1 }'),
        (SKIPS, '{ kind = "skip", count = "4" }'),
        (SKIPS, '{ kind = "skip", number = 4 }'),
        (SKIPS, '{ kind = "skip", marks = ["green"] }'),
    ],
)
def test_a_file_that_is_no_manifest_is_unreadable(old: str, new: str) -> None:  # ET-A01
    assert what_is_wrong_with(changed(old, new)).startswith("parts-unreadable ET-A01 problem=")


def test_a_mark_that_is_said_often_is_one() -> None:
    manifest = load(changed(SKIPS, '{ kind = "skip", marks = [' + '"red", ' * 500 + "] }"))
    assert [lot.marks for lot in manifest.cards if lot.kind == "skip"] == [("red",)]


def test_special_balls_may_be_red_and_then_leave_the_medium_deck() -> None:  # ET-A36
    manifest = load(changed(SKIPS, '{ kind = "skip", count = 4, marks = ["red"] }'))
    assert "SKIP" not in box_of(Options(variant="medium", parts=manifest))
    assert "SKIP" in box_of(Options(parts=manifest))


def test_a_familys_own_cards_are_dealt_seen_and_imagined() -> None:  # ET-A01
    parts = {**tomllib.loads(TEXT)}
    parts["cards"] = [*parts["cards"], {"kind": "ball", "value": 7, "count": 30, "marks": ["red"]}]
    options = read({"parts": parts}, Options)
    match = Match(etazhiki, 3, options, 1)
    match.deal()
    state = match.state
    assert sum(map(len, (*state.hands, *state.floors, state.balls, state.deck))) == 122
    assert "B7" in (*state.hands[0], *state.hands[1], *state.hands[2], *state.deck)
    assert msgspec.json.decode(msgspec.json.encode(match.view(0).options), type=Options) == options


def test_a_manifest_that_cannot_be_dealt_is_refused_at_the_table() -> None:  # ET-07, ET-08, ET-09
    assert refusal(5, lots(floors=25, balls=6)) == "parts-too-few-cards ET-07"
    assert refusal(5, lots(floors=25, balls=7)) is None
    assert refusal(2, lots(floors=20, near=20)) == "parts-no-numbered-ball ET-09"
    assert refusal(2, lots(floors=20, near=20), "medium") is None, "the blue balls have numbers"
    assert refusal(2, lots(floors=20), "beginner") is None
    assert refusal(4, lots(floors=4, balls=40)) == "parts-too-few-floors ET-08"


def test_a_manifest_that_would_be_dealt_over_and_over_is_refused() -> None:  # ET-08, ET-A03
    assert refusal(5, lots(floors=8, balls=90)) == "parts-too-few-floors ET-08"
    assert refusal(2, lots(floors=8, balls=20)) is None


def test_the_scantest_manifest_that_is_accepted_is_dealt() -> None:  # ET-08, ET-A06
    options = read({"parts": lots(floors=13, balls=1)}, Options)
    for seed in range(20):
        match = Match(etazhiki, 2, options, seed)
        match.deal()
        assert match.state.balls == ("B2",)
        assert len(match.state.floors[0]) == 1


def test_the_shipped_cards_do_for_every_table() -> None:  # ET-01, ET-A01
    shipped = msgspec.to_builtins(SHIPPED)
    for variant in ("full", "medium", "beginner"):
        for seats in etazhiki.SEATS:
            assert refusal(seats, shipped, variant) is None
