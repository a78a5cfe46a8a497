"""What the deck gave each side of a finished game beyond its average: a control variate for arenas.

For every row by which something came from the deck: what the game is worth with that, less what it is worth
with anything else that could have come. Whoever answers does not know the order of the deck, so each such
difference is nought on average, however good or bad the judgement of values is (docs/review.md).
"""

from collections.abc import Iterator

import numpy as np

from igroteka.core import HOUSE
from igroteka.lab.playouts.playouts import Playouts, States, playouts
from igroteka.lab.review.calibration import Chances, by_side, calibration
from igroteka.table import Match
from igroteka.table.match import fold


def card_luck(match: Match, seed: int, worlds: int | None = None) -> tuple[float, ...]:
    """By side what came from the deck after the deal was worth beyond its average, in parts of a win.

    `worlds` are the playouts for each value, as many as `lab/<game>/review.toml` says by default. The deal
    itself is left out: duplicate deals give every side the same ones.
    """
    game = match.game
    by, sides = playouts(game.NAME), game.sides(match.state)
    total = np.zeros(len(sides))
    for difference in _differences(match, by, seed, worlds or calibration(game.NAME).luck):
        total += by_side(difference, sides)
    return tuple(float(one) for one in total)


def _differences(match: Match, by: Playouts, seed: int, worlds: int) -> Iterator[Chances]:
    """By seat, for every row by which something came from the deck."""
    game, state = match.game, match.first
    now: States | None = None
    for row in match.log:
        before, state = state, fold(game, state, (row,))
        was, now = now, by.state(state, state.options)
        if was is None or row.seat == HOUSE or isinstance(row.intent, game.HONOUR):
            continue
        was["deciding"] = row.seat
        answer = by.twin.action_of(game.canonical(before, row.intent))
        found = by.draws(was, now, answer, worlds, (seed << 20) + 2 * row.number)
        if found is not None:
            yield found.mean(axis=0)
