"""The page seats as many as the terminal does where nothing is said, and says who begins once more."""

import pytest

from igroteka.core import usual_number

FIT = [[1, 2, 3, 4], [2, 3], [3, 4], [1]]


@pytest.mark.parametrize("fit", FIT)
def test_with_bots_and_among_friends_nobody_sits_alone(page, fit):
    """A game for one to four was opened for one: to play with bots was to play without them."""
    assert page([("lib/seats.ts", "usualNumber", fit)]) == [usual_number(fit)]


@pytest.mark.parametrize(("starter", "goes_round"), [("random", True), (0, False), (2, False)])
def test_the_next_one_begins_unless_the_table_has_named_a_seat(page, starter, goes_round):
    game = {
        "rotates": True,
        "options": [{"name": "skip", "seats": False}, {"name": "starter", "seats": True}],
    }
    calls = [("lib/seats.ts", "goesRound", game, {"skip": "once", "starter": starter})]
    assert page([*calls, ("lib/seats.ts", "goesRound", {**game, "rotates": False}, {})]) == [
        goes_round,
        False,
    ]
