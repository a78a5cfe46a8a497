"""What holds for every seat of every game: the house deals and stops, the others play in between."""

from igroteka.core.refused import Refused
from igroteka.core.seats import HOUSE, Seat
from igroteka.core.words import Deal, Intent, Stop


def need_open(seat: Seat, intent: Intent, *, seats: int, dealt: bool, over: bool) -> None:
    """Refused unless this seat may ask for this sort of thing at this stage of a game."""
    if seat != HOUSE and not 0 <= seat < seats:
        raise Refused("no-such-seat", None, seat=seat)
    if isinstance(intent, Deal | Stop) != (seat == HOUSE):
        raise Refused("only-the-house" if seat != HOUSE else "house-does-not-play")
    if over:
        raise Refused("game-over")
    if isinstance(intent, Deal) and dealt:
        raise Refused("already-dealt")
    if not isinstance(intent, Deal) and not dealt:
        raise Refused("not-dealt-yet")


def house_offers(*, dealt: bool, over: bool) -> tuple[Deal | Stop, ...]:
    """What the house may ask for: a deal, then a stop."""
    if over:
        return ()
    return (Stop(),) if dealt else (Deal(),)
