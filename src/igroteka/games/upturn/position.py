"""An UpTurn table as plain data (docs/rules/upturn.md, section 3), both ways."""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from igroteka.core import Refused, Seat, read, shared
from igroteka.games.upturn.rows import Rows, last
from igroteka.games.upturn.state import Options, Public, State, is_dealt, start
from igroteka.games.upturn.tiles import Tile, is_number, is_tile, value


class Position(Public, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What is left out is as on a fresh turn; `stopped` is written only when it is true."""

    racks: tuple[tuple[Tile, ...], ...]
    bag: tuple[Tile, ...] = ()
    stopped: bool | msgspec.UnsetType = msgspec.UNSET


def position(state: State) -> dict[str, Any] | None:
    if not is_dealt(state):
        return None
    plain = Position(
        **shared(Public, state), racks=state.racks, bag=state.bag, stopped=state.stopped or msgspec.UNSET
    )
    data: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(plain))
    return data


def from_position(data: Mapping[str, Any], options: Options) -> State:
    """The state that the data describes, or Refused; what was known of the bag (`pool`) is not told."""
    plain = read(data, Position)
    state = start(len(plain.racks), options)
    _check(plain, state.seats)
    told = {**shared(Public, plain), "winner": _winner(plain)}
    return replace(state, **told, racks=plain.racks, bag=plain.bag, stopped=plain.stopped is True)


def _winner(plain: Position) -> Seat | tuple[Seat, ...] | None:
    """UT-B10: who share the win are listed in ascending order, and one alone is no list."""
    if not isinstance(plain.winner, tuple):
        return plain.winner
    several = tuple(sorted(set(plain.winner)))
    return several if len(several) > 1 else several[0]


def _check(plain: Position, seats: int) -> None:
    """Refused when the data speaks of tiles or seats that there are not."""
    winners = plain.winner if isinstance(plain.winner, tuple) else (plain.winner,)
    for field, said in (("turn", (plain.turn,)), ("announced", plain.announced), ("silent", plain.silent)):
        _none(field, (seat for seat in said if not 0 <= seat < seats))
    _none("silent", sorted({*plain.silent} & {*plain.announced}))  # UT-29: said, or not yet
    _none("winner", (seat for seat in winners if seat is not None and not 0 <= seat < seats))
    _none("winner", () if winners else ("[]",))  # UT-B10
    for field, groups in (("racks", plain.racks), ("rows", plain.rows), ("bag", (plain.bag,))):
        _none(field, (tile for group in groups for tile in group if not is_tile(tile)))
    _none("gifts", {plain.gifts} if plain.gifts < 0 else ())
    _none("idle", {plain.idle} if plain.idle < 0 else ())
    if plain.tucking:
        _none("tucking", () if _ends_with(plain.rows, plain.tucking.to) else {plain.tucking.to})
        _none("extra", ("tucking",) if plain.extra else ())  # UT-A26: a twin is the additional tile itself


def _ends_with(rows: Rows, number: int) -> bool:
    """UT-A18: the twin lies last while tiles are tucked before it."""
    return any(is_number(tile) and value(tile) == number for tile in last(rows))


def _none(field: str, wrong: Iterable[object]) -> None:
    if told := [str(thing) for thing in wrong]:
        raise Refused("position-impossible", None, field=field, wrong=", ".join(told))
