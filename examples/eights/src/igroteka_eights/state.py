"""The whole truth of a table, and how an event changes it."""

from typing import Literal

import msgspec
from msgspec.structs import replace

from igroteka.core import STOPPED, Outcome, Pool, Refused, Seat, Stopped
from igroteka_eights.cards import SEATS, Card, Suit, suit
from igroteka_eights.moves import (
    Announced,
    Caught,
    Dealt,
    Drew,
    Event,
    Laid,
    Passed,
    Reshuffled,
    Stalled,
    TurnCame,
    WildLaid,
    Won,
)


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """CE-08: how many cards a turn may be drawn."""

    draws: Literal["one", "three"] = "three"


class Public(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What everyone may see. State, view and position all begin with these fields."""

    pile: tuple[Card, ...] = ()
    suit: Suit = "C"
    turn: Seat = 0
    drawn: int = 0
    silent: Seat | None = None
    passes: int = 0
    winners: tuple[Seat, ...] = ()
    stopped: bool = False


class State(Public, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Before the deal `hands` is empty. The top of the deck is first, the top of the pile last."""

    seats: int
    options: Options
    hands: tuple[tuple[Card, ...], ...] = ()
    deck: tuple[Card, ...] = ()
    pool: Pool | None = None


def start(seats: int, options: Options) -> State:
    """CE-01: the table before the deal, or Refused."""
    if seats not in SEATS:
        raise Refused("seats-do-not-fit", "CE-01", seats=seats, fit=", ".join(map(str, SEATS)))
    return State(seats=seats, options=options)


def is_dealt(state: State) -> bool:
    return bool(state.hands)


def is_over(state: State) -> bool:
    return state.stopped or bool(state.winners)


def turn(state: State) -> Seat | None:
    return state.turn if is_dealt(state) and not is_over(state) else None


def outcome(state: State) -> Outcome | None:
    if state.stopped:
        return STOPPED
    if not state.winners:
        return None
    if state.passes >= state.seats:
        return Outcome("stalled", "CE-15", state.winners)
    return Outcome("all-laid", "CE-14", state.winners)


def evolve(state: State, event: Event) -> State:
    match event:
        case Dealt():
            return _dealt(state, event)
        case Laid(seat, card):
            return replace(_laid(state, seat, card), suit=suit(card))
        case WildLaid(seat, card, named):
            return replace(_laid(state, seat, card), suit=named)
        case Drew(seat):
            return _drew(state, seat)
        case Reshuffled(_, deck):
            went_in, top = state.pile[:-1], state.pile[-1:]
            known = state.pool and Pool.filled(went_in, state.seats, kept=top)
            return replace(state, deck=deck or (), pile=top, pool=known)
        case Passed():
            return replace(state, passes=state.passes + 1)
        case Announced() | Caught():
            return replace(state, silent=None)
        case TurnCame(seat):  # CE-12: whoever fell silent before the turn that is now over got away
            silent = state.silent if state.silent == state.turn else None
            return replace(state, turn=seat, drawn=0, silent=silent)
        case Won(seat):
            return replace(state, winners=(seat,), silent=None)
        case Stalled(winners):
            return replace(state, winners=winners, silent=None)
        case Stopped():
            return replace(state, stopped=True)


def _dealt(state: State, event: Dealt) -> State:
    hands = tuple(hand or () for hand in event.hands)
    deck = event.deck or ()
    pool = Pool.filled((*deck, *(card for hand in hands for card in hand)), state.seats, kept=(event.start,))
    for seat, hand in enumerate(hands):
        pool = pool.take(seat, len(hand))
    return replace(
        state,
        hands=hands,
        deck=deck,
        pile=(event.start,),
        suit=suit(event.start),
        turn=event.turn,
        pool=pool,
    )


def _laid(state: State, seat: Seat, card: Card) -> State:
    """CE-11: a hand of one card is silent until its owner says so."""
    hand = list(state.hands[seat])
    hand.remove(card)
    return replace(
        state,
        hands=_with(state, seat, tuple(hand)),
        pile=(*state.pile, card),
        silent=seat if len(hand) == 1 else state.silent,
        passes=0,
        pool=state.pool and state.pool.lay(seat, card),
    )


def _drew(state: State, seat: Seat) -> State:
    """The top card goes to the seat; out of turn it is a fine, which is no draw of the turn."""
    return replace(
        state,
        hands=_with(state, seat, (*state.hands[seat], *state.deck[:1])),
        deck=state.deck[1:],
        drawn=state.drawn + (seat == state.turn),
        passes=0,
        pool=state.pool and state.pool.take(seat),
    )


def _with(state: State, seat: Seat, hand: tuple[Card, ...]) -> tuple[tuple[Card, ...], ...]:
    return (*state.hands[:seat], hand, *state.hands[seat + 1 :])
