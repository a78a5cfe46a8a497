"""What the promises need of any game: random matches, the parts of a position, hidden parts swapped."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import Any, Final, NamedTuple

import msgspec

from igroteka.core import HOUSE, AnyGame, Refused, Seat, Seeded, read, read_json
from igroteka.games import game as on_shelf
from igroteka.lab.random_games import Table
from igroteka.table import Match, Row, play_out, random_chooser

MANY: Final = 400
"""Rows of a game that are looked at: past the first refill of every deck and bag."""
_NEXT_UP: Final = 12
"""Parts at the top of the stock that a seat may be handed within one row."""


def match_of(table: Table, seed: int) -> Match:
    game = on_shelf(table.game)
    return Match(game, table.seats, read(table.options, game.Options), seed)


def moments(
    table: Table, seed: int, every: int = 1, honour: bool = True, rows: int = MANY
) -> Iterator[tuple[Match, Row, Seeded]]:
    """A random game, looked at after every so many rows and at its end."""
    match, chance = match_of(table, seed), Seeded(seed).row(77)
    offset = chance.below(every)
    for row in play_out(match, random_chooser(chance), chance, honour):
        if (row.number + offset) % every == 0 or match.outcome or row.number == rows:
            yield match, row, chance
        if row.number == rows:
            return


def story_of(match: Match, row: Row, before: Any | None) -> Iterator[Any]:
    """The states of a row, one after each event; `before` is the state before it, None at the first row."""
    state = match.first if before is None else before
    for event in row.events:
        state = match.game.evolve(state, event)
        yield state
    if not row.events:
        yield state


def seats_and_house(match: Match) -> tuple[Seat, ...]:
    return (HOUSE, *match.seats)


def audience(match: Match) -> tuple[Seat | None, ...]:
    return (None, *match.seats)


def asked(match: Match, seat: Seat, intent: Any) -> tuple[Any, ...] | Refused:
    """What would come of the intent, with the chance that the match would use."""
    try:
        return match.game.decide(match.state, seat, intent, Seeded(5).row(len(match.log) + 1))
    except Refused as refused:
        return refused


def edges(game: AnyGame, offers: Iterable[Any]) -> list[Any]:
    """What lies just beyond the offers: a number one more or less, a text that names nothing."""
    found: dict[bytes, Any] = {}
    for offer in offers:
        for name in offer.__struct_fields__:
            for value in _beside(getattr(offer, name)):
                other = msgspec.structs.replace(offer, **{name: value})
                with suppress(Refused):  # what is no intent at all never comes to the rules
                    found[encoded(other)] = read_json(encoded(other), game.Intent)
    return list(found.values())


def _beside(value: Any) -> tuple[Any, ...]:
    if type(value) is int:
        return (value - 1, value + 1)
    return ("?",) if isinstance(value, str) else ()


def parts_in(position: dict[str, Any], places: Iterable[str] = ()) -> Counter[str]:
    """How many there are of every part; without places, all lists of texts are places."""
    fields = tuple(places) or places_in(position)
    return Counter(part for place in fields for part in _leaves(_at(position, place)))


def places_in(position: dict[str, Any]) -> tuple[str, ...]:
    """A guess: the fields in which parts lie are those with texts in lists."""
    return tuple(name for name, value in position.items() if _is_pile(value) and any(_leaves(value)))


def _at(position: dict[str, Any], place: str) -> Any:
    """What lies at `trick`, or at `trick.card` of all the structs that lie there."""
    field, _, within = place.partition(".")
    found = position.get(field)
    return _within(found, within) if within else found


def _within(value: Any, name: str) -> Any:
    if isinstance(value, list):
        return [_within(one, name) for one in value]
    return value.get(name) if isinstance(value, dict) else None


def _is_pile(value: Any) -> bool:
    """A list of texts, also of lists of them; None is an empty place."""
    return isinstance(value, list) and all(
        one is None or isinstance(one, str) or _is_pile(one) for one in value
    )


def _leaves(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list | dict):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from _leaves(inner)


class Hidden(NamedTuple):
    """The fields of a position that hold the hidden hands and the face-down stock, if there are any, and
    further ones of which each seat knows its own entry alone.
    """

    hands: str | None
    stock: str | None
    secrets: tuple[str, ...] = ()


def hidden(game: AnyGame, position: dict[str, Any]) -> Hidden:
    """A guess: piles that no view tells by their name; of several stocks the one whose size is told."""
    fields = game.View.__struct_fields__
    piles = [name for name, value in position.items() if _is_pile(value) and name not in fields]
    hands = [name for name in piles if position[name] and isinstance(position[name][0], list)]
    secrets = tuple(name for name in piles if name not in hands and None in position[name])
    left = (name for name in piles if name not in hands and name not in secrets)
    stock = sorted(left, key=lambda n: f"{n}_size" not in fields)
    return Hidden(next(iter(hands), None), next(iter(stock), None), secrets)


def swapped(match: Match, keep: set[Seat | None], chance: Seeded, where: Hidden | None = None) -> Any:
    """The state with everything hidden from all of `keep` dealt anew: stock, the other hands, their secrets.

    A seat that looks on may be handed the next parts of the stock within a row (a gift, a missed turn),
    and then rightly sees them: for seats those stay where they are. Where a position with all of them mixed
    cannot be, since the stock holds parts of another kind than the hands, each is mixed by itself.
    """
    game, state = match.game, match.state
    position = game.position(state)
    assert position is not None
    hands, stock, secrets = where or hidden(game, position)
    next_up = 0 if None in keep else _NEXT_UP
    fields = [position[name] for name in (hands, *secrets) if name in position]
    held = [
        place for field in fields for seat in match.seats if seat not in keep for place in _own(field, seat)
    ]
    lying = [(position[stock], at) for at in range(next_up, len(position[stock]))] if stock else []
    apart = [(places, [pile[at] for pile, at in places]) for places in (held, lying)]
    _mix([*held, *lying], [part for _, parts in apart for part in parts], chance)
    try:
        return with_pool_of(state, game.from_position(position, state.options))
    except Refused:
        for places, parts in apart:
            _mix(places, parts, chance)
        return with_pool_of(state, game.from_position(position, state.options))


def _mix(places: Iterable[tuple[list[Any], int]], parts: list[Any], chance: Seeded) -> None:
    for (pile, at), part in zip(places, chance.shuffled(parts), strict=True):
        pile[at] = part


def _own(field: list[Any], seat: Seat) -> Iterator[tuple[list[Any], int]]:
    """The places of a seat in a field with one entry a seat: a pile, one part, or nothing."""
    own = field[seat] if seat < len(field) else None
    if isinstance(own, list):
        yield from ((own, at) for at in range(len(own)))
    elif own is not None:
        yield field, seat


def out_of_sight(position: dict[str, Any], where: Hidden, viewer: Seat | None) -> set[str]:
    """Parts of which there is one alone, and which lie where the viewer cannot look."""
    fields = [position[name] for name in (where.hands, *where.secrets) if name in position]
    unseen = [
        pile[at]
        for field in fields
        for seat in range(len(field))
        if seat != viewer
        for pile, at in _own(field, seat)
    ]
    unseen += position[where.stock] if where.stock else []
    counts = parts_in(position)
    return {part for part in unseen if counts[part] == 1}


def laid_open(heard: list[dict[str, Any]], hands: list[Any], viewer: Seat | None) -> set[str]:
    """Parts of other seats' hands, where a list of an event with one entry a seat tells such a hand, also as
    if it were that of another seat.
    """
    lists = [value for event in heard for value in event.values() if isinstance(value, list)]
    own = hands[viewer] if viewer is not None else None
    return {
        part
        for told in lists
        if len(told) == len(hands)
        for seat, hand in enumerate(hands)
        if seat != viewer and len(hand) > 1 and hand != own and hand in told
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


def with_pool_of(state: Any, other: Any) -> Any:
    """The other state with what everyone knows of the stock, where the game keeps it in a field `pool`."""
    return msgspec.structs.replace(other, pool=state.pool) if hasattr(state, "pool") else other


def without_pool(state: Any) -> Any:
    return msgspec.structs.replace(state, pool=None) if hasattr(state, "pool") else state


def encoded(value: Any) -> bytes:
    return msgspec.json.encode(value)


def differing(one: Any, other: Any) -> str:
    """The fields in which two views differ, with what each says."""
    left, right = (msgspec.json.decode(encoded(view)) for view in (one, other))
    names = [name for name in {**left, **right} if left.get(name) != right.get(name)]
    return "; ".join(
        f"`{name}` is {left.get(name)!r} or {right.get(name)!r}{_reordered(left.get(name), right.get(name))}"
        for name in names
    )


def _reordered(one: Any, other: Any) -> str:
    """The order in which parts were dealt tells something that nobody looks for."""
    lists = isinstance(one, list) and isinstance(other, list)
    same = lists and Counter(map(encoded, one)) == Counter(map(encoded, other))
    return ", the same in another order" if same else ""


def told(told_by: Callable[[], Any]) -> bytes:
    """The bytes of an answer, be it a refusal or anything else."""
    try:
        return encoded(told_by())
    except Refused as refused:
        return encoded(refused.told())
