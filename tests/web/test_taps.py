"""Where the hand of a lesson or a hint points: the parts of an intent, one after the other."""

TAPS = "lesson/taps.ts"
AGAIN = [{"kind": "throw", "dice": ["5"]}, {"kind": "throw", "dice": ["5", "5"]}, {"kind": "stop"}]


def test_of_a_list_every_part_is_tapped(page):
    assert page([(TAPS, "tapsOf", AGAIN[1])]) == [["throw", "5", "5", "done"]]


def test_what_a_lesson_asks_for_is_found_also_where_it_is_a_list(page):
    assert page([(TAPS, "wanted", [{"kind": "throw", "dice": ["5", "5"]}], AGAIN)]) == [AGAIN[1]]
    assert page([(TAPS, "wanted", [{"kind": "throw", "dice": ["1"]}, {"kind": "stop"}], AGAIN)]) == [AGAIN[2]]
