"""What thinking wins: choices are tried out at the table as it is, in every game that has a search."""

from typing import Any

import pytest

from igroteka.core import Seat
from igroteka.games import game as on_shelf
from igroteka.lab import gains
from igroteka.table import Match

TABLES = [("sequence", 2, {}), ("etazhiki", 2, {"variant": "medium"}), ("upturn", 3, {})]


@pytest.mark.parametrize(("game", "seats", "options"), TABLES, ids=[table[0] for table in TABLES])
def test_thinking_as_briefly_as_possible_and_longer_are_told_of_in_one_game(
    game: str, seats: int, options: dict[str, Any]
) -> None:
    told = gains.gain(game, options, 3, seats, 0, ("master:0.001", "master:200x"), 10)
    assert 5 < told.choices < 500
    assert len(told.won) == len(told.differed) == 2
    assert all(0 <= count <= told.choices for count in told.differed)
    assert all((won == 0.0) or count for won, count in zip(told.won, told.differed, strict=True))


def test_an_answer_that_goes_out_wins_the_game_and_one_that_leaves_a_floor_does_not_always() -> None:
    game = on_shelf("etazhiki")
    options = game.Options(variant="medium")
    position = {
        "hands": [["F2", "F3", "F4"], ["F9", "F8", "B2"]],
        "floors": ["F3"],
        "balls": ["B1"],
        "stars": [4, 4],
        "deck": ["F5", "F4", "F1", "F0", "F5", "F6", "B2", "F6"],
        "turn": 0,
    }
    match = Match(game, 2, options, 1)
    match.deal()
    match.state = game.from_position(position, options)
    offers = game.legal(match.state, Seat(0))
    worth = {one.card: won for one, won in gains.tried_out(match, Seat(0), set(offers), 60, 1).items()}
    assert worth["F2"] == worth["F4"] == 1.0  # then the other two follow
    assert 0.0 < worth["F3"] < 1.0
    assert gains.unsearched("etazhiki", match.view(Seat(0)), offers).card in ("F2", "F4")
