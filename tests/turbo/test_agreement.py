"""On average, too, the twins play the same games: length, wins by seat, games without a winner."""

import pytest

from igroteka.lab.random_games import Table
from igroteka.lab.turbo_agreement import compare
from igroteka.turbo import twin, twins

LONG = {"upturn": (4, 5_000, 20)}
"""Games of thousands of steps: seats, games of the twin, games by the readable rules."""


@pytest.mark.parametrize("name", twins())
def test_random_games_are_as_long_and_won_as_often(name):
    seats, games, readable = LONG.get(name, (twin(name).GAME.SEATS[0], 50_000, 60))
    agreement = compare(Table(name, seats), games, readable, seed=5)
    print(agreement)
    assert agreement.furthest < 4.5
