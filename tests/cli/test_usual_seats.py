"""How many sit at a table of which nothing is said."""

from types import SimpleNamespace
from typing import Any

import pytest

from igroteka.cli import tables


@pytest.mark.parametrize(("fit", "usual"), [((1, 2, 3, 4), 2), ((2, 3), 2), ((3, 4), 3), ((1,), 1)])
def test_it_is_for_two_where_two_can_play(fit: tuple[int, ...], usual: int) -> None:
    """Of a game that one can play alone every bot won all games in the arena: nobody sat across."""
    game: Any = SimpleNamespace(SEATS=fit)
    assert tables.seats(game, None) == usual
    assert tables.seats(game, fit[-1]) == fit[-1]
