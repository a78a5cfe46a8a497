"""The whole truth of a Sequence table, and how an event changes it."""

from collections.abc import Mapping
from typing import Final, Literal

import msgspec
from msgspec.structs import replace

from igroteka.core import Outcome, Pool, Refused, Seat, Stopped
from igroteka.core.outcome import STOPPED
from igroteka.games.sequence.lines import Five
from igroteka.games.sequence.moves import (
    Accused,
    Admitted,
    Broken,
    ClaimFell,
    ClaimSettled,
    Completed,
    Dealt,
    Denied,
    Drew,
    Event,
    Exchanged,
    Forfeited,
    LongLineMade,
    Lost,
    Owed,
    Passed,
    PassedOver,
    Placed,
    Removed,
    Replaced,
    Reshuffled,
    Stuck,
    TurnCame,
    TurnedUp,
    Won,
)
from igroteka.games.sequence.parts import BOX, PARTS, SIDES, Card, Cell, Side

DRAW: Final = "draw"


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The table options; `sides` unset means what fits the number of seats (SQ-A04)."""

    sides: int | msgspec.UnsetType = msgspec.UNSET
    draw: Literal["by_hand", "automatic"] = "by_hand"
    hard: bool = False
    table_talk: bool = True


class Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A completed sequence: exactly five cells, from the top, then the left."""

    side: Side
    cells: Five


class Claim(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """SQ-36: a side stands accused; `due` is filled when someone admits."""

    side: Side
    denied: tuple[Seat, ...] = ()
    due: tuple[Seat, ...] = ()


class Public(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What lies open and is written alike in state, view and position; `winner` is a side or "draw"."""

    lines: tuple[Line, ...] = ()
    piles: tuple[tuple[Card, ...], ...] = ()
    turn: Seat = 0
    owed: tuple[Seat, ...] = ()
    exchanged: bool = False
    choosing: Seat | None = None
    claim: Claim | None = None
    accused: tuple[Seat, ...] = ()
    passes: int = 0
    winner: str | None = None


class State(Public, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Before the deal `hands` is empty."""

    seats: int
    options: Options
    sides: int
    hands: tuple[tuple[Card, ...], ...] = ()
    chips: Mapping[Cell, Side] = {}
    deck: tuple[Card, ...] = ()
    stopped: bool = False
    pool: Pool | None = None


def start(seats: int, options: Options) -> State:
    """SQ-02, SQ-04, SQ-A04: the table before the deal, or Refused."""
    if seats not in PARTS.hand:
        raise Refused("seats-do-not-fit", "SQ-02", seats=seats, fit=", ".join(map(str, PARTS.hand)))
    fit = PARTS.sides[seats]
    sides = fit[0] if options.sides is msgspec.UNSET else options.sides
    if sides > len(SIDES):
        raise Refused("too-many-sides", "SQ-04", sides=sides)
    if sides not in fit:
        raise Refused("sides-do-not-fit", "SQ-A04", sides=sides, seats=seats, fit=", ".join(map(str, fit)))
    return State(seats=seats, options=options, sides=sides)


def side_of(state: State, seat: Seat) -> Side:
    """SQ-09, SQ-39: the members of the sides alternate round the table."""
    return SIDES[seat % state.sides]


def members(state: State, side: Side) -> tuple[Seat, ...]:
    return tuple(range(SIDES.index(side), state.seats, state.sides))


def progress(state: State, seat: Seat) -> float:
    """The part of the sequences that the seat's side needs."""
    return min(1.0, len(fives_of(state, side_of(state, seat))) / PARTS.wins[state.sides])


def asking_tells(options: Options) -> bool:
    """Who is owed a card, or stands accused, is seen by everyone (SQ-19, SQ-36)."""
    return False


def fives_of(state: State, side: Side) -> tuple[Five, ...]:
    return tuple(line.cells for line in state.lines if line.side == side)


def is_dealt(state: State) -> bool:
    return bool(state.hands)


def is_over(state: State) -> bool:
    return state.stopped or state.winner is not None


def turn(state: State) -> Seat | None:
    return state.turn if is_dealt(state) and not is_over(state) else None


def outcome(state: State) -> Outcome | None:
    if state.stopped:
        return STOPPED
    if state.winner is None:
        return None
    if state.winner == DRAW:
        return Outcome("stuck", "SQ-A17")
    clause = "SQ-33" if state.sides == 2 else "SQ-38"
    return Outcome("sequences", clause, members(state, state.winner))


def evolve(state: State, event: Event) -> State:
    match event:
        case TurnedUp():
            return state
        case Dealt(_, hands, deck, first):
            pool = Pool.filled(BOX, state.seats)
            for seat, hand in enumerate(hands):
                pool = pool.take(seat, len(hand or ()))
            return replace(
                state,
                hands=tuple(hand or () for hand in hands),
                piles=((),) * state.seats,
                deck=deck or (),
                turn=first,
                pool=pool,
            )
        case Placed(seat, card, cell):
            chips = {**state.chips, cell: side_of(state, seat)}
            return replace(_laid(state, seat, card), chips=chips, passes=0, accused=())
        case Removed(seat, card, cell):
            chips = {at: side for at, side in state.chips.items() if at != cell}
            return replace(_laid(state, seat, card), chips=chips, passes=0, accused=())
        case Completed(side, cells):
            return replace(state, lines=(*state.lines, Line(side, cells)), choosing=None)
        case Broken(side, cells):
            return replace(state, lines=tuple(x for x in state.lines if x != Line(side, cells)))
        case LongLineMade(seat):
            return replace(state, choosing=seat)
        case Exchanged(seat, card):
            return replace(_laid(state, seat, card), exchanged=True, passes=0)
        case Replaced(seat, card):
            return _took(state, seat, card)
        case Owed(seat):
            return replace(state, owed=(*state.owed, seat))
        case Drew(seat, card):
            return replace(_took(state, seat, card), owed=_without(state.owed, seat), passes=0)
        case Lost(seat):
            return replace(state, owed=_without(state.owed, seat))
        case Reshuffled(deck):
            played = (card for pile in state.piles for card in pile)
            known = state.pool and Pool.filled(played, state.seats)  # of a position nothing is known
            return replace(state, deck=deck or (), piles=((),) * state.seats, pool=known)
        case Passed() | PassedOver():
            return replace(state, passes=state.passes + 1)
        case TurnCame(seat):
            return replace(state, turn=seat, exchanged=False)
        case Accused(seat, side):
            return replace(state, claim=Claim(side), accused=tuple(sorted((*state.accused, seat))))
        case Denied(seat):
            claim = state.claim or Claim("")
            return replace(state, claim=replace(claim, denied=tuple(sorted((*claim.denied, seat)))))
        case Admitted(_, due):
            return replace(state, claim=replace(state.claim or Claim(""), due=due))
        case Forfeited(seat, card):
            claim = state.claim or Claim("")
            paid = replace(claim, due=_without(claim.due, seat))
            return replace(_laid(state, seat, card), claim=paid)
        case ClaimFell() | ClaimSettled():
            return replace(state, claim=None)
        case Won(side):
            return replace(state, winner=side)
        case Stuck():
            return replace(state, winner=DRAW)
        case Stopped():
            return replace(state, stopped=True)


def _laid(state: State, seat: Seat, card: Card) -> State:
    """The card has gone from the seat's hand to its pile."""
    hand = list(state.hands[seat])
    hand.remove(card)
    return replace(
        state,
        hands=_with(state.hands, seat, tuple(hand)),
        piles=_with(state.piles, seat, (*state.piles[seat], card)),
        pool=state.pool and state.pool.lay(seat, card),
    )


def _took(state: State, seat: Seat, card: Card | None) -> State:
    """The top card of the deck has gone to the seat's hand."""
    return replace(
        state,
        hands=_with(state.hands, seat, (*state.hands[seat], card or "")),
        deck=state.deck[1:],
        pool=state.pool and state.pool.take(seat),
    )


def _with(
    rows: tuple[tuple[Card, ...], ...], at: Seat, row: tuple[Card, ...]
) -> tuple[tuple[Card, ...], ...]:
    return (*rows[:at], row, *rows[at + 1 :])


def _without(seats: tuple[Seat, ...], seat: Seat) -> tuple[Seat, ...]:
    return tuple(other for other in seats if other != seat)
