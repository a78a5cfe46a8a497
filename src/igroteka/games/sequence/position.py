"""A Sequence table as plain data (docs/rules/sequence.md, section 3), both ways."""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from igroteka.core import Refused, Seat, read
from igroteka.games.sequence.lines import FIVES
from igroteka.games.sequence.parts import CORNERS, GRID, OPEN_TO_CHIPS, PACK, PLACE, SIDES, Card, Cell, Side
from igroteka.games.sequence.state import DRAW, Claim, Line, Options, State, is_dealt, start


class Position(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=False):
    """What is left out is as on a fresh turn; `stopped` is written only when it is true."""

    hands: tuple[tuple[Card, ...], ...]
    chips: dict[Side, tuple[Cell, ...]] = {}
    lines: tuple[Line, ...] = ()
    piles: tuple[tuple[Card, ...], ...] = ()
    deck: tuple[Card, ...] = ()
    turn: Seat = 0
    owed: tuple[Seat, ...] = ()
    exchanged: bool = False
    choosing: Seat | None = None
    claim: Claim | None = None
    accused: tuple[Seat, ...] = ()
    passes: int = 0
    winner: str | None = None
    stopped: bool | msgspec.UnsetType = msgspec.UNSET


def position(state: State) -> dict[str, Any] | None:
    if not is_dealt(state):
        return None
    chips = {
        side: tuple(cell for cell in OPEN_TO_CHIPS if state.chips.get(cell) == side)
        for side in SIDES[: state.sides]
    }
    plain = Position(
        hands=state.hands,
        chips=chips,
        lines=state.lines,
        piles=state.piles,
        deck=state.deck,
        turn=state.turn,
        owed=state.owed,
        exchanged=state.exchanged,
        choosing=state.choosing,
        claim=state.claim,
        accused=state.accused,
        passes=state.passes,
        winner=state.winner,
        stopped=state.stopped or msgspec.UNSET,
    )
    data: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(plain))
    return data


def from_position(data: Mapping[str, Any], options: Options) -> State:
    """The state that the data describes, or Refused; what was known of the deck (`pool`) is not told."""
    plain = read(data, Position)
    state = start(len(plain.hands), options)
    _check(plain, state)
    return replace(
        state,
        hands=plain.hands,
        chips={cell: side for side, cells in plain.chips.items() for cell in cells},
        lines=tuple(Line(line.side, _in_order(line.cells)) for line in plain.lines),
        piles=plain.piles or ((),) * state.seats,
        deck=plain.deck,
        turn=plain.turn,
        owed=plain.owed,
        exchanged=plain.exchanged,
        choosing=plain.choosing,
        claim=plain.claim,
        accused=tuple(sorted(plain.accused)),
        passes=plain.passes,
        winner=plain.winner,
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
