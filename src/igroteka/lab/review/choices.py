"""The decisions of a recorded game: what each seat could have answered, and what it did."""

from collections.abc import Iterator
from typing import Any

import msgspec

from igroteka.core import HOUSE, AnyGame, Refused, Seat
from igroteka.lab.playouts.playouts import Playouts, States
from igroteka.table.match import Row, fold
from igroteka.turbo import WAIT

_LOOKED_AT = 7
"""Answers that are compared, beside the one that was given: those that weigh most."""


class Choice(msgspec.Struct, frozen=True):
    """A seat that could answer in several ways; `known` is a state that its view allows, and nothing more."""

    number: int
    seat: Seat
    played: int
    expected: int | None
    """What the sense answers, where it is always the same."""
    answers: tuple[int, ...]
    """What was played, then the others that are looked at."""
    known: States
    view: Any


class Step(msgspec.Struct, frozen=True):
    """A row of the log with the state after it, and who decided something by it."""

    number: int
    seat: Seat
    state: Any
    choices: tuple[Choice, ...]


def steps(game: AnyGame, first: Any, rows: list[Row], playouts: Playouts) -> Iterator[Step]:
    """The game row by row, all hands open, with its decisions as each seat knew them."""
    state = first
    for row in rows:
        choices = tuple(choices_of(game, state, row, playouts)) if row.seat != HOUSE else ()
        state = fold(game, state, (row,))
        yield Step(row.number, row.seat, state, choices)


def choices_of(game: AnyGame, state: Any, row: Row, playouts: Playouts) -> Iterator[Choice]:
    """Of who moved; and when the seat on turn moves, of the others that let it be."""
    turn = game.turn(state)
    if row.seat == turn:
        for seat in range(state.seats):
            if seat != turn and _offers(game, state, seat):
                yield from _choice(game, state, row.number, seat, None, True, playouts)
    may_wait = row.seat != turn and turn is not None and bool(_offers(game, state, turn))
    if not isinstance(row.intent, game.HONOUR):
        yield from _choice(game, state, row.number, row.seat, row.intent, may_wait, playouts)


def _choice(
    game: AnyGame, state: Any, number: int, seat: Seat, intent: Any, may_wait: bool, playouts: Playouts
) -> Iterator[Choice]:
    """Nothing where the seat had one answer, or where only one made sense and it gave that."""
    if len(_offers(game, state, seat)) + may_wait < 2:
        return
    played = WAIT if intent is None else playouts.twin.action_of(game.canonical(state, intent))
    view = game.view(state, seat)
    known = playouts.known(view, may_wait)
    weights = playouts.options(known)
    if set(weights) <= {played}:
        return
    others = sorted((answer for answer in weights if answer != played), key=lambda one: -weights[one])
    expected = next((answer for answer, weight in weights.items() if weight == float("inf")), None)
    yield Choice(number, seat, played, expected, (played, *others[:_LOOKED_AT]), known, view)


def _offers(game: AnyGame, state: Any, seat: Seat) -> tuple[Any, ...]:
    return tuple(one for one in game.legal(state, seat) if not isinstance(one, game.HONOUR))


def need_reviewable(game: AnyGame, end: Any) -> None:
    """Refused where the house stopped the game: nobody has won or lost by play."""
    outcome = game.outcome(end)
    if outcome is None or outcome.reason == "stopped":
        raise Refused("review-stopped")
