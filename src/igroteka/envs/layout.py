"""The fields of an observation by name: where each begins, how long it is, what it tells (docs/envs.md)."""

from collections.abc import Mapping
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt


class Field(NamedTuple):
    name: str
    length: int
    tells: str


def _numbers(**tells: str) -> tuple[Field, ...]:
    """Fields of one number each."""
    return tuple(Field(name, 1, said) for name, said in tells.items())


FIELDS: Final[Mapping[str, tuple[Field, ...]]] = {
    "sequence": (
        Field("cells", 100, "row by row from the top left: 0 free, 1 + side; + 4 in a completed sequence"),
        Field("hand", 52, "own hand: how many of each card, spades 2 to ace, hearts, diamonds, clubs"),
        Field("played", 52, "on all piles together: how many of each card"),
        Field("went_in", 52, "how many of each card went into the deck when it was last filled"),
        Field("hand_sizes", 12, "cards in each hand"),
        Field("taken", 12, "cards taken by each seat since the deck was filled"),
        Field("owed", 12, "of each seat: 0, or its place in the line of owed cards, oldest 1"),
        Field("talk", 12, "of each seat, bits: 1 has denied, 2 is due, 4 has accused"),
        *_numbers(
            seat="whose observation this is",
            seats="how many sit here",
            sides="how many sides there are; seat n belongs to side n modulo that",
            turn="the seat on turn",
            deck_size="cards in the deck",
            exchanged="1 when a dead card was exchanged in this turn",
            choosing="1 + the seat that has to choose a line of five; 0 nobody",
            accused_side="1 + the side that stands accused; 0 none",
            passes="passes in a row, at most 255",
            winner="1 + the side that has won, 4 drawn; 0 nobody yet",
            automatic="option draw: 1 automatic",
            hard="option hard",
            table_talk="option table_talk, at a table of teams",
            pool_known="1 when went_in and taken are known",
        ),
    ),
    "upturn": (
        Field("kinds", 100, "of each value 0 to 99, what its tile is: 0 none, 1 plain, 2 penalty, 3 twin"),
        Field("rack", 106, "own rack: how many of each value, then of U, D, UD, J, S1, S2"),
        Field("laid", 106, "on the table, the same way"),
        Field("went_in", 106, "went into the bag when it was last filled, the same way"),
        Field("rack_sizes", 4, "tiles on each rack"),
        Field("taken", 4, "tiles taken by each seat since the bag was filled"),
        Field("talk", 4, "of each seat: 1 has to announce, 2 has announced"),
        *_numbers(
            seat="whose observation this is",
            seats="how many sit here",
            turn="the seat on turn",
            order="0 clockwise, 1 counter-clockwise",
            trend="0 up, 1 down, 2 none",
            binding="1 + the number that binds; 0 none",
            bag_size="tiles in the bag",
            loose="how many tiles of the table may go back into the bag",
            drawn="1 when the seat on turn has drawn",
            extra="1 when one more tile may be laid",
            gifts="tiles still to give",
            tucking_from="1 + the number after which tiles may be tucked; 0 none may",
            tucking_to="1 + the twin before which they may",
            idle="ends in a row, at most 255",
            winners="seats that have won, as bits",
            stopped="1 when the house has stopped the game",
            pool_known="1 when went_in and taken are known",
            bound="option new_row: 1 bound",
            automatic="option announce: 1 automatic",
            lone_twin_gift="option lone_twin_gift",
            row_length="tiles in the current row",
        ),
    ),
    "etazhiki": (
        Field("hand", 123, "own hand: how many of F0..F9, N0..N9, B1..B5, EVEN, NEAR, ODD, SKIP, B6..B99"),
        Field("lying", 123, "on all piles together, if that is known"),
        Field("went_in", 123, "went into the deck when it was last filled"),
        Field("fits", 20, "whether each number fits on the first pile, then on the second"),
        Field("hand_sizes", 5, "cards in each hand"),
        Field("taken", 5, "cards taken by each seat since the deck was filled"),
        Field("stars", 5, "stars of each seat"),
        *_numbers(
            seat="whose observation this is",
            seats="how many sit here",
            turn="the seat on turn",
            open_floor="1 + the open floor, as cards are numbered in hand",
            second_floor="1 + that of a beginner's second pile; 0 there is none",
            open_ball="1 + the open ball; 0 none",
            height="floors on the first pile",
            second_height="floors on the second",
            balls="balls that lie",
            deck_size="cards in the deck",
            drew="1 when the seat on turn has drawn",
            floors_laid="floors laid in this turn",
            balls_laid="balls laid in this turn",
            shedding="1 when the seat on turn has balls alone and sheds them",
            skip_armed="1 when the next seat will be skipped",
            idle="turns in a row in which nothing was laid, at most 255",
            winners="seats that have won, as bits",
            full="variant: 1 full, with night floors that take the turn",
            beginner="variant: 1 beginner",
            strict_parity="option parity: 1 strict",
            skip_repeats="option skip: 1 repeats",
            pool_known="1 when lying, went_in and taken are known",
        ),
    ),
}


def as_table(game: str) -> str:
    """The fields as a table of Markdown."""
    lines, start = ["| from | length | field | what |", "|---|---|---|---|"], 0
    for name, length, tells in FIELDS[game]:
        lines.append(f"| {start} | {length} | `{name}` | {tells} |")
        start += length
    return "\n".join(lines)


def split(game: str, observation: npt.NDArray[np.uint8]) -> dict[str, npt.NDArray[np.uint8]]:
    """An observation, or rows of them, as fields by name; no copies are made."""
    found, start = {}, 0
    for field in FIELDS[game]:
        found[field.name] = observation[..., start : start + field.length]
        start += field.length
    return found


def own_part(game: str) -> npt.NDArray[np.bool_]:
    """Which numbers of an observation are the seat's own: its hand or rack, and who it is."""
    fields = FIELDS[game]
    own = [field.name in ("hand", "rack", "seat") for field in fields]
    return np.repeat(own, [field.length for field in fields])


def as_words(game: str, observation: npt.NDArray[np.uint8]) -> str:
    """What is not zero, by name: `hand 3:1 17:2  turn 1`."""
    told = []
    for name, values in split(game, observation).items():
        if len(values) == 1:
            told.append(f"{name} {values[0]}")
        elif values.any():
            told.append(" ".join([name, *(f"{at}:{values[at]}" for at in np.flatnonzero(values))]))
    return "  ".join(told)
