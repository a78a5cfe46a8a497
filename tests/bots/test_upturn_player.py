"""Player in UpTurn, compiled: it answers what the readable heuristics find best."""

from typing import Any

import pytest

from bots.playing import rows
from igroteka.bots.compiled_search import searcher
from igroteka.core import Seat, Seeded
from igroteka.games.upturn.sense import weigh
from igroteka.table import Match
from igroteka.turbo import WAIT
from igroteka.turbo.upturn.search.player import chosen

TABLES: list[tuple[str, int, dict[str, Any]]] = [
    ("upturn", 2, {}),
    ("upturn", 3, {}),
    ("upturn", 4, {"new_row": "bound"}),
    ("upturn", 2, {"lone_twin_gift": True, "announce": "automatic"}),
]


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("bots", ["player", "random"])
def test_the_compiled_player_chooses_what_the_readable_one_finds_best(
    table: tuple[str, int, dict[str, Any]], bots: str
) -> None:
    of = searcher("upturn")
    compared = same = 0

    def asked(match: Match, seat: Seat, offers: tuple[Any, ...], may_wait: bool, _: Any) -> None:
        nonlocal compared, same
        if len(offers) == 1 or compared == 400:
            return
        view = match.view(seat)
        worths = dict(zip(map(of.twin.action_of, offers), weigh(view, offers), strict=True))
        if may_wait:
            worths[WAIT] = 0.0
        action = int(chosen(of.root(view, may_wait, Seeded(1))[0], seat))
        compared += 1
        same += worths[action] >= max(worths.values()) - 1e-6

    for seed in range(6):
        for _ in rows(table, [bots] * table[1], seed, asked):
            if compared == 400:
                break
    assert compared > 100
    assert same == compared
