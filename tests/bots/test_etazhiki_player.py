"""Player in Etazhiki, compiled: it answers what the readable heuristics find best."""

from typing import Any

import pytest

from bots.playing import rows
from igroteka.bots.compiled_search import searcher
from igroteka.core import Seat, Seeded
from igroteka.games.etazhiki.sense import weigh
from igroteka.table import Match
from igroteka.turbo import WAIT
from igroteka.turbo.etazhiki.search.player import chosen

TABLES: list[tuple[str, int, dict[str, Any]]] = [
    ("etazhiki", 2, {}),
    ("etazhiki", 2, {"variant": "medium"}),
    ("etazhiki", 3, {"variant": "beginner"}),
    ("etazhiki", 4, {"skip": "repeats"}),
    ("etazhiki", 3, {"parity": "strict"}),
]


@pytest.mark.parametrize("table", TABLES)
def test_the_compiled_player_chooses_what_the_readable_one_finds_best(
    table: tuple[str, int, dict[str, Any]],
) -> None:
    of = searcher("etazhiki")
    compared = same = 0

    def asked(match: Match, seat: Seat, offers: tuple[Any, ...], may_wait: bool, _: Any) -> None:
        nonlocal compared, same
        if len(offers) == 1 and not may_wait:
            return
        view = match.view(seat)
        worths = dict(zip(map(of.twin.action_of, offers), weigh(view, offers), strict=True))
        if may_wait:
            worths[WAIT] = 0.0
        action = int(chosen(of.root(view, may_wait, Seeded(1))[0], seat))
        assert action in worths
        compared += 1
        same += worths[action] >= max(worths.values()) - 1e-6

    for seed in range(4):
        for _ in rows(table, ["player"] * table[1], seed, asked):
            pass
    assert compared > 100
    assert same > 0.98 * compared  # a second ball on top of a first is not looked at
