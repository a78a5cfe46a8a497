"""A Sequence table as plain data (docs/rules/sequence.md, section 3), both ways."""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from igroteka.core import Refused, read, shared
from igroteka.games.sequence.lines import FIVES
from igroteka.games.sequence.parts import CORNERS, GRID, OPEN_TO_CHIPS, PACK, PLACE, SIDES, Card, Cell, Side
from igroteka.games.sequence.state import DRAW, Claim, Line, Options, Public, State, is_dealt, start


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
    claim = plain.claim or Claim(sides[0])
    seats = {plain.turn, *plain.owed, *plain.accused, *claim.denied, *claim.due}
    if plain.choosing is not None:
        seats.add(plain.choosing)
    _need("seats", seats, range(state.seats))
    _need("cards", {card for row in (*plain.hands, *plain.piles, plain.deck) for card in row}, PACK)
    chips = {side for side, cells in plain.chips.items() if cells}  # a side that does not play has none
    _need("sides", {*chips, claim.side, *(line.side for line in plain.lines)}, sides)
    placed = [cell for cells in plain.chips.values() for cell in cells]
    _need("cells", {*placed, *(cell for line in plain.lines for cell in line.cells)}, GRID)
    _need(
        "lines", [" ".join(_in_order(line.cells)) for line in plain.lines], {" ".join(five) for five in FIVES}
    )
    _need("chips", placed, [cell for cell in GRID if cell not in CORNERS])
    _need("winner", {plain.winner} - {None}, (*sides, DRAW))
    if len(placed) != len(set(placed)):
        raise Refused("position-impossible", None, field="chips", wrong="two on one cell")
    if plain.piles and len(plain.piles) != state.seats:
        raise Refused("position-impossible", None, field="piles", wrong=len(plain.piles))


def _need(field: str, said: Iterable[Any], known: Iterable[Any]) -> None:
    if wrong := [str(thing) for thing in said if thing not in known]:
        raise Refused("position-impossible", None, field=field, wrong=", ".join(wrong))
