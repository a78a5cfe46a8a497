"""What lies hidden from whom: found in a position, dealt anew, and looked for in what somebody is told."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final, NamedTuple

import msgspec

from igroteka.core import AnyGame, Refused, Seat, Seeded, seat_fields
from igroteka.table import Match
from igroteka.testing.tables import is_pile, leaves, parts_in

_NEXT_UP: Final = 12
"""Parts at the top of the stock that a seat may be handed within one row."""


class Hidden(NamedTuple):
    """The fields of a position that hold the hidden hands and the face-down stock, if there are any, and
    further ones of which each seat knows its own entry alone. A stock may be a pile before each seat.
    """

    hands: str | None
    stock: str | None
    secrets: tuple[str, ...] = ()
    is_turned: bool = False
    """Whether hands are held with their backs to their owners: everyone sees the others'."""
    shows: Callable[[str, Seat, Seat | None], bool] | None = None
    """Whether what a seat has in a field is rightly seen by this other one (`Base.shows`)."""

    def places(self, position: dict[str, Any], viewers: Iterable[Seat | None]) -> list[tuple[list[Any], int]]:
        """Where parts lie before the seats that none of these may see, each as a pile and a place in it."""
        return [place for found in self.places_by_field(position, viewers) for place in found]

    def places_by_field(
        self, position: dict[str, Any], viewers: Iterable[Seat | None]
    ) -> list[list[tuple[list[Any], int]]]:
        return [
            [
                place
                for owner in range(len(position[name]))
                if all(self.is_hiding(name, owner, viewer) for viewer in viewers)
                for place in _own(position[name], owner)
            ]
            for name in (self.hands, *self.secrets)
            if name in position
        ]

    def parts_of(self, position: dict[str, Any], viewer: Seat | None) -> set[str]:
        """What lies before the seats, hidden from others, and this one may see it."""
        return {
            pile[at]
            for name in (self.hands, *self.secrets)
            if name in position
            for owner in range(len(position[name]))
            if not self.is_hiding(name, owner, viewer)
            for pile, at in _own(position[name], owner)
        }

    def lying(self, position: dict[str, Any], next_up: int) -> list[tuple[list[Any], int]]:
        """The places of the stock but for so many at its top, of several piles as many in all."""
        stock = position[self.stock] if self.stock else []
        piles = stock if any(isinstance(pile, list) for pile in stock) else [stock]
        top = -(-next_up // len(piles))
        return [(pile, at) for pile in piles for at in range(top, len(pile))]

    def is_hiding(self, field: str | None, owner: Seat, viewer: Seat | None) -> bool:
        """Whether what this seat has in that field is hidden from the viewer."""
        if field is not None and self.shows is not None and self.shows(field, owner, viewer):
            return False
        if self.is_turned and field == self.hands:
            return viewer in (None, owner)
        return viewer != owner


def hidden(game: AnyGame, position: dict[str, Any]) -> Hidden:
    """A guess: piles that no view tells by their name; of several stocks the one whose size is told."""
    fields = game.View.__struct_fields__
    piles = [name for name, value in position.items() if is_pile(value) and name not in fields]
    hands = [name for name in piles if position[name] and isinstance(position[name][0], list)]
    secrets = tuple(name for name in piles if name not in hands and None in position[name])
    left = (name for name in piles if name not in hands and name not in secrets)
    stock = sorted(left, key=lambda n: f"{n}_size" not in fields)
    return Hidden(next(iter(hands), None), next(iter(stock), None), secrets)


def swapped(match: Match, keep: set[Seat | None], chance: Seeded, where: Hidden | None = None) -> Any:
    """The state with everything hidden from all of `keep` dealt anew: stock, the other hands, their secrets.

    A seat that looks on may be handed the next parts of the stock within a row (a gift, a missed turn),
    and then rightly sees them: for seats those stay where they are. Where a position with all of them mixed
    cannot be, since the stock holds parts of another kind than the hands, each is mixed by itself, or each
    field (roles, votes); and where that cannot be either, what a public field names besides stays where it
    is: a trump turned up.
    """
    game, state = match.game, match.state
    position = game.position(state)
    assert position is not None
    where = where or hidden(game, position)
    fields = where.places_by_field(position, keep)
    held = [place for found in fields for place in found]
    lying = where.lying(position, 0 if None in keep else _NEXT_UP)
    lain = [pile[at] for pile, at in (*held, *lying)]
    for seen in _staying(game, position, where):
        for groups in ([[*held, *lying]], [held, lying], [*fields, lying]):
            for (pile, at), part in zip((*held, *lying), lain, strict=True):
                pile[at] = part
            for group in groups:
                _mix([(pile, at) for pile, at in group if pile[at] not in seen], chance)
            try:
                return with_pool_of(state, game.from_position(position, state.options))
            except Refused as refusal:
                refused = refusal
    raise AssertionError(
        f"`from_position` refuses a table on which only that lies otherwise which {sorted(map(str, keep))} "
        f"cannot see: {refused}. Cards that everyone has seen in a hand or below a deck are named in a field "
        "that position and view share; and are `hands`, `stock` and `secrets` what they are taken for?"
    )


def _staying(game: AnyGame, position: dict[str, Any], where: Hidden) -> Iterator[set[str]]:
    """Parts that are left where they lie: none; else those named in fields that position and view share."""
    yield set()
    public = set(game.View.__struct_fields__) - {where.hands, where.stock, *where.secrets}
    yield {part for name in position.keys() & public for part in leaves(position[name])}


def _mix(places: list[tuple[list[Any], int]], chance: Seeded) -> None:
    parts = chance.shuffled([pile[at] for pile, at in places])
    for (pile, at), part in zip(places, parts, strict=True):
        pile[at] = part


def _own(field: list[Any], seat: Seat) -> Iterator[tuple[list[Any], int]]:
    """The places of a seat in a field with one entry a seat: a pile, one part, or nothing."""
    own = field[seat] if seat < len(field) else None
    if isinstance(own, list):
        yield from ((own, at) for at in range(len(own)))
    elif own is not None:
        yield field, seat


def alone_in(position: dict[str, Any], places: Iterable[str] = ()) -> set[str]:
    """Parts of which there is one alone: whoever is told of such a one is told where it lies."""
    return {part for part, count in parts_in(position, places).items() if count == 1}


def out_of_sight(position: dict[str, Any], where: Hidden, viewer: Seat | None, alone: set[str]) -> set[str]:
    """Those of the parts that lie where the viewer cannot look."""
    unseen = [pile[at] for pile, at in where.places(position, (viewer,))]
    unseen += position[where.stock] if where.stock else []
    return alone.intersection(leaves(unseen))


def laid_open(
    heard: list[dict[str, Any]], hands: list[Any], viewer: Seat | None, is_turned: bool = False
) -> set[str]:
    """Parts of hands that the viewer may not see, where a list of an event with one entry a seat tells such a
    hand, also as if it were that of another seat.
    """
    lists = [value for event in heard for value in event.values() if isinstance(value, list)]
    where = Hidden("hands", None, (), is_turned)
    seen = [hand for seat, hand in enumerate(hands) if not where.is_hiding("hands", seat, viewer)]
    return {
        part
        for told in lists
        if len(told) == len(hands)
        for seat, hand in enumerate(hands)
        if where.is_hiding("hands", seat, viewer) and len(hand) > 1 and hand not in seen and hand in told
        for part in hand
    }


def is_hiding(told: Any, true: Any) -> bool:
    """Whether what is told is the truth, with None or nothing in some of its places."""
    if told is None or told == true or told in ([], {}):
        return True
    if isinstance(told, list) and isinstance(true, list):
        return len(told) == len(true) and all(map(is_hiding, told, true))
    if isinstance(told, dict) and isinstance(true, dict):
        return told.keys() <= true.keys() and all(is_hiding(told[key], true[key]) for key in told)
    return False


def without_own(told: Any, public: Any, own: set[str]) -> Any:
    """What is told to a seat, less what is hidden from everybody else and is a part of its own."""
    if public in (None, []) and is_pile([told]) and any(leaves(told)) and own.issuperset(leaves(told)):
        return public
    if isinstance(told, list) and isinstance(public, list) and len(told) == len(public):
        return [without_own(one, other, own) for one, other in zip(told, public, strict=True)]
    if isinstance(told, dict) and isinstance(public, dict):
        return {key: without_own(one, public.get(key, one), own) for key, one in told.items()}
    return told


def named(told: Any) -> set[str]:
    """All texts within what somebody is told."""
    if isinstance(told, dict):
        told = [one for key, one in told.items() if key != "kind"]
    return (
        {told}
        if isinstance(told, str)
        else set().union(*map(named, told))
        if isinstance(told, list)
        else set()
    )


def seats_in(event: Any) -> set[Seat]:
    """The seats that an event names."""
    values = (getattr(event, name) for name in seat_fields(type(event)))
    return {seat for value in values for seat in (value if isinstance(value, tuple) else (value,))}


def with_pool_of(state: Any, other: Any) -> Any:
    """The other state with what everyone knows of the stock, where the game keeps it in a field `pool`."""
    return msgspec.structs.replace(other, pool=state.pool) if hasattr(state, "pool") else other
