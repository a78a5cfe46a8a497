"""What the house and the seats may ask for, before the deal, during play and after the end."""

import pytest

from igroteka.core import HOUSE, Deal, Intent, Refused, Seat, Stop, need_open
from igroteka.games.upturn.moves import Draw


@pytest.mark.parametrize(
    ("seat", "intent", "dealt", "over", "reason"),
    [
        (HOUSE, Deal(), False, False, ""),
        (HOUSE, Stop(), True, False, ""),
        (1, Draw(), True, False, ""),
        (2, Draw(), True, False, "no-such-seat"),
        (-2, Draw(), True, False, "no-such-seat"),
        (0, Deal(), False, False, "only-the-house"),
        (0, Stop(), True, False, "only-the-house"),
        (HOUSE, Draw(), True, False, "house-does-not-play"),
        (HOUSE, Deal(), True, False, "already-dealt"),
        (HOUSE, Stop(), False, False, "not-dealt-yet"),
        (0, Draw(), False, False, "not-dealt-yet"),
        (HOUSE, Stop(), True, True, "game-over"),
        (HOUSE, Deal(), True, True, "game-over"),
        (0, Draw(), True, True, "game-over"),
    ],
)
def test_the_house_deals_and_stops_and_the_others_play_in_between(
    seat: Seat, intent: Intent, dealt: bool, over: bool, reason: str
) -> None:
    said = ""
    try:
        need_open(seat, intent, seats=2, dealt=dealt, over=over)
    except Refused as refused:
        said = refused.reason
    assert said == reason
