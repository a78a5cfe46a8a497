"""The terminal screen of a game that draws none."""

from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from igroteka.cli import plain_screen
from igroteka.cli.speech import Speech
from igroteka.core import Seat


@pytest.fixture
def speech(monkeypatch: pytest.MonkeyPatch) -> Speech:
    told = Speech("en", "upturn", ["Ann", "Bob"])
    zones = {
        "rows": "Row {n}",
        "chain": "Chain of {n}",
        "pile": "Pile",
        "piles": "Taken",
        "score": "{n:point/points}",
        "ready": "has chosen",
        "declarer": "Declarer",
        "out": "Out",
        "board": "Board",
        "trick": "Trick",
        "trick.each": "{seat}",
        "bids": "Bids",
        "bids.each": "{seat}: {tricks:trick/tricks}",
        "bids.each-hidden": "{seat}: pass",
        "melds": "Melds",
        "hand": "Your hand",
        "own": "Chosen",
    }
    monkeypatch.setitem(told._tables, "zones", zones)
    return told


def drawn(speech: Speech, **zones: Any) -> list[str]:
    view = SimpleNamespace(**{"seat": 0, "seats": 2, "turn": 0, "outcome": None, **zones})
    return [line.strip() for line in plain_screen.draw(view, speech).splitlines()]


def test_one_s_own_hand_is_shown_whole(speech: Speech) -> None:
    hand = tuple(str(number) for number in range(20, 40))
    assert drawn(speech, hand=hand)[-1] == "Your hand: " + "  ".join(hand)


def test_whoever_looks_on_has_no_hand_and_a_pile_is_none(speech: Speech) -> None:
    assert drawn(speech, seat=None, pile=("1",), score=(1, 2), hand=None)[0] == "Pile: 1"
    assert drawn(speech, pile=("1",), score=(1, 2), hand=("5",), own=None)[-1] == "Your hand: 5"


class Declared(msgspec.Struct):
    score: tuple[int, int]
    declarer: Seat | None
    out: tuple[Seat, ...]
    hand: tuple[str, ...]
    seat: int | None = 0
    seats: int = 2
    turn: int = 0
    outcome: None = None


def test_a_seat_is_called_by_its_name(speech: Speech) -> None:
    lines = plain_screen.draw(Declared((1, 2), 1, (0, 1), ("5",)), speech).splitlines()
    assert lines[:2] == [" Declarer: Bob", " Out: Ann and Bob"]
    assert plain_screen.draw(Declared((1, 2), None, (), ("5",)), speech).count("\n") == 2


class Voted(msgspec.Struct):
    votes: tuple[Seat | None, ...]
    guess: tuple[int | None, ...]
    passed: tuple[bool | None, ...]
    hand: tuple[str, ...] = ("5",)
    seat: int | None = 0
    seats: int = 2
    turn: int = 1
    outcome: None = None


def test_what_is_told_of_some_seats_alone_stands_beside_those(speech: Speech) -> None:
    zones = {"votes": "Names", "guess": "{n:trick/tricks}", "passed": "passes", "hand": "Your hand"}
    speech._tables["zones"] = zones
    told = plain_screen.draw(Voted((1, None), (None, 2), (True, None)), speech).splitlines()
    assert told == ["   Ann  [dim]Names: Bob, passes[/]", " ▶ Bob  [dim]2 tricks[/]", " Your hand: 5"]
    untold = plain_screen.draw(Voted((None, None), (None, None), ()), speech).splitlines()
    assert untold == ["   Ann", " ▶ Bob", " Your hand: 5"]


def test_a_list_that_its_label_counts_is_shown_whole_and_of_a_pile_the_last_parts(speech: Speech) -> None:
    parts = tuple(str(number) for number in range(20, 40))
    chain, pile, *_ = drawn(speech, chain=parts, pile=parts, hand=("1",))
    assert chain == "Chain of 20: " + "  ".join(parts)
    assert pile == "Pile: … " + "  ".join(parts[-12:])


def test_piles_bear_the_names_of_seats_and_rows_of_the_table_their_numbers(speech: Speech) -> None:
    assert drawn(speech, piles=(("1",), ("2", "3")))[:2] == ["Taken, Ann: 1", "Taken, Bob: 2  3"]
    assert drawn(speech, rows=(("1",), ("2",)))[:2] == ["Row 1: 1", "Row 2: 2"]
    assert drawn(speech, piles=(("1",), ("2",), ()))[:3] == ["Taken 1: 1", "Taken 2: 2", "Taken 3:"]
    assert drawn(speech, rows=((), ()))[:2] == ["Row 1:", "Row 2:"]
    assert drawn(speech, piles=((), ())) == drawn(speech)  # as many empty lines as there were seats


def test_the_hand_is_below_the_seats_and_all_else_above(speech: Speech) -> None:
    lines = drawn(speech, score=(1, 2), piles=(("1",), ()), hand=("5",))
    assert [line[:5] for line in lines] == ["Taken", "Taken", "▶ Ann", "Bob  ", "Your "]


def test_a_board_is_drawn_by_its_cells_and_seats_are_told_apart_by_their_discs(speech: Speech) -> None:
    board = {"a2": None, "b2": 0, "a1": 1, "b1": "K"}
    assert drawn(speech, board=board) == ["Board:", "2  · ●", "1  ■ K", "a b", "▶ Ann ●", "Bob ■"]


def test_a_piece_of_a_seat_bears_its_disc(speech: Speech) -> None:
    queen = msgspec.defstruct("Man", ["seat", "piece"])(0, "Q")
    board = {"a1": 0, "b1": {"seat": 1, "piece": "K"}, "c1": queen}
    assert drawn(speech, board=board)[:2] == ["Board:", "1  ●  ■K ●Q"]


def test_what_is_true_of_a_seat_stands_beside_it(speech: Speech) -> None:
    told = drawn(speech, score=(1, 2), ready=(False, True))
    assert told == ["▶ Ann  [dim]1 point[/]", "Bob  [dim]2 points, has chosen[/]"]


class Lain(msgspec.Struct):
    seat: int
    card: str | None


class Call(msgspec.Struct):
    seat: int
    tricks: int | None


class Meld(msgspec.Struct):
    seat: int
    cards: tuple[str | None, ...]
    open: bool = True


def test_structs_are_their_parts_with_what_the_texts_say_of_them(speech: Speech) -> None:
    assert drawn(speech, trick=(Lain(1, "8"), Lain(0, "Q")))[0] == "Trick: 8 (Bob) · Q (Ann)"
    assert drawn(speech, bids=(Call(0, 1), Call(1, None)))[0] == "Bids: Ann: 1 trick · Bob: pass"
    assert drawn(speech, bids=Call(1, 3))[0] == "Bids: Bob: 3 tricks"
    assert drawn(speech, melds=(Meld(0, ("8", None)), None))[0] == "Melds: 8 ▯ (Ann) · ▯"
    assert drawn(speech, rows=((Lain(1, "8"),), ()))[:2] == ["Row 1: 8 (Bob)", "Row 2:"]
    assert drawn(speech, trick=tuple(Lain(0, "8") for _ in range(14)))[0].count("8 (Ann)") == 12


def test_a_board_without_some_of_its_cells_has_its_columns_in_order(speech: Speech) -> None:
    board = dict.fromkeys(["b3", "a2", "b2", "c2", "b1"])
    assert drawn(speech, board=board)[:5] == ["Board:", "3    ·", "2  · · ·", "1    ·", "a b c"]
    turned = dict.fromkeys(["b1", "c2", "b2", "a2", "b3"])
    assert drawn(speech, board=turned)[:5] == ["Board:", "1    ·", "2  · · ·", "3    ·", "c b a"]


def test_a_board_may_have_gaps_words_and_more_than_six_seats(speech: Speech) -> None:
    board = {"a10": "XX", "c10": 7, "b9": None}
    assert drawn(speech, board=board)[:4] == ["Board:", "10  XX    7", "9     ·", "a  b  c"]
