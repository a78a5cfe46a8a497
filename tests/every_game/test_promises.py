"""The promises of igroteka.testing, kept by every game of ours at every table size, with every option."""

import pytest

from igroteka.games import SHELF
from igroteka.lab.random_games import tables
from igroteka.testing import Promises
from igroteka.testing.tables import match_of, parts_in

OURS = [name for name, game in SHELF.items() if game.__name__.startswith("igroteka.games.")]

for _name in OURS:
    _class = f"Test{_name.title()}"
    _told = {
        "game": _name,
        "longest": 100_000,
        "__module__": __name__,
    }  # random games of UpTurn are that long
    globals()[_class] = type(_class, (Promises,), _told)


def test_all_three_are_held_to_them() -> None:
    assert len(OURS) == 3
    assert {f"Test{name.title()}" for name in OURS} <= set(globals())


@pytest.mark.parametrize("name", OURS)
def test_a_box_has_more_than_thirty_parts(name: str) -> None:
    for table in tables(SHELF[name]):
        match = match_of(table, 5)
        match.deal()
        assert parts_in(SHELF[name].position(match.state) or {}).total() > 30
