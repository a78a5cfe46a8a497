"""What a review says, as plain data; docs/review.md defines every term."""

from typing import Any

import msgspec

from igroteka.core import Seat, Why


class Figure(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of a win, from -1 to 1, and how far off it may be: in 95 of 100 reviews it is not."""

    value: float
    plus_minus: float


class Point(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The chances by side after a row of the log, all hands open, and how far off they may be."""

    number: int
    chances: tuple[float, ...]
    plus_minus: float


class Decision(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a seat did, beside the best other answer that was looked at; None is letting it be.

    `worth` is how much better its own answer was, judged by what the seat could know: below 0, a mistake.
    """

    number: int
    """The row of the log; of a seat that let it be the one that came instead."""
    seat: Seat
    intent: dict[str, Any] | None
    other: dict[str, Any] | None
    worth: Figure
    why: Why
    """Why the better of the two is good, in the words of the game (`[hints]`)."""


class Account(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One seat: `result` is `start` and the four terms, exactly; terms are None until they are known."""

    seat: Seat
    side: int
    start: float
    result: float
    deal: Figure
    draws: Figure | None
    others: Figure | None
    own: Figure | None
    turning_points: tuple[Decision, ...] = ()
    best_moves: tuple[Decision, ...] = ()


class Trust(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How true chances were at this kind of table, in games of bots that nothing was fitted on."""

    games: int
    brier: float
    worst: float
    """The tenth in which chances said and games won differ most, in points of a hundred."""


class Review(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A finished game, explained."""

    game: str
    seats: int
    digest: str
    """Of the record."""
    sides: tuple[tuple[Seat, ...], ...]
    done: float
    """How much of the work is done, from 0 to 1; at 1 it is complete."""
    line: tuple[Point, ...]
    accounts: tuple[Account, ...]
    trust: Trust | None
    """None where nobody has measured it."""
