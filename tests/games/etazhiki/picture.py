"""An Etazhiki table drawn as a line, and what comes of asking at it."""

from typing import Any, Final

from games.asking import Asking
from igroteka.games import etazhiki
from igroteka.games.etazhiki import Options, State, from_position, legal

MEDIUM: Final = Options(variant="medium")
BEGINNER: Final = Options(variant="beginner")
_DECK: Final = "F0 F6 F9 F7 B2 B5 F8 F3"

_asking: Final = Asking(etazhiki)
told, after, why_not = _asking.told, _asking.after, _asking.why_not


def draw(centre: str, *hands: str, options: Options | None = None, deck: str = _DECK, **rest: Any) -> State:
    """The state of a picture: piles bottom to top, `F1 F5 | B3`, beginners `F4 | F8`; a hand is `F2 B1`.

    The rest (turn, stars, drew, ...) is as in a position.
    """
    chosen = options or Options()
    first, second = (pile.split() for pile in centre.split("|"))
    piles: dict[str, Any] = {"floors": first, "balls": second}
    if chosen.variant == "beginner":
        piles = {"floors": [first, second]}
    data = {**piles, "hands": [hand.split() for hand in hands], "deck": deck.split(), **rest}
    return from_position(data, chosen)


def floors_that_fit(state: State, seat: int = 0) -> str:
    """The floors that the seat may lay now, by name."""
    cards = {getattr(i, "card", "") for i in legal(state, seat) if i.__struct_config__.tag == "floor"}
    return " ".join(sorted(cards))
