"""The deal of Etazhiki, repeated until every hand holds a floor."""

from collections.abc import Iterator

from igroteka.core import Chance, Seat
from igroteka.games.etazhiki.cards import Card, is_floor, is_numbered
from igroteka.games.etazhiki.moves import Dealt, Event, Misdealt
from igroteka.games.etazhiki.options import box_of, is_beginner
from igroteka.games.etazhiki.parts import NUMBERS
from igroteka.games.etazhiki.state import State


def deal(state: State, chance: Chance) -> Iterator[Event]:
    """ET-07, ET-08, ET-A03: dealt anew until each hand holds a floor and the centre has its cards."""
    box, each = box_of(state.options), NUMBERS.hand
    while True:
        cards = chance.shuffled(box)
        hands = tuple(cards[each * seat : each * (seat + 1)] for seat in range(state.seats))
        rest = cards[each * state.seats :]
        without = tuple(seat for seat, hand in enumerate(hands) if not any(map(is_floor, hand)))
        centre = _centre(rest, is_beginner(state.options))
        if centre and not without:
            break
        yield Misdealt(without, hands)
    yield Dealt(hands, centre, chance.shuffled(_less(rest, centre)), _starter(state, chance))


def _centre(rest: tuple[Card, ...], beginner: bool) -> tuple[Card, ...] | None:
    """ET-09, ET-A06: the first floor and the first numbered ball met; ET-62: for beginners two floors."""
    floors = tuple(card for card in rest if is_floor(card))
    balls = tuple(card for card in rest if is_numbered(card))
    if beginner:
        return floors[:2]
    return (floors[0], balls[0]) if floors and balls else None


def _less(cards: tuple[Card, ...], taken: tuple[Card, ...]) -> tuple[Card, ...]:
    left = list(cards)
    for card in taken:
        left.remove(card)
    return tuple(left)


def _starter(state: State, chance: Chance) -> Seat:
    """ET-10, ET-63, ET-A07: the youngest, if named."""
    starter = state.options.starter
    return chance.below(state.seats) if starter == "random" else starter
