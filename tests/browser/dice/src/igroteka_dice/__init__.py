"""Dice without secrets: throw any of them again, then hit a cell of the other's board; a full board wins."""

from collections import Counter
from collections.abc import Mapping
from itertools import combinations
from typing import Any, Final, TypeAlias

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

NAME: Final = "dice"
SEATS: Final = (2,)
CELLS: Final = ("a2", "b2", "a1", "b1")
DICE: Final = 5
THROWS: Final = 3

Die: TypeAlias = str
Cell: TypeAlias = str


class Throw(core.Intent, frozen=True, tag="throw"):
    dice: tuple[Die, ...]


class Hit(core.Intent, frozen=True, tag="hit"):
    cell: Cell


Intent: TypeAlias = Deal | Stop | Throw | Hit


class Thrown(core.Event, frozen=True, tag="thrown"):
    seat: Seat
    dice: tuple[Die, ...]


class Struck(core.Event, frozen=True, tag="struck"):
    seat: Seat
    cell: Cell


class Won(core.Event, frozen=True, tag="won"):
    seat: Seat


Event: TypeAlias = Stopped | Thrown | Struck | Won


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    pass


class Public(msgspec.Struct, frozen=True, kw_only=True):
    turn: Seat = 0
    dice: tuple[Die, ...] = ()
    throws: int = 0
    chain: tuple[Die, ...] = ()
    hits: tuple[tuple[Cell, ...], ...] = ((), ())
    winner: Seat | None = None
    stopped: bool = False


class State(Public, frozen=True, kw_only=True):
    seats: int
    options: Options


class View(Public, frozen=True, kw_only=True, tag_field="game", tag="dice"):
    seat: Seat | None
    seats: int
    options: Options
    theirs: dict[Cell, str | None]
    mine: dict[Cell, str | None]
    outcome: Outcome | None
    legal: tuple[Intent, ...]


def start(seats: int, options: Options) -> State:
    if seats not in SEATS:
        raise Refused("seats-do-not-fit", None, seats=seats, fit="2")
    return State(seats=seats, options=options)


def turn(state: State) -> Seat | None:
    return state.turn if state.dice and outcome(state) is None else None


def outcome(state: State) -> Outcome | None:
    if state.stopped:
        return STOPPED
    return None if state.winner is None else Outcome("full", None, (state.winner,))


def legal(state: State, seat: Seat) -> tuple[Intent, ...]:
    if seat == HOUSE:
        return house_offers(dealt=bool(state.dice), over=outcome(state) is not None)
    if seat != turn(state):
        return ()
    sizes = range(1, DICE + 1) if state.throws < THROWS else ()
    handfuls = dict.fromkeys(some for size in sizes for some in combinations(state.dice, size))
    free = [cell for cell in CELLS if cell not in state.hits[seat]]
    return (*(Throw(some) for some in handfuls), *(Hit(cell) for cell in free))


def decide(state: State, seat: Seat, intent: Intent, chance: Chance) -> tuple[Event, ...]:
    need_open(seat, intent, seats=state.seats, dealt=bool(state.dice), over=outcome(state) is not None)
    if seat != HOUSE and intent not in legal(state, seat):
        raise Refused("not-now", None)
    story: Unfolding[State, Event] = Unfolding(state, evolve)
    match intent:
        case Deal():
            story.tell(Thrown(0, _thrown(DICE, (), chance)))
        case Stop():
            story.tell(Stopped())
        case Throw(dice):
            kept = tuple((Counter(state.dice) - Counter(dice)).elements())
            story.tell(Thrown(seat, _thrown(len(dice), kept, chance)))
        case Hit(cell):
            story.tell(Struck(seat, cell))
            full = len(story.state.hits[seat]) == len(CELLS)
            story.tell(Won(seat) if full else Thrown(1 - seat, _thrown(DICE, (), chance)))
    return story.events


def _thrown(count: int, kept: tuple[Die, ...], chance: Chance) -> tuple[Die, ...]:
    return tuple(sorted((*kept, *(str(1 + chance.below(6)) for _ in range(count)))))


def evolve(state: State, event: Event) -> State:
    match event:
        case Thrown(seat, dice):
            throws = state.throws + 1 if seat == state.turn else 1
            return replace(state, turn=seat, dice=dice, throws=throws)
        case Struck(seat, cell):
            hits = tuple((*own, cell) if at == seat else own for at, own in enumerate(state.hits))
            return replace(state, hits=hits, chain=(*state.chain, *state.dice), throws=0)
        case Won(seat):
            return replace(state, winner=seat)
        case Stopped():
            return replace(state, stopped=True)


def view(state: State, seat: Seat | None) -> View:
    own = seat if seat in (0, 1) else 0
    return View(
        **shared(Public, state),
        seat=seat,
        seats=state.seats,
        options=state.options,
        theirs=_board(state.hits[own]),
        mine=_board(state.hits[1 - own]),
        outcome=outcome(state),
        legal=legal(state, seat) if seat is not None else (),
    )


def _board(hits: tuple[Cell, ...]) -> dict[Cell, str | None]:
    return {cell: "x" if cell in hits else None for cell in CELLS}


def redact(event: Event, seat: Seat | None) -> Event:
    return event


def imagine(view: View, chance: Chance) -> State:
    return State(**shared(Public, view), seats=view.seats, options=view.options)


def position(state: State) -> dict[str, Any] | None:
    data: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(Public(**shared(Public, state))))
    return data if state.dice else None


def from_position(data: Mapping[str, Any], options: Options) -> State:
    return replace(start(2, options), **shared(Public, read(data, Public)))


def progress(state: State, seat: Seat) -> float:
    return len(state.hits[seat]) / len(CELLS)
