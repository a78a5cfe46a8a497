"""An Etazhiki table drawn as a line, and what comes of asking at it."""

from typing import Any, Final

from igroteka.core import NO_CHANCE, Chance, Refused
from igroteka.games.etazhiki import (
    Event,
    Intent,
    Options,
    State,
    decide,
    evolve,
    from_position,
    legal,
    position,
)

MEDIUM: Final = Options(variant="medium")
BEGINNER: Final = Options(variant="beginner")
_DECK: Final = "F0 F6 F9 F7 B2 B5 F8 F3"


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


def told(state: State, seat: int, intent: Intent, chance: Chance = NO_CHANCE) -> tuple[Event, ...]:
    """The events that come of the intent."""
    return decide(state, seat, intent, chance)


def after(state: State, *asked: tuple[int, Intent], chance: Chance = NO_CHANCE) -> State:
    """The state after these intents, one by one."""
    for seat, intent in asked:
        for event in decide(state, seat, intent, chance):
            state = evolve(state, event)
    return state


def why_not(state: State, seat: int, intent: Intent) -> str:
    """Reason and clause of the refusal; an accepted intent is a failure. The position must stay as it was."""
    before = position(state)
    try:
        events = decide(state, seat, intent, NO_CHANCE)
    except Refused as refused:
        assert position(state) == before
        assert intent not in legal(state, seat)
        return f"{refused.reason} {refused.clause}"
    raise AssertionError(f"{intent} was not refused but led to {events}")


def floors_that_fit(state: State, seat: int = 0) -> str:
    """The floors that the seat may lay now, by name."""
    cards = {getattr(i, "card", "") for i in legal(state, seat) if i.__struct_config__.tag == "floor"}
    return " ".join(sorted(cards))
