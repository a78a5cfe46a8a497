"""A table as plain data (texts/clauses.md, section 3), both ways."""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from igroteka.core import Refused, read, shared
from igroteka_eights.cards import PACK, Card
from igroteka_eights.state import Options, Public, State, is_dealt, start


class Position(Public, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What is left out is as on a fresh turn."""

    hands: tuple[tuple[Card, ...], ...]
    deck: tuple[Card, ...] = ()


def position(state: State) -> dict[str, Any] | None:
    if not is_dealt(state):
        return None
    plain = Position(**shared(Position, state))
    data: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(plain))
    return data


def from_position(data: Mapping[str, Any], options: Options) -> State:
    """The state that the data describes, or Refused."""
    plain = read(data, Position)
    state = start(len(plain.hands), options)
    seats = {plain.turn, *plain.winners} | {plain.silent} - {None}
    _need("seats", seats, range(state.seats))
    _need("cards", {card for row in (*plain.hands, plain.pile, plain.deck) for card in row}, PACK)
    _need("pile", {"empty"} if not plain.pile else (), ())
    _need("drawn", {plain.drawn}, range(len(PACK)))
    _need("passes", {plain.passes}, range(state.seats + 1))
    return replace(state, **shared(Position, plain))


def _need(field: str, said: Iterable[Any], known: Iterable[Any]) -> None:
    if wrong := [str(thing) for thing in said if thing not in known]:
        raise Refused("position-impossible", None, field=field, wrong=", ".join(wrong))
