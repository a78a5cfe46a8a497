"""Advice: the best few intents with their chances to win."""

from math import inf, nan

import pytest

import igroteka
from igroteka.bots.advise import advise
from igroteka.bots.master import MasterBot
from igroteka.core import Seeded
from igroteka.games import SHELF, upturn
from igroteka.games.upturn.moves import Lay
from igroteka.table import Match


def test_what_wins_is_told_first_and_surely() -> None:
    position = {"racks": [["50"], ["1h", "2", "3"]], "rows": [["20", "40"]], "trend": "up", "turn": 0,
                "announced": [0], "bag": ["60", "61h", "62"]}  # fmt: skip
    view = upturn.view(upturn.from_position(position, upturn.Options()), 0)
    first = advise(view, iterations=200)[0]
    assert first.intent == Lay("50")
    assert first.chance > 0.99


@pytest.mark.parametrize("name", SHELF)
def test_a_few_are_told_the_best_first_with_chances_of_a_game_that_has_just_begun(name: str) -> None:
    game = SHELF[name]
    match = Match(game, 2, game.Options(), 7)
    match.deal()
    seat = game.turn(match.state)
    told = advise(match.view(seat), iterations=1500, best=3, chance=Seeded(1))
    assert 1 <= len(told) <= 3
    assert [one.share for one in told] == sorted((one.share for one in told), reverse=True)
    assert all(one.intent in match.legal(seat) for one in told)
    assert all(0.05 < one.chance < 0.95 for one in told)
    assert told == advise(match.view(seat), iterations=1500, best=3, chance=Seeded(1))


def test_who_can_do_nothing_is_told_nothing() -> None:
    match = Match(upturn, 2, upturn.Options(), 7)
    match.deal()
    seat = upturn.turn(match.state)
    assert advise(match.view(1 - seat), iterations=10) == ()
    assert advise(match.view(None), iterations=10) == ()


@pytest.mark.parametrize(
    "bounds", [{"seconds": -1.0}, {"seconds": nan}, {"seconds": inf}, {"patience": 0.0}, {"iterations": 0}]
)
def test_a_time_in_which_nobody_could_think_is_none(bounds: dict[str, float]) -> None:
    """It was taken for no time at all, and what came was a guess; or it had no end."""
    match = igroteka.open("upturn", 2, 7)
    with pytest.raises(ValueError, match=f"more.*, not {next(iter(bounds.values()))}"):
        advise(match.view(match.turn), **bounds)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="more"):
        MasterBot(**bounds)  # type: ignore[arg-type]
