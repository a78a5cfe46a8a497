"""What was seen is remembered, and what went back into the deck or bag is counted again."""

from collections import Counter
from typing import Any

import pytest

from bots.playing import rows
from igroteka.core.counting import unseen
from igroteka.games import etazhiki, sequence, upturn
from igroteka.games.etazhiki.options import box_of
from igroteka.games.sequence import sense as sequence_sense
from igroteka.games.sequence.parts import BOX
from igroteka.games.upturn import sense as upturn_sense
from igroteka.games.upturn.parts import box
from igroteka.table import Match

STOCK = {"sequence": "deck", "upturn": "bag", "etazhiki": "deck"}
REFILLED = {"reshuffled", "recycled", "rebuilt"}


def not_seen(view: Any) -> Counter[str]:
    """What a bot takes to be hidden from it, by its view alone."""
    match view:
        case sequence.View():
            return unseen(BOX, view.hand or (), (), view.pool)
        case upturn.View():
            return unseen(box(None), view.rack or (), (), view.pool)
        case etazhiki.View():
            return unseen(box_of(view.options), view.hand or (), (), view.pool)
    raise AssertionError(view)


def hidden(match: Match) -> list[str]:
    """What is hidden from seat 0 in truth: the stock and the other hands."""
    state = match.state
    hands = getattr(state, "racks", None) or state.hands
    return sorted([*getattr(state, STOCK[match.game.NAME]), *(part for hand in hands[1:] for part in hand)])


def is_refilled(match: Match) -> bool:
    return any(event.__struct_config__.tag in REFILLED for event in match.log[-1].events)


@pytest.mark.parametrize(
    ("name", "seats", "options"),
    [("sequence", 9, {"hard": True}), ("upturn", 3, {}), ("etazhiki", 2, {})],
)
def test_a_bot_that_saw_parts_go_back_counts_them_among_what_it_cannot_see(
    name: str, seats: int, options: dict[str, Any]
) -> None:
    """Before and after the deck or bag was filled again, every part is where the bot takes it to be."""
    refilled = 0
    for seed in range(10):
        known = 0
        for match in rows((name, seats, options), ["random"] * seats, seed):
            if match.outcome or refilled > 3:
                break
            now = not_seen(match.view(0))
            assert sorted(now.elements()) == hidden(match), f"seed {seed}, row {len(match.log)}"
            if is_refilled(match):
                assert now.total() > known
                refilled += 1
            known = now.total()
    assert refilled > 3


def test_a_number_that_went_back_into_the_bag_threatens_again() -> None:
    """UpTurn: whoever is down to one tile may have drawn it since."""
    numbers: list[int] = []
    for match in rows(("upturn", 2, {}), ["random"] * 2, 3):
        view = match.view(0)
        if is_refilled(match):
            back = {n for n in map(_number, view.pool.went_in) if n and n not in numbers}
            assert len(back) > 20
            known = set(upturn_sense.Table(view).numbers)
            assert len(back & known) > 0.9 * len(back)  # one of them may have come to this very seat
            return
        numbers = upturn_sense.Table(view).numbers
    raise AssertionError("the bag never ran out")


def test_a_card_that_was_played_twice_cannot_come_any_more() -> None:
    """Sequence: a cell whose cards are both played is of no use to anyone, but for jacks."""
    data = {"hands": [["2H"], ["3H"]], "deck": ["4H", "5H"], "piles": [["7D"], ["7D", "8D"]]}
    view = sequence.view(sequence.from_position(data, sequence.Options()), 0)
    board = sequence_sense.Board(view)
    seven, eight = (board.share("green", cell) for cell in ("h3", "h4"))
    assert seven < eight


def _number(tile: str) -> int:
    digits = tile.rstrip("ht")
    return int(digits) if digits.isdigit() else 0
