"""Each level is stronger than the one below it, and games among bots are as long as among people.

Small samples with fixed seeds, to notice a bot that has become worse; `igroteka arena` measures.
"""

from typing import Any

import pytest

from bots.playing import IDS, TABLES, rows, wins
from igroteka.games import SHELF

GAMES = 40


@pytest.mark.parametrize("name", SHELF)
def test_a_player_beats_random_choices(name: str) -> None:
    assert wins(name, "player", "random", GAMES) >= 0.85


@pytest.mark.parametrize("name", SHELF)
def test_a_player_beats_a_beginner(name: str) -> None:
    assert wins(name, "player", "beginner", GAMES) >= 0.65


@pytest.mark.parametrize("name", ["sequence", "etazhiki"])
def test_a_beginner_beats_random_choices(name: str) -> None:
    assert wins(name, "beginner", "random", GAMES) >= 0.6


MOST_TURNS = {"sequence": 150, "upturn": 220, "etazhiki": 120}


@pytest.mark.parametrize("table", TABLES, ids=IDS)
def test_games_among_players_are_as_long_as_among_people(table: tuple[str, int, dict[str, Any]]) -> None:
    turns = []
    for seed in range(6):
        turn, count = None, 0
        for match in rows(table, ["player"] * table[1], seed):
            now = match.game.turn(match.state)
            turn, count = now, count + (now != turn)
        assert match.outcome is not None
        assert match.outcome.winners, f"seed {seed}: nobody won"
        turns.append(count)
    assert sum(turns) / len(turns) < MOST_TURNS[table[0]], turns
