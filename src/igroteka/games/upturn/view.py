"""The doorway of UpTurn: what one seat, or a spectator, may know; a thing not named is not told."""

from typing import Final

from msgspec.structs import replace

from igroteka.core import Chance, Outcome, Pool, Seat, Stopped, deal_unseen, remembered, shared
from igroteka.games.upturn.laying import lays
from igroteka.games.upturn.moves import (
    Announced,
    Dealt,
    Drew,
    DrewNothing,
    Ended,
    Event,
    Fined,
    Forgot,
    Gave,
    GiftsLapsed,
    Intent,
    Laid,
    Opened,
    PutBack,
    Recycled,
    Skipped,
    Stalled,
    Steered,
    Tucked,
    TurnCame,
    Won,
)
from igroteka.games.upturn.parts import box
from igroteka.games.upturn.rules import legal
from igroteka.games.upturn.state import Options, Public, State, is_over, may_tuck, outcome
from igroteka.games.upturn.tiles import Tile

_TRIES: Final = 32
_PUBLIC: Final = (
    Ended, TurnCame, Laid, Steered, Opened, Tucked, Announced, Forgot, Skipped, DrewNothing, GiftsLapsed,
    PutBack, Won, Stalled, Stopped,
)  # fmt: skip
_PUBLIC_TYPES: Final = frozenset(_PUBLIC)
"""The same, to be looked up: to ask one class after the other takes longer."""


class View(Public, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="game", tag="upturn"):
    """UT-A41: racks and the order of the bag are hidden; the rest is public."""

    seat: Seat | None
    seats: int
    options: Options
    rack: tuple[Tile, ...] | None
    rack_sizes: tuple[int, ...]
    bag_size: int
    pool: Pool | None
    outcome: Outcome | None
    legal: tuple[Intent, ...]


def view(state: State, seat: Seat | None) -> View:
    seen = _seen_by_all(state)
    if seat is None:
        return seen
    rack = state.racks[seat] if 0 <= seat < len(state.racks) else None
    return replace(seen, seat=seat, rack=rack, legal=legal(state, seat))


@remembered
def _seen_by_all(state: State) -> View:
    """The view of a spectator; a seat sees its rack besides, and what it may do.

    Field by field: it is made after every move, and by `shared` it takes four times as long.
    """
    return View(
        rows=state.rows,
        trend=state.trend,
        order=state.order,
        turn=state.turn,
        drawn=state.drawn,
        announced=state.announced,
        silent=state.silent,
        gifts=state.gifts,
        tucking=state.tucking,
        extra=state.extra,
        idle=state.idle,
        winner=state.winner,
        seat=None,
        seats=state.seats,
        options=state.options,
        rack=None,
        rack_sizes=tuple(map(len, state.racks)),
        bag_size=len(state.bag),
        pool=state.pool,
        outcome=outcome(state),
        legal=(),
    )


def redact(event: Event, seat: Seat | None) -> Event:
    """Every event is named: a new one must not be public by default."""
    if type(event) is Drew:  # what happens most often comes first
        return event if event.seat == seat else Drew(event.seat, None)
    if type(event) in _PUBLIC_TYPES or isinstance(event, _PUBLIC):
        return event
    match event:
        case Dealt(racks, start, _, turn):
            own = tuple(rack if owner == seat else None for owner, rack in enumerate(racks))
            return Dealt(own, start, None, turn)
        case Recycled(count):
            return Recycled(count, None)
        case Fined(owner):
            return event if owner == seat else Fined(owner, None)
        case Gave(giver, owner):
            return event if owner == seat else Gave(giver, owner, None)


def imagine(view: View, chance: Chance) -> State:
    """A full state that the view allows: unseen tiles dealt to the other racks and the bag.

    An offered tuck or additional tile tells that the seat on turn holds one that fits; a deal that
    gives it none is dealt again, a few times.
    """
    for _ in range(_TRIES):
        state = _imagined(view, chance)
        if _is_likely(state):
            break
    return state


def _is_likely(state: State) -> bool:
    rack = state.racks[state.turn] if state.racks else ()
    if state.tucking and not any(may_tuck(tile, state.tucking) for tile in rack):
        return False
    return is_over(state) or not state.extra or any(lays(state, state.turn))


def _imagined(view: View, chance: Chance) -> State:
    told = [size if seat != view.seat else view.rack or () for seat, size in enumerate(view.rack_sizes)]
    laid = (tile for row in view.rows for tile in row)
    tiles = box(view.options.parts)
    racks, bag = deal_unseen(tiles, told, view.bag_size, laid, view.pool, chance)
    return State(
        **shared(Public, view),
        seats=view.seats,
        options=view.options,
        racks=racks,
        bag=bag,
        stopped=view.outcome is not None and view.outcome.reason == "stopped",
        pool=view.pool,
    )
