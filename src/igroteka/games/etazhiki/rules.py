"""Etazhiki by the book: what a seat may ask for now, and what comes of it."""

from collections.abc import Iterator

from msgspec import UNSET

from igroteka.core import HOUSE, Chance, Deal, Seat, Stop, Stopped, house_offers, need_open
from igroteka.games.etazhiki import turns
from igroteka.games.etazhiki.cards import is_ball, is_floor, is_night
from igroteka.games.etazhiki.deal import deal
from igroteka.games.etazhiki.deck import Story
from igroteka.games.etazhiki.ending import next_turn, shed_all
from igroteka.games.etazhiki.moves import Ball, Draw, End, Event, Floor, Intent, Intercept, Pass, Shed
from igroteka.games.etazhiki.objections import objection
from igroteka.games.etazhiki.options import is_beginner
from igroteka.games.etazhiki.state import State, evolve, is_dealt, is_over


def legal(state: State, seat: Seat) -> tuple[Intent, ...]:
    """Every canonical intent of this seat, each different card once."""
    dealt, over = is_dealt(state), is_over(state)
    if seat == HOUSE:
        return house_offers(dealt=dealt, over=over)
    if over or not dealt or not 0 <= seat < state.seats:
        return ()
    return tuple(intent for intent in _thinkable(state, seat) if objection(state, seat, intent) is None)


def _thinkable(state: State, seat: Seat) -> Iterator[Intent]:
    """All that a seat with this hand could ever ask for."""
    cards = tuple(dict.fromkeys(state.hands[seat]))
    if seat != state.turn:
        yield from (Intercept(card) for card in cards if is_night(card))
        return
    piles = range(len(state.floors)) if is_beginner(state.options) else (UNSET,)
    yield from (Floor(card, pile) for card in cards if is_floor(card) for pile in piles)
    yield from (Ball(card) for card in cards if is_ball(card))
    yield from (Shed(card) for card in cards if is_ball(card))
    yield from (Draw(), Pass(), End())


def canonical(state: State, intent: Intent) -> Intent:
    """Every intent has one form only."""
    return intent


def decide(state: State, seat: Seat, intent: Intent, chance: Chance) -> tuple[Event, ...]:
    """The events that come of the intent, or Refused; nothing is changed here."""
    need_open(seat, intent, seats=state.seats, dealt=is_dealt(state), over=is_over(state))
    if wrong := objection(state, seat, intent):
        raise wrong
    story = Story(state, evolve)
    match intent:
        case Deal():
            story.tell(*deal(state, chance))
        case Stop():
            story.tell(Stopped())
        case Floor(card, pile):
            turns.lay_floor(story, seat, card, 0 if pile is UNSET else pile, chance)
        case Ball(card):
            turns.lay_ball(story, seat, card, chance)
        case Draw():
            turns.draw(story, seat, chance)
        case Pass():
            turns.pass_turn(story, seat, chance)
        case End():
            next_turn(story, chance)
        case Shed(top):
            shed_all(story, seat, top, chance)
        case Intercept(card):
            turns.intercept(story, seat, card, chance)
    return story.events
