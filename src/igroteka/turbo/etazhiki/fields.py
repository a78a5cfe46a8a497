"""The fields of an observation of Etazhiki, in their order (docs/envs.md)."""

from typing import Final

from igroteka.turbo.fields import Field, Turned, naming, numbers, turning

_TURNED: Final[dict[str, Turned]] = {
    "hand_sizes": "by seat",
    "taken": "by seat",
    "stars": "by seat",
    "seat": "seat",
    "turn": "seat",
    "winners": "bits of seats",
}

_FIELDS: Final[tuple[Field, ...]] = (
    Field("hand", 123, "own hand: how many of F0..F9, N0..N9, B1..B5, EVEN, NEAR, ODD, SKIP, B6..B99", True),
    Field("lying", 123, "on all piles together, if that is known"),
    Field("went_in", 123, "went into the deck when it was last filled"),
    Field("fits", 20, "whether each number fits on the first pile, then on the second"),
    Field("hand_sizes", 5, "cards in each hand"),
    Field("taken", 5, "cards taken by each seat since the deck was filled"),
    Field("stars", 5, "stars of each seat"),
    *numbers(own=True, seat="whose observation this is"),
    *numbers(
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
)

FIELDS: Final = naming(turning(_FIELDS, _TURNED), {"open_floor": 21, "open_ball": 30})
