"""Observations as the seat that looks would draw the table: itself first, then the others in their order."""

from functools import cache

import numpy as np
import numpy.typing as npt

from igroteka.envs.layout import fields
from igroteka.turbo.fields import Turned

Rows = npt.NDArray[np.uint8]


def egocentric(game: str, observation: Rows) -> Rows:
    """The same observation, or rows of them, with seats and sides counted from the seat that looks.

    Its own seat, and its own side, is 0; whatever is told of each seat begins with it. Cards, tiles and cells
    stay as they are, and so do the numbers of actions.
    """
    rows = np.atleast_2d(observation)
    places = _places(game)
    if not places:
        return observation.copy()
    turned = rows.copy()
    seat, seats = (rows[:, places[name][0]].astype(np.int64) for name in ("seat", "seats"))
    sides = rows[:, places["sides"][0]].astype(np.int64) if "sides" in places else seats
    for start, length, kind in places.values():
        part = rows[:, start : start + length].astype(np.int64)
        turned[:, start : start + length] = _turned(kind, part, seat, seats, sides)
    return turned.reshape(observation.shape)


@cache
def _places(game: str) -> dict[str, tuple[int, int, Turned]]:
    """By name of a field where it begins, how long it is, and what it speaks of."""
    found, start = {}, 0
    for field in fields(game):
        found[field.name] = (start, field.length, field.turned)
        start += field.length
    return found


def _turned(
    kind: Turned,
    part: npt.NDArray[np.int64],
    seat: npt.NDArray[np.int64],
    seats: npt.NDArray[np.int64],
    sides: npt.NDArray[np.int64],
) -> npt.NDArray[np.int64]:
    one, all_, parties = seat[:, None], seats[:, None], sides[:, None]
    match kind:
        case "by seat":
            at = np.broadcast_to(np.arange(part.shape[1]), part.shape)
            return np.take_along_axis(part, np.where(at < all_, (at + one) % all_, at), axis=1)
        case "seat":
            return (part - one) % all_
        case "seat + 1":
            return np.where(part > 0, (part - 1 - one) % all_ + 1, 0)
        case "bits of seats":
            whole = (1 << all_) - 1
            return ((part >> one) | (part << (all_ - one))) & whole
        case "side + 1":
            side = (part % 4 - 1 - one % parties) % parties
            return np.where(part % 4 > 0, part - part % 4 + 1 + side, part)
    return part
