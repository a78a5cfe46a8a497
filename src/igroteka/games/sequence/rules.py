"""Sequence by the book: what a seat may ask for now, and what comes of it."""

from igroteka.core import HOUSE, Chance, Deal, Seat, Stop, Stopped, Unfolding, house_offers, need_open
from igroteka.games.sequence import talk, turns
from igroteka.games.sequence.deal import deal
from igroteka.games.sequence.moves import (
    Accuse,
    Admit,
    Choose,
    Deny,
    Draw,
    Event,
    Exchange,
    Forfeit,
    Intent,
    Pass,
    Place,
    Remove,
)
from igroteka.games.sequence.parts import PLACE
from igroteka.games.sequence.state import State, evolve, is_dealt, is_over


def legal(state: State, seat: Seat) -> tuple[Intent, ...]:
    """Every canonical intent of this seat, each different card once."""
    dealt, over = is_dealt(state), is_over(state)
    if seat == HOUSE:
        return house_offers(dealt=dealt, over=over)
    if over or not dealt or not 0 <= seat < state.seats:
        return ()
    if state.claim:
        return tuple(talk.answers(state, state.claim, seat))
    if state.choosing is not None:
        return tuple(turns.choices(state, seat))
    return (*turns.offers(state, seat), *talk.accusations(state, seat))


def canonical(state: State, intent: Intent) -> Intent:
    """SQ-B2: the order of the chosen cells does not matter."""
    if isinstance(intent, Choose) and all(cell in PLACE for cell in intent.cells):
        return Choose(tuple(sorted(intent.cells, key=PLACE.__getitem__)))
    return intent


def decide(state: State, seat: Seat, intent: Intent, chance: Chance) -> tuple[Event, ...]:
    """The events that come of the intent, or Refused; nothing is changed here."""
    need_open(seat, intent, seats=state.seats, dealt=is_dealt(state), over=is_over(state))
    story: Unfolding[State, Event] = Unfolding(state, evolve)
    match canonical(state, intent):
        case Deal():
            story.tell(*deal(state, chance))
        case Stop():
            story.tell(Stopped())
        case Place(card, cell):
            turns.place(story, seat, card, cell, chance)
        case Remove(card, cell):
            turns.remove(story, seat, card, cell, chance)
        case Exchange(card):
            turns.exchange(story, seat, card, chance)
        case Draw():
            turns.draw(story, seat, chance)
        case Pass():
            turns.pass_turn(story, seat)
        case Choose(cells):
            turns.choose(story, seat, cells, chance)
        case Accuse(side):
            talk.accuse(story, seat, side)
        case Admit():
            talk.admit(story, seat)
        case Deny():
            talk.deny(story, seat)
        case Forfeit(card):
            talk.forfeit(story, seat, card)
    turns.settle(story)
    return story.events
