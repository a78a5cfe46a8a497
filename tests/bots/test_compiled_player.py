"""Player of Etazhiki and of UpTurn, compiled: it answers what the readable heuristics find best."""

from typing import Any

import pytest

from bots.playing import rows
from igroteka.bots.compiled_search import searcher
from igroteka.bots.sense import weigh
from igroteka.core import Seat, Seeded
from igroteka.table import Match
from igroteka.turbo import WAIT

TABLES: list[tuple[str, int, dict[str, Any]]] = [
    ("etazhiki", 2, {}),
    ("etazhiki", 2, {"variant": "medium"}),
    ("etazhiki", 3, {"variant": "beginner"}),
    ("etazhiki", 4, {"skip": "repeats"}),
    ("etazhiki", 3, {"parity": "strict"}),
    ("upturn", 2, {}),
    ("upturn", 3, {}),
    ("upturn", 4, {"new_row": "bound"}),
    ("upturn", 2, {"lone_twin_gift": True, "announce": "automatic"}),
]
AGREE = {"etazhiki": 0.98, "upturn": 1.0}
"""In Etazhiki a second ball on top of a first is not looked at."""
ENOUGH = 500


@pytest.mark.parametrize("bots", ["player", "random"])
@pytest.mark.parametrize("table", TABLES)
def test_the_compiled_player_chooses_what_the_readable_one_finds_best(
    table: tuple[str, int, dict[str, Any]], bots: str
) -> None:
    of = searcher(table[0])
    compared = same = 0

    def asked(match: Match, seat: Seat, offers: tuple[Any, ...], may_wait: bool, _: Any) -> None:
        nonlocal compared, same
        if (len(offers) == 1 and not may_wait) or compared == ENOUGH:
            return
        view = match.view(seat)
        worths = dict(zip(map(of.twin.action_of, offers), weigh(view, offers), strict=True))
        if may_wait:
            worths[WAIT] = 0.0
        action = int(of.sense.foreseen(of.root(view, may_wait, Seeded(1))[0], seat))
        if action < 0:  # more cards than are thought through
            return
        assert action in worths
        compared += 1
        same += worths[action] >= max(worths.values()) - 1e-6

    for seed in range(4):
        for _ in rows(table, [bots] * table[1], seed, asked):
            if compared == ENOUGH:
                break
    assert compared > 100
    assert same >= AGREE[table[0]] * compared
