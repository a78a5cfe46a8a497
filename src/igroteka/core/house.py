"""What holds for every seat of every game: the house deals and stops, the others play in between."""

from typing import Final

from igroteka.core.refused import Refused
from igroteka.core.seats import HOUSE, Seat
from igroteka.core.words import Deal, Intent, Stop

_OF_THE_HOUSE: Final = (Deal, Stop)


def need_open(seat: Seat, intent: Intent, *, seats: int, dealt: bool, over: bool) -> None:
    """Refused unless this seat may ask for this sort of thing at this stage of a game."""
    if seat != HOUSE and not 0 <= seat < seats:
        raise Refused("no-such-seat", None, seat=seat)
    is_of_the_house = isinstance(intent, _OF_THE_HOUSE)
    if is_of_the_house != (seat == HOUSE):
        raise Refused("only-the-house" if seat != HOUSE else "house-does-not-play")
    if over:
        raise Refused("game-over")
    if (is_of_the_house and isinstance(intent, Deal)) == dealt:
        raise Refused("already-dealt" if dealt else "not-dealt-yet")


def house_offers(*, dealt: bool, over: bool) -> tuple[Deal | Stop, ...]:
    """What the house may ask for: a deal, then a stop."""
    if over:
        return ()
    return (Stop(),) if dealt else (Deal(),)
