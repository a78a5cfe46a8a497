"""The whole truth of an UpTurn table."""

from typing import Literal

import msgspec
from msgspec.structs import replace

from igroteka.core import Outcome, Pool, Refused, Seat
from igroteka.core.outcome import STOPPED
from igroteka.games.upturn import rows as table
from igroteka.games.upturn.parts import TABLE, Manifest, check
from igroteka.games.upturn.rows import Row, Rows
from igroteka.games.upturn.tiles import Order, Tile, Trend, is_between, is_number, is_twin, value


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The table options; `parts` is a manifest's content, or None for the shipped one."""

    starter: Literal["random"] | Seat = "random"
    announce: Literal["by_hand", "automatic"] = "by_hand"
    new_row: Literal["free", "bound"] = "free"
    lone_twin_gift: bool = False
    parts: Manifest | None = None


class Tucking(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"start": "from"}):
    """UT-35: numbers strictly between these two may be tucked."""

    start: int
    to: int


class Public(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What lies open, alike in state, view and position; seats that share the win are a list (UT-B10)."""

    rows: Rows = ()
    trend: Trend | None = None
    order: Order = "cw"
    turn: Seat = 0
    drawn: bool = False
    announced: tuple[Seat, ...] = ()
    silent: tuple[Seat, ...] = ()
    gifts: int = 0
    tucking: Tucking | None = None
    extra: bool = False
    idle: int = 0
    winner: Seat | tuple[Seat, ...] | None = None


class State(Public, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Before the deal `racks` is empty."""

    seats: int
    options: Options
    racks: tuple[tuple[Tile, ...], ...] = ()
    bag: tuple[Tile, ...] = ()
    stopped: bool = False
    pool: Pool | None = None


def start(seats: int, options: Options) -> State:
    """UT-01, UT-A05: the table before the deal, or Refused."""
    if seats not in TABLE.seats:
        raise Refused("seats-do-not-fit", "UT-01", seats=seats, fit=", ".join(map(str, TABLE.seats)))
    if options.starter != "random" and not 0 <= options.starter < seats:
        raise Refused("starter-not-seated", "UT-A05", starter=options.starter, seats=seats)
    if options.parts:
        check(options.parts)
    return State(seats=seats, options=options)


def is_dealt(state: State) -> bool:
    return bool(state.racks)


def is_over(state: State) -> bool:
    return state.stopped or state.winner is not None


def turn(state: State) -> Seat | None:
    return state.turn if is_dealt(state) and not is_over(state) else None


def outcome(state: State) -> Outcome | None:
    if state.stopped:
        return STOPPED
    if state.winner is None:
        return None
    if isinstance(state.winner, tuple):
        return Outcome("stalled", "UT-B10", state.winner)
    if state.idle >= state.seats:
        return Outcome("stalled", "UT-B10", (state.winner,))
    return Outcome("all-laid", "UT-32", (state.winner,))


def progress(state: State, seat: Seat) -> float:
    """1 without tiles, 1/2 with as many as are dealt, and less with more."""
    return TABLE.rack / (TABLE.rack + len(state.racks[seat])) if state.racks else 0.0


def rematch(options: Options, seats: int, first: Seat | None) -> Options:
    """UT-A05: whoever the table has named; else the next seat begins."""
    if options.starter != "random":
        return options
    return replace(options, starter=0 if first is None else (first + 1) % seats)


def asking_tells(options: Options) -> bool:
    """Who may announce is seen by everyone (UT-29)."""
    return False


def ref(state: State) -> int | None:
    """The number that the next one is measured by; None on a fresh row (UT-A10)."""
    return table.reference(state.rows, state.options.new_row == "bound")


def kept(state: State) -> Row:
    return table.kept(state.rows, state.options.new_row == "bound")


def loose(state: State) -> Row:
    return table.loose(state.rows, state.options.new_row == "bound")


def is_fresh(state: Public) -> bool:
    """Nothing has been drawn or laid this turn; a lay that leaves nothing to do passes the turn."""
    return not state.drawn and not has_laid(state)


def has_laid(state: Public) -> bool:
    return state.extra or state.gifts > 0 or state.tucking is not None


def can_take(state: State) -> bool:
    """UT-47, UT-A36: there is a tile in the bag, or one on the table that may go back."""
    return bool(state.bag) or bool(loose(state))


def may_tuck(tile: Tile, tucking: Tucking) -> bool:
    """UT-A18, UT-A20: a plain number or a penalty tile in between; never another twin."""
    return is_number(tile) and not is_twin(tile) and is_between(value(tile), tucking.start, tucking.to)
