"""The plain table: what lies where."""

from typing import Any

TEXTS = {
    "core": {},
    "x": {
        "zones": {
            "deck": "{n:card/cards} left",
            "score": "Score",
            "sizes": "{n:die/dice}",
            "rows": "Rows",
            "market": "Row {n}",
        }
        | {"table": "Table", "hand": "Hand", "own": "Chosen"}
    },
}


def laid(page: Any, seats: int = 2, **view: Any) -> dict[str, Any]:
    (zones,) = page([("lib/spoken.ts", "laid", "en", TEXTS, "x", {"seat": 0, **view}, seats)])
    return zones


def test_numbers_are_said_also_when_they_are_nought(page):
    told = laid(page, deck=0, score=0, sizes=[0, 3])
    assert [zone["text"] for zone in told["table"]] == ["0 cards left", "Score: 0"]
    assert told["beside"][0]["said"] == ["0 dice", "3 dice"]


def test_the_hand_is_the_last_zone_of_parts_that_is_there(page):
    assert laid(page, table=["1"], hand=["2"], own=None)["hand"]["parts"] == ["2"]
    assert laid(page, table=["1"], hand=[], own=None)["hand"]["parts"] == []
    watched = laid(page, seat=None, table=["1"], hand=None)
    assert watched["hand"] is None
    assert [zone["name"] for zone in watched["table"]] == ["table"]


def test_piles_are_the_seats_own_unless_they_are_numbered_or_of_another_number(page):
    (piles,) = laid(page, rows=[["1"], []])["table"]
    assert (piles["kind"], piles["piles"]) == ("piles", [["1"], []])
    (market,) = laid(page, market=[["1"], ["2", "3"]])["table"]
    assert market["kind"] == "rows"
    assert market["rows"] == [{"label": "Row 1", "parts": ["1"]}, {"label": "Row 2", "parts": ["2", "3"]}]
    (rows,) = laid(page, rows=[["1"], ["2"], []])["table"]
    assert [row["label"] for row in rows["rows"]] == ["Rows 1", "Rows 2", "Rows 3"]
