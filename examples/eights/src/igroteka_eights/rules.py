"""Crazy Eights by its clauses: what a seat may ask for now, and what comes of it."""

from collections.abc import Iterator
from typing import Final, TypeAlias

from msgspec import UNSET

from igroteka.core import (
    HOUSE,
    Chance,
    Deal,
    Refused,
    Seat,
    Stop,
    Stopped,
    Unfolding,
    house_offers,
    need_open,
)
from igroteka_eights.cards import CAUGHT, PACK, SUITS, Card, dealt_to_each, is_wild, next_seat, rank, suit
from igroteka_eights.moves import (
    Announce,
    Announced,
    Catch,
    Caught,
    Dealt,
    Draw,
    Drew,
    Event,
    Intent,
    Laid,
    Lay,
    Pass,
    Passed,
    Reshuffled,
    Stalled,
    TurnCame,
    WildLaid,
    Won,
)
from igroteka_eights.state import State, evolve, is_dealt, is_over

Story: TypeAlias = Unfolding[State, Event]

_DRAWS: Final = {"one": 1, "three": 3}


def legal(state: State, seat: Seat) -> tuple[Intent, ...]:
    """Every intent of this seat: whatever `_object` has nothing against."""
    dealt, over = is_dealt(state), is_over(state)
    if seat == HOUSE:
        return house_offers(dealt=dealt, over=over)
    if over or not dealt or not 0 <= seat < state.seats:
        return ()
    return tuple(intent for intent in _thinkable(state, seat) if _object(state, seat, intent) is None)


def decide(state: State, seat: Seat, intent: Intent, chance: Chance) -> tuple[Event, ...]:
    need_open(seat, intent, seats=state.seats, dealt=is_dealt(state), over=is_over(state))
    if refused := _object(state, seat, intent):
        raise refused
    story: Story = Unfolding(state, evolve)
    match intent:
        case Deal():
            story.tell(_deal(state, chance))
        case Stop():
            story.tell(Stopped())
        case Lay():
            _lay(story, seat, intent)
        case Draw():
            _draw(story, seat, chance)
        case Pass():
            story.tell(Passed(seat))
            _go_on(story)
        case Announce():
            story.tell(Announced(seat))
        case Catch(silent):
            _catch(story, silent, seat, chance)
    return story.events


def _thinkable(state: State, seat: Seat) -> Iterator[Intent]:
    for card in dict.fromkeys(state.hands[seat]):
        yield from (Lay(card, named) for named in SUITS) if is_wild(card) else (Lay(card),)
    yield from (Draw(), Pass(), Announce())
    yield from (Catch(other) for other in range(state.seats))


def _object(state: State, seat: Seat, intent: Intent) -> Refused | None:
    """Why this intent is refused now; None if it is not."""
    match intent:
        case Announce() if state.silent != seat:
            return Refused("nothing-to-announce", "CE-11")
        case Catch(silent) if silent == seat or silent != state.silent:
            return Refused("nobody-to-catch", "CE-12")
        case Lay() | Draw() | Pass() if seat != state.turn:
            return Refused("not-your-turn", "CE-05", turn=state.turn)
        case Lay():
            return _object_to_lay(state, seat, intent)
        case Draw() if state.drawn >= _DRAWS[state.options.draws]:
            return Refused("drawn-enough", "CE-08", count=state.drawn)
        case Draw() if not _can_draw(state):
            return Refused("nothing-to-draw", "CE-10")
        case Pass() if state.drawn < _DRAWS[state.options.draws] and _can_draw(state):
            return Refused("draw-before-passing", "CE-09")
    return None


def _object_to_lay(state: State, seat: Seat, lay: Lay) -> Refused | None:
    if lay.card not in state.hands[seat]:
        return Refused("card-not-held", "CE-06", card=lay.card)
    if is_wild(lay.card):
        return Refused("suit-not-named", "CE-07", card=lay.card) if lay.suit is UNSET else None
    if lay.suit is not UNSET:
        return Refused("suit-not-asked", "CE-07", card=lay.card)
    if not _fits(state, lay.card):
        return Refused("does-not-fit", "CE-06", card=lay.card, top=state.pile[-1], suit=state.suit)
    return None


def _fits(state: State, card: Card) -> bool:
    """CE-06: the suit that is to be followed, or the rank of the top card."""
    return suit(card) == state.suit or rank(card) == rank(state.pile[-1])


def _can_draw(state: State) -> bool:
    """CE-10: there is a card in the deck, or below the top of the pile."""
    return bool(state.deck) or len(state.pile) > 1


def _deal(state: State, chance: Chance) -> Dealt:
    """CE-03..CE-05: the hands, a card in the middle that is not an eight, and who begins."""
    cards = chance.shuffled(PACK)
    size = dealt_to_each(state.seats)
    hands = tuple(cards[seat * size : (seat + 1) * size] for seat in range(state.seats))
    rest = cards[state.seats * size :]
    first = next(card for card in rest if not is_wild(card))
    deck = chance.shuffled(card for card in rest if card != first)
    return Dealt(hands, first, deck, chance.below(state.seats))


def _lay(story: Story, seat: Seat, lay: Lay) -> None:
    story.tell(Laid(seat, lay.card) if lay.suit is UNSET else WildLaid(seat, lay.card, lay.suit))
    if not story.state.hands[seat]:  # CE-14
        story.tell(Won(seat))
    else:
        _go_on(story)


def _draw(story: Story, seat: Seat, chance: Chance) -> None:
    """CE-10: an empty deck is filled from the pile first."""
    if not story.state.deck:
        beneath = story.state.pile[:-1]
        story.tell(Reshuffled(len(beneath), chance.shuffled(beneath)))
    story.tell(Drew(seat, story.state.deck[0]))


def _catch(story: Story, silent: Seat, by: Seat, chance: Chance) -> None:
    """CE-13: as many cards as there are, two at most."""
    story.tell(Caught(silent, by))
    for _ in range(CAUGHT):
        if _can_draw(story.state):
            _draw(story, silent, chance)


def _go_on(story: Story) -> None:
    """The next seat's turn; or the end, when all have passed one after the other (CE-15)."""
    state = story.state
    if state.passes < state.seats:
        story.tell(TurnCame(next_seat(state.turn, state.seats)))
        return
    fewest = min(map(len, state.hands))
    story.tell(Stalled(tuple(s for s, hand in enumerate(state.hands) if len(hand) == fewest)))
