"""The plain table: what lies where."""

from typing import Any

TEXTS = {
    "core": {},
    "x": {
        "zones": {
            "middle": "Middle",
            "deck": "{n:card/cards} left",
            "score": "Score",
            "votes": "Names",
            "guess": "{n:trick/tricks}",
            "said": "passes",
            "sizes": "{n:die/dice}",
            "rows": "Rows",
            "market": "Row {n}",
            "chain": "Chain of {n:tile/tiles}",
        }
        | {"ready": "has chosen", "declarer": "Declarer", "out": "Out"}
        | {"trick": "Trick", "trick.each": "{seat}", "bids": "Bids", "contract": "Contract", "wins": "Won"}
        | {"bids.each": "{seat}: {tricks:trick/tricks}", "bids.each-hidden": "{seat}: pass"}
        | {"table": "Table", "hand": "Hand", "own": "Chosen"},
        "words": {"H": "hearts"},
        "seats": {"seat": ""},
        "seat_zones": {"declarer": "", "out": "", "votes": ""},
        "beside_zones": {"votes": "", "guess": "", "said": ""},
        "lines": {"you": "you", "seat": "Seat {number}", "and": "and"},
    },
}


def laid(page: Any, seats: int = 2, **view: Any) -> dict[str, Any]:
    (zones,) = page([("lib/spoken.ts", "laid", "en", TEXTS, "x", {"seat": 0, **view}, seats)])
    return zones


def test_numbers_are_said_also_when_they_are_nought(page):
    told = laid(page, deck=0, score=0, sizes=[0, 3])
    assert [zone["text"] for zone in told["table"]] == ["0 cards left", "Score: 0"]
    assert told["beside"][0]["said"] == ["0 dice", "3 dice"]


def test_a_seat_is_called_by_its_name(page):
    told = laid(page, declarer=0, out=[1, 2], seats=3)
    assert [zone["text"] for zone in told["table"]] == ["Declarer: Seat 1", "Out: Seat 2 and Seat 3"]
    assert laid(page, declarer=1, out=[])["table"][0]["text"] == "Declarer: Seat 2"
    assert laid(page, declarer=None, out=[0, 1])["beside"] == []


def test_where_something_else_is_named_last_nobody_has_a_hand(page):
    """As in Snap: cards lie in the middle and nobody holds any."""
    told = laid(page, pile=["1"], middle=["1", "2"], ready=[True, False])
    assert told["hand"] is None
    assert [zone["name"] for zone in told["table"]] == ["middle"]


def test_the_hand_is_the_last_zone_that_is_there(page):
    assert laid(page, table=["1"], hand=["2"], own=None)["hand"]["parts"] == ["2"]
    assert laid(page, table=["1"], hand=[], own=None)["hand"]["parts"] == []
    watched = laid(page, seat=None, table=["1"], hand=None)
    assert watched["hand"] is None
    assert [zone["name"] for zone in watched["table"]] == ["table"]


def test_a_list_that_its_label_counts_is_shown_whole(page):
    """A chain of dominoes is no pile: both its ends matter."""
    (chain, table) = laid(page, chain=["6-4"] * 9, table=["1"] * 9, hand=["2"])["table"]
    assert (chain["label"], chain["whole"]) == ("Chain of 9 tiles", True)
    assert (table["label"], table["whole"]) == ("Table", False)


def test_piles_are_the_seats_own_unless_they_are_numbered_or_of_another_number(page):
    (piles,) = laid(page, rows=[["1"], []])["table"]
    assert (piles["kind"], piles["piles"]) == ("piles", [["1"], []])
    (market,) = laid(page, market=[["1"], ["2", "3"]])["table"]
    assert market["kind"] == "rows"
    assert market["rows"] == [{"label": "Row 1", "parts": ["1"]}, {"label": "Row 2", "parts": ["2", "3"]}]
    (rows,) = laid(page, rows=[["1"], ["2"], []])["table"]
    assert [row["label"] for row in rows["rows"]] == ["Rows 1", "Rows 2", "Rows 3"]


def test_a_struct_is_its_parts_with_what_the_texts_say_of_it(page):
    told = laid(page, trick=[{"seat": 1, "card": "8H"}, {"seat": 0, "card": "QS"}], hand=["2C"])
    (trick,) = told["table"]
    assert trick["rows"][0]["label"] == "Trick"
    assert trick["rows"][0]["things"] == [
        {"parts": ["8H"], "said": "Seat 2"},
        {"parts": ["QS"], "said": "Seat 1"},
    ]
    assert told["hand"]["parts"] == ["2C"]


def test_a_struct_without_parts_is_its_line_and_another_where_something_is_not_told(page):
    (bids,) = laid(page, bids=[{"seat": 0, "tricks": 1}, {"seat": 1, "tricks": None}])["table"]
    assert [one["said"] for one in bids["rows"][0]["things"]] == ["Seat 1: 1 trick", "Seat 2: pass"]
    assert [one["parts"] for one in bids["rows"][0]["things"]] == [[], []]


def test_a_struct_by_itself_is_said_and_one_that_the_texts_say_nothing_of_too(page):
    (contract,) = laid(page, contract={"seat": 1, "tricks": 3, "doubled": False})["table"]
    assert (contract["kind"], contract["text"]) == ("said", "Contract: Seat 2, 3")
    (won,) = laid(page, wins={"seat": 0, "cards": ["8H", None]})["table"]
    assert won["rows"] == [{"label": "Won", "things": [{"parts": ["8H", None], "said": "Seat 1"}]}]


def test_an_empty_zone_of_structs_is_no_hand(page):
    told = laid(page, hand=["2C"], trick=[])
    assert told["hand"]["parts"] == ["2C"]
    assert [(zone["name"], zone["parts"]) for zone in told["table"]] == [("trick", [])]
    assert laid(page, trick=[])["hand"] is None


def test_rows_of_structs_are_the_seats_own_or_numbered(page):
    pile = [{"seat": 0, "card": "2C"}]
    (own,) = laid(page, rows=[pile, []])["table"]
    assert [row["label"] for row in own["rows"]] == ["Rows: Seat 1", "Rows: Seat 2"]
    (market,) = laid(page, market=[pile, pile])["table"]
    assert [row["label"] for row in market["rows"]] == ["Row 1", "Row 2"]


def test_what_is_true_of_a_seat_stands_beside_it(page):
    told = laid(page, ready=[True, False], sizes=[1, 2])
    assert [(one["name"], one["said"]) for one in told["flags"]] == [("ready", ["has chosen", ""])]
    assert [one["name"] for one in told["beside"]] == ["sizes"]
    assert told["table"] == []


def test_what_is_told_of_some_seats_alone_stands_beside_those(page):
    """A vote, a bid or a pass that only its own seat knows yet: nothing stands beside the others."""
    told = laid(page, votes=[1, None], guess=[None, 2], said=[True, None])
    assert {one["name"]: one["said"] for one in told["flags"]} == {
        "votes": ["Names: Seat 2", ""],
        "guess": ["", "2 tricks"],
        "said": ["passes", ""],
    }
    assert (told["table"], told["beside"]) == ([], [])
    assert {one["name"] for one in told["flags"] if one["tells"]} == {
        "votes",
        "guess",
    }  # a dot does not say it
    watched = laid(page, seat=None, votes=[None, None], guess=[None, None], said=[])
    assert [one["said"] for one in watched["flags"]] == [["", ""], ["", ""]]
    assert watched["table"] == []
    assert laid(page, votes=[1, 0], hand=["2C"])["hand"]["parts"] == ["2C"]


def test_a_board_without_some_of_its_cells_has_its_columns_in_order(page):
    """A cross, or the dark cells of draughts: the columns of the first row came before all others."""
    cross = dict.fromkeys(["b3", "a2", "b2", "c2", "b1"], 0)
    board = laid(page, table=cross)["board"]
    assert (board["columns"], [row["name"] for row in board["rows"]]) == (["a", "b", "c"], ["3", "2", "1"])
    assert [[square and square["cell"] for square in row["squares"]] for row in board["rows"]] == [
        [None, "b3", None],
        ["a2", "b2", "c2"],
        [None, "b1", None],
    ]
    turned = laid(page, table=dict.fromkeys(reversed(cross), 0))["board"]
    assert (turned["columns"], [row["name"] for row in turned["rows"]]) == (["c", "b", "a"], ["1", "2", "3"])
    grown = laid(page, table=dict.fromkeys(["y9", "aa9", "z9", "y10", "ab10"]))["board"]
    assert (grown["columns"], [row["name"] for row in grown["rows"]]) == (["y", "z", "aa", "ab"], ["9", "10"])


def test_a_board_of_every_other_square_is_known_as_one(page):
    """Pieces of draughts stood on the light squares, and what cannot be trodden was dark."""
    dark = [
        f"{column}{row}" for row in range(8, 0, -1) for x, column in enumerate("abcdefgh") if (x + row) % 2
    ]
    full = [f"{column}{row}" for row in (2, 1) for column in "ab"]
    for cells, checkered in (
        (dark, True),
        (dark[::-1], True),
        (dark[1:], False),
        (full, False),
        (["a1"], False),
    ):
        assert laid(page, table=dict.fromkeys(cells))["board"]["checkered"] is checkered, cells


def test_a_piece_of_a_seat_lies_on_a_board_as_it_is(page):
    king = {"seat": 1, "piece": "K"}
    board = laid(page, table={"a1": king, "b1": 0, "c1": None})["board"]
    assert [square["holds"] for square in board["rows"][0]["squares"]] == [king, 0, None]
    assert laid(page, table={"a1": {"seat": 1}})["board"] is None
