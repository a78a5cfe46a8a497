"""Dice under cups: bid higher, or doubt the last bid; whoever is wrong loses a die."""

from collections.abc import Mapping
from typing import Any, Final, Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from igroteka import core
from igroteka.core import (
    HOUSE,
    STOPPED,
    Chance,
    Deal,
    Outcome,
    Refused,
    Seat,
    Stop,
    Stopped,
    Unfolding,
    house_offers,
    need_open,
    read,
    shared,
)

NAME: Final = "bids"
SEATS: Final = (2, 3, 4, 5)
FACES: Final = ("1", "2", "3", "4", "5", "6")
DICE: Final = 5

Die: TypeAlias = Literal["1", "2", "3", "4", "5", "6"]
Cup: TypeAlias = tuple[Die, ...]


class Bid(core.Intent, frozen=True, tag="bid"):
    count: int
    face: Die


class Doubt(core.Intent, frozen=True, tag="doubt"):
    pass


Intent: TypeAlias = Deal | Stop | Bid | Doubt


class Rolled(core.Event, frozen=True, tag="rolled"):
    hands: tuple[Cup | None, ...]
    turn: Seat


class BidMade(core.Event, frozen=True, tag="bid_made"):
    seat: Seat
    count: int
    face: Die


class Doubted(core.Event, frozen=True, tag="doubted"):
    seat: Seat
    cups: tuple[Cup, ...]
    loser: Seat


class Won(core.Event, frozen=True, tag="won"):
    seat: Seat


Event: TypeAlias = Stopped | Rolled | BidMade | Doubted | Won


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    pass


class Public(msgspec.Struct, frozen=True, kw_only=True):
    turn: Seat = 0
    bidder: Seat | None = None
    count: int = 0
    face: Die | None = None
    shown: tuple[Cup, ...] = ()
    winner: Seat | None = None
    stopped: bool = False


class State(Public, frozen=True, kw_only=True):
    seats: int
    hands: tuple[Cup, ...] = ()


class Position(Public, frozen=True, kw_only=True):
    hands: tuple[Cup, ...]


class View(Public, frozen=True, kw_only=True, tag_field="game", tag="bids"):
    seat: Seat | None
    seats: int
    options: Options
    hand: Cup | None
    hand_sizes: tuple[int, ...]
    lost: tuple[int, ...]
    leads: tuple[bool, ...]
    outcome: Outcome | None
    legal: tuple[Intent, ...]


def start(seats: int, options: Options) -> State:
    if seats not in SEATS:
        raise Refused("seats-do-not-fit", None, seats=seats, fit=", ".join(map(str, SEATS)))
    return State(seats=seats)


def turn(state: State) -> Seat | None:
    return state.turn if state.hands and outcome(state) is None else None


def outcome(state: State) -> Outcome | None:
    if state.stopped:
        return STOPPED
    return None if state.winner is None else Outcome("last-dice", None, (state.winner,))


def legal(state: State, seat: Seat) -> tuple[Intent, ...]:
    if seat == HOUSE:
        return house_offers(dealt=bool(state.hands), over=outcome(state) is not None)
    if seat != turn(state):
        return ()
    counts = range(1, sum(map(len, state.hands)) + 1)
    last = (state.count, state.face or "")
    bids = (Bid(count, face) for count in counts for face in FACES if (count, face) > last)
    return (*bids, *((Doubt(),) if state.bidder is not None else ()))


def decide(state: State, seat: Seat, intent: Intent, chance: Chance) -> tuple[Event, ...]:
    need_open(seat, intent, seats=state.seats, dealt=bool(state.hands), over=outcome(state) is not None)
    if seat != HOUSE and intent not in legal(state, seat):
        raise Refused("not-your-turn", None, turn=state.turn)
    story: Unfolding[State, Event] = Unfolding(state, evolve)
    match intent:
        case Deal():
            story.tell(_rolled((DICE,) * state.seats, chance.below(state.seats), chance))
        case Stop():
            story.tell(Stopped())
        case Bid(count, face):
            story.tell(BidMade(seat, count, face))
        case Doubt():
            found = sum(die == state.face for cup in state.hands for die in cup)
            assert state.bidder is not None
            story.tell(Doubted(seat, state.hands, state.bidder if found < state.count else seat))
            left = [at for at, cup in enumerate(story.state.hands) if cup]
            if len(left) == 1:
                story.tell(Won(left[0]))
            else:
                sizes = tuple(map(len, story.state.hands))
                story.tell(_rolled(sizes, _next(story.state.hands, seat - 1), chance))
    return story.events


def _rolled(sizes: tuple[int, ...], first: Seat, chance: Chance) -> Rolled:
    return Rolled(tuple(tuple(chance.pick(FACES) for _ in range(size)) for size in sizes), first)


def _next(hands: tuple[Cup | None, ...], seat: Seat) -> Seat:
    """Who has dice left."""
    return next(at % len(hands) for at in range(seat + 1, seat + 1 + len(hands)) if hands[at % len(hands)])


def evolve(state: State, event: Event) -> State:
    match event:
        case Rolled(hands, first):
            cups = tuple(hand or () for hand in hands)
            return replace(state, hands=cups, turn=first, bidder=None, count=0, face=None)
        case BidMade(seat, count, face):
            after = _next(state.hands, seat)
            return replace(state, bidder=seat, count=count, face=face, turn=after)
        case Doubted(_, cups, loser):
            left = tuple(cup[1:] if seat == loser else cup for seat, cup in enumerate(cups))
            return replace(state, hands=left, shown=cups)
        case Won(seat):
            return replace(state, winner=seat)
        case Stopped():
            return replace(state, stopped=True)


def view(state: State, seat: Seat | None) -> View:
    sits = seat is not None and 0 <= seat < len(state.hands)
    return View(
        **shared(Public, state),
        seat=seat,
        seats=state.seats,
        options=Options(),
        hand=state.hands[seat] if seat is not None and sits else None,
        hand_sizes=tuple(map(len, state.hands)),
        lost=tuple(DICE - len(cup) for cup in state.hands),
        leads=tuple(at == state.bidder for at in range(state.seats)),
        outcome=outcome(state),
        legal=legal(state, seat) if seat is not None else (),
    )


def redact(event: Event, seat: Seat | None) -> Event:
    if isinstance(event, Rolled):
        return Rolled(tuple(hand if at == seat else None for at, hand in enumerate(event.hands)), event.turn)
    return event


def imagine(view: View, chance: Chance) -> State:
    hands = tuple(
        view.hand
        if at == view.seat and view.hand is not None
        else tuple(chance.pick(FACES) for _ in range(size))
        for at, size in enumerate(view.hand_sizes)
    )
    return State(**shared(Public, view), seats=view.seats, hands=hands)


def position(state: State) -> dict[str, Any] | None:
    if not state.hands:
        return None
    data: dict[str, Any] = msgspec.to_builtins(Position(**shared(Position, state)))
    return data


def from_position(data: Mapping[str, Any], options: Options) -> State:
    plain = read(data, Position)
    return replace(start(len(plain.hands), options), **shared(Position, plain))


def progress(state: State, seat: Seat) -> float:
    dice = sum(map(len, state.hands))
    return len(state.hands[seat]) / dice if dice else 0.0
