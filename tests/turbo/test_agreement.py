"""On average, too, the twins play the same games: length, wins by seat, games without a winner."""

import pytest

from igroteka.lab.random_games import Table
from igroteka.lab.turbo_agreement import compare
from igroteka.turbo import twin, twins


@pytest.mark.parametrize("name", twins())
def test_random_games_are_as_long_and_won_as_often(name):
    table = Table(name, twin(name).GAME.SEATS[0])
    agreement = compare(table, games=50_000, readable=60, seed=5)
    print(agreement)
    assert agreement.furthest < 4.5
