"""The fields of an observation by name: where each begins, how long it is, what it tells (docs/envs.md)."""

from collections.abc import Mapping
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt


class Field(NamedTuple):
    name: str
    length: int
    tells: str


def _named(*names: str) -> tuple[Field, ...]:
    return tuple(Field(name, 1, "") for name in names)


FIELDS: Final[Mapping[str, tuple[Field, ...]]] = {
    "sequence": (
        Field("cells", 100, "0 free, 1 + side; + 4 in a completed sequence"),
        Field("hand", 52, "own hand: how many of each card"),
        Field("played", 52, "on all piles together: how many of each card"),
        Field("went_in", 52, "went into the deck when it was last filled"),
        Field("hand_sizes", 12, "cards in each hand"),
        Field("taken", 12, "cards taken by each seat since the deck was filled"),
        Field("owed", 12, "0, or the place in the line of owed cards, oldest 1"),
        Field("talk", 12, "table talk by seat: 1 has denied, 2 is due, 4 has accused"),
        *_named("seat", "seats", "sides", "turn", "deck_size", "exchanged", "choosing", "accused_side"),
        *_named("passes", "winner", "automatic", "hard", "table_talk", "pool_known"),
    ),
    "upturn": (
        Field("kinds", 100, "numbers of each value: 0 none, 1 plain, 2 penalty, 3 twin"),
        Field("rack", 106, "own rack: how many of each value, then of U D UD J S1 S2"),
        Field("laid", 106, "on the table, the same way"),
        Field("went_in", 106, "went into the bag when it was last filled"),
        Field("rack_sizes", 4, "tiles on each rack"),
        Field("taken", 4, "tiles taken by each seat since the bag was filled"),
        Field("talk", 4, "by seat: 1 has to announce, 2 has announced"),
        *_named("seat", "seats", "turn", "order", "trend", "binding", "bag_size", "loose", "drawn"),
        *_named("extra", "gifts", "tucking_from", "tucking_to", "idle", "winners", "stopped"),
        *_named("pool_known", "bound", "automatic", "lone_twin_gift", "row_length"),
    ),
    "etazhiki": (
        Field("hand", 123, "own hand: how many of each card"),
        Field("lying", 123, "on all piles together, if known"),
        Field("went_in", 123, "went into the deck when it was last filled"),
        Field("fits", 20, "whether each number fits: first pile, second pile"),
        Field("hand_sizes", 5, "cards in each hand"),
        Field("taken", 5, "cards taken by each seat since the deck was filled"),
        Field("stars", 5, "stars of each seat"),
        *_named(
            "seat", "seats", "turn", "open_floor", "second_floor", "open_ball", "height", "second_height"
        ),
        *_named("balls", "deck_size", "drew", "floors_laid", "balls_laid", "shedding", "skip_armed", "idle"),
        *_named("winners", "full", "beginner", "strict_parity", "skip_repeats", "pool_known"),
    ),
}


def split(game: str, observation: npt.NDArray[np.uint8]) -> dict[str, npt.NDArray[np.uint8]]:
    """An observation, or rows of them, as fields by name; no copies are made."""
    found, start = {}, 0
    for field in FIELDS[game]:
        found[field.name] = observation[..., start : start + field.length]
        start += field.length
    return found


def as_words(game: str, observation: npt.NDArray[np.uint8]) -> str:
    """What is not zero, by name: `hand 3:1 17:2  turn 1`."""
    told = []
    for name, values in split(game, observation).items():
        if len(values) == 1:
            told.append(f"{name} {values[0]}")
        elif values.any():
            told.append(" ".join([name, *(f"{at}:{values[at]}" for at in np.flatnonzero(values))]))
    return "  ".join(told)
