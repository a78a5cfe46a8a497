"""What a child practises: sums met, answered and missed, what that says, and what to ask next."""

import pytest

TRIES = "practice/tries.ts"
SUMS = "tables/etazhiki/practice.ts"


def one(skill: str, day: int = 100, ms: int = 2000, wrong: int = 0, hint: bool = False) -> dict[str, object]:
    return {"skill": skill, "day": day, "ms": ms, "wrong": wrong, "hint": hint}


def view(floor: str, ball: str | None, variant: str = "medium", turn: int = 0) -> dict[str, object]:
    floors = [floor] if ball else [floor, "F9"]
    return {"seat": 0, "turn": turn, "floors": floors, "ball": ball, "options": {"variant": variant}}


@pytest.mark.parametrize(
    ("seen", "intent", "skill"),
    [
        (view("F6", "B4"), {"kind": "floor", "card": "F0"}, "6+4"),
        (view("F6", "B4"), {"kind": "floor", "card": "N2"}, "6-4"),
        (view("F2", "B3"), {"kind": "floor", "card": "F9"}, "2-3"),
        (view("F6", "B4"), {"kind": "floor", "card": "F6"}, None),
        (view("F6", "NEAR"), {"kind": "floor", "card": "F7"}, None),
        (view("F6", "B4"), {"kind": "ball", "card": "B2"}, None),
        (view("F6", None, "beginner"), {"kind": "floor", "card": "F7", "pile": 0}, "6+1"),
        (view("F6", None, "beginner"), {"kind": "floor", "card": "F8", "pile": 1}, "9-1"),
        (view("F6", "B4", "full", turn=1), {"kind": "intercept", "card": "N0"}, "6+4"),
    ],
)
def test_a_laid_floor_answers_a_sum(page, seen, intent, skill):
    assert page([(SUMS, "answers", seen, intent)]) == [skill]


def test_a_wrong_tap_counts_for_the_sum_that_it_is_nearest_to(page):
    seen = view("F5", "B3")  # 8 or 2
    taps = [{"kind": "floor", "card": f"F{number}"} for number in (7, 3, 9, 1, 0, 8)]
    assert page([(SUMS, "misses", seen, tap) for tap in taps]) == [
        ["5+3"], ["5-3"], ["5+3"], ["5-3"], ["5+3", "5-3"], [],
    ]  # fmt: skip
    assert page([(SUMS, "misses", view("F5", "B3", turn=1), taps[0])]) == [[]]


def test_sure_and_quick_is_good_and_slow_or_wrong_is_hard(page):
    quick = [one("1+1"), one("1+1"), one("2+2"), one("2+2")]
    tries = [*quick, one("6+4", ms=9000), one("6+4", ms=8000), one("3+3", wrong=2), one("3+3", ms=0, wrong=1)]
    told = page([(TRIES, "skillOf", skill, tries) for skill in ("1+1", "6+4", "3+3", "9+9")])
    assert [skill["standing"] for skill in told] == ["good", "hard", "hard", "new"]
    assert told[1]["ms"] == 8500


def test_what_was_done_without_the_hint_says_more(page):
    tries = [one("1+1", hint=True)] * 4 + [one("1+1", wrong=1), one("1+1", wrong=1)]
    told = page([(TRIES, "skillOf", "1+1", tries)])[0]
    assert (told["standing"], told["hints"], told["met"]) == ("hard", 4, 6)


def test_days_are_told_in_order_with_what_was_right_at_once(page):
    tries = [one("1+1", day=101, wrong=1), one("1+1", day=100), one("1+2", day=101)]
    told = page([(TRIES, "days", tries)])[0]
    assert [(day["day"], day["count"], day["right"]) for day in told] == [(100, 1, 1), (101, 2, 0.5)]


def asked(page, tries, day, before=(), skills=("1+1", "2+2", "6+4")):
    """The next thing to ask; chance may not change it where the order is clear."""
    return page([(TRIES, "next", skills, tries, before, day)])[0]


def test_what_is_hard_comes_first_and_what_is_known_waits_longer_each_time(page):
    known = [one("1+1", day=90), one("1+1", day=92), one("1+1", day=96)]
    fresh = [one("2+2", day=100)]
    missed = [one("6+4", day=100, wrong=2)]
    tries = [*known, *fresh, *missed]
    assert asked(page, tries, 100) == "6+4"
    assert asked(page, tries, 100, before=["6+4"]) == "1+1"  # due after four days
    assert asked(page, tries, 99, before=["6+4"]) == "1+1"  # nothing is due: what was longest ago
    assert asked(page, fresh, 100, skills=("2+2", "9+1")) == "9+1"  # new before what is not due


def test_nothing_is_asked_twice_in_a_row(page):
    tries = [one("6+4", wrong=3)] * 5
    assert asked(page, tries, 100, before=["6+4"]) != "6+4"
    assert asked(page, tries, 100, before=["6+4", "1+1"]) == "2+2"


def test_a_table_for_a_spreadsheet(page):
    text = page([(TRIES, "csv", [one("6+4", day=20773, ms=2345, wrong=1, hint=True)])])[0]
    assert text == 'day,sum,seconds,wrong,hint\r\n2026-11-16,"6+4",2.3,1,1\r\n'
