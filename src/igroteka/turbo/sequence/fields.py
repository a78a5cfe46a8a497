"""The fields of an observation of Sequence, in their order (docs/envs.md)."""

from typing import Final

from igroteka.turbo.fields import Field, Turned, naming, numbers, turning

_TURNED: Final[dict[str, Turned]] = {
    "cells": "side + 1",
    "hand_sizes": "by seat",
    "taken": "by seat",
    "owed": "by seat",
    "talk": "by seat",
    "seat": "seat",
    "turn": "seat",
    "choosing": "seat + 1",
    "accused_side": "side + 1",
    "winner": "side + 1",
}

_FIELDS: Final[tuple[Field, ...]] = (
    Field("cells", 100, "row by row from the top left: 0 free, 1 + side; + 4 in a completed sequence"),
    Field("hand", 52, "own hand: how many of each card, spades 2 to ace, hearts, diamonds, clubs", own=True),
    Field("played", 52, "on all piles together: how many of each card"),
    Field("went_in", 52, "how many of each card went into the deck when it was last filled"),
    Field("hand_sizes", 12, "cards in each hand"),
    Field("taken", 12, "cards taken by each seat since the deck was filled"),
    Field("owed", 12, "of each seat: 0, or its place in the line of owed cards, oldest 1"),
    Field("talk", 12, "of each seat, bits: 1 has denied, 2 is due, 4 has accused"),
    *numbers(own=True, seat="whose observation this is"),
    *numbers(
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
)

FIELDS: Final = naming(turning(_FIELDS, _TURNED), {"cells": 8})
