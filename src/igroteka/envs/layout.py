"""The fields of an observation by name: where each begins, how long it is, what it tells (docs/envs.md)."""

from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from igroteka.turbo import beside
from igroteka.turbo.fields import Field


@cache
def fields(game: str) -> tuple[Field, ...]:
    """Those that stand beside the twin; what games without a twin tell has no fields (`readable_table`)."""
    found = beside(game, "fields")
    return found.FIELDS if found else ()


def as_table(game: str) -> str:
    """The fields as a table of Markdown."""
    lines, start = ["| from | length | field | what |", "|---|---|---|---|"], 0
    for field in fields(game):
        lines.append(f"| {start} | {field.length} | `{field.name}` | {field.tells} |")
        start += field.length
    return "\n".join(lines)


def split(game: str, observation: npt.NDArray[np.uint8]) -> dict[str, npt.NDArray[np.uint8]]:
    """An observation, or rows of them, as fields by name; no copies are made.

    ValueError where they are of another width, or where the game has no twin and so no fields.
    """
    need_width(game, observation)
    found, start = {}, 0
    for field in fields(game):
        found[field.name] = observation[..., start : start + field.length]
        start += field.length
    return found


@cache
def width(game: str) -> int:
    """How many numbers an observation has; 0 where they have no names."""
    return sum(field.length for field in fields(game))


def need_width(game: str, observation: Any) -> None:
    """Any library's array will do."""
    if not width(game):
        raise ValueError(f"observations of {game!r} have no fields: only games with a twin have")
    if not (shape := np.shape(observation)) or shape[-1] != width(game):
        raise ValueError(f"an observation of {game} has {width(game)} numbers; these have the shape {shape}")


def own_part(game: str) -> npt.NDArray[np.bool_]:
    """Which numbers of an observation only the seat itself is told: its hand or rack, and who it is."""
    return np.repeat([field.own for field in fields(game)], [field.length for field in fields(game)])


def as_words(game: str, observation: npt.NDArray[np.uint8]) -> str:
    """What is not zero, by name: `hand 3:1 17:2  turn 1`; by place alone where a game has no fields."""
    if not fields(game):
        return " ".join(f"{at}:{observation[at]}" for at in np.flatnonzero(observation))
    told = []
    for name, values in split(game, observation).items():
        if len(values) == 1:
            told.append(f"{name} {values[0]}")
        elif values.any():
            told.append(" ".join([name, *(f"{at}:{values[at]}" for at in np.flatnonzero(values))]))
    return "  ".join(told)
