"""The page seats as many as the terminal does where nothing is said."""

import pytest

from igroteka.core import usual_number

FIT = [[1, 2, 3, 4], [2, 3], [3, 4], [1]]


@pytest.mark.parametrize("fit", FIT)
def test_with_bots_and_among_friends_nobody_sits_alone(page, fit):
    """A game for one to four was opened for one: to play with bots was to play without them."""
    assert page([("lib/seats.ts", "usualNumber", fit)]) == [usual_number(fit)]
