"""The whole truth of an Etazhiki table, and how an event changes it."""

from typing import Annotated, TypeAlias

import msgspec
from msgspec.structs import replace

from igroteka.core import Outcome, Pool, Seat, Stopped
from igroteka.core.outcome import STOPPED
from igroteka.games.etazhiki.cards import SKIP, Card, fitting, is_ball, is_floor, neighbours, number_of
from igroteka.games.etazhiki.moves import (
    BallLaid,
    BallsLeft,
    BallsShed,
    Dealt,
    Drew,
    DrewNothing,
    Event,
    FloorLaid,
    Intercepted,
    Misdealt,
    Passed,
    Rebuilt,
    Skipped,
    StarWon,
    Stuck,
    TurnCame,
    Won,
)
from igroteka.games.etazhiki.options import Options, is_beginner, need_table
from igroteka.games.etazhiki.parts import NUMBERS

Pile: TypeAlias = tuple[Card, ...]


Count: TypeAlias = Annotated[int, msgspec.Meta(ge=0)]


class Public(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What everyone may see and is written alike in state, view and position."""

    turn: Seat = 0
    stars: tuple[Count, ...] = ()
    drew: bool = False
    floors_laid: Count = 0
    balls_laid: Count = 0
    shedding: bool = False
    skip_armed: bool = False
    idle: Count = 0


class State(Public, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Before the deal `hands` is empty; piles are bottom to top; beginners have two of floors, no balls."""

    seats: int
    options: Options
    hands: tuple[tuple[Card, ...], ...] = ()
    floors: tuple[Pile, ...] = ()
    balls: Pile = ()
    deck: tuple[Card, ...] = ()
    winners: tuple[Seat, ...] = ()
    stopped: bool = False
    pool: Pool | None = None


def start(seats: int, options: Options) -> State:
    """The table before the deal, or Refused."""
    need_table(seats, options)
    return State(seats=seats, options=options)


def is_dealt(state: State) -> bool:
    return bool(state.hands)


def is_over(state: State) -> bool:
    return state.stopped or bool(state.winners)


def turn(state: State) -> Seat | None:
    return state.turn if is_dealt(state) and not is_over(state) else None


def outcome(state: State) -> Outcome | None:
    """ET-03: stars win; ET-A42: or a full circle of passes ends it."""
    if state.stopped:
        return STOPPED
    if not state.winners:
        return None
    if state.stars[state.winners[0]] < NUMBERS.stars[state.seats]:
        return Outcome("stuck", "ET-A42", state.winners)
    return Outcome("stars", "ET-71" if is_beginner(state.options) else "ET-29", state.winners)


def progress(state: State, seat: Seat) -> float:
    """The stars that were won, and how near the hand is to the next one."""
    if not state.hands:
        return 0.0
    next_star = NUMBERS.hand / (NUMBERS.hand + len(state.hands[seat]))
    return min(1.0, (state.stars[seat] + next_star) / NUMBERS.stars[state.seats])


def wanted(state: State, pile: int = 0, under: Card | None = None) -> frozenset[int]:
    """The numbers that fit on this pile now, or would with another ball on top (ET-A17: only that counts)."""
    floor = number_of(state.floors[pile][-1])
    if is_beginner(state.options):
        return neighbours(floor)
    return fitting(floor, under or state.balls[-1], strict=state.options.parity == "strict")


def buried(state: State) -> tuple[Card, ...]:
    """ET-16, ET-70: what lies in the piles under the open cards."""
    return tuple(card for pile in (*state.floors, state.balls) for card in pile[:-1])


def tops(state: State) -> tuple[Card, ...]:
    return tuple(pile[-1] for pile in (*state.floors, state.balls) if pile)


def evolve(state: State, event: Event) -> State:
    match event:
        case Misdealt():
            return state
        case Dealt():
            return _dealt(state, event)
        case FloorLaid(seat, card, pile):
            laid = _left_hand(state, seat, card)
            return replace(laid, floors=_onto(state, pile, card), floors_laid=state.floors_laid + 1)
        case BallLaid(seat, card):
            laid = _left_hand(state, seat, card)
            return replace(_with_balls(laid, card), balls_laid=state.balls_laid + 1)
        case Intercepted(seat, card):
            laid = _fresh_turn(_left_hand(state, seat, card), seat)
            return replace(laid, floors=_onto(state, 0, card), floors_laid=1)
        case Drew(seat, why, _, cards):
            return replace(_took(state, seat, cards or ()), drew=state.drew or why == "unable", idle=0)
        case DrewNothing():
            return replace(state, drew=True)
        case Rebuilt(_, deck):
            return _rebuilt(state, deck or ())
        case Passed():
            return replace(state, idle=state.idle + 1)
        case Skipped():
            return replace(state, skip_armed=False)
        case BallsLeft():
            return replace(state, shedding=True)
        case BallsShed(seat, cards):
            return replace(_with_balls(_left_hand(state, seat, *cards), *cards), shedding=False)
        case StarWon(seat, stars):
            return replace(state, stars=(*state.stars[:seat], stars, *state.stars[seat + 1 :]))
        case TurnCame(seat):
            return _fresh_turn(state, seat)
        case Won(seat):
            return replace(state, winners=(seat,))
        case Stuck(winners):
            return replace(state, winners=winners)
        case Stopped():
            return replace(state, stopped=True)


def _dealt(state: State, dealt: Dealt) -> State:
    hands, deck = tuple(hand or () for hand in dealt.hands), dealt.deck or ()
    hidden = (card for cards in (*hands, deck) for card in cards)
    pool = Pool.filled(hidden, state.seats, dealt.centre)
    for seat, hand in enumerate(hands):
        pool = pool.take(seat, len(hand))
    return replace(
        state,
        hands=hands,
        floors=tuple((card,) for card in dealt.centre if is_floor(card)),
        balls=tuple(card for card in dealt.centre if is_ball(card)),
        deck=deck,
        turn=dealt.turn,
        stars=(0,) * state.seats,
        pool=pool,
    )


def _rebuilt(state: State, deck: tuple[Card, ...]) -> State:
    """Who was told of the buried cards knows what went in; after a position nobody was."""
    return replace(
        state,
        deck=deck,
        floors=tuple(pile[-1:] for pile in state.floors),
        balls=state.balls[-1:],
        pool=state.pool and Pool.filled(buried(state), state.seats, tops(state)),
    )


def _fresh_turn(state: State, seat: Seat) -> State:
    return replace(state, turn=seat, drew=False, floors_laid=0, balls_laid=0, shedding=False)


def _left_hand(state: State, seat: Seat, *cards: Card) -> State:
    """The cards have gone from the seat's hand to the table."""
    hand = list(state.hands[seat])
    for card in cards:
        hand.remove(card)
    pool = state.pool and state.pool.lay(seat, *cards)
    return replace(state, hands=_with_hand(state, seat, tuple(hand)), pool=pool, idle=0)


def _onto(state: State, at: int, card: Card) -> tuple[Pile, ...]:
    return (*state.floors[:at], (*state.floors[at], card), *state.floors[at + 1 :])


def _with_balls(state: State, *cards: Card) -> State:
    """ET-A19: a SKIP is armed when it is laid, and disarmed when it is covered."""
    return replace(state, balls=(*state.balls, *cards), skip_armed=cards[-1] == SKIP)


def _took(state: State, seat: Seat, cards: tuple[Card, ...]) -> State:
    """The top cards of the deck have gone to the seat's hand."""
    pool = state.pool and state.pool.take(seat, len(cards))
    hands = _with_hand(state, seat, (*state.hands[seat], *cards))
    return replace(state, hands=hands, deck=state.deck[len(cards) :], pool=pool)


def _with_hand(state: State, seat: Seat, hand: tuple[Card, ...]) -> tuple[tuple[Card, ...], ...]:
    return (*state.hands[:seat], hand, *state.hands[seat + 1 :])
