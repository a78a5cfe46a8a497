"""Finding the dealer by cards, and the deal."""

from collections.abc import Iterator

from igroteka.core import Chance
from igroteka.games.sequence.moves import Dealt, Event, TurnedUp
from igroteka.games.sequence.parts import BOX, PARTS, STRENGTH, Card
from igroteka.games.sequence.state import State


def deal(state: State, chance: Chance) -> Iterator[Event]:
    """SQ-10..SQ-12, SQ-40: the lowest card deals, all cards go back, the hands are dealt one by one."""
    rounds = tuple(_turn_up(state.seats, chance))
    yield from rounds
    dealer = _lowest(rounds[-1])[0]
    deck, each = chance.shuffled(BOX), PARTS.hand[state.seats]
    hands: list[tuple[str, ...]] = [()] * state.seats
    for seat in range(state.seats):
        place = (seat - dealer - 1) % state.seats  # SQ-15: the dealer's left comes first
        hands[seat] = deck[place : each * state.seats : state.seats]
    yield Dealt(dealer, tuple(hands), deck[each * state.seats :], (dealer + 1) % state.seats)


def _turn_up(seats: int, chance: Chance) -> Iterator[TurnedUp]:
    """SQ-10, SQ-A06: everyone turns up a card; those tied for the lowest turn up another."""
    cards: tuple[Card, ...] = ()
    tied = tuple(range(seats))
    while True:
        if len(cards) < len(tied):
            cards = chance.shuffled(BOX)
        turned, cards = TurnedUp(tied, cards[: len(tied)]), cards[len(tied) :]
        yield turned
        tied = _lowest(turned)
        if len(tied) == 1:
            return


def _lowest(turned: TurnedUp) -> tuple[int, ...]:
    """Suits do not rank; an ace is the highest."""
    least = min(STRENGTH[card] for card in turned.cards)
    return tuple(s for s, card in zip(turned.seats, turned.cards, strict=True) if STRENGTH[card] == least)
