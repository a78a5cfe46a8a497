"""Which hand the seat on turn may hold, seen from outside: one that agrees with its turn so far."""

from collections.abc import Iterable

from igroteka.core import Chance
from igroteka.games.etazhiki.cards import Card, is_floor
from igroteka.games.etazhiki.objections import can_lay
from igroteka.games.etazhiki.state import State, is_over


def disagreements(state: State, hand: tuple[Card, ...]) -> int:
    """ET-13, ET-26, ET-A11, ET-A13: how many cards speak against this hand.

    Who sheds holds balls alone, of several kinds; who goes on holds a floor, and has to be able to lay one
    if balls lie and no floor does.
    """
    if is_over(state):
        return 0
    if state.shedding:
        return sum(map(is_floor, hand)) or int(len(set(hand)) < 2)
    if state.floors_laid:
        return int(not any(map(is_floor, hand)))
    return int(state.balls_laid > 0 and not can_lay(state, hand))


def better_hands(state: State, unseen: Iterable[Card], chance: Chance) -> tuple[tuple[Card, ...], ...]:
    """With one card changed for one that nobody has seen, in random order."""
    hand = state.hands[state.turn]
    wrong = disagreements(state, hand)
    kinds = tuple(dict.fromkeys(unseen))
    hands = ((*hand[:at], card, *hand[at + 1 :]) for at in range(len(hand)) for card in kinds)
    return chance.shuffled(changed for changed in hands if disagreements(state, changed) < wrong)
