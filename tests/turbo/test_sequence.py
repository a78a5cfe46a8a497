"""Sequence's twin from crowded tables: long lines, jacks, empty decks, empty hands, broken sequences."""

import random

import pytest

from igroteka.core import Refused
from igroteka.games.sequence.lines import FIVES, apart, held, rivals
from igroteka.games.sequence.parts import BOX, GRID, OPEN_TO_CHIPS, REMOVE, SIDES, WILD
from igroteka.turbo import HONOUR, twin
from igroteka.turbo.lockstep import Difference, Pair, play, random_options, tables

TWIN = twin("sequence")
TABLES = 250
STEPS = 25


def crowded(chooser, seats, sides):
    """A table late in a strange game: runs of chips of one side, few cards."""
    chips, side = {}, 0
    full = chooser.random()
    for cell in GRID:
        side = chooser.randrange(sides) if chooser.random() < 0.3 else side
        if cell in OPEN_TO_CHIPS and chooser.random() < full:
            chips[cell] = SIDES[side]
    lines = []
    for side in SIDES[:sides] if sides == 2 else ():
        fives = held(chips, side, FIVES)
        if fives and chooser.random() < 0.7:
            lines.append({"side": side, "cells": list(chooser.choice(fives))})
    jacks = [card for card in BOX if card in WILD | REMOVE]
    cards = chooser.sample(BOX, k=len(BOX))
    if chooser.random() < 0.5:
        cards = jacks + [card for card in cards if card not in jacks]
    hands = [[cards.pop(0) for _ in range(chooser.randrange(4))] for _ in range(seats)]
    few = chooser.choice([0, 0, 3])
    owed = chooser.sample(range(seats), k=chooser.randrange(seats + 1)) if chooser.random() < 0.5 else []
    turn = chooser.randrange(seats)
    mine = [tuple(line["cells"]) for line in lines if line["side"] == SIDES[turn % sides]]
    long = rivals(tuple(five for five in held(chips, SIDES[turn % sides], FIVES) if apart(five, mine)))
    choosing = turn if long and chooser.random() < 0.3 else None
    return {
        "hands": hands,
        "chips": {side: [cell for cell in chips if chips[cell] == side] for side in SIDES[:sides]},
        "lines": lines,
        "piles": [[cards.pop() for _ in range(chooser.randrange(few + 1))] for _ in range(seats)],
        "deck": [cards.pop() for _ in range(chooser.choice([0, 0, 1, 4]))],
        "turn": turn,
        "choosing": choosing,
        "owed": [seat for seat in owed if seat != choosing],
        "passes": chooser.randrange(seats),
    }


def test_crowded_tables_agree_after_every_step():
    steps = 0
    for seed in range(TABLES):
        chooser = random.Random(seed)
        seats, options = tables(TWIN, chooser, random_options(TWIN))
        position = crowded(chooser, seats, TWIN.GAME.start(seats, options).sides)
        mode = HONOUR if chooser.random() < 0.2 else 0
        try:
            state = TWIN.GAME.from_position(position, options)
            pair = Pair(TWIN, state, options, stream=seed, mode=mode)
            steps += sum(1 for _ in play(pair, chooser, most=STEPS, imagine=0.2))
        except Difference as difference:
            raise AssertionError(f"seed {seed}: {difference}") from None
    assert steps > 10 * TABLES


@pytest.mark.parametrize("change", [{"passes": 2**31}, {"deck": ["7H"] * 3}])
def test_what_has_no_room_is_left_to_the_rules(change):
    position = {"hands": [["7S"], ["2S"]], **change}
    TWIN.GAME.from_position(position, TWIN.GAME.Options())
    with pytest.raises(Refused, match="position-beyond-the-box"):
        TWIN.encode(position, TWIN.GAME.Options())
