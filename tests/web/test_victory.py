"""The end of a game says who has won: a seat, a side together, or several that share it."""

from typing import Any

ALONE, PAIRS = [[0], [1], [2], [3]], [[0, 2], [1, 3]]


def said(page: Any, language: str, winners: list[int], **told: Any) -> str:
    usual = {"winners": winners, "sides": ALONE, "mine": False, "names": "Ann and Bob", "colour": None}
    (title,) = page([("lib/spoken.ts", "won", language, {**usual, **told})])
    return title


def test_who_has_won_is_named_and_several_win_in_the_plural(page):
    assert said(page, "en", [0], names="Ann") == "Ann wins!"
    assert said(page, "en", [0, 1]) == "Ann and Bob win!"
    assert said(page, "ru", [0, 1], names="Аня и Боря") == "Победа: Аня и Боря!"


def test_those_who_share_a_game_are_no_side(page):
    assert said(page, "en", [0], mine=True) == "You win!"
    assert said(page, "en", [0, 1], mine=True) == "You share the win!"
    assert said(page, "ru", [0, 1], mine=True) == "Общая победа!"
    assert said(page, "en", [0, 2], mine=True, sides=PAIRS) == "Your side wins!"


def test_a_side_is_called_by_its_colour_where_it_has_one(page):
    assert said(page, "en", [0, 2], sides=PAIRS, colour="blue") == "Blue wins!"
    assert said(page, "en", [0, 2], sides=PAIRS) == "Ann and Bob win!"
