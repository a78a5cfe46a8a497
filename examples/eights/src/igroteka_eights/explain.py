"""Why a move of Crazy Eights is good, for hints."""

from typing import Any

from msgspec import UNSET

from igroteka.core import Why, a_good_move, why
from igroteka_eights.cards import CAUGHT, is_wild, suit
from igroteka_eights.moves import Announce, Catch, Draw, Lay, Pass
from igroteka_eights.sense import goes_on, without
from igroteka_eights.view import View


def explain(view: View, intent: Any | None) -> Why:
    match intent:
        case Lay():
            return _lay(view, intent)
        case Announce():
            return why("say-last-card", "CE-11", count=CAUGHT)
        case Catch(seat):
            return why("catch-silent", "CE-12", seat=seat, count=CAUGHT)
        case Draw() | Pass() if any(isinstance(one, Lay) for one in view.legal):
            return why("need-not-lay", "CE-08")
        case Draw():
            return why("nothing-fits", "CE-08")
        case Pass():
            return why("nothing-left", "CE-09")
        case _:
            return a_good_move(view, intent)


def _lay(view: View, lay: Lay) -> Why:
    """Winning first, then what can follow of one's own."""
    rest = without(view.hand or (), lay.card)
    if not rest:
        return why("last-card-wins", "CE-14", card=lay.card)
    follows = suit(lay.card) if lay.suit is UNSET else lay.suit
    count = sum(goes_on(other, lay.card, follows) for other in rest)
    if is_wild(lay.card):
        return why("name-your-suit", "CE-07", suit=follows, count=count)
    return why("leaves-followers", "CE-06", card=lay.card, count=count)
