"""How an event changes the table: total and boring."""

from functools import lru_cache

from msgspec.structs import replace

from igroteka.core import Pool, Seat, Stopped
from igroteka.games.upturn import rows as table
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
from igroteka.games.upturn.parts import Manifest, box
from igroteka.games.upturn.state import State, Tucking, kept, loose, may_tuck, ref
from igroteka.games.upturn.tiles import JOKER, Tile, Trend, is_penalty, is_twin, value


def evolve(state: State, event: Event) -> State:
    """What happens most often comes first, and is known by its type: a pattern takes five times as long."""
    if type(event) is TurnCame:
        return replace(state, turn=event.seat, drawn=False, gifts=0, tucking=None, extra=False)
    if type(event) is Laid:
        return _laid(state, event.seat, event.tile)
    if type(event) is Drew:
        return _took(replace(state, drawn=True, idle=0), event.seat, event.tile)
    if type(event) is Ended:
        return replace(state, idle=state.idle + 1)
    match event:
        case PutBack() | Skipped():
            return state
        case Dealt():
            return _dealt(state, event)
        case Opened(seat, tile, trend):
            return _laid(replace(state, trend=trend), seat, tile)
        case Steered():
            return _steered(state, event)
        case Tucked(seat, tile):
            return _tucked(state, seat, tile)
        case Gave(_, to, tile):
            return _took(replace(state, gifts=state.gifts - 1, tucking=None), to, tile)
        case GiftsLapsed():
            return replace(state, gifts=0)
        case DrewNothing():
            return replace(state, drawn=True, idle=0)
        case Announced(seat):
            announced = tuple(sorted((*state.announced, seat)))
            return replace(state, announced=announced, silent=_without(state.silent, seat))
        case Forgot(seat):
            return replace(state, silent=_without(state.silent, seat))
        case Fined(seat, tile):
            return _took(state, seat, tile)
        case Recycled(_, bag):
            pool = state.pool and Pool.filled(loose(state), state.seats, kept(state))
            return replace(state, bag=bag or (), rows=(kept(state),), pool=pool)
        case Won(seat):
            return replace(state, winner=seat, gifts=0, tucking=None, extra=False)
        case Stalled(winners):
            return replace(state, winner=winners if len(winners) > 1 else winners[0])
        case Stopped():
            return replace(state, stopped=True)


def _dealt(state: State, dealt: Dealt) -> State:
    pool = _filled(state.options.parts, dealt.start, state.seats)
    for seat, rack in enumerate(dealt.racks):
        pool = pool.take(seat, len(rack or ()))
    return replace(
        state,
        racks=tuple(rack or () for rack in dealt.racks),
        rows=((dealt.start,),),
        bag=dealt.bag or (),
        turn=dealt.turn,
        pool=pool,
    )


@lru_cache(maxsize=512)
def _filled(parts: Manifest | None, start: Tile, seats: int) -> Pool:
    """The bag before the deal; all tables that start from the same tile share what was in it."""
    hidden = list(box(parts))
    hidden.remove(start)
    return Pool.filled(hidden, seats, (start,))


def _laid(state: State, seat: Seat, tile: Tile) -> State:
    """A number or a skip; nothing is tucked under a twin on a row without a number (UT-A19)."""
    spent = replace(_spent(state, seat, tile), rows=table.appended(state.rows, tile), extra=False)
    if not is_twin(tile):
        return replace(spent, gifts=int(is_penalty(tile)))  # UT-34
    last = ref(state)
    tucking = None if last is None else _open(spent, seat, Tucking(last, value(tile)))
    return replace(spent, tucking=tucking, gifts=int(state.options.lone_twin_gift))  # UT-A23


def _steered(state: State, event: Steered) -> State:
    new = event.row == "new"
    rows = (*state.rows, (event.tile,)) if new else table.appended(state.rows, event.tile)
    spent = _spent(state, event.seat, event.tile)
    return replace(spent, rows=rows, trend=event.trend, order=event.order, extra=event.tile == JOKER)


def _tucked(state: State, seat: Seat, tile: Tile) -> State:
    """UT-36, UT-A21..UT-A23: the twin counts once something is tucked, a penalty tile once more."""
    tucking = state.tucking or Tucking(0, 0)
    trend: Trend = "up" if tucking.start < tucking.to else "down"
    spent = replace(_spent(state, seat, tile), rows=table.tucked(state.rows, tile, tucking.start, trend))
    twin = state.gifts == 0
    gifts = state.gifts + twin + 1 + is_penalty(tile)
    return replace(spent, gifts=gifts, tucking=_open(spent, seat, tucking))


def _open(state: State, seat: Seat, tucking: Tucking) -> Tucking | None:
    """UT-B8: nothing is left open that nothing fits."""
    return tucking if any(may_tuck(tile, tucking) for tile in state.racks[seat]) else None


def _spent(state: State, seat: Seat, tile: Tile) -> State:
    """The tile has left the rack; UT-29, UT-A32: a rack that falls to one tile has to be announced."""
    rack = list(state.racks[seat])
    rack.remove(tile)
    silent = _without(state.silent, seat)
    return replace(
        state,
        racks=_with(state.racks, seat, tuple(rack)),
        announced=_without(state.announced, seat),
        silent=tuple(sorted((*silent, seat))) if len(rack) == 1 else silent,
        idle=0,
        pool=state.pool and state.pool.lay(seat, tile),
    )


def _took(state: State, seat: Seat, tile: Tile | None) -> State:
    """The next tile of the bag is on the rack; UT-A32: what was announced is void."""
    return replace(
        state,
        racks=_with(state.racks, seat, (*state.racks[seat], tile or "")),
        bag=state.bag[1:],
        announced=_without(state.announced, seat),
        silent=_without(state.silent, seat),
        pool=state.pool and state.pool.take(seat),
    )


def _with(
    racks: tuple[tuple[Tile, ...], ...], seat: Seat, rack: tuple[Tile, ...]
) -> tuple[tuple[Tile, ...], ...]:
    return (*racks[:seat], rack, *racks[seat + 1 :])


def _without(seats: tuple[Seat, ...], seat: Seat) -> tuple[Seat, ...]:
    return tuple(other for other in seats if other != seat) if seat in seats else seats
