"""What the promises need of any game: random matches, the parts of a position, what lies beside an offer."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import Any, Final

import msgspec

from igroteka.core import HOUSE, AnyGame, Outcome, Refused, Seat, Seeded, Sides, read, read_json
from igroteka.games import game as on_shelf
from igroteka.lab.random_games import Table
from igroteka.table import Match, Row, play_out, random_chooser
from igroteka.table.driver import Chooser

MANY: Final = 400
"""Rows of a game that are looked at: past the first refill of every deck and bag."""
_SELDOM: Final = 10
"""Of so many chances for a matter of honour one is taken: to resign would end nearly every game at once."""


def match_of(table: Table, seed: int) -> Match:
    game = on_shelf(table.game)
    return Match(game, table.seats, read(table.options, game.Options), seed)


def moments(
    table: Table, seed: int, every: int = 1, honour: bool = True, rows: int = MANY
) -> Iterator[tuple[Match, Row, Seeded]]:
    """A random game, looked at after every so many rows and at its end."""
    match, chance = match_of(table, seed), Seeded(seed).row(77)
    offset = chance.below(every)
    for row in _agreed(match, play_out(match, _chooser(match.game, chance), chance, honour), seed):
        if (row.number + offset) % every == 0 or match.outcome or row.number == rows:
            yield match, row, chance
        if row.number == rows:
            return


def whole(table: Table, seed: int, longest: int) -> Match:
    """A random game to its end, in which nobody resigns."""
    match = list(moments(table, seed, every=10**9, honour=False, rows=longest))[-1][0]
    assert match.outcome is not None, (
        f"{table.label()}, seed {seed}: no end after {longest:,} rows of random moves. "
        "What brings every game to its end? Set `longest` if one may be that long"
    )
    return match


def _agreed(match: Match, rows: Iterator[Row], seed: int) -> Iterator[Row]:
    """The rows of a random game; what `legal` offers and `decide` refuses is said to be that."""
    try:
        yield from rows
    except Refused as refused:
        wrong = f"`decide` refuses what `legal` offers: {refused}. `legal` says "
        offers = {seat: found for seat in match.seats if (found := match.legal(seat))}
        raise AssertionError(f"seed {seed}, after row {len(match.log)}: {wrong}{offers}") from refused


def _chooser(game: AnyGame, chance: Seeded) -> Chooser:
    """Anything that may be asked for, matters of honour seldom."""
    anything = random_chooser(chance)

    def choose(seat: Seat, look: Any, offers: tuple[Any, ...], may_wait: bool) -> Any | None:
        usual = tuple(offer for offer in offers if not isinstance(offer, game.HONOUR))
        if len(usual) == len(offers) or not chance.below(_SELDOM):
            return anything(seat, look, offers, may_wait)
        if usual or may_wait:
            return anything(seat, look, usual, may_wait) if usual else None
        return anything(seat, look, offers, may_wait)

    return choose


def story_of(match: Match, row: Row, before: Any | None) -> Iterator[Any]:
    """The states of a row, one after each event; `before` is the state before it, None at the first row."""
    state = match.first if before is None else before
    yield from states_of(match, row.events, state)
    if not row.events:
        yield state


def states_of(match: Match, events: Iterable[Any], before: Any | None = None) -> Iterator[Any]:
    """The states that these events lead to, one after each; from that of the match unless one is given."""
    state = match.state if before is None else before
    for event in events:
        state = match.game.evolve(state, event)
        yield state


def seats_and_house(match: Match) -> tuple[Seat, ...]:
    return (HOUSE, *match.seats)


def audience(match: Match) -> tuple[Seat | None, ...]:
    return (None, *match.seats)


def called(viewer: Seat | None) -> str:
    return "a spectator" if viewer is None else f"seat {viewer}"


def asked(match: Match, seat: Seat, intent: Any) -> tuple[Any, ...] | Refused:
    """What would come of the intent, with the chance that the match would use."""
    try:
        return match.game.decide(match.state, seat, intent, Seeded(5).row(len(match.log) + 1))
    except Refused as refused:
        return refused


def edges(game: AnyGame, offers: Iterable[Any]) -> list[Any]:
    """What lies just beyond the offers: a number one more or less, a text that names nothing, parts in
    another order or one of them twice, and a field of another offer, as a card that beats one and not this.
    """
    found: dict[bytes, Any] = {}
    last: dict[type, Any] = {}
    for offer in offers:
        like = last.get(type(offer), offer)
        for name in offer.__struct_fields__:
            for value in (*_beside(getattr(offer, name)), getattr(like, name)):
                if value == getattr(offer, name):
                    continue
                other = msgspec.structs.replace(offer, **{name: value})
                with suppress(Refused):  # what is no intent at all never comes to the rules
                    found[encoded(other)] = read_json(encoded(other), game.Intent)
        last[type(offer)] = offer
    return list(found.values())


def _beside(value: Any) -> tuple[Any, ...]:
    if type(value) is int:
        return (value - 1, value + 1)
    if isinstance(value, tuple) and value:
        return (value[::-1], (*value, value[0]))
    return ("?",) if isinstance(value, str) else ()


def parts_in(position: dict[str, Any], places: Iterable[str] = ()) -> Counter[str]:
    """How many there are of every part; without places, all lists of texts are places."""
    fields = tuple(places) or places_in(position)
    return Counter(part for place in fields for part in leaves(_at(position, place)))


def places_in(position: dict[str, Any]) -> tuple[str, ...]:
    """A guess: the fields in which parts lie are those with texts in lists."""
    return tuple(name for name, value in position.items() if is_pile(value) and any(leaves(value)))


def _at(position: dict[str, Any], place: str) -> Any:
    """What lies at `trick`, or at `trick.card` of all the structs that lie there."""
    field, _, within = place.partition(".")
    found = position.get(field)
    return _within(found, within) if within else found


def _within(value: Any, name: str) -> Any:
    if isinstance(value, list):
        return [_within(one, name) for one in value]
    return value.get(name) if isinstance(value, dict) else None


def is_pile(value: Any) -> bool:
    """A list of texts, also of lists of them; None is an empty place."""
    return isinstance(value, list) and all(
        one is None or isinstance(one, str) or is_pile(one) for one in value
    )


def leaves(value: Any) -> Iterator[str]:
    """All texts within this, however deep in lists."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list | dict):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from leaves(inner)


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


def need_whole_sides(outcome: Outcome, sides: Sides) -> None:
    """A side wins as a whole, or not at all."""
    winners = set(outcome.winners)
    assert winners == {seat for side in sides for seat in side if winners & set(side)}, (
        f"a side wins as a whole: the winners are {outcome.winners}, `sides` are {sides}"
    )
