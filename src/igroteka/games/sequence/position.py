"""A Sequence table as plain data (docs/rules/sequence.md, section 3), both ways."""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from igroteka.core import Refused, read, shared
from igroteka.games.sequence.lines import FIVES
from igroteka.games.sequence.parts import GRID, OPEN_TO_CHIPS, PACK, PLACE, SIDES, Card, Cell, Side
from igroteka.games.sequence.state import DRAW, Claim, Line, Options, Public, State, is_dealt, members, start


class Position(Public, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What is left out is as on a fresh turn; `stopped` is written only when it is true."""

    hands: tuple[tuple[Card, ...], ...]
    chips: dict[Side, tuple[Cell, ...]] = {}
    deck: tuple[Card, ...] = ()
    stopped: bool | msgspec.UnsetType = msgspec.UNSET


def position(state: State) -> dict[str, Any] | None:
    if not is_dealt(state):
        return None
    chips = {
        side: tuple(cell for cell in OPEN_TO_CHIPS if state.chips.get(cell) == side)
        for side in SIDES[: state.sides]
    }
    plain = Position(
        **shared(Public, state),
        hands=state.hands,
        chips=chips,
        deck=state.deck,
        stopped=state.stopped or msgspec.UNSET,
    )
    data: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(plain))
    return data


def from_position(data: Mapping[str, Any], options: Options) -> State:
    """The state that the data describes, or Refused; what was known of the deck (`pool`) is not told."""
    plain = read(data, Position)
    state = start(len(plain.hands), options)
    _check(plain, state)
    told = shared(Public, plain)
    told["lines"] = tuple(Line(line.side, _in_order(line.cells)) for line in plain.lines)
    told["piles"] = plain.piles or ((),) * state.seats
    told["accused"] = tuple(sorted(plain.accused))
    return replace(
        state,
        **told,
        hands=plain.hands,
        chips={cell: side for side, cells in plain.chips.items() for cell in cells},
        deck=plain.deck,
        stopped=plain.stopped is True,
    )


def _in_order(cells: Iterable[Cell]) -> tuple[Cell, ...]:
    return tuple(sorted(cells, key=PLACE.__getitem__))


def _check(plain: Position, state: State) -> None:
    """Refused when the data speaks of cards, cells, sides or seats that there are not."""
    sides = SIDES[: state.sides]
    _check_seats(plain, state.seats)
    _need("cards", {card for row in (*plain.hands, *plain.piles, plain.deck) for card in row}, PACK)
    _check_board(plain, sides)
    if plain.claim:
        _check_claim(plain, plain.claim, state)
    _need("winner", {plain.winner} - {None}, (*sides, DRAW))
    _need("passes", {plain.passes} if plain.passes < 0 else (), ())
    _need("piles", {len(plain.piles)} - {0}, {state.seats})


def _check_seats(plain: Position, seats: int) -> None:
    """SQ-A21, SQ-A24: nobody is owed two cards, nor accuses, denies or pays twice."""
    claim = plain.claim or Claim("")
    groups = (plain.owed, plain.accused, claim.denied, claim.due)
    alone = (plain.turn, plain.turn if plain.choosing is None else plain.choosing)
    _need("seats", {seat for group in (alone, *groups) for seat in group}, range(seats))
    _need("seats", {seat for group in groups for seat in group if group.count(seat) > 1}, ())


def _check_board(plain: Position, sides: tuple[Side, ...]) -> None:
    chips = {side for side, cells in plain.chips.items() if cells}  # a side that does not play has none
    _need("sides", {*chips, *(line.side for line in plain.lines)}, sides)
    placed = [cell for cells in plain.chips.values() for cell in cells]
    _need("cells", {*placed, *(cell for line in plain.lines for cell in line.cells)}, GRID)
    _need(
        "lines", [" ".join(_in_order(line.cells)) for line in plain.lines], {" ".join(five) for five in FIVES}
    )
    _need("chips", placed, OPEN_TO_CHIPS)
    if len(placed) != len(set(placed)):
        raise Refused("position-impossible", None, field="chips", wrong="two on one cell")


def _check_claim(plain: Position, claim: Claim, state: State) -> None:
    """SQ-A24: members of the accused side answer for it, and who has no card owes none."""
    _need("sides", {claim.side}, SIDES[: state.sides])
    accused = members(state, claim.side)
    _need("claim", {*claim.denied, *claim.due}, accused)
    _need("claim", claim.due, [seat for seat in accused if plain.hands[seat]])


def _need(field: str, said: Iterable[Any], known: Iterable[Any]) -> None:
    if wrong := [str(thing) for thing in said if thing not in known]:
        raise Refused("position-impossible", None, field=field, wrong=", ".join(wrong))
