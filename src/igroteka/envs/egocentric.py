"""Observations as the seat that looks would draw the table: itself first, then the others in their order."""

from functools import cache

import numpy as np
import numpy.typing as npt

from igroteka.envs.layout import fields, need_width
from igroteka.turbo.fields import Turned

Rows = npt.NDArray[np.uint8]


def egocentric(game: str, observation: Rows) -> Rows:
    """The same observation, or rows of them, with seats and sides counted from the seat that looks.

    Its own seat, and its own side, is 0; whatever is told of each seat begins with it. Cards, tiles and cells
    stay as they are, and so do the numbers of actions. ValueError where they are no observations of the game.
    """
    turned = np.array(observation)
    if not fields(game):
        return turned
    need_width(game, turned)
    if turned.dtype.kind not in "iu":
        raise ValueError(f"observations are whole numbers (uint8), not {turned.dtype}")
    rows = turned.reshape(-1, turned.shape[-1])
    seat, seats, sides = (rows[:, at].astype(np.int32) for at in _whose(game))
    whose = (seat << 16) + (seats << 8) + sides
    for one in np.unique(whose[seat > 0]).tolist():  # from the first seat it is as it is
        looks = np.flatnonzero(whose == one)
        rows[looks] = _seen_by(game, rows[looks], one >> 16, one >> 8 & 255, one & 255)
    return turned


def _seen_by(game: str, rows: Rows, seat: int, seats: int, sides: int) -> Rows:
    """Rows of one seat at tables of one size, in place."""
    for start, length, kind in _spoken(game):
        if kind == "by seat":
            there = rows[:, start : start + min(length, seats)]
            there[:] = np.roll(there, -seat, axis=1)
        else:
            there = rows[:, start : start + length]
            there[:] = _told(kind, seat, seats, sides)[there]
    return rows


@cache
def _whose(game: str) -> tuple[int, int, int]:
    """Where an observation tells the seat that looks, how many seats there are, and how many sides."""
    starts = np.cumsum([0, *(field.length for field in fields(game))])
    at = {field.name: int(start) for field, start in zip(fields(game), starts, strict=False)}
    return at["seat"], at["seats"], at.get("sides", at["seats"])


@cache
def _spoken(game: str) -> tuple[tuple[int, int, Turned], ...]:
    """The fields that speak of seats or sides: where each begins, how long it is, and how it speaks."""
    starts = np.cumsum([0, *(field.length for field in fields(game))])
    placed = zip(fields(game), starts, strict=False)
    return tuple((int(start), field.length, field.turned) for field, start in placed if field.turned)


@cache
def _told(kind: Turned, seat: int, seats: int, sides: int) -> Rows:
    """By number what it becomes."""
    number = np.arange(256)
    match kind:
        case "seat":
            number = (number - seat) % seats
        case "seat + 1":
            number = np.where(number > 0, (number - 1 - seat) % seats + 1, 0)
        case "bits of seats":
            number = ((number >> seat) | (number << (seats - seat))) & ((1 << seats) - 1)
        case "side + 1":
            side = (number % 4 - 1 - seat % sides) % sides
            number = np.where(number % 4 > 0, number - number % 4 + 1 + side, number)
    return number.astype(np.uint8)
