"""What a seat can conclude of a hand from what the turn leaves open to it."""

from typing import Any

import pytest

from games.upturn.table import lies
from igroteka.core import Seeded
from igroteka.games.upturn import State, imagine, legal, view
from igroteka.games.upturn.moves import Lay, Tuck

UNSEEN = ("1 99", "50 60 70", "2 3 4 5 6 7 8 9 11 12 13 14 15 16 17 18 19")


def imagined(state: State, seat: int, seed: int) -> State:
    seen = view(state, seat)
    other = imagine(seen, Seeded(seed))
    assert view(other, seat) == seen
    return other


@pytest.mark.parametrize(
    ("rows", "open", "kind"),
    [
        (
            "20 48t",
            {"tucking": {"from": 20, "to": 48}},
            Tuck,
        ),  # UT-B8: nothing is left open that nothing fits
        ("75 J", {"extra": True, "drawn": True}, Lay),  # UT-A26: nor an additional tile that nothing lays
    ],
)
def test_who_may_tuck_or_lay_once_more_holds_a_tile_for_it(
    rows: str, open: dict[str, Any], kind: type
) -> None:
    own, other, bag = UNSEEN
    state = lies(rows, own, other, bag=bag, turn=0, **open)
    for seed in range(20):
        guess = imagined(state, 1, seed)
        assert any(isinstance(intent, kind) for intent in legal(guess, 0)), (seed, guess.racks)
