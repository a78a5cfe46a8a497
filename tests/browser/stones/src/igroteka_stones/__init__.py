"""Stones on a board: place two, slide them, build on them; whose side has built all it holds wins."""

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
    Sides,
    Stop,
    Stopped,
    Unfolding,
    house_offers,
    need_open,
    read,
    shared,
)

NAME: Final = "stones"
MINUTES: Final = 5
SEATS: Final = (2, 4)
CELLS: Final = tuple(f"{column}{row}" for row in range(5, 0, -1) for column in "abcde")
STONES: Final = 2

Cell: TypeAlias = str
Piece: TypeAlias = Literal["tower", "120"]


class Place(core.Intent, frozen=True, tag="place"):
    cell: Cell


class Slide(core.Intent, frozen=True, tag="slide"):
    start: Cell
    end: Cell


class Build(core.Intent, frozen=True, tag="build"):
    piece: Piece
    cell: Cell
    way: Literal["lying", "standing"] = "standing"


class Keep(core.Intent, frozen=True, tag="keep"):
    """A piece stays in the hand: something that is done with it and names no cell."""

    piece: Piece


class Resign(core.Intent, frozen=True, tag="resign"):
    """At any time; the other side has won."""


Intent: TypeAlias = Deal | Stop | Place | Slide | Build | Keep | Resign
HONOUR: Final = (Resign,)


class Began(core.Event, frozen=True, tag="began"):
    turn: Seat


class Placed(core.Event, frozen=True, tag="placed"):
    seat: Seat
    cell: Cell


class Slid(core.Event, frozen=True, tag="slid"):
    seat: Seat
    start: Cell
    end: Cell


class Built(core.Event, frozen=True, tag="built"):
    seat: Seat
    piece: Piece
    cell: Cell


class Kept(core.Event, frozen=True, tag="kept"):
    seat: Seat
    piece: Piece


class Resigned(core.Event, frozen=True, tag="resigned"):
    seat: Seat


class Won(core.Event, frozen=True, tag="won"):
    winners: tuple[Seat, ...]


Event: TypeAlias = Stopped | Began | Placed | Slid | Built | Kept | Resigned | Won


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    alone: bool = False
    """Four may play everyone for themselves; two do so anyway."""
    ways: bool = False
    """What is built may lie, too."""


class Raised(msgspec.Struct, frozen=True):
    """A thing on the table: what was built, by whom, and where."""

    by: Seat
    piece: Piece
    cell: Cell


class Man(msgspec.Struct, frozen=True):
    """A stone that stays its owner's, with what is built on it."""

    seat: Seat
    piece: Piece


class Public(msgspec.Struct, frozen=True, kw_only=True):
    turn: Seat = 0
    raised: tuple[Raised, ...] = ()
    board: dict[Cell, Seat | Piece | Man | None] = {}
    hands: tuple[tuple[Piece, ...], ...] = ()
    winners: tuple[Seat, ...] = ()
    stopped: bool = False


class State(Public, frozen=True, kw_only=True):
    seats: int
    options: Options


class View(Public, frozen=True, kw_only=True, tag_field="game", tag="stones"):
    seat: Seat | None
    seats: int
    options: Options
    hand: tuple[Piece, ...] | None
    left: tuple[int, ...]
    built: tuple[int | None, ...]
    """How much each has built; nothing is said of whoever has not begun to."""
    outcome: Outcome | None
    legal: tuple[Intent, ...]


def start(seats: int, options: Options) -> State:
    if seats not in SEATS:
        raise Refused("seats-do-not-fit", None, seats=seats, fit=", ".join(map(str, SEATS)))
    if options.alone and seats == 2:
        raise Refused("alone-anyway", None)
    return State(seats=seats, options=options)


def sides(table: State | View) -> Sides:
    if table.seats == 2 or table.options.alone:
        return tuple((seat,) for seat in range(table.seats))
    return ((0, 2), (1, 3))


def turn(state: State) -> Seat | None:
    return state.turn if state.board and outcome(state) is None else None


def outcome(state: State) -> Outcome | None:
    if state.stopped:
        return STOPPED
    return Outcome("all-built", None, state.winners) if state.winners else None


def legal(state: State, seat: Seat) -> tuple[Intent, ...]:
    if seat == HOUSE:
        return house_offers(dealt=bool(state.board), over=outcome(state) is not None)
    if seat != turn(state):
        return (Resign(),) if 0 <= seat < state.seats and turn(state) is not None else ()
    return (*_moves(state, seat), Resign())


def _moves(state: State, seat: Seat) -> tuple[Intent, ...]:
    own = [cell for cell, holds in state.board.items() if holds == seat]
    free = [cell for cell, holds in state.board.items() if holds is None]
    if len(own) < STONES and free:
        return tuple(Place(cell) for cell in free)
    slides = [Slide(cell, end) for cell in own for end in free if _is_beside(cell, end)]
    pieces = [(piece, cell) for piece in state.hands[seat] for cell in own]
    builds = [Build(piece, cell) for piece, cell in pieces]
    if state.options.ways:
        builds += [Build(piece, cell, "lying") for piece, cell in pieces]
    return (*slides, *builds, *(Keep(piece) for piece in state.hands[seat]))


def _is_beside(one: Cell, other: Cell) -> bool:
    return abs(ord(one[0]) - ord(other[0])) + abs(int(one[1]) - int(other[1])) == 1


def decide(state: State, seat: Seat, intent: Intent, chance: Chance) -> tuple[Event, ...]:
    need_open(seat, intent, seats=state.seats, dealt=bool(state.board), over=outcome(state) is not None)
    if seat not in (HOUSE, state.turn) and not isinstance(intent, Resign):
        raise Refused("not-your-turn", None, turn=state.turn)
    if seat != HOUSE and intent not in legal(state, seat):
        raise Refused("not-there", None, cell=getattr(intent, "cell", ""))
    story: Unfolding[State, Event] = Unfolding(state, evolve)
    match intent:
        case Deal():
            story.tell(Began(chance.below(state.seats)))
        case Stop():
            story.tell(Stopped())
        case Place(cell):
            story.tell(Placed(seat, cell))
        case Slide(begin, end):
            story.tell(Slid(seat, begin, end))
        case Keep(piece):
            story.tell(Kept(seat, piece))
        case Resign():
            story.tell(Resigned(seat))
            story.tell(Won(next(side for side in sides(state) if seat not in side)))
        case Build(piece, cell):
            story.tell(Built(seat, piece, cell))
            if not story.state.hands[seat]:
                story.tell(Won(next(side for side in sides(state) if seat in side)))
    return story.events


def evolve(state: State, event: Event) -> State:
    after = (state.turn + 1) % state.seats
    match event:
        case Began(first):
            hands: tuple[tuple[Piece, ...], ...] = (("tower", "120"),) * state.seats
            return replace(state, board=dict.fromkeys(CELLS), hands=hands, turn=first)
        case Placed(seat, cell):
            return replace(state, board={**state.board, cell: seat}, turn=after)
        case Slid(seat, begin, end):
            return replace(state, board={**state.board, begin: None, end: seat}, turn=after)
        case Built(seat, piece, cell):
            hands = tuple(
                tuple(one for one in hand if one != piece) if owner == seat else hand
                for owner, hand in enumerate(state.hands)
            )
            raised = (*state.raised, Raised(seat, piece, cell))
            stands = piece if piece == "tower" else Man(seat, piece)
            return replace(state, board={**state.board, cell: stands}, hands=hands, raised=raised, turn=after)
        case Kept():
            return replace(state, turn=after)
        case Resigned():
            return state
        case Won(winners):
            return replace(state, winners=winners)
        case Stopped():
            return replace(state, stopped=True)


def view(state: State, seat: Seat | None) -> View:
    sits = seat is not None and 0 <= seat < len(state.hands)
    return View(
        **shared(Public, state),
        seat=seat,
        seats=state.seats,
        options=state.options,
        hand=state.hands[seat] if seat is not None and sits else None,
        left=tuple(map(len, state.hands)),
        built=tuple(2 - len(hand) or None for hand in state.hands),
        outcome=outcome(state),
        legal=legal(state, seat) if seat is not None else (),
    )


def redact(event: Event, seat: Seat | None) -> Event:
    return event


def imagine(view: View, chance: Chance) -> State:
    return State(**shared(Public, view), seats=view.seats, options=view.options)


def position(state: State) -> dict[str, Any] | None:
    data: dict[str, Any] = msgspec.to_builtins(Public(**shared(Public, state)))
    return data if state.board else None


def from_position(data: Mapping[str, Any], options: Options) -> State:
    plain = read(data, Public)
    return replace(start(len(plain.hands), options), **shared(Public, plain))


def progress(state: State, seat: Seat) -> float:
    return 1 - len(state.hands[seat]) / 2 if state.hands else 0.0
