"""What the promises need of any game: its kinds of tables, random matches, hidden parts swapped."""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest
from hypothesis import strategies as st

from igroteka.core import AnyGame, Refused, Seat, Seeded, read
from igroteka.games import SHELF
from igroteka.lab.random_games import Table, tables
from igroteka.table import Match, Row, play_out, random_chooser

every_game = pytest.mark.parametrize("game", SHELF.values(), ids=SHELF)

HELD = ("hands", "racks")
STOCK = ("deck", "bag")
PLACES = (*HELD, *STOCK, "piles", "rows", "floors", "balls")


def kinds(game: AnyGame) -> st.SearchStrategy[Table]:
    return st.sampled_from(list(tables(game)))


seeds = st.integers(0, 10**9)


def match_of(table: Table, seed: int) -> Match:
    game = SHELF[table.game]
    return Match(game, table.seats, read(table.options, game.Options), seed)


MANY = 400
"""Rows of a game that are looked at: past the first refill of every deck and bag."""


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


def seats_and_house(match: Match) -> tuple[Seat, ...]:
    return (-1, *match.seats)


def audience(match: Match) -> tuple[Seat | None, ...]:
    return (None, *match.seats)


def asked(match: Match, seat: Seat, intent: Any) -> tuple[Any, ...] | Refused:
    """What would come of the intent, with the chance that the match would use."""
    try:
        return match.game.decide(match.state, seat, intent, Seeded(5).row(len(match.log) + 1))
    except Refused as refused:
        return refused


def parts_in(position: dict[str, Any]) -> Counter[str]:
    return Counter(part for name in PLACES if name in position for part in _leaves(position[name]))


def _leaves(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for inner in value:
            yield from _leaves(inner)


def swapped(match: Match, keep: set[Seat | None], chance: Seeded) -> Any:
    """The state with everything hidden from all of `keep` dealt anew: stock and the other hands.

    A seat that looks on may be handed the next parts of the stock within a row (a gift, a missed turn),
    and then rightly sees them: for seats those stay where they are.
    """
    game, state = match.game, match.state
    position = game.position(state)
    assert position is not None
    held = next(name for name in HELD if name in position)
    stock = next(name for name in STOCK if name in position)
    others = [seat for seat in match.seats if seat not in keep]
    next_up = 0 if None in keep else 12
    loose = [part for seat in others for part in position[held][seat]] + position[stock][next_up:]
    mixed = list(chance.shuffled(loose))
    for seat in others:
        size = len(position[held][seat])
        position[held][seat], mixed = mixed[:size], mixed[size:]
    position[stock] = position[stock][:next_up] + mixed
    other = game.from_position(position, state.options)
    return msgspec.structs.replace(other, pool=state.pool)


def encoded(value: Any) -> bytes:
    return msgspec.json.encode(value)


def told(told_by: Callable[[], Any]) -> bytes:
    """The bytes of an answer, be it a refusal or anything else."""
    try:
        return encoded(told_by())
    except Refused as refused:
        return encoded(refused.told())
