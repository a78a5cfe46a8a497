"""The fields of an observation of UpTurn, in their order (docs/envs.md)."""

from typing import Final

from igroteka.turbo.fields import Field, Turned, naming, numbers, turning

_TURNED: Final[dict[str, Turned]] = {
    "rack_sizes": "by seat",
    "taken": "by seat",
    "talk": "by seat",
    "seat": "seat",
    "turn": "seat",
    "winners": "bits of seats",
}

_FIELDS: Final[tuple[Field, ...]] = (
    Field("kinds", 100, "of each value 0 to 99, what its tile is: 0 none, 1 plain, 2 penalty, 3 twin"),
    Field("rack", 106, "own rack: how many of each value, then of U, D, UD, J, S1, S2", own=True),
    Field("laid", 106, "on the table, the same way"),
    Field("went_in", 106, "went into the bag when it was last filled, the same way"),
    Field("rack_sizes", 4, "tiles on each rack"),
    Field("taken", 4, "tiles taken by each seat since the bag was filled"),
    Field("talk", 4, "of each seat: 1 has to announce, 2 has announced"),
    *numbers(own=True, seat="whose observation this is"),
    *numbers(
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
)

FIELDS: Final = naming(turning(_FIELDS, _TURNED), {"trend": 3, "binding": 101})
